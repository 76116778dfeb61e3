"""Main loop of the terminal client: resume a saved game or begin a new one, then offer another."""

from __future__ import annotations

import os
import secrets
from datetime import datetime
from pathlib import Path

from rich.text import Text

from wishstone.game.chance import below, stream
from wishstone.game.errors import UsageError, WishstoneError
from wishstone.game.match import Match
from wishstone.game.words import LANGUAGES, language_of
from wishstone.games import GAMES
from wishstone.terminal import PlayRequest
from wishstone.terminal.renderer import load_renderer
from wishstone.terminal.saves import Keeper, Saved, Saves, load
from wishstone.terminal.screen import Screen
from wishstone.terminal.seating import new_seating, seats_asked_for
from wishstone.terminal.session import Session
from wishstone.terminal.translator import Translator

DONE, INTERRUPTED = 0, 130  # exit status
SEED_BITS = 62


def spend(request: PlayRequest, screen: Screen, saves: Saves) -> int:
    """Play one game or several; the exit status. Raises a `UsageError` where the request cannot be met."""
    return Evening(request, screen, saves).spend()


class Evening:
    """Games one after the other, until the person has enough."""

    def __init__(self, request: PlayRequest, screen: Screen, saves: Saves) -> None:
        self.request, self.screen, self.saves = request, screen, saves
        self.language = request.language or language_of()
        self.session: Session | None = None  # while a game is under way

    @property
    def translator(self) -> Translator:
        """What is said outside of a game."""
        return Translator(self.language)

    def spend(self) -> int:
        """Play until the person leaves, by whatever way."""
        try:
            return self._play()
        except EOFError:
            self._leave(interrupted=True)
            return DONE
        except KeyboardInterrupt:
            self._leave(interrupted=True)
            return INTERRUPTED

    def _play(self) -> int:
        self.session = self._first()
        while self.session:
            if not self.session.play():
                self._leave()
                return DONE
            self.session = None
            if self.screen.confirm(self.translator.say("ask-another"), self.translator):
                self.session = self._new(secrets.randbits(SEED_BITS))
        return DONE

    def _leave(self, interrupted: bool = False) -> None:
        if interrupted:
            self.screen.console.print()
        if self.session:
            trouble = self.session.keeper.trouble
            command = os.environ.get("WISHSTONE_PLAY", "wishstone play")  # ./play says how it was called
            told = (
                self.translator.say("farewell-unsaved") if trouble else self.translator.say("farewell", command=command)
            )
            self.screen.show([told])

    # ── A saved game or a new one ────────────────────────────────────────────────────────────────────────────────

    def _first(self) -> Session | None:
        """The game to begin with; None if the person wants none."""
        request = self.request
        if request.game is not None:
            self._check(request.game)  # what cannot be is told before anything is asked
        if not request.new:
            saved, broken = self._saved()
            if saved and (request.resume or self.screen.confirm(self._about(saved), self.translator)):
                return self._resumed(saved)
            if broken and not saved and not self.screen.confirm(self.translator.say("ask-new"), self.translator):
                return None
            if request.resume and not broken:
                self.screen.show([self.translator.say("no-saved-game")])
        seed = request.seed if request.seed is not None else secrets.randbits(SEED_BITS)
        return self._new(seed)

    def _check(self, name: str) -> None:
        game = GAMES.load(name, self.request.options, files=self.request.files)
        load_renderer(game.id)
        (low, high), seats = game.about.seats, seats_asked_for(self.request, game.about.seats[0])
        if not low <= seats <= high:
            raise UsageError("seats-wrong", game=game.id, seats=seats, low=low, high=high)

    def _saved(self) -> tuple[Saved | None, int]:
        """The newest saved game that can be read, and how many newer ones could not; those are left alone."""
        broken = 0
        for path in self.saves.unfinished():
            try:
                saved = load(path)
            except (WishstoneError, OSError) as error:
                broken += 1
                self._tell_broken(path, error)
                continue
            if self.request.game in (None, saved.match.game.id):
                return saved, broken
        return None, broken

    def _tell_broken(self, path: Path, error: WishstoneError | OSError) -> None:
        reason = error.text(self.language) if isinstance(error, WishstoneError) else error.strerror or str(error)
        self.screen.show(
            [self.translator.say("save-broken", path=str(path)), self.translator.say("save-reason", reason=reason)]
        )

    def _about(self, saved: Saved) -> Text:
        title = saved.match.game.about.title[LANGUAGES.index(self.language)]
        date = f"{datetime.fromtimestamp(saved.path.stat().st_mtime):%Y-%m-%d %H:%M}"
        return self.translator.say("ask-resume", title=title, others=", ".join(saved.seating.others()), date=date)

    def _resumed(self, saved: Saved) -> Session:
        """A saved game from where it stands, with fresh randomness."""
        self.language = self.request.language or saved.language
        seed = secrets.randbits(SEED_BITS)
        keeper = Keeper(self.saves, saved.seating, self.language, saved.date, saved.path)
        return Session(self.screen, saved.match, keeper, stream(seed), seed)

    def _new(self, seed: int) -> Session:
        """A new game as asked for; the same seed gives the same deal."""
        request = self.request
        game = GAMES.load(request.game or next(iter(GAMES)).id, request.options, files=request.files)
        seats = seats_asked_for(request, game.about.seats[0])
        dealer = stream(seed)
        lot = below(dealer, max(seats, 1))
        match = Match(game, seats, lot if request.first is None else request.first)
        seating = new_seating(request, seats, self.translator.say("you").plain)
        keeper = Keeper(self.saves, seating, self.language, datetime.now().isoformat(timespec="seconds"))
        return Session(self.screen, match, keeper, dealer, seed)
