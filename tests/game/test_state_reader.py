"""Plain copies of records: every field of every game has its value, at positions of a random game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.game.positions import IDS, positions
from wishstone.game.state_reader import Grid, Reader
from wishstone.games import load


def as_record(value: Any, array: Any) -> bool:
    """Whether plain numbers are those of a field, and nothing of NumPy."""
    if isinstance(value, tuple | Grid):
        return len(value) == len(array) and all(map(as_record, value, array))
    return type(value) is int and bool(value == array)


@pytest.mark.parametrize("id", IDS)
def test_every_field_is_read(id: str) -> None:
    game = load(id, engine="interpreted")
    read, read_data = Reader(game.rules.State), Reader(game.rules.Data)
    for state in positions(game, 3, 1, 300):
        assert game.rules.State.names is not None
        for name in game.rules.State.names:
            assert as_record(getattr(read(state), name), state[name]), name
    for name in game.rules.Data.names or ():
        assert as_record(getattr(read_data(game.data), name), game.data[name]), name


def test_a_grid_has_the_indices_of_an_array() -> None:
    dtype = np.dtype([("small", np.int8), ("grid", np.int16, (2, 3)), ("large", np.int64)], align=True)
    array = np.zeros(1, dtype)
    array[0] = (-1, [[1, 2, 3], [4, 5, 6]], 1 << 62)
    told = Reader(dtype)(array.tobytes())
    assert (told.small, told.large) == (-1, 1 << 62)
    assert (len(told.grid), told.grid[1], list(told.grid)) == (2, (4, 5, 6), [(1, 2, 3), (4, 5, 6)])
    assert told.grid[1, 2] == told.grid[1][2] == 6


def test_a_changed_record_is_read_anew() -> None:
    game = load("keltis-card", engine="interpreted")
    read, state = Reader(game.rules.State), game.start(2)
    before = read(state)
    game.apply(state, game.chances(state)[0][0])
    assert (before.hand_size[0], read(state).hand_size[0]) == (0, 1)
