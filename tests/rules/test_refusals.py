"""Refused moves of the card game: the rule's number and a sentence, for every reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.rules.setting import Sitting, ended
from wishstone.game.errors import IllegalMove
from wishstone.game.words import Sentence
from wishstone.games.keltis_card.words import WORDS


def start() -> Sitting:
    """Seat 0 has the first turn."""
    return Sitting("red 3, blue 3, point 5", "red 4, red end, point 4, pink 3")


def drawing() -> Sitting:
    """Seat 0 has discarded a red card and is to draw; red and blue are the only piles with cards."""
    sitting = Sitting("red 3, red 4", "blue 9", first=1)
    sitting.turn("discard blue 9")
    sitting.play("discard red 3")
    return sitting


def stone_gone() -> Sitting:
    """Seat 0 has a pair of 3s, and the wish stone 3 is gone."""
    sitting = Sitting("red 3, blue 3", "green 3, pink 3", first=1)
    sitting.turn("wish 3 green 3 + pink 3")
    return sitting


def rows(hand: str, laid: str) -> Callable[[], Sitting]:
    """Seat 0 holds a hand, has laid part of it, and has the turn."""

    def position() -> Sitting:
        sitting = Sitting(hand)
        sitting.build(0, laid)
        sitting.pass_to(0)
        return sitting

    return position


class Refusal(NamedTuple):
    """A move that is refused: the rule, where and what, and the reason in English and in German."""

    rule: str
    position: Callable[[], Sitting]
    move: str
    english: str
    german: str


RISING = rows("red 3, red 5, red 4", "red 3, red 5")
FALLING = rows("red 5, red 3, red 4", "red 5, red 3")
ENDED = rows("red 3, red end, red 4, point 3", "red 3, red end")

REFUSALS = (
    Refusal("KC-7", start, "discard red 4", "you hold no red 4", "«Rot 4» hast du nicht auf der Hand"),
    Refusal("KC-7", start, "discard red end", "you hold no red end card", "«Endkarte Rot» hast du nicht auf der Hand"),
    Refusal(
        "KC-8", stone_gone, "wish 3 blue 3 + red 3", "wish stone 3 has been taken", "Wunschstein 3 ist schon genommen"
    ),
    Refusal("KC-8", start, "wish 3 red 3 + red 3", "you hold only one red 3", "«Rot 3» hast du nur einmal"),
    Refusal("KC-8", start, "wish 3 pink 3 + red 3", "you hold no pink 3", "«Rosa 3» hast du nicht auf der Hand"),
    Refusal(
        "KC-8",
        start,
        "wish 3 red 3 + point 3",
        "you hold no point card 3",
        "«Punktekarte 3» hast du nicht auf der Hand",
    ),
    Refusal("KC-9", start, "lay red 4", "you hold no red 4", "«Rot 4» hast du nicht auf der Hand"),
    Refusal(
        "KC-9", RISING, "lay red 4", "your red row is rising and ends at 5", "deine Reihe Rot steigt und endet bei 5"
    ),
    Refusal(
        "KC-9", FALLING, "lay red 4", "your red row is falling and ends at 3", "deine Reihe Rot fällt und endet bei 3"
    ),
    Refusal("KC-12", start, "lay red end", "you hold no red end card", "«Endkarte Rot» hast du nicht auf der Hand"),
    Refusal("KC-14", ENDED, "lay red 4", "your red row holds an end card", "deine Reihe Rot trägt eine Endkarte"),
    Refusal("KC-15", start, "lay point 4", "you hold no point card 4", "«Punktekarte 4» hast du nicht auf der Hand"),
    Refusal(
        "KC-16",
        start,
        "lay point 4 on red",
        "you hold no point card 4",
        "«Punktekarte 4» hast du nicht auf der Hand",
    ),
    Refusal(
        "KC-16", start, "lay point 5 on red", "your red row has no number yet", "deine Reihe Rot hat noch keine Zahl"
    ),
    Refusal(
        "KC-16",
        rows("red 3, point 5", "red 3"),
        "lay point 5 on red",
        "your red row ends at 3, and the point card must be equal",
        "deine Reihe Rot endet bei 3, und die Punktekarte muss gleich sein",
    ),
    Refusal(
        "KC-17", ENDED, "lay point 3 on red", "your red row holds an end card", "deine Reihe Rot trägt eine Endkarte"
    ),
    Refusal("KC-18", start, "draw deck", "you play first and draw then", "erst spielst du, dann ziehst du nach"),
    Refusal("KC-18", drawing, "lay red 4", "you have played, now you draw", "du hast gespielt, jetzt ziehst du nach"),
    Refusal("KC-18", drawing, "draw point", "the points pile is empty", "der Stapel Punkte ist leer"),
    Refusal(
        "KC-19",
        drawing,
        "draw red",
        "you discarded to the red pile in this turn",
        "du hast in diesem Zug auf den Stapel Rot abgeworfen",
    ),
    Refusal("KC-24", start, "stop", "stopping is for after the end", "aufhören kann man erst nach dem Ende"),
    Refusal("KC-24", drawing, "stop", "stopping is for after the end", "aufhören kann man erst nach dem Ende"),
    Refusal(
        "KC-24",
        ended,
        "draw deck",
        "the game has ended, and cards can only be laid",
        "das Spiel ist aus, es wird nur noch gelegt",
    ),
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
    assert error.text("de").startswith(f"«{refusal.move}» geht nicht: {refusal.german} ({refusal.rule}); erlaubt: ")
    assert str(error) == error.text("en")


def test_every_reason_for_a_refusal_is_tried_above() -> None:
    told = [refusal.position().refused(refusal.move).values["reason"] for refusal in REFUSALS]
    assert {reason.key for reason in told if isinstance(reason, Sentence)} == {
        key for key in WORDS if key.startswith("why-")
    }


def test_a_refused_move_is_told_what_was_allowed_the_same_kind_first() -> None:
    error = RISING().refused("lay red 4")
    lays = [move for move in error.moves if move.startswith("lay")]
    others = len(error.moves) - 6
    assert error.text("en").endswith(f"; allowed: {', '.join(lays[:6])} and {others} more")
    assert error.text("de").endswith(f"; erlaubt: {', '.join(lays[:6])} und {others} weitere")


@pytest.mark.rules("KC-25")
def test_when_the_game_is_over_every_move_is_refused() -> None:
    sitting = ended()
    sitting.play("stop", "stop")
    error = sitting.refused("lay red 3")
    assert error.code == "move-over"
    assert error.text("en") == "cannot lay red 3: the game is over; start another one"
    assert error.text("de") == "«lay red 3» geht nicht: Das Spiel ist aus; fang ein neues an"


@pytest.mark.rules("KC-20")
def test_whoever_is_not_to_move_is_told_whose_turn_it_is() -> None:
    with pytest.raises(IllegalMove) as caught:
        start().match.play("discard red 4", by=1)
    assert caught.value.code == "move-by"
    assert caught.value.text("en") == "seat 1 cannot move now: it is the turn of seat 0"
    assert caught.value.text("de") == "Platz 1 kann jetzt nicht ziehen: Am Zug ist Platz 0"


@pytest.mark.rules("KC-1")
def test_a_card_of_which_both_copies_are_out_cannot_come() -> None:
    sitting = Sitting("red 3, red 3")
    sitting.play("discard red 3", "draw deck")
    error = sitting.refused("card red 3")
    assert error.code == "move-outcome"
    assert error.text("en").startswith("«card red 3» cannot come now; possible: card blue 0, ")
    assert error.text("de").startswith("«card red 3» kann jetzt nicht kommen; möglich: card blue 0, ")
