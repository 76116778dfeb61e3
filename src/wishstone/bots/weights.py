"""Weights of the fitted players: small tables, stored as data with the command that made them.

A file `fitted/<game>-<seats>.json` holds `game`, `seats`, `weights` (whole numbers, as `games/<game>/policy.py` lays
them out), `layout` (the version of that lay-out), and `command`, with its seed, which writes the same file again.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.int32]


@cache
def weights_of(game: str, seats: int) -> Weights:
    """The weights for a game with so many seats."""
    text = _folder().joinpath(f"{game}-{seats}.json").read_text("utf-8")
    weights: Weights = np.array(json.loads(text)["weights"], np.int32)
    weights.setflags(write=False)
    return weights


@cache
def fitted_hash() -> str:
    """A hash of all weights: bots that play by others are others."""
    digest = hashlib.sha256()
    for file in sorted(_folder().iterdir(), key=lambda file: file.name):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:20]


def _folder() -> Traversable:
    return files("wishstone.bots").joinpath("fitted")
