"""Refused moves of the dice game: the rule's number and a sentence, for every reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.rules.keltis_dice_setting import Sitting
from wishstone.game.errors import IllegalMove
from wishstone.game.words import Sentence
from wishstone.games.keltis_dice.words import WORDS


def rolled() -> Sitting:
    """Seat 0 has rolled and may throw dice again."""
    sitting = Sitting()
    sitting.play("roll 1 3 5")
    return sitting


def kept(dice: str = "1 3 5", row: str = "") -> Callable[[], Sitting]:
    """Seat 0 has a red row, has rolled, and is to take something."""

    def position() -> Sitting:
        sitting = Sitting()
        if row:
            sitting.build(0, row)
        sitting.pass_to(0)
        sitting.dice(dice)
        return sitting

    return position


class Refusal(NamedTuple):
    """A move that is refused: the rule, where and what, and the reason in English and in German."""

    rule: str
    position: Callable[[], Sitting]
    move: str
    english: str
    german: str


FIRST = ("first you throw dice again, or keep them all", "erst wirfst du Würfel noch einmal oder lässt alle liegen")
STANDS = ("the result of your dice stands", "das Ergebnis deiner Würfel steht")
NO_STONE = ("none of your dice shows a stone", "keiner deiner Würfel zeigt einen Stein")

REFUSALS = (
    Refusal("KD-3", rolled, "take red 3", *FIRST),
    Refusal("KD-3", rolled, "stones", *FIRST),
    Refusal("KD-3", rolled, "nothing", *FIRST),
    Refusal("KD-3", rolled, "reroll 1 1", "your dice show 1-3-5", "deine Würfel zeigen 1-3-5"),
    Refusal("KD-3", rolled, "reroll *", "your dice show 1-3-5", "deine Würfel zeigen 1-3-5"),
    Refusal("KD-3", kept(), "reroll 5", *STANDS),
    Refusal("KD-3", kept(), "keep", *STANDS),
    Refusal("KD-4", kept(), "take red 2", "1-3-5 cannot make 2", "aus 1-3-5 wird keine 2"),
    Refusal("KD-4", kept("3 * *"), "take red 6", "3-stone-stone cannot make 6", "aus 3-Stein-Stein wird keine 6"),
    Refusal("KD-4", kept(row="red 3"), "take red 3", "red 3 has been taken", "Rot 3 ist schon genommen"),
    Refusal(
        "KD-5",
        kept(),
        "take red 0",
        "only a stone makes 0, and you have 1-3-5",
        "nur ein Stein macht 0, und du hast 1-3-5",
    ),
    Refusal(
        "KD-6",
        kept(row="red 3, red 5"),
        "take red 4",
        "your red row is rising and ends at 5",
        "deine Reihe Rot steigt und endet bei 5",
    ),
    Refusal(
        "KD-6",
        kept(row="red 5, red 3"),
        "take red 4",
        "your red row is falling and ends at 3",
        "deine Reihe Rot fällt und endet bei 3",
    ),
    Refusal("KD-8", kept(), "stones", *NO_STONE),
)


@pytest.mark.parametrize(
    "refusal",
    [pytest.param(refusal, marks=pytest.mark.rules(refusal.rule)) for refusal in REFUSALS],
    ids=[f"{refusal.rule}: {refusal.move}" for refusal in REFUSALS],
)
def test_a_refused_move_is_told_its_rule_and_reason_in_both_languages(refusal: Refusal) -> None:
    error = refusal.position().refused(refusal.move)
    assert error.code == "move-illegal"
    assert error.rule == refusal.rule
    assert error.text("en").startswith(f"cannot {refusal.move}: {refusal.english} ({refusal.rule}); allowed: ")
    move = {"stones": "Steine"}.get(refusal.move, refusal.move)  # a word of the score sheet, too
    assert error.text("de").startswith(f"«{move}» geht nicht: {refusal.german} ({refusal.rule}); erlaubt: ")
    assert str(error) == error.text("en")


def test_every_reason_for_a_refusal_is_tried_above() -> None:
    told = [refusal.position().refused(refusal.move).values["reason"] for refusal in REFUSALS]
    assert {reason.key for reason in told if isinstance(reason, Sentence)} == {
        key for key in WORDS if key.startswith("why-")
    }


@pytest.mark.rules("KD-14")
def test_whoever_is_not_to_move_is_told_whose_turn_it_is() -> None:
    with pytest.raises(IllegalMove) as caught:
        rolled().match.play("keep", by=1)
    assert caught.value.code == "move-by"
    assert caught.value.text("en") == "seat 1 cannot move now: it is the turn of seat 0"


@pytest.mark.rules("KD-3")
def test_no_other_number_of_dice_can_fall_than_was_thrown() -> None:
    error = Sitting().refused("roll 1 2")
    assert error.code == "move-outcome"
    assert error.text("en").startswith("«roll 1 2» cannot come now; possible: roll 1 1 1, roll 1 1 2, ")
    sitting = rolled()
    sitting.play("reroll 1 5")
    assert sitting.refused("roll 1 2 3").code == "move-outcome"
