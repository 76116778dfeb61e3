"""Stand-in for kinds of bots that are at no table: their names can be bound, and nothing has to be compiled."""

from __future__ import annotations

from wishstone.game.chance import Generator
from wishstone.game.contract import Numbers, Position, Settings
from wishstone.game.rule import rule

NO_MOVE = -1
SOFTNESS = 1


@rule
def choose(
    state: Position, data: Settings, chair: Position, memory: Position, tools: tuple[Numbers, ...], rng: Generator
) -> int:
    """Nobody is there to choose."""
    return NO_MOVE


@rule
def rate(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """Nobody is there to rate moves."""


@rule
def now() -> int:
    """No clock is there to tell the time."""
    return 0
