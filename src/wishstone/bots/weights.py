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

from wishstone.bots.policies import policy_of
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.game.package import GamePackage
from wishstone.games import EVERY

Weights = NDArray[np.int32]


def weights_of(game: Game, seats: int) -> Weights:
    """The weights for a game with so many seats."""
    return _weights_of(game.package, seats)


@cache
def _weights_of(package: GamePackage, seats: int) -> Weights:
    """The weights in a game's folder; where it has none, all of them are 0, which rates all moves alike."""
    policy, file = policy_of(package.folder, "interpreted"), package.find_weights(seats)
    weights: Weights = np.zeros(policy.WEIGHTS, np.int32)
    if file is not None and package.has("policy"):
        told = json.loads(file.read_text("utf-8"))
        if len(told["weights"]) != policy.WEIGHTS or told["layout"] != policy.LAYOUT:
            raise UsageError("weights-other", game=package.about.id, file=file.name)
        weights[:] = told["weights"]
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
