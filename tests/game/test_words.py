"""Texts of the core: every sentence is there in every language, with the same blanks."""

from __future__ import annotations

import string

import pytest

from wishstone.game.words import MESSAGES, Lexicon, language_of, number, sentence
from wishstone.games.keltis_card import words as keltis_card
from wishstone.terminal import words as terminal
from wishstone.words import WORDS

ALL = {**MESSAGES, **WORDS, **terminal.WORDS, **keltis_card.WORDS}


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", ALL)
def test_both_languages_fill_in_the_same(key: str) -> None:
    english, german = ALL[key]
    assert english
    assert german
    assert blanks(english) == blanks(german)


def test_terms_are_put_into_the_language() -> None:
    lexicon = Lexicon(
        {"lays": ("{who} lays {card} for {points}.", "{who} legt {card} für {points}.")}, keltis_card.TERMS
    )
    told = sentence("lays", card="red end", points=-2)
    assert lexicon.say(told, "en", who="red") == "red lays red end card for −2."
    assert lexicon.say(told, "de", who="red") == "red legt Endkarte Rot für −2."


def test_a_sentence_may_hold_another() -> None:
    told = sentence("record-game", reason=sentence("game-unknown", name="chess", known="keltis-card"))
    assert Lexicon({}).say(told, "de") == ("Zeile 1, der Kopf: es gibt kein Spiel namens «chess»; es gibt: keltis-card")


def test_numbers_have_a_real_minus() -> None:
    assert (number(-4), number(3), number(3, sign=True), number(-3, sign=True)) == ("−4", "3", "+3", "−3")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "de_CH"}, "de"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
