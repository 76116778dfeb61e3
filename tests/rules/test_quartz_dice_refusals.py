"""Refused moves of Quartz: the code, the rule and a sentence, for every reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.rules.quartz_dice_setting import NOTHING, Mine
from wishstone.game.words import Sentence
from wishstone.games.quartz_dice.words import TERMS, WORDS

PER_DIE = "per-die"


def rolling() -> Mine:
    mine = Mine()
    mine.rolled("PPCTW")
    return mine


def thrown_thrice() -> Mine:
    mine = rolling()
    mine.play("reroll pickaxe", "roll pickaxe", "reroll pickaxe", "roll pickaxe")
    return mine


def acting(dice: str = NOTHING, jackhammer: str = "pairs") -> Mine:
    mine = Mine(jackhammer=jackhammer)
    mine.kept(dice)
    return mine


def hammered() -> Mine:
    mine = acting("JJHHC")
    mine.play("jackhammer 1", "draw ruby")
    return mine


def returning() -> Mine:
    mine = acting("JJJJC")
    mine.play("jackhammer 2", "draw ruby", "draw amber")
    return mine


def naming() -> Mine:
    mine = Mine()
    mine.lay_out("cart", 0, ruby=1)
    mine.lay_out("cart", 2, ruby=1)
    mine.idle(3)
    return mine


class Refusal(NamedTuple):
    """A position, a move that is not possible there, and what is said to it."""

    position: Callable[[], Mine]
    move: str
    rule: str
    english: str
    german: str


REFUSALS = [
    Refusal(
        rolling,
        "pickaxe",
        "Q-9",
        "you are still throwing; keep the dice first",
        "du würfelst noch; behalte erst die Würfel",
    ),
    Refusal(
        rolling,
        "done",
        "Q-9",
        "you are still throwing; keep the dice first",
        "du würfelst noch; behalte erst die Würfel",
    ),
    Refusal(rolling, "reroll helmet", "Q-7", "the dice do not show that", "das zeigen die Würfel nicht"),
    Refusal(rolling, "reroll chest chest", "Q-7", "the dice do not show that", "das zeigen die Würfel nicht"),
    Refusal(rolling, "return ruby", "Q-12", "there is nothing to put back", "es gibt nichts zurückzulegen"),
    Refusal(
        thrown_thrice,
        "reroll pickaxe",
        "Q-8",
        "after three throws another one costs a marker, and you have none",
        "nach drei Würfen kostet jeder weitere einen Marker, und du hast keinen",
    ),
    Refusal(acting, "keep", "Q-7", "you have kept the dice", "du hast die Würfel behalten"),
    Refusal(acting, "reroll chest", "Q-7", "you have kept the dice", "du hast die Würfel behalten"),
    Refusal(
        acting,
        "pickaxe",
        "Q-10",
        "you have no pickaxe left, nor two helmets",
        "«Spitzhacke» hast du nicht mehr, auch keine zwei Helme",
    ),
    Refusal(
        acting,
        "chest quartz",
        "Q-13",
        "you have no two dice left that give chest",
        "du hast keine zwei Würfel mehr für «Truhe»",
    ),
    Refusal(
        acting,
        "transport 1",
        "Q-14",
        "you have no two dice left that give transport",
        "du hast keine zwei Würfel mehr für «Transport»",
    ),
    Refusal(
        acting,
        "claw 1 ruby",
        "Q-15",
        "you have no two dice left that give claw",
        "du hast keine zwei Würfel mehr für «Greifer»",
    ),
    Refusal(
        acting,
        "jackhammer 1",
        "Q-11",
        "you have no two dice left that give jackhammer",
        "du hast keine zwei Würfel mehr für «Presslufthammer»",
    ),
    Refusal(
        acting,
        "name 1",
        "Q-20",
        "the next start player is named after a round, and only in a tie",
        "wer als Nächstes beginnt, wird nach einer Runde benannt, und nur bei Gleichstand",
    ),
    Refusal(
        lambda: acting("CCPPP"),
        "chest amber",
        "Q-13",
        "there is no amber on your cart",
        "auf deiner Lore liegt kein «Bernstein»",
    ),
    Refusal(
        lambda: acting("TTPPP"),
        "transport 1",
        "Q-14",
        "there is no black on your cart",
        "auf deiner Lore liegt kein «Schwarz»",
    ),
    Refusal(lambda: acting("TTPPP"), "transport 0", "Q-14", "that is your own cart", "das ist deine eigene Lore"),
    Refusal(lambda: acting("TTPPP"), "transport 3", "Q-14", "nobody sits at seat 3", "auf Platz 3 sitzt niemand"),
    Refusal(lambda: acting("WWPPP"), "claw 5 ruby", "Q-15", "nobody sits at seat 5", "auf Platz 5 sitzt niemand"),
    Refusal(lambda: acting("WWPPP"), "claw 0 quartz", "Q-15", "that is your own cart", "das ist deine eigene Lore"),
    Refusal(
        lambda: acting("WWPPP"),
        "claw 1 ruby",
        "Q-16",
        "there is no ruby on the cart of seat 1",
        "auf der Lore von Platz 1 liegt kein «Rubin»",
    ),
    Refusal(
        lambda: acting("JJPPP"),
        "jackhammer 2",
        "Q-12",
        "your dice give at most 1",
        "deine Würfel geben höchstens 1 her",
    ),
    Refusal(
        lambda: acting("JJPPP", PER_DIE),
        "jackhammer 1",
        "Q-12",
        "per die, it takes two or more",
        "je Würfel gerechnet braucht es zwei oder mehr",
    ),
    Refusal(
        hammered,
        "jackhammer 1",
        "Q-12",
        "the jackhammers have been used in this turn",
        "die Presslufthämmer waren in diesem Zug schon dran",
    ),
    Refusal(
        returning,
        "done",
        "Q-12",
        "first you put back what the jackhammers owe",
        "erst legst du zurück, was die Presslufthämmer schulden",
    ),
    Refusal(
        returning,
        "return quartz",
        "Q-12",
        "the jackhammers drew no quartz",
        "die Presslufthämmer haben kein «Quarz» geholt",
    ),
    Refusal(
        naming,
        "done",
        "Q-20",
        "the round is over, and you name who starts the next",
        "die Runde ist vorbei, du benennst, wer die nächste beginnt",
    ),
    Refusal(
        naming,
        "name 1",
        "Q-20",
        "seat 1 is not among those with most real crystals",
        "Platz 1 hat nicht die meisten echten Kristalle",
    ),
    Refusal(naming, "name 4", "Q-20", "nobody sits at seat 4", "auf Platz 4 sitzt niemand"),
]


@pytest.mark.rules("Q-7", "Q-8", "Q-9", "Q-10", "Q-11", "Q-12", "Q-13", "Q-14", "Q-15", "Q-16", "Q-20")
@pytest.mark.parametrize("refusal", REFUSALS, ids=[f"{each.rule}: {each.move}: {each.english}" for each in REFUSALS])
def test_a_refused_move_is_told_its_rule_and_reason_in_both_languages(refusal: Refusal) -> None:
    error = refusal.position().refused(refusal.move)
    assert error.code == "move-illegal"
    assert error.rule == refusal.rule
    assert error.text("en").startswith(f"cannot {refusal.move}: {refusal.english} ({refusal.rule}); allowed: ")
    move = TERMS.get(refusal.move, ("", refusal.move))[1]  # `pickaxe` is a face as well
    assert error.text("de").startswith(f"«{move}» geht nicht: {refusal.german} ({refusal.rule}); erlaubt: ")


def test_every_reason_for_a_refusal_is_tried_above() -> None:
    told = [refusal.position().refused(refusal.move).values["reason"] for refusal in REFUSALS]
    assert {reason.key for reason in told if isinstance(reason, Sentence)} == {
        key for key in WORDS if key.startswith("why-")
    }
