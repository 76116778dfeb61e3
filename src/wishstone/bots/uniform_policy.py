"""Uniform policy: rates all moves almost alike, for games without a fitted player, and for random roll-outs.

Where a search has no reason to prefer a move it tries the legal ones in their order, and a short one comes no further
than the first. So the ratings differ a little, in another order for each list of legal moves.
"""

from __future__ import annotations

from wishstone.game.contract import Numbers, Position, Settings
from wishstone.game.rule import rule

LAYOUT = WEIGHTS = SCRATCH = TASTES = 1
LIKED = 0
OTHERS: tuple[tuple[int, int], ...] = ()
STYLES: dict[str, tuple[tuple[int, int, int], ...]] = {}
SOFTNESS = 64
LARGEST = 15  # rating: a quarter of a nat
MIXER = 0x2C1B_3C6D
BITS = 30


@rule
def rate(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """All moves look almost alike; which is tried first depends on what else is legal."""
    legal = 0
    for i in range(count):
        legal = mixed(legal, int(moves[i]))
    for i in range(count):
        ratings[i] = mixed(legal, int(moves[i])) & LARGEST


@rule
def mixed(number: int, move: int) -> int:
    """A number below 2 to the power of `BITS` that looks random."""
    product = ((number ^ (move + 1)) * MIXER) & ((1 << BITS) - 1)
    return product ^ (product >> (BITS // 2))
