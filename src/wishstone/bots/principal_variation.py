"""Principal variation: the moves that a search tried most, one after the other.

`rules` and `trees` are bound to one game; `trees` is its search.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from wishstone.bots.search import ROOT, TRIED
from wishstone.game.chance import Generator
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.fields import record
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
trees: ModuleType = TO_BE_BOUND


LEAST = 10  # a line goes on while its moves were tried as often


def step_dtype(of_game: Rules) -> np.dtype[np.void]:
    """The record of one step of a line: who moves, how, and in which position."""
    return record(("seat", np.int64), ("move", np.int64), ("before", of_game.State, 1))


@rule
def follow(
    move: int, search: Position, memory: Position, data: Settings, edges: Numbers, steps: Numbers, rng: Generator
) -> int:
    """Make a move in position `mind[ROOT]`, redealt for its seat, and after it what was tried most, into `steps`.

    There is a step wherever there was a choice. The line ends where no move was tried often enough.
    """
    state, keys, moves = memory.mind[TRIED], memory.keys, memory.moves
    memory.mind[TRIED] = memory.mind[ROOT]
    rules.redeal(state, data, int(search.seat), rng)
    seats = int(state.seats)
    for other in range(seats):
        keys[other] = other
    trees.watch(state, data, move, keys, seats)
    rules.apply(state, data, move)
    count = 0
    while count < len(steps):
        who = rules.actor(state, data)
        if who == OVER:
            break
        if who == CHANCE:
            rules.apply(state, data, rules.sample(state, data, rng))
            continue
        legal = rules.legal(state, data, moves)
        place = 0
        if legal > 1:
            place = most_tried(edges, search, int(keys[who]), moves, legal)
            if place < 0:
                break
            steps[count].seat = who
            steps[count].move = moves[place]
            steps[count].before[0] = state
            count += 1
        next_move = int(moves[place])
        trees.watch(state, data, next_move, keys, seats)
        rules.apply(state, data, next_move)
    return count


@rule
def most_tried(edges: Numbers, search: Position, key: int, moves: Numbers, legal: int) -> int:
    """The place of the legal move that was tried most by whoever has seen this; -1 if all were tried too seldom."""
    best = -1
    most = LEAST - 1
    for i in range(legal):
        edge = trees.find(edges, search, trees.mixed(key, int(moves[i])))
        if edge >= 0 and edges[edge].search == search.number and edges[edge].visits > most:
            best = i
            most = int(edges[edge].visits)
    return best
