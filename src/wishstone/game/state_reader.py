"""Fast record reader for ordinary Python: unpacks all numbers of a record at once instead of one by one.

Every look into a record makes objects, and what people see of a position is made of hundreds of its numbers. What a
`Reader` gives has the same names and indices as the record, so that rule functions that only read can be asked about
it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from operator import itemgetter
from struct import Struct
from types import SimpleNamespace
from typing import Any

import numpy as np

KEPT = 512  # records taken apart: each is looked at by every seat, and once more when the next move is told
LETTERS = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q"}  # of a number, as NumPy and as `struct` writes it


class Grid:
    """A field with two dimensions, by indices from 0: `grid[row]` is a row, `grid[row, column]` a number."""

    __slots__ = ("_begin", "_numbers", "_rows", "_width")

    def __init__(self, numbers: tuple[int, ...], begin: int, rows: int, width: int) -> None:
        self._numbers, self._begin, self._rows, self._width = numbers, begin, rows, width

    def __getitem__(self, place: Any) -> Any:
        if type(place) is tuple:
            row, column = place
            return self._numbers[self._begin + row * self._width + column]
        begin = self._begin + place * self._width
        return self._numbers[begin : begin + self._width]

    def __len__(self) -> int:
        return self._rows

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return (self[row] for row in range(self._rows))


class Reader:
    """Unpacks records of one type: numbers, tuples of numbers, and grids of them, under the names of the fields."""

    def __init__(self, dtype: np.dtype[np.void]) -> None:
        layout = "="
        self._fields: list[tuple[str, Callable[[tuple[int, ...]], Any]]] = []
        count = offset = 0
        for name in dtype.names or ():
            field, begin = dtype[name], dtype.fields[name][1]  # type: ignore[index]
            size = field.itemsize // field.base.itemsize
            layout += f"{begin - offset}x{size}{LETTERS[field.base.str[1:]]}"
            self._fields.append((name, _part(field.shape, count)))
            count, offset = count + size, begin + field.itemsize
        self._layout = Struct(f"{layout}{dtype.itemsize - offset}x")
        self._plain = lru_cache(KEPT)(self._taken_apart)

    def __call__(self, record: np.record | SimpleNamespace | bytes) -> Any:
        """The numbers of a record, or of its bytes, by field: to be read only. What is read already stays as it is."""
        if isinstance(record, SimpleNamespace):
            return record
        return self._plain(record if isinstance(record, bytes) else record.tobytes())

    def _taken_apart(self, content: bytes) -> SimpleNamespace:
        numbers = self._layout.unpack(content)
        return SimpleNamespace(**{name: part(numbers) for name, part in self._fields})


@cache
def reader(dtype: np.dtype[np.void]) -> Reader:
    """The one reader of a type of records, so that what it has taken apart serves all who look at it."""
    return Reader(dtype)


def _part(shape: tuple[int, ...], begin: int) -> Callable[[tuple[int, ...]], Any]:
    """What gives a field of this shape, which begins here, out of all the numbers of a record."""
    if not shape:
        return itemgetter(begin)
    if len(shape) == 1:
        return itemgetter(slice(begin, begin + shape[0]))
    rows, width = shape
    return lambda numbers: Grid(numbers, begin, rows, width)
