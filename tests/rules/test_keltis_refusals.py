"""Refused moves of Keltis and New Paths: the rule's number and a sentence, for every reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.rules.keltis_setting import KELTIS, NEW_PATHS, Sitting
from wishstone.game.words import Sentence
from wishstone.games.keltis.words import WORDS

Position = Callable[[], Sitting]


def at(
    game: str, *events: str, hand: str = "red 3, red 5, red 4, blue 3", tiles: dict[str, str] | None = None
) -> Position:
    """A position of seat 0, after turns (with `;`, then seat 1 idles) and then single moves."""

    def position() -> Sitting:
        sitting = Sitting(game, hand, "green 9", tiles=tiles)
        for event in events:
            if ";" in event:
                sitting.turn(event.strip(" ;"))
                sitting.pass_to(0)
            else:
                sitting.play(event)
        return sitting

    return position


class Refusal(NamedTuple):
    """A move that is refused: the rule, where and what, and the reason in English and in German."""

    rule: str
    position: Position
    move: str
    english: str
    german: str


K_START, N_START = at(KELTIS), at(NEW_PATHS)
K_STEP, N_STEP = at(KELTIS, "lay red 3"), at(NEW_PATHS, "lay red 3")
K_DRAW, N_DRAW = at(KELTIS, "discard red 3"), at(NEW_PATHS, "discard red 3")
K_RED = {"red1": "points 1", "red3": "points 2"}
K_RISING = at(KELTIS, "lay red 3; step small start red1", "lay red 5; step small red1 red2", tiles=K_RED)
K_FALLING = at(KELTIS, "lay red 5; step small start red1", "lay red 3; step small red1 red2", tiles=K_RED)
N_RISING = at(NEW_PATHS, "lay red 3; step small start 1b", "lay red 5; step small start 1b", tiles={"1b": "points 2"})
K_CLOVER = at(KELTIS, "lay red 3", "step small start red1", tiles={"red1": "clover"})
N_CLOVER = at(NEW_PATHS, "lay red 3", "step small start 1b", tiles={"1b": "clover"})
N_SHED = at(NEW_PATHS, "lay red 3", "step small start 1b", tiles={"1b": "discard"})
N_DROPPED = at(NEW_PATHS, "lay red 3", "step small start 1b", "drop red", tiles={"1b": "discard"})
K_NO_WAY = "step small nowhere 100"

REFUSALS = (
    Refusal("K-7", K_START, "discard pink 3", "you hold no pink 3", "«Rosa 3» hast du nicht auf der Hand"),
    Refusal("K-8", K_START, "lay pink 3", "you hold no pink 3", "«Rosa 3» hast du nicht auf der Hand"),
    Refusal("N-7", N_START, "lay pink 3", "you hold no pink 3", "«Rosa 3» hast du nicht auf der Hand"),
    Refusal(
        "K-8", K_RISING, "lay red 4", "your red row is rising and ends at 5", "deine Reihe Rot steigt und endet bei 5"
    ),
    Refusal(
        "K-8", K_FALLING, "lay red 4", "your red row is falling and ends at 3", "deine Reihe Rot fällt und endet bei 3"
    ),
    Refusal(
        "N-7", N_RISING, "lay red 4", "your red row is rising and ends at 5", "deine Reihe Rot steigt und endet bei 5"
    ),
    Refusal(
        "N-10",
        N_START,
        "lay blue 3",
        "no figure of yours could step onto a stone of that colour",
        "keine deiner Figuren könnte auf einen Stein dieser Farbe ziehen",
    ),
    Refusal(
        "K-9",
        K_START,
        "step small start red1",
        "a figure steps when you have laid a card",
        "erst legst du eine Karte, dann zieht eine Figur",
    ),
    Refusal(
        "K-9",
        K_STEP,
        "draw deck",
        "you have laid a card, now a figure steps",
        "du hast gelegt, jetzt zieht eine Figur",
    ),
    Refusal(
        "N-8",
        N_STEP,
        "stay",
        "you have laid a card, now a figure steps",
        "du hast gelegt, jetzt zieht eine Figur",
    ),
    Refusal(
        "K-9",
        K_STEP,
        "step small red1 red2",
        "you do not have a small figure on red1",
        "du hast auf red1 nicht eine kleine Figur",
    ),
    Refusal(
        "N-8",
        N_STEP,
        "step large 1b 2b",
        "you do not have the large figure on 1b",
        "du hast auf 1b nicht die große Figur",
    ),
    Refusal(
        "K-9",
        K_STEP,
        "step small start blue1",
        "you laid red, so your figure on that path steps",
        "du hast Rot gelegt, also zieht deine Figur auf diesem Pfad",
    ),
    Refusal(
        "N-8", N_STEP, "step small start 1a", "you laid red, and 1a is green", "du hast Rot gelegt, und 1a ist Grün"
    ),
    Refusal(
        "K-10",
        K_CLOVER,
        "step small start red1",
        "you already have a figure on the red path",
        "du hast schon eine Figur auf dem Pfad Rot",
    ),
    Refusal("K-3", K_STEP, K_NO_WAY, "there is no such way on this board", "diesen Weg gibt es auf diesem Brett nicht"),
    Refusal("N-4", N_STEP, K_NO_WAY, "there is no such way on this board", "diesen Weg gibt es auf diesem Brett nicht"),
    Refusal(
        "K-13",
        K_CLOVER,
        "draw deck",
        "you have found a clover: step with any figure, or stay",
        "du hast ein Kleeblatt: Zieh mit irgendeiner Figur, oder bleib stehen",
    ),
    Refusal(
        "N-13",
        N_CLOVER,
        "discard red 4",
        "you have found a clover: step with any figure, or stay",
        "du hast ein Kleeblatt: Zieh mit irgendeiner Figur, oder bleib stehen",
    ),
    Refusal(
        "K-14",
        K_START,
        "stay",
        "nothing but a clover lets you choose not to step",
        "nur bei einem Kleeblatt darf man stehen bleiben",
    ),
    Refusal("K-13", K_START, "keep", "that is for a card-discard tile", "das gehört zu einem Kartenabwurf"),
    Refusal("N-13", N_START, "drop red", "that is for a card-discard tile", "das gehört zu einem Kartenabwurf"),
    Refusal(
        "N-13",
        N_SHED,
        "lay red 4",
        "you have found a card-discard: discard a card, drop the last one of a row, or keep all",
        "du hast einen Kartenabwurf: Wirf eine Karte ab, nimm die letzte aus einer Reihe oder behalte alle",
    ),
    Refusal("N-13", N_SHED, "drop blue", "your blue row is empty", "deine Reihe Blau ist leer"),
    Refusal("N-13", N_SHED, "discard pink 3", "you hold no pink 3", "«Rosa 3» hast du nicht auf der Hand"),
    Refusal("K-15", K_START, "draw deck", "you play first and draw then", "erst spielst du, dann ziehst du nach"),
    Refusal("K-15", N_DRAW, "lay red 4", "you have played, now you draw", "du hast gespielt, jetzt ziehst du nach"),
    Refusal("K-15", K_DRAW, "draw blue", "the blue pile is empty", "der Stapel Blau ist leer"),
    Refusal(
        "K-15",
        K_DRAW,
        "draw red",
        "you discarded to the red pile in this turn",
        "du hast in diesem Zug auf den Stapel Rot abgeworfen",
    ),
    Refusal(
        "N-17",
        N_DROPPED,
        "draw red",
        "you discarded to the red pile in this turn",
        "du hast in diesem Zug auf den Stapel Rot abgeworfen",
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


def test_every_reason_for_a_refusal_is_tried_above() -> None:
    told = [refusal.position().refused(refusal.move).values["reason"] for refusal in REFUSALS]
    assert {reason.key for reason in told if isinstance(reason, Sentence)} == {
        key for key in WORDS if key.startswith("why-")
    }
