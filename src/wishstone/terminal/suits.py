"""Suits: sign, letter and colour of what a game has in several kinds, so that nothing depends on only one of them.

The five colours of the house are known here; a game adds its own suits and the signs of cards that have no number
(`SUITS` and `FACES` of its `terminal.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from wishstone.game.words import LANGUAGES
from wishstone.terminal.lines import Line, make_line, width_of

# By name: a sign that nearly every terminal font has, one cell wide; letters in English and German; the style.
# The signs are a wave, a leaf, a knot, a whirl, a sun.
SuitTable = Mapping[str, tuple[str, str, str, str]]
COLOURS: SuitTable = MappingProxyType(
    {
        "blue": ("≈", "B", "Bl", "blue"),
        "green": ("♣", "G", "Gr", "green"),
        "pink": ("∞", "P", "Rs", "pink"),
        "red": ("@", "R", "Ro", "red"),
        "yellow": ("☼", "Y", "Ge", "yellow"),
    }
)
BACK = "▒"
PEBBLE = "●"


@dataclass(frozen=True)
class Suits:
    """The suits of a game in one language, and how their cards are drawn. A card is a suit and a face: `red 3`."""

    table: SuitTable
    faces: Mapping[str, str]  # signs of the faces that are no numbers
    language: str

    def has(self, name: str) -> bool:
        """Whether there is a suit of this name."""
        return name in self.table

    def sign(self, suit: str) -> str:
        """The sign of a suit."""
        return self.table[suit][0]

    def letter(self, suit: str) -> str:
        """The letters of a suit; none, where its sign says enough."""
        return self.table[suit][1 + LANGUAGES.index(self.language)]

    def style(self, suit: str) -> str:
        """The style of a suit: ink on its fill."""
        return self.table[suit][3]

    @property
    def mark_width(self) -> int:
        """The width of a mark in cells."""
        return 1 + max(len(self.letter(suit)) for suit in self.table)

    def mark_text(self, suit: str) -> str:
        """Sign and letter of a suit, equally wide for every suit."""
        return f"{self.sign(suit)}{self.letter(suit)}".ljust(self.mark_width)

    def mark(self, suit: str) -> Line:
        """The mark of a suit on its colour: `≈B`."""
        return [(self.mark_text(suit), self.style(suit))]

    def is_card(self, text: str) -> bool:
        """Whether a term of the notation is a card."""
        suit, _, face = text.partition(" ")
        return suit in self.table and (face.isdecimal() or face in self.faces)

    def card(self, card: str) -> Line:
        """A card in short: `≈B 3`."""
        suit, face = self._split(card)
        return [(f"{self.mark_text(suit).rstrip()} {face}", self.style(suit))]

    def hand_card(self, card: str) -> Line:
        """A card of the reader's hand, equally wide for every card: ` ≈B  3 `."""
        suit, face = self._split(card)
        return [(f" {self.mark_text(suit)} {face:>2} ", self.style(suit))]

    @property
    def hand_card_width(self) -> int:
        """The width of a card of the hand."""
        return self.mark_width + 5

    def row(self, suit: str, faces: Sequence[str], room: int) -> Line:
        """The cards of a row side by side; where the room is short, only the last ones, after dots.

        A card is its face, or a whole card where another suit lies in the row.
        """
        pieces = [self._face_in_row(suit, face) for face in faces]
        shown = len(pieces)
        while shown > 1 and _width_of_row(pieces[-shown:], shown < len(pieces)) > room:
            shown -= 1
        line = [(" ", self.style(suit))]
        if shown < len(pieces):
            line.append(("… ", self.style(suit)))
        for piece in pieces[len(pieces) - shown :]:
            line += make_line(piece, (" ", self.style(suit)))
        return line

    def _split(self, card: str) -> tuple[str, str]:
        suit, face = card.split()
        return suit, self.faces.get(face, face)

    def _face_in_row(self, suit: str, face: str) -> Line:
        if " " in face:
            other, number = self._split(face)
            return [(f"{self.sign(other)}{self.letter(other)}{number}", self.style(other))]
        return [(self.faces.get(face, face), self.style(suit))]


def _width_of_row(pieces: Sequence[Line], dots: bool) -> int:
    return 1 + sum(width_of(piece) + 1 for piece in pieces) + 2 * dots
