"""Conversation with an outside bot: the messages of docs/bots.md, and the checks of what it answers.

One conversation is with one process, which decides for one seat. docs/bots.md describes the protocol for those who
write such programs.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, cast

from wishstone.bots.line_process import LONGEST, Ended, Flooded, LineProcess
from wishstone.game.contract import Game, Position
from wishstone.game.result import Result
from wishstone.game.words import Sentence, Value, sentence

PROTOCOL = "wishstone-bot/1"
PATIENCE = 3  # moves in a row that a process may miss before it is ended
UNREAD = 1024 * 1024  # bytes of ours that a process may leave unread
CHATTER = 100  # lines for one decision that are no answer to it
SHOWN = 60  # characters of a bot's line that are shown to people
OFFERS = ("observation", "mask", "ids")  # what a greeting can ask for, beside the position and the legal moves

Told = dict[str, Any]  # a line of the protocol


class BotFault(Exception):
    """A process gave no move; after a fatal fault it is of no more use."""

    def __init__(self, what: Sentence, fatal: bool = False) -> None:
        super().__init__(what.key)
        self.sentence, self.fatal = what, fatal


def fatal(code: str, **values: Value) -> BotFault:
    """A fault after which a process is of no more use."""
    return BotFault(sentence(code, **values), fatal=True)


class Conversation:
    """A process that decides for one seat of one game, or of several in turn."""

    def __init__(self, game: Game, command: Sequence[str], seats: int, hello: bytes, start: float) -> None:
        self.seats, self.name = seats, ""
        self._game, self._wants = game, frozenset[str]()
        self._process = LineProcess(command)
        self._process.say(hello)
        self._number = 0  # of the last decision asked for
        self._missed = 0  # decisions in a row without an answer in time
        self._heard = False
        self._start, self._ready = start, time.monotonic() + start

    @property
    def last_words(self) -> str:
        """The end of what it said on standard error."""
        return self._process.last_words

    def decide(self, position: Position, limit: float, is_cap: bool, notice: Callable[[Sentence], None]) -> int:
        """Its move within so many seconds, or a `BotFault`; `notice` hears of what is wrong but does no harm.

        A process that was not heard of before may need longer to start, unless the limit is a cap.
        """
        begin = time.monotonic()
        try:
            self._catch_up(notice)
            if self._process.unread > UNREAD:
                raise fatal("outside-deaf")
            self._number += 1

            def ask() -> None:
                self._process.say(decision_line(self._game, position, self._number, limit, self._wants))

            ask()
            deadline = begin + limit + (0 if self._heard or is_cap else self._start)
            move = self._answer(limit, deadline, ask, notice)
        except Flooded:
            raise _flood() from None
        except Ended:
            raise self._end() from None
        return self._legal(position, move)

    def tell(self, line: bytes) -> None:
        """Tell it something that needs no answer."""
        self._process.say(line)

    def part(self, line: bytes) -> None:
        """Tell it a last line, and end it."""
        self._process.farewell(line)

    def end(self) -> int:
        """End it at once."""
        return self._process.end()

    def _catch_up(self, notice: Callable[[Sentence], None]) -> None:
        """Hear what it said since the last decision was over: nothing, if all is well."""
        for _ in range(CHATTER):
            line = self._process.hear(0)
            if line is None:
                return
            told = _parsed(line)
            if not self._is_greeting(told):
                notice(self._objection(line, told, self._number + 1))
        raise _flood()

    def _answer(
        self, limit: float, deadline: float, ask: Callable[[], None], notice: Callable[[Sentence], None]
    ) -> str | int:
        """The move that it names for the decision asked for; `ask` asks again, where its greeting wants more."""
        for _ in range(CHATTER):
            line = self._process.hear(deadline)
            if line is None:
                raise self._timeout(limit)
            told = _parsed(line)
            if self._is_greeting(told):
                deadline = min(deadline, time.monotonic() + limit)
                if self._wants:
                    ask()
                continue
            if told is not None and self._is_answer(told) and told["id"] == self._number:
                self._missed = 0
                return cast(str | int, told["move"])
            objection = self._objection(line, told, self._number)
            if objection.key != "outside-late":
                self._missed = 0
                raise BotFault(objection)
            notice(objection)
        raise _flood()

    def _is_greeting(self, told: Told | None) -> bool:
        """Whether this is its greeting, which can be only the first thing that it says."""
        if self._heard:
            return False
        self._heard, self._missed = True, 0  # whatever it missed, it was starting
        if told is None or "id" in told or not isinstance(told.get("name"), str):
            return False
        self.name = shown(told["name"])
        wants = told.get("wants")
        self._wants = frozenset(each for each in OFFERS if isinstance(wants, list) and each in wants)
        return True

    def _is_answer(self, told: Told) -> bool:
        """Whether a line is an answer, if perhaps to another decision: a move's text, or its id if ids are wanted."""
        kinds = (str, int) if "ids" in self._wants else (str,)
        return type(told.get("id")) is int and type(told.get("move")) in kinds

    def _objection(self, line: bytes, told: Told | None, wanted: int) -> Sentence:
        """What is wrong with a line that is no answer to the decision of this number."""
        if told is None or not self._is_answer(told):
            return sentence("outside-malformed", line=shown(line.decode(errors="replace")))
        if 0 < told["id"] < wanted:
            return sentence("outside-late", number=told["id"])
        return sentence("outside-number", found=shown(str(told["id"])), wanted=wanted)

    def _legal(self, position: Position, move: str | int) -> int:
        legal = self._game.legal(position)
        number = self._game.moves_by_name.get(move, -1) if isinstance(move, str) else move
        if number not in legal:
            raise BotFault(sentence("outside-illegal", move=shown(str(move)), example=self._game.move_names[legal[0]]))
        return number

    def _timeout(self, limit: float) -> BotFault:
        """It may be slow a few times in a row, or slow to start, but not for ever."""
        self._missed += 1
        too_often = self._missed >= PATIENCE if self._heard else time.monotonic() >= self._ready
        return BotFault(sentence("outside-timeout", seconds=f"{limit:g}"), fatal=too_often)

    def _end(self) -> BotFault:
        """Why it says no more; its process is gone after this."""
        status = self._process.end()
        if status == -signal.SIGKILL:
            return fatal("outside-closed")
        if status < 0:
            return fatal("outside-killed", signal=-status)
        return fatal("outside-ended", status=status)


# ── What we say ──────────────────────────────────────────────────────────────────────────────────────────────────


def _line(**told: object) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"


BYE = _line(type="bye")


def hello_line(game: Game, seats: int, seat: int, seconds: float) -> bytes:
    """The first line: what is played, at a table of how many, and from which seat."""
    options = {option.name: game.options.get(option.name, option.default) for option in game.about.options}
    return _line(
        type="hello",
        protocol=PROTOCOL,
        game=game.id,
        rules=game.rules_version,
        seats=seats,
        seat=seat,
        options=options,
        data=dict(game.files),
        seconds=seconds,
        offers=OFFERS,
    )


def decision_line(game: Game, position: Position, number: int, seconds: float, wants: Collection[str] = ()) -> bytes:
    """A question: the position as the seat that has to decide sees it, its legal moves, and which `OFFERS` it wants."""
    seat, legal = game.actor(position), game.legal(position)
    more: Told = {}
    if "observation" in wants:
        more["observation"] = game.observation(position, seat).astype(int).tolist()
    if "mask" in wants:
        allowed = set(legal)
        more["mask"] = [int(move in allowed) for move in range(game.rules.MOVES)]
    if "ids" in wants:
        more["ids"] = legal
    return _line(
        type="decide",
        id=number,
        seat=seat,
        seconds=round(seconds, 3),
        position=game.view(position, seat),
        legal=[game.move_names[move] for move in legal],
        **more,
    )


def over_line(result: Result, seat: int) -> bytes:
    """The end of a game, with the words of a record's footer."""
    how: Told = (
        {"end": result.end} if result.end else {"agreed": True} if result.agreed else {"cut_off": result.cut_off}
    )
    return _line(type="over", seat=seat, **how, scores=result.scores, places=result.places, sheet=result.sheets)


# ── What it says ─────────────────────────────────────────────────────────────────────────────────────────────────


def _parsed(line: bytes) -> Told | None:
    """The object that a line holds, if it holds one."""
    try:
        told = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _flood() -> BotFault:
    return fatal("outside-flood", lines=CHATTER, bytes=LONGEST)


def shown(text: str, most: int = SHOWN) -> str:
    """A text of others made fit to be shown: short, and without signs that would move a terminal's cursor."""
    plain = "".join(sign if sign.isprintable() else "·" for sign in text[: most + 1].strip())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"
