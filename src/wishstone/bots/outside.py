"""Outside bots: programs of others that are asked for moves; whatever they do, the game goes on.

A bot is told only what its seat knows: the view of a position that was redealt for it, and the legal moves. Each seat
has a process of its own, and every game new ones, so that nothing seen from one seat, or in one seating of a deal, is
known in another.

Where a process fails in any way, that is reported, and a bot of ours moves instead: the fallback.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from wishstone.bots.bot import Bot
from wishstone.bots.conversation import BYE, BotFault, Conversation, fatal, hello_line, over_line, shown
from wishstone.bots.outside_words import WORDS
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, Position
from wishstone.game.errors import UsageError
from wishstone.game.result import Result
from wishstone.game.words import Lexicon, Sentence, sentence

PREFIX = "run"
FALLBACK = "greedy"
SECONDS = 5.0  # for a move
LONGEST_MOVE = 3600.0  # seconds that can be asked for
START = 10.0  # seconds that a process has, beside those of its first move, until it is first heard of
LIVES = 4  # processes that may fail, each started anew but for the last

NAME = re.compile(rf"{PREFIX}(?:\[(?P<wishes>[^\]]*)\])?:(?P<command>.*)", re.DOTALL)

LEXICON = Lexicon(WORDS)


@dataclass(frozen=True)
class FaultReport:
    """One kind of failure of a bot: how often it happened, and how it showed the first time."""

    sentence: Sentence
    count: int = 1
    last_words: str = ""  # the end of what its process said on standard error, when it last happened

    @property
    def code(self) -> str:
        """What it is, stable."""
        return self.sentence.key

    def text(self, language: str = "en") -> str:
        """The sentence in this language."""
        return LEXICON.say(self.sentence, language)


class OutsideBot:
    """A bot that runs a command and asks it for moves; `fallback` moves instead where the command fails.

    `seconds` is what a move may take. With `keep` the processes are kept from game to game.
    """

    def __init__(
        self,
        game: Game,
        command: str,
        fallback: Bot,
        seconds: float = SECONDS,
        keep: bool = False,
        start: float = START,
        name: str = "",
    ) -> None:
        if os.name != "posix":
            raise UsageError("outside-system", LEXICON)
        self.game, self.fallback, self.seconds, self.keep = game, fallback, seconds, keep
        self.name = name or f"{PREFIX}:{command}"
        self.title = command  # what people read; its own name, once it has greeted us
        self.decisions = 0  # how often it was to choose
        self.replaced = 0  # how often the fallback did
        self._command = _words_of(command)
        self._start = start
        self._conversations: dict[int, Conversation] = {}  # by seat
        self._reports: dict[str, FaultReport] = {}  # by code
        self._lives = LIVES
        self._failed = False  # whether a process failed in this game

    @property
    def reports(self) -> list[FaultReport]:
        """What went wrong so far, each kind once, in the order in which it first happened."""
        return list(self._reports.values())

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is, by the command or by the fallback."""
        self.decisions += 1
        begin = time.monotonic()
        move = self._asked(position, seconds)
        if move is not None:
            return move
        self.replaced += 1
        if seconds is not None:  # it is the fallback's time, too, but that has to get some
            seconds = max(seconds - (time.monotonic() - begin), seconds / 10)
        return self.fallback.choose(position, rng, seconds)

    def over(self, result: Result) -> None:
        """Tell its processes that a game is over, and end them unless they are to be kept."""
        for seat, conversation in self._conversations.items():
            conversation.tell(over_line(result, seat))
        if not self._failed and self._conversations:
            self._lives = LIVES  # a game without a failure makes earlier ones good
        self._failed = False
        if not self.keep:
            self._part()

    def close(self) -> None:
        """End its processes and give back what the fallback holds."""
        self._part()
        self.fallback.close()

    def _asked(self, position: Position, seconds: float | None) -> int | None:
        """The command's move, or None where it gave none."""
        if not self._lives:
            return None
        seat = self.game.actor(position)
        limit = self.seconds if seconds is None else min(self.seconds, seconds)
        try:
            conversation = self._conversation(position, seat)
            move = conversation.decide(position, limit, seconds is not None, self._note(seat))
        except BotFault as fault:
            self._note(seat)(fault.sentence)
            if fault.fatal:
                self._lose(seat)
            move = None
        if seat in self._conversations:
            self.title = self._conversations[seat].name or self.title
        return move

    def _conversation(self, position: Position, seat: int) -> Conversation:
        """The one for this seat, begun where there is none or where the last was at a table of another size."""
        seats = int(position.seats)
        if seat in self._conversations and self._conversations[seat].seats != seats:
            self._conversations.pop(seat).part(BYE)
        if seat not in self._conversations:
            hello = hello_line(self.game, seats, seat, self.seconds)
            try:
                begun = Conversation(self.game, self._command, seats, hello, self._start)
            except OSError as error:
                raise fatal("outside-start", reason=error.strerror or str(error)) from error
            self._conversations[seat] = begun
        return self._conversations[seat]

    def _note(self, seat: int) -> Callable[[Sentence], None]:
        """What adds to the reports about the process of this seat."""

        def note(what: Sentence) -> None:
            conversation = self._conversations.get(seat)
            last_words = conversation.last_words if conversation else ""
            before = self._reports.get(what.key, FaultReport(what, 0))
            self._reports[what.key] = replace(
                before, count=before.count + 1, last_words=last_words or before.last_words
            )

        return note

    def _lose(self, seat: int) -> None:
        """End a process that failed. The next decision starts another, unless too many have failed."""
        self._failed = True
        self._lives -= 1
        if seat in self._conversations:
            self._conversations.pop(seat).end()
        if not self._lives:
            self._note(seat)(sentence("outside-given-up", times=LIVES, fallback=self.fallback.name))
            self._part()

    def _part(self) -> None:
        while self._conversations:
            self._conversations.popitem()[1].part(BYE)


def game_over(bots: Iterable[Bot], result: Callable[[], Result]) -> None:
    """Tell those bots who want to know it that a game is over. Each hears it once, however many seats it has."""
    for bot in dict.fromkeys(bots):
        if isinstance(bot, OutsideBot):
            bot.over(result())


# ── How it is asked for ──────────────────────────────────────────────────────────────────────────────────────────


def is_outside(name: str) -> bool:
    """Whether a bot's name asks for a command: `run:COMMAND` or `run[WISHES]:COMMAND`."""
    return name.startswith((f"{PREFIX}:", f"{PREFIX}["))


def make_outside(name: str, game: Game, make: Callable[[str, Game], Bot]) -> OutsideBot:
    """The bot of such a name. Wishes are words in any order: a time (`2.5s`), `keep`, the fallback's name."""
    wishes = _wishes_of(name)
    return OutsideBot(game, wishes.command, make(wishes.fallback, game), wishes.seconds, wishes.keep, name=name)


def fallback_of(name: str) -> str:
    """The name of the bot that moves where the command fails."""
    return _wishes_of(name).fallback


class _Wishes(NamedTuple):
    command: str
    fallback: str = FALLBACK
    seconds: float = SECONDS
    keep: bool = False


def _wishes_of(name: str) -> _Wishes:
    """What the name of an outside bot asks for."""
    if not (found := NAME.fullmatch(name)):
        raise UsageError("outside-form", LEXICON, text=shown(name))
    fallback, seconds, keep = "", SECONDS, False
    for wish in (found["wishes"] or "").split():
        if wish == "keep":
            keep = True
        elif (time_wished := _seconds(wish)) is not None:
            seconds = time_wished
        elif fallback or is_outside(wish):
            raise UsageError("outside-form", LEXICON, text=shown(name))
        else:
            fallback = wish
    return _Wishes(found["command"], fallback or FALLBACK, seconds, keep)


def _seconds(wish: str) -> float | None:
    """The seconds that a wish such as `2.5s` means, if it is one that can be granted."""
    try:
        seconds = float(wish.removesuffix("s"))
    except ValueError:
        return None
    return seconds if wish.endswith("s") and math.isfinite(seconds) and 0 < seconds <= LONGEST_MOVE else None


def _words_of(command: str) -> list[str]:
    """The words of a command line as a shell would split it; its program must be there."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or "\0" in command:
        raise UsageError("outside-form", LEXICON, text=shown(f"{PREFIX}:{command}"))
    if shutil.which(words[0]) is None:
        raise UsageError("outside-missing", LEXICON, program=shown(words[0]))
    return words
