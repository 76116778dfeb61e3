"""Colour symmetry of the dice game: five colours that are alike, but for the symbols on their value tiles.

Where the symbols lie is told by extra inputs: a tile is there, or may be taken, with the symbol that it carries.
"""

from __future__ import annotations

from wishstone.api import LEGAL, SHARED, Axes, Extra, Outputs, Place, Settings
from wishstone.games.keltis_dice.rules import COLOURS, MOVES, TAKE, TAKE_STONES, TILES, VALUES


def axes(data: Settings) -> Axes:
    """The places along each axis of the observation."""
    return {
        "colour": [(colour, 0) for colour in range(COLOURS)],
        "tile": [divmod(tile, VALUES) for tile in range(TILES)],
    }


def outputs(data: Settings) -> Outputs:
    """The places whose sum is the logit of each move: of a tile its value and its symbol."""
    return [_outputs_of(data, move) for move in range(MOVES)]


def extras(data: Settings) -> list[Extra]:
    """The value tiles in the middle and those that may be taken, by value and symbol."""
    return [
        Extra(tile // VALUES, (field, tile % VALUES, _symbol(data, tile)), field, first + tile)
        for field, first in (("middle", 0), (LEGAL, TAKE))
        for tile in range(TILES)
    ]


def _outputs_of(data: Settings, move: int) -> list[Place]:
    if TAKE <= move < TAKE_STONES:
        colour, value = divmod(move - TAKE, VALUES)
        return [(colour, value), (colour, VALUES + _symbol(data, move - TAKE))]
    return [(SHARED, move if move < TAKE else move - TILES)]


def _symbol(data: Settings, tile: int) -> int:
    return int(data.symbols[tile // VALUES, tile % VALUES])
