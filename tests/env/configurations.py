"""Configurations for tests of the environments: every game with every number of seats."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.conftest import thorough
from wishstone.env.vector import VectorEnv
from wishstone.games import GAMES

IDS = tuple(about.id for about in GAMES)
ALL = tuple((about.id, seats) for about in GAMES for seats in range(about.seats[0], about.seats[1] + 1))
BOUNDS = [  # by default with as few and with as many seats as there can be
    (about.id, seats)
    if seats in about.seats
    else thorough(about.id, seats, why="between the fewest and the most seats")
    for about in GAMES
    for seats in range(about.seats[0], about.seats[1] + 1)
]


def random_moves(env: VectorEnv, rng: np.random.Generator) -> NDArray[Any]:
    """A legal move for every game of a vector environment."""
    return env.legal[np.arange(env.games), rng.integers(0, env.counts)]
