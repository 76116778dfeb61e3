"""Verification of fair dice: every draw is accounted for, and every outcome is the one that its draw gives.

A position that was undone is not in the record, so what its draw gave cannot be found again: of undone draws only
the numbers are accounted for. They can stand only where they are possible. Whoever undoes something takes back a move
of a seat and all that followed it; so draws never go back, and between two outcomes without a move none is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn

from wishstone.game.contract import CHANCE
from wishstone.game.errors import RecordError
from wishstone.game.fairness import LOT, SPAN, Fairness, commitment, draw, first_by_lot
from wishstone.game.match import Match
from wishstone.game.record import shown
from wishstone.game.words import Sentence, sentence

if TYPE_CHECKING:
    from wishstone.game.record_reader import ParsedRecord, RecordLine


@dataclass(frozen=True)
class Dice:
    """The draws of a record: those of its outcomes in order, and those that were undone."""

    fairness: Fairness
    outcomes: tuple[int, ...]
    undone: tuple[int, ...]

    @property
    def is_by_lot(self) -> bool:
        """Whether draw 0 chose who is first: it did, if others were made and it gave no outcome."""
        made = {*self.outcomes, *self.undone}
        return bool(made) and LOT not in made

    @property
    def proved(self) -> int:
        """How many draws can be checked to the end, once the secret is there."""
        return len(self.outcomes) + self.is_by_lot


def account(reading: ParsedRecord) -> Dice | None:
    """What a record's draws are, if it tells them; raises a `RecordError` where they do not add up."""
    if "fairness" not in reading.header:
        for line in reading.lines:
            if "draw" in line.told:  # else a proof that does not hold could just be taken out
                _refuse(line, sentence("draw-unproved"))
        return None
    fairness = Fairness.read(reading.header["fairness"], reading.header["seats"])
    if fairness.secret is not None and not fairness.is_kept:
        raise RecordError("record-commitment", found=commitment(fairness.secret), wanted=fairness.commitment)
    drawn = _drawn(reading.lines)
    undone = _undone_draws(reading, drawn)
    dice = Dice(fairness, tuple(drawn), undone)
    if reading.footer is not None:  # without one nobody can tell a draw that is missing from one that was undone
        _check_gaps(dice, len(reading.lines) + 2)
    return dice


def check_secret(dice: Dice, is_over: bool) -> None:
    """The secret is shown once the game is over."""
    if is_over and dice.fairness.secret is None:
        raise RecordError("record-secret")


def check_first(dice: Dice, first: int) -> None:
    """Who is first, if drawn by lot, is the seat that draw 0 gives."""
    fairness = dice.fairness
    if fairness.secret is None or not dice.is_by_lot:
        return
    wanted = first_by_lot(fairness, len(fairness.numbers))
    if first != wanted:
        raise RecordError("record-first", found=first, wanted=wanted)


def check_outcome(dice: Dice, match: Match, line: RecordLine) -> None:
    """An outcome is the one that its draw gives in the position where it happened."""
    if dice.fairness.secret is None or not line.by == match.actor == CHANCE:
        return
    game, number = match.game, int(line.told["draw"])
    wanted = game.outcome_names[draw(game, match.state, dice.fairness, number)]
    if line.move != wanted:
        raise RecordError(
            "record-outcome",
            line=line.line,
            number=line.number,
            found=shown(line.move),
            wanted=wanted,
            draw=number,
        )


def _drawn(lines: Sequence[RecordLine]) -> dict[int, int]:
    """The line of every draw that gave an outcome, in order."""
    drawn: dict[int, int] = {}
    last, moved = -1, False  # the draw before, and whether a seat has moved since
    for line in lines:
        number = line.told.get("draw", "missing")
        if line.by != CHANCE:
            if "draw" in line.told:
                _refuse(line, sentence("draw-none"))
            moved = True
            continue
        if not _is_draw(number):
            _refuse(line, sentence("draw-number"))
        if number <= last:
            _refuse(line, sentence("draw-later", next=last + 1, last=last))
        if not moved and not drawn and number > LOT + 1:
            _refuse(line, sentence("draw-start"))
        if not moved and drawn and number > last + 1:
            _refuse(line, sentence("draw-next", next=last + 1, last=last))
        drawn[number] = line.line
        last, moved = number, False
    return drawn


def _refuse(line: RecordLine, wanted: Sentence) -> NoReturn:
    value = shown(line.told.get("draw", "missing"))
    raise RecordError("record-draw", line=line.line, number=line.number, value=value, wanted=wanted)


def _undone_draws(reading: ParsedRecord, drawn: Mapping[int, int]) -> tuple[int, ...]:
    """The draws that the footer lists as undone, none of which gave an outcome that stands."""
    told = (reading.footer or {}).get("undone", [])
    wanted: Sentence | None = None
    if not _is_rising(told):
        wanted = sentence("undone-list")
    elif used := [number for number in told if number in drawn]:
        wanted = sentence("undone-used", draw=used[0], line=drawn[used[0]])
    elif told and drawn and reading.lines[0].by == CHANCE and told[0] < min(drawn):
        wanted = sentence("undone-start", draw=told[0])
    if wanted is not None:
        raise RecordError("record-undone", line=len(reading.lines) + 2, value=shown(told), wanted=wanted)
    return tuple(told)


def _is_draw(value: object) -> bool:
    return type(value) is int and 0 <= value < SPAN  # more than any game can have, and no longer than a message


def _is_rising(told: object) -> bool:
    if not isinstance(told, list) or not all(map(_is_draw, told)):
        return False
    return all(one < other for one, other in pairwise(told))


def _check_gaps(dice: Dice, line: int) -> None:
    """From draw 0, or from 1 where draw 0 was the lot, every draw gave an outcome or was undone."""
    made = sorted({*dice.outcomes, *dice.undone})
    for number, found in enumerate(made, LOT + dice.is_by_lot):
        if number != found:
            raise RecordError("record-draw-gap", line=line, draw=number)
