"""Visible text: names and chat without characters that cannot be seen, by which somebody could look like another."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right

from wishstone.server.table.refusal import Refusal

# Unicode's Default_Ignorable_Code_Point, which Python does not know of, and others that leave their place empty though
# they count as letters or signs. Unicode has promised that such ranges only grow.
INVISIBLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),  # fillers of Hangul
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),  # a pattern of Braille without dots
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D159, 0x1D159),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
STARTS = [first for first, _ in INVISIBLE]
STYLED = ("So", "Sm", "Nd", "Po", "Sk")  # categories of signs that are drawn in colour: ❤️, ↔️, 1️, ‼️
STYLES = "\ufe0e\ufe0f"  # after a sign: drawn as text, or in colour


def check_name(name: str, most: int) -> str:
    """A name as it is kept; or raise a `Refusal` if it is too long, or has characters that cannot be seen."""
    name = name.strip()
    if not 1 <= len(name) <= most or not name.isprintable():
        raise Refusal("name-wrong", 422, most=most)
    if name != without_invisible(name) or not any(is_visible(letter) for letter in name):
        raise Refusal("name-invisible", 422)
    return name


def without_invisible(text: str) -> str:
    """A text without what cannot be seen: what cannot be printed becomes a space, what leaves no trace nothing."""
    kept = ""
    for letter in text:
        if not letter.isprintable():
            kept += " "
        elif not _leaves_nothing(letter) or (letter in STYLES and kept and unicodedata.category(kept[-1]) in STYLED):
            kept += letter
    return kept


def is_visible(letter: str) -> bool:
    """Whether a character by itself leaves something to be seen, other than a mark on the one before it."""
    return unicodedata.category(letter)[0] in "LNPS" and not _leaves_nothing(letter)


def _leaves_nothing(letter: str) -> bool:
    place = bisect_right(STARTS, ord(letter)) - 1
    return place >= 0 and ord(letter) <= INVISIBLE[place][1]
