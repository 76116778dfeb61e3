"""Weights of the fitted players: small tables, stored as data with the command that made them.

A file `weights/<game>-<seats>.json` in the game's folder holds `game`, `seats`, `weights` (whole numbers, as its
`policy.py` lays them out), `layout` (the version of that lay-out), and `command`, with its seed, which writes the same
file again.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache

import numpy as np
from numpy.typing import NDArray

from wishstone.games import EVERY

Weights = NDArray[np.int32]


@cache
def weights_of(game: str, seats: int) -> Weights:
    """The weights for a game with so many seats."""
    file = EVERY.find(game).find_weights(seats)
    assert file is not None, f"{game} has no weights for {seats} seats"
    weights: Weights = np.array(json.loads(file.read_text("utf-8"))["weights"], np.int32)
    weights.setflags(write=False)
    return weights


@cache
def fitted_hash(game: str) -> str:
    """A hash of all weights of a game: bots that play by others are others."""
    package, digest = EVERY.find(game), hashlib.sha256()
    for seats in range(package.about.seats[0], package.about.seats[1] + 1):
        if file := package.find_weights(seats):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:20]
