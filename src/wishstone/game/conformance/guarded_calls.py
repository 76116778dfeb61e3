"""Instrumented calls of the rule functions: on a copy, with guard cells around every buffer they may write to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from wishstone.game.contract import Game, MoveNumber, Numbers, Position
from wishstone.game.fields import named

GUARD = 8  # cells on either side of a buffer that nobody may write to
FILL = -12_345  # what stands in a buffer before a function writes to it
OTHER_FILL = 4_321


@dataclass(frozen=True)
class Listing:
    """What `legal` or `chances` wrote: moves with weights where there are any, and whether it wrote too far."""

    count: int
    moves: list[int]
    weights: list[int]
    spilled: bool


def ask_legal(game: Game, state: Position, fill: int = FILL) -> Listing:
    """The legal moves of a position, unchecked."""
    limit = game.rules.MAX_LEGAL
    buffer = np.full(limit + GUARD, fill, MoveNumber)
    count = int(game.rules.legal(game.copy(state), game.data, buffer))
    return Listing(count, _numbers(buffer, count), [], _is_overwritten(buffer[limit:], fill))


def ask_chances(game: Game, state: Position, fill: int = FILL) -> Listing:
    """The possible outcomes of a position with their weights, unchecked."""
    limit = game.rules.OUTCOMES
    moves = np.full(limit + GUARD, fill, MoveNumber)
    weights = np.full(limit + GUARD, fill, MoveNumber)
    count = int(game.rules.chances(game.copy(state), game.data, moves, weights))
    spilled = _is_overwritten(moves[limit:], fill) or _is_overwritten(weights[limit:], fill)
    return Listing(count, _numbers(moves, count), _numbers(weights, count), spilled)


def ask_score(game: Game, state: Position, fill: int = FILL) -> tuple[NDArray[MoveNumber], bool]:
    """The whole score sheet, rows of absent seats included, and whether anything beside it was written to."""
    rows, columns = game.rules.SEATS[1], len(game.rules.ITEMS) + len(game.rules.KEYS)
    buffer = np.full((rows + 2, columns), fill, MoveNumber)
    sheet = buffer[1:-1]
    game.rules.score(game.copy(state), game.data, sheet)
    return sheet, _is_overwritten(buffer[0], fill) or _is_overwritten(buffer[-1], fill)


def ask_observation(game: Game, state: Position, seat: int, fill: int = FILL) -> tuple[NDArray[np.float32], bool]:
    """What a seat observes, and whether anything beside it was written to."""
    length = sum(size for _, size in game.rules.OBSERVATION)
    buffer = np.full(length + 2 * GUARD, fill, np.float32)
    out = buffer[GUARD:-GUARD]
    game.rules.observe(game.copy(state), game.data, seat, out)
    return out, _is_overwritten(buffer[:GUARD], fill) or _is_overwritten(buffer[-GUARD:], fill)


def ask_apply(game: Game, state: Position, move: int) -> tuple[Position, bool]:
    """The position after an event, and whether anything beside its record was written to."""
    records = np.zeros(3, named(game.rules.State))
    records[1] = state
    cells = records.view(np.uint8).reshape(3, -1)
    cells[0] = cells[2] = 0xA5
    after = cast(Position, records[1])
    game.rules.apply(after, game.data, move)
    return after, _is_overwritten(cells[0], 0xA5) or _is_overwritten(cells[2], 0xA5)


def content(record: np.record) -> bytes:
    """The bytes of a record's fields; what lies between them, to align them, counts for nothing."""
    covered = _covered(record.dtype)
    if covered is None:
        return record.tobytes()
    return np.frombuffer(record.tobytes(), np.uint8)[covered].tobytes()


def differences(one: np.record, other: np.record) -> str:
    """The names of the fields in which two records differ."""
    names = [name for name in one.dtype.names or () if not np.array_equal(one[name], other[name])]
    return ", ".join(names) or "nothing"


def garbage(dtype: np.dtype[np.void], byte: int) -> np.record:
    """A record full of the same byte."""
    array = np.zeros(1, named(dtype))
    array.view(np.uint8)[:] = byte
    return cast(np.record, array[0])


def first_difference(one: Numbers, other: Numbers) -> int:
    """The index of the first cell in which two arrays of one length differ."""
    return int(np.flatnonzero(one != other)[0])


def field_at(fields: tuple[tuple[str, int], ...], index: int) -> str:
    """The name of the field of an observation that holds this index, with the place in it."""
    for name, size in fields:
        if index < size:
            return f"{name}[{index}]"
        index -= size
    return f"the cell {index} past the end"


def fields_of(dtype: np.dtype[np.void]) -> Iterator[tuple[str, np.dtype[np.generic], int]]:
    """Every field of a record type: its name, its type and where it begins."""
    for name, field in (dtype.fields or {}).items():
        yield name, field[0], field[1]


@cache
def _covered(dtype: np.dtype[np.void]) -> NDArray[np.bool_] | None:
    """Which bytes of a record belong to a field; None if all of them do."""
    covered = np.zeros(dtype.itemsize, np.bool_)
    for _, kind, offset in fields_of(dtype):
        covered[offset : offset + kind.itemsize] = True
    return None if covered.all() else covered


def _numbers(buffer: Numbers, count: int) -> list[int]:
    return [int(number) for number in buffer[: max(count, 0)]]


def _is_overwritten(cells: Numbers, fill: int) -> bool:
    return bool((cells != fill).any())
