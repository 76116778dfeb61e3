"""Colour symmetry of the card game: five colours that are alike, and the point cards, which belong to none."""

from __future__ import annotations

from wishstone.api import NUMBERS, SHARED, Axes, Extra, Outputs, Place, Settings
from wishstone.games.keltis_card.rules import (
    COLOUR_KINDS,
    COLOURS,
    DISCARD,
    DRAW,
    FACES,
    KINDS,
    LAY,
    LAY_ON,
    MOVES,
    PAIR_SUITS,
    PAIRS,
    POINTS,
    STOP,
    SUITS,
    WISH,
)

_KINDS: list[Place] = [
    (kind // FACES, kind % FACES) if kind < COLOUR_KINDS else (SHARED, kind - COLOUR_KINDS) for kind in range(KINDS)
]

# The slots of a colour's outputs: discard and lay by face, lay a point card on by number, draw, be in a pair by
# number, be both cards of a pair by number.
_LAYS = FACES
_LAYS_ON = _LAYS + FACES
_DRAWS = _LAYS_ON + NUMBERS
_PAIRED = _DRAWS + 1
_TWICE = _PAIRED + NUMBERS
# And of those that belong to none: discard and lay a point card by number, the draw pile, the pile of the point cards,
# stop, take a wish stone by number, and a point card's part in that by number.
_POINT_LAYS = NUMBERS
_PILE = _POINT_LAYS + NUMBERS
_POINT_DRAW, _STOP, _WISHES = _PILE + 1, _PILE + 2, _PILE + 3
_POINT_PAIRED = _WISHES + NUMBERS


def axes(data: Settings) -> Axes:
    """The places along each axis of the observation."""
    return {
        "colour": [(colour, 0) for colour in range(COLOURS)],
        "suit": [(suit, 0) if suit < COLOURS else (SHARED, 0) for suit in range(SUITS)],
        "kind": list(_KINDS),
    }


def outputs(data: Settings) -> Outputs:
    """The places whose sum is the logit of each move."""
    return [_outputs_of(move) for move in range(MOVES)]


def extras(data: Settings) -> list[Extra]:
    """Nothing: all that a colour sees is its own."""
    return []


def _outputs_of(move: int) -> list[Place]:
    if move == STOP:
        return [(SHARED, _STOP)]
    if move >= DRAW:
        suit = move - DRAW - 1
        if suit < 0:
            return [(SHARED, _PILE)]
        return [(SHARED, _POINT_DRAW)] if suit == POINTS else [(suit, _DRAWS)]
    if move >= LAY_ON:
        colour, number = divmod(move - LAY_ON, NUMBERS)
        return [(colour, _LAYS_ON + number)]
    if move >= LAY:
        colour, slot = _KINDS[move - LAY]
        return [(colour, slot + (_POINT_LAYS if colour == SHARED else _LAYS))]
    if move >= WISH:
        number, pair = (move - WISH) // PAIRS + 1, (move - WISH) % PAIRS
        return [*_pair(number, *(int(suit) for suit in PAIR_SUITS[pair])), (SHARED, _WISHES + number)]
    return [_KINDS[move - DISCARD]]


def _pair(number: int, one: int, other: int) -> list[Place]:
    """The two cards of a pair; one suit twice is a place of its own."""
    if one == other:
        return [(one, _TWICE + number)]
    return [(suit, _PAIRED + number) if suit != POINTS else (SHARED, _POINT_PAIRED + number) for suit in (one, other)]
