"""Card drawing: sign, letter and number on the suit's colour, so that no card depends on only one of them."""

from __future__ import annotations

from rich.text import Text

from wishstone.game.words import LANGUAGES
from wishstone.terminal.theme import BONE, colour_style

# Signs that nearly every terminal font has, each one cell wide: wave, leaf, knot, whirl, sun; a lozenge, a dolmen.
SIGNS = {"blue": "≈", "green": "♣", "pink": "∞", "red": "@", "yellow": "☼", "point": "◊"}
LETTERS = {
    "blue": ("B", "Bl"),
    "green": ("G", "Gr"),
    "pink": ("P", "Rs"),
    "red": ("R", "Ro"),
    "yellow": ("Y", "Ge"),
    "point": ("", ""),
}
END = "π"
BACK = "▒"
PEBBLE = "●"
LETTER_CELLS = (1, 2)  # room for the letter, by language


def suit_style(suit: str) -> str:
    """The style of a suit: ink on its fill."""
    return BONE if suit == "point" else colour_style(suit)


def draw_mark_text(suit: str, language: str) -> str:
    """Sign and letter of a suit, equally wide for every suit."""
    place = LANGUAGES.index(language)
    return f"{SIGNS[suit]}{LETTERS[suit][place]:<{LETTER_CELLS[place]}}"


def mark_width(language: str) -> int:
    """The width of a mark in cells."""
    return 1 + LETTER_CELLS[LANGUAGES.index(language)]


def draw_mark(suit: str, language: str) -> Text:
    """The mark of a suit on its colour."""
    return Text(draw_mark_text(suit, language), suit_style(suit))


def split_card(card: str) -> tuple[str, str]:
    """The suit of a card in the notation, and the number or sign on it."""
    suit, face = card.split()
    return suit, END if face == "end" else face


def draw_short_card(card: str, language: str) -> Text:
    """A card in short: `≈B 3`."""
    suit, face = split_card(card)
    if suit == "point":
        return Text(f"{SIGNS[suit]} {face}", suit_style(suit))
    return Text(f"{draw_mark_text(suit, language).rstrip()} {face}", suit_style(suit))


def draw_hand_card(card: str, language: str) -> Text:
    """A card of the person's hand, equally wide for every card: ` ≈B  3 `."""
    suit, face = split_card(card)
    return Text(f" {draw_mark_text(suit, language)} {face:>2} ", suit_style(suit))


def draw_row(suit: str, cards: list[str], room: int) -> Text:
    """The cards of a row side by side; where the room is short, only the last ones, after dots.

    A card is its number, `end`, or `point 7` for a point card inside a colour row.
    """
    pieces = [_draw_face(suit, card) for card in cards]
    shown = len(pieces)
    while shown > 1 and _width_of(pieces[-shown:], shown < len(pieces)) > room:
        shown -= 1
    text = Text(" ", suit_style(suit))
    if shown < len(pieces):
        text.append("… ", suit_style(suit))
    for piece in pieces[len(pieces) - shown :]:
        text.append_text(piece)
        text.append(" ", suit_style(suit))
    return text


def _draw_face(suit: str, card: str) -> Text:
    if card.startswith("point "):
        return Text(SIGNS["point"] + card.split()[1], suit_style("point"))
    return Text(END if card == "end" else card, suit_style(suit))


def _width_of(pieces: list[Text], dots: bool) -> int:
    return 1 + sum(piece.cell_len + 1 for piece in pieces) + 2 * dots
