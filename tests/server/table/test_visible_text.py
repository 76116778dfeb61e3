"""Visible text: a name can be seen, and does not look like another one's by what cannot."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from wishstone.server.table.refusal import Refusal
from wishstone.server.table.visible_text import INVISIBLE, check_name, is_visible, without_invisible

FILLERS = "\u115f\u1160\u3164\uffa0"  # of Hangul: letters to Python, and nothing to see
NAMED = (
    ["VARIATION", "SELECTOR-1"],
    ["ZERO", "WIDTH"],
    ["WORD", "JOINER"],
    ["COMBINING", "GRAPHEME"],
    ["SOFT", "HYPHEN"],
)
EMPTY = {"\u2800": "BRAILLE PATTERN BLANK", "\U0001d159": "MUSICAL SYMBOL NULL NOTEHEAD"}


def code_of(name: str) -> str:
    with pytest.raises(Refusal) as refused:
        check_name(name, 24)
    assert refused.value.text("en") != refused.value.text("de")
    return refused.value.code


@pytest.mark.parametrize("letter", [*FILLERS, *EMPTY, "\u034f", "\u17b4", "\ufe0f", "\U000e0100", "\u180b"])
def test_a_name_that_cannot_be_seen_is_refused(letter: str) -> None:
    assert letter.isprintable()
    assert code_of(letter) == code_of(letter * 5) == code_of(f"{letter} {letter}") == "name-invisible"
    assert code_of(f"Ann{letter}") == "name-invisible", "nobody could tell it from Ann"


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\xad", "A\u202eB", "x" * 25, "\u2003"])
def test_a_name_that_cannot_be_printed_or_is_too_long_is_refused(name: str) -> None:
    assert code_of(name) == "name-wrong"


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Jürgen",
        "O’Neil",
        "李雷",
        "한글",
        "เจ๊",
        "ราชินี",
        "Zoë\u0308",
        "★",
        "❤️",
        "1️⃣",
        "🙂",
        "-",
        "7",
        "नमस्ते",
        "Anna K.",
    ],
)
def test_other_names_are_kept_as_they_are(name: str) -> None:
    assert check_name(f" {name} ", 24) == name


def test_a_name_of_nothing_but_marks_is_refused() -> None:
    assert code_of("\u0301\u0301") == "name-invisible"


def test_what_cannot_be_seen_is_left_out_of_a_text() -> None:
    assert without_invisible("Hel\u3164lo\n wor\u200bld ❤️\ufe0f") == "Hello  wor ld ❤️"


def test_the_ranges_are_in_order_and_hold_all_that_unicode_says_by_name() -> None:
    assert list(INVISIBLE) == sorted(INVISIBLE)
    assert all(first <= last for first, last in INVISIBLE)
    for point in range(sys.maxunicode + 1):
        name = unicodedata.name(chr(point), "")
        words = name.split()
        if (words[-1:] == ["FILLER"] and "HANGUL" in words) or words[:2] in NAMED or name in EMPTY.values():
            assert not is_visible(chr(point)), (hex(point), name)
            assert without_invisible(chr(point)).strip() == "", (hex(point), name)
