"""Rules of the coin game: seat 0 names 1 to 100, then seat 1, and each wins in proportion to its number."""

from __future__ import annotations

import numpy as np

from wishstone.game.chance import Generator, below
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Settings

SEATS, MOVES, OUTCOMES, MAX_LEGAL, MAX_DECISIONS = (2, 2), 101, 2, 100, 2
ENDS, ITEMS, KEYS, SCORE_RANGE, OBSERVATION = ("", "tossed"), ("total",), (), (0, 1), (("named", 2),)
NAMED = 100  # the highest number

State = np.dtype([("seats", "i1"), ("first", "i1"), ("step", "i1"), ("end", "i1"), ("named", "i1", 2), ("won", "i1")])
Data = np.dtype([("nothing", "i1")])
NAMING, TOSSING, DONE = 0, 2, 3  # step 1: the second seat names


def setup(state: Position, data: Settings, seats: int, first: int) -> None:
    state.seats, state.first, state.step, state.end, state.won = seats, first, NAMING, 0, -1
    state.named[:] = 0


def actor(state: Position, data: Settings) -> int:
    step = int(state.step)
    return OVER if step == DONE else CHANCE if step == TOSSING else (int(state.first) + step) % 2


def legal(state: Position, data: Settings, out: Numbers) -> int:
    out[:NAMED] = range(1, NAMED + 1)
    return NAMED


def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
    moves[:2], weights[:2] = range(2), state.named
    return 2


def sample(state: Position, data: Settings, rng: Generator) -> int:
    return int(below(rng, int(state.named.sum())) >= state.named[0])


def apply(state: Position, data: Settings, move: int) -> None:
    if state.step == TOSSING:
        state.won, state.end = move, 1
    else:
        state.named[actor(state, data)] = move
    state.step += 1


def score(state: Position, data: Settings, sheet: Numbers) -> None:
    for seat in range(2):
        sheet[seat, 0] = int(state.won == seat)


def seen(state: Position, data: Settings, move: int, seat: int) -> int:
    return move


def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
    """Nothing is hidden."""


def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
    out[:] = state.named
