"""Compiled rules: one form of a rule serves whoever calls it, with whatever kind of integer and array."""

from __future__ import annotations

import sys

import numpy as np

from wishstone.game.contract import Numbers, Position
from wishstone.game.rule import bound, rule

Shelf = np.dtype(
    [
        ("few", np.int16, 3),
        ("many", np.int16, 7),
        ("low", np.int16, (2, 5)),
        ("high", np.int16, (4, 2)),
        ("count", np.int8),
        ("filled", np.int32),
    ],
    align=True,
)


@rule
def fill(numbers: Numbers, count: int) -> int:
    """Write the first few numbers; their sum."""
    total = 0
    for place in range(count):
        numbers[place] = place + 1
        total += int(numbers[place])
    return total


@rule
def fill_rows(rows: Numbers, row: int) -> int:
    """Write one row; how long it is."""
    for place in range(rows.shape[1]):
        rows[row, place] = 10 * row + place
    return int(rows.shape[1])


@rule
def fill_shelf(shelf: Position) -> None:
    """Fill every field of the record."""
    shelf.filled = fill(shelf.few, shelf.count) + fill(shelf.many, len(shelf.many))
    shelf.filled += fill_rows(shelf.low, shelf.count - 1) + fill_rows(shelf.high, 3)


def test_a_rule_is_compiled_once_for_fields_of_every_length_and_for_arrays() -> None:
    compiled = bound(sys.modules[__name__], "compiled", "shelf")
    shelves = np.zeros(2, Shelf)
    shelves["count"] = 2
    fill_shelf(shelves.view(np.recarray)[0])
    compiled.fill_shelf(shelves[1])
    assert shelves[0]["filled"] == 1 + 2 + sum(range(8)) + 5 + 2
    assert shelves[0].tobytes() == shelves[1].tobytes(), "both engines write into the record"

    numbers, rows = np.zeros(4, np.int16), np.zeros((2, 3), np.int16)
    assert compiled.fill(numbers, 4) == 10
    assert compiled.fill_rows(rows, 1) == 3
    assert (numbers.tolist(), rows.tolist()) == ([1, 2, 3, 4], [[0, 0, 0], [10, 11, 12]])
    assert [len(each.signatures) for each in (compiled.fill, compiled.fill_rows)] == [1, 1]
