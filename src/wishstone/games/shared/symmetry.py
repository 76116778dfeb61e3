"""Colour symmetry of a game: which observed numbers and which moves belong to which colour.

A game whose colours are alike has a module `symmetry.py` with three functions of its data, which name the parts of the
observation and of the moves by (colour, slot): a slot means the same for every colour.

- `axes(data)`: by the name of an axis of the observation (`layout.py`) the place of each index along it; None for
  an index that stands for nothing on this board.
- `outputs(data)`: for every move the places whose sum is its logit; none for a move that this board does not have.
- `extras(data)`: what else a colour sees: numbers of the observation, or legal moves, by what they mean to this colour.

Whoever exchanges colours in a position, and on the board, exchanges places with the same slots, and nothing else
changes. A net that shares its weights among the colours (`train/nets`) relies on it, and a test holds every game to it.
"""

from __future__ import annotations

from typing import NamedTuple

SHARED = -1  # the colour of what belongs to no colour
LEGAL = "legal"  # as a field: the legal moves, by their number
CONSTANT = "constant"  # as a field: a number that is always 1

Place = tuple[int, int]  # colour, slot
Axes = dict[str, list[Place | None]]
Outputs = list[list[Place]]


class Extra(NamedTuple):
    """A number that a colour sees besides those of its own places, wherever it reaches 1."""

    colour: int
    key: tuple[str | int, ...]  # what it means; the same for every colour
    field: str  # of the observation, or `LEGAL`, or `CONSTANT`
    place: int = 0  # in that field, as if it were flat
