"""Layout of observations: named slices of one flat array, fixed and versioned.

What a seat observes is written by `observe` in the game's `knowledge.py`; `layout.py` beside it says what that means:

- `FIELDS`: of each field of `OBSERVATION`, in order: name, axes, smallest and largest number, meaning;
- `AXES`: how long each axis is; `NOTES`: how kinds and colours are counted; `VERSION`: rises where a field changes.

Seats are always counted from the observer clockwise, so that place 0 of an axis «seat» is the observer; absent seats
are 0 throughout. The layout of a game is the same for every seat count, board and option. A game without `layout.py`
has the names and sizes of `OBSERVATION`, and any number may stand there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from wishstone.game.package import has_module, module_of
from wishstone.game.registry import rules_of
from wishstone.games import EVERY

ANY = int(np.iinfo(np.int16).min), int(np.iinfo(np.int16).max)  # what a number may be that nobody has described

T = TypeVar("T", bound=np.generic)


@dataclass(frozen=True)
class Field:
    """A named slice of an observation: its place, the shape to see it in, and what stands there."""

    name: str
    start: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]  # what each dimension counts; none where it is a single number
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def slice(self) -> slice:
        """Where it is in the flat array."""
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True)
class Layout:
    """The fields of a game's observation, in order and without a gap."""

    game: str
    version: int
    fields: tuple[Field, ...]
    notes: str = ""

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __getitem__(self, name: str) -> Field:
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"{self.game} has no field «{name}»; it has: {', '.join(field.name for field in self.fields)}")

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for field in self.fields)

    @property
    def dtype(self) -> type[np.int8] | type[np.int16]:
        """The smallest whole numbers that hold every value: int8 or int16."""
        return np.int8 if max(field.high for field in self.fields) <= np.iinfo(np.int8).max else np.int16

    @property
    def low(self) -> NDArray[np.int16]:
        """The smallest value of every number."""
        return np.concatenate([np.full(field.size, field.low, np.int16) for field in self.fields])

    @property
    def high(self) -> NDArray[np.int16]:
        """The largest value of every number."""
        return np.concatenate([np.full(field.size, field.high, np.int16) for field in self.fields])

    def named(self, observation: NDArray[T]) -> dict[str, NDArray[T]]:
        """The fields of an observation by name, in their shapes, sharing its memory; of many at once, too."""
        return {
            field.name: observation[..., field.slice].reshape(*observation.shape[:-1], *field.shape)
            for field in self.fields
        }


@cache
def layout_of(game: str) -> Layout:
    """The layout of the observations of a game."""
    folder = EVERY.find(game).folder
    if not has_module(folder, "layout"):
        return _undescribed_layout(game, folder)
    told = module_of(folder, "layout")
    fields: list[Field] = []
    start = 0
    for name, axes, low, high, meaning in told.FIELDS:
        shape = tuple(told.AXES[axis] for axis in axes) or (1,)
        fields.append(Field(name, start, shape, axes, low, high, meaning))
        start += fields[-1].size
    return Layout(game, told.VERSION, tuple(fields), told.NOTES)


def _undescribed_layout(game: str, folder: str) -> Layout:
    """The layout of a game that says no more of its observations than their names and sizes."""
    fields: list[Field] = []
    start = 0
    for name, size in rules_of(folder, "interpreted").OBSERVATION:
        fields.append(Field(name, start, (size,), ("place",) if size > 1 else (), *ANY, meaning=""))
        start += size
    return Layout(game, 1, tuple(fields))
