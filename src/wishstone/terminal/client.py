"""Main loop of the terminal client: resume a saved game or begin a new one, then offer another."""

from __future__ import annotations

import os
import secrets
from datetime import datetime
from pathlib import Path

from wishstone.game.chance import below, stream
from wishstone.game.errors import UsageError, WishstoneError
from wishstone.game.match import Match
from wishstone.game.words import LANGUAGES, language_of
from wishstone.games import GAMES
from wishstone.terminal import PlayRequest
from wishstone.terminal.console import ConsoleIO
from wishstone.terminal.game_session import GameSession
from wishstone.terminal.lines import Line, plain
from wishstone.terminal.saved_games import AutoSave, SavedGame, SaveFolder, load_game
from wishstone.terminal.seating import make_seating, seat_count_for
from wishstone.terminal.translator import Translator

DONE, INTERRUPTED = 0, 130  # exit status
SEED_BITS = 62


class TerminalClient:
    """Plays one game after another until the person has had enough."""

    def __init__(self, request: PlayRequest, console: ConsoleIO, save_folder: SaveFolder) -> None:
        self.request, self.console, self.save_folder = request, console, save_folder
        self.language = request.language or language_of()
        self.session: GameSession | None = None  # while a game is under way

    @property
    def translator(self) -> Translator:
        """For what is said between games."""
        return Translator(self.language)

    def run(self) -> int:
        """Play until the person leaves, one way or another; returns the exit status."""
        try:
            return self._play_games()
        except EOFError:
            self._leave(interrupted=True)
            return DONE
        except KeyboardInterrupt:
            self._leave(interrupted=True)
            return INTERRUPTED

    def _play_games(self) -> int:
        self.session = self._first_game()
        while self.session:
            if not self.session.play():
                self._leave()
                return DONE
            self.session = None
            if self.console.confirm(self.translator.say("ask-another"), self.translator):
                self.session = self._new_game(secrets.randbits(SEED_BITS))
        return DONE

    def _leave(self, interrupted: bool = False) -> None:
        if interrupted:
            self.console.rich.print()
        if self.session:
            error = self.session.autosave.error
            command = os.environ.get("WISHSTONE_PLAY", "wishstone play")  # ./play says how it was called
            told = (
                self.translator.say("farewell-unsaved") if error else self.translator.say("farewell", command=command)
            )
            self.console.show([told])

    # ── A saved game or a new one ────────────────────────────────────────────────────────────────────────────────

    def _first_game(self) -> GameSession | None:
        """The first game: a saved one or a new one; None if the person wants neither."""
        request = self.request
        if request.game is not None:
            self._check_request(request.game)  # what cannot be is told before anything is asked
        if not request.new:
            saved, broken = self._find_saved_game()
            if saved and (request.resume or self.console.confirm(self._resume_question(saved), self.translator)):
                return self._resume_game(saved)
            if broken and not saved and not self.console.confirm(self.translator.say("ask-new"), self.translator):
                return None
            if request.resume and not broken:
                self.console.show([self.translator.say("no-saved-game")])
        seed = request.seed if request.seed is not None else secrets.randbits(SEED_BITS)
        return self._new_game(seed)

    def _check_request(self, name: str) -> None:
        game = GAMES.load(name, self.request.options, files=self.request.files)
        (low, high), seats = game.about.seats, seat_count_for(self.request, game.about.seats[0])
        if not low <= seats <= high:
            raise UsageError("seats-wrong", game=game.id, seats=seats, low=low, high=high)

    def _find_saved_game(self) -> tuple[SavedGame | None, int]:
        """The newest saved game that can be read, and the number of newer ones that cannot; those are left alone."""
        broken = 0
        for path in self.save_folder.unfinished():
            try:
                saved = load_game(path)
            except (WishstoneError, OSError) as error:
                broken += 1
                self._report_broken_save(path, error)
                continue
            if self.request.game in (None, saved.match.game.id):
                return saved, broken
        return None, broken

    def _report_broken_save(self, path: Path, error: WishstoneError | OSError) -> None:
        reason = error.text(self.language) if isinstance(error, WishstoneError) else error.strerror or str(error)
        self.console.show(
            [self.translator.say("save-broken", path=str(path)), self.translator.say("save-reason", reason=reason)]
        )

    def _resume_question(self, saved: SavedGame) -> Line:
        title = saved.match.game.about.title[LANGUAGES.index(self.language)]
        date = f"{datetime.fromtimestamp(saved.path.stat().st_mtime):%Y-%m-%d %H:%M}"
        return self.translator.say("ask-resume", title=title, others=", ".join(saved.seating.other_names()), date=date)

    def _resume_game(self, saved: SavedGame) -> GameSession:
        """A session that continues a saved game, with fresh randomness."""
        self.language = self.request.language or saved.language
        seed = secrets.randbits(SEED_BITS)
        autosave = AutoSave(self.save_folder, saved.seating, self.language, saved.date, saved.path)
        return GameSession(self.console, saved.match, autosave, stream(seed), seed)

    def _new_game(self, seed: int) -> GameSession:
        """A session for a new game as requested; the same seed gives the same deal."""
        request = self.request
        game = GAMES.load(request.game or next(iter(GAMES)).id, request.options, files=request.files)
        seats = seat_count_for(request, game.about.seats[0])
        dealer = stream(seed)
        lot = below(dealer, max(seats, 1))
        match = Match(game, seats, lot if request.first is None else request.first)
        seating = make_seating(request, seats, plain(self.translator.say("you")))
        autosave = AutoSave(self.save_folder, seating, self.language, datetime.now().isoformat(timespec="seconds"))
        return GameSession(self.console, match, autosave, dealer, seed)
