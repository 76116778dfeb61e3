"""Uniform policy: rates all moves alike, which makes the roll-outs of `simulations.py` random."""

from __future__ import annotations

from wishstone.game.contract import Numbers, Position, Settings
from wishstone.game.rule import rule

WEIGHTS = SCRATCH = SOFTNESS = 1


@rule
def rate(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """All moves look alike."""
    for i in range(count):
        ratings[i] = 0
