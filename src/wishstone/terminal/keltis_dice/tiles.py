"""Tile and dice drawing: a tile with its value and symbol on its colour, a die with its face."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from wishstone.terminal.cards import PEBBLE, suit_style
from wishstone.terminal.theme import BONE

# One cell wide, as nearly every terminal font has them: a pebble, three leaves, a face.
STONE, CLOVER, LEPRECHAUN = PEBBLE, "∴", "☺"
SYMBOLS = {"stone": STONE, "clover": CLOVER, "leprechaun": LEPRECHAUN, "1": "+1", "2": "+2", "3": "+3", "-": ""}
NARROW_SYMBOLS = {**SYMBOLS, "1": "¹", "2": "²", "3": "³"}
TILE, NARROW_TILE = 4, 3  # cells of a tile


def draw_tile(colour: str, value: int, symbol: str, narrow: bool = False) -> Text:
    """A value tile with its symbol, equally wide for every tile: ` 3● `, `10+3`."""
    return Text(tile_text(value, symbol, narrow), suit_style(colour))


def tile_text(value: int, symbol: str, narrow: bool = False) -> str:
    """The text on a value tile."""
    if narrow:
        return f"{value:>2}{NARROW_SYMBOLS[symbol]:<1}"
    return f"{value:>2}{SYMBOLS[symbol]:<2}"


def face_sign(name: str) -> str:
    """A face of the notation as a die shows it."""
    return STONE if name == "*" else name


def draw_dice(faces: Sequence[str]) -> Text:
    """Dice side by side."""
    return Text(" ").join(Text(f" {face_sign(each)} ", BONE) for each in faces)
