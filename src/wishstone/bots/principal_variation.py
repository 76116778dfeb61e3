"""Principal variation: the moves that a search tried most, one after the other.

`rules` and `trees` are bound to one game; `trees` is its search.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.search import ROOT, TRIED
from wishstone.game.chance import Generator
from wishstone.game.contract import CHANCE, OVER, Numbers, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
trees: ModuleType = TO_BE_BOUND


@rule
def follow(
    move: int,
    least: int,
    search: int,
    seat: int,
    mind: Numbers,
    data: Settings,
    edges: Numbers,
    keys: Numbers,
    moves: Numbers,
    steps: Numbers,
    scenes: Numbers,
    rng: Generator,
) -> int:
    """Make a move in position `mind[ROOT]`, redealt for its seat, and after it what was tried most, into `steps`.

    A step is (seat, move), where there was a choice, and `scenes` has the position before it. The line ends where no
    move was tried as often as `least`.
    """
    state = mind[TRIED]
    mind[TRIED] = mind[ROOT]
    rules.redeal(state, data, seat, rng)
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
            place = most_tried(edges, search, int(keys[who]), moves, legal, least)
            if place < 0:
                break
            steps[count, 0] = who
            steps[count, 1] = moves[place]
            scenes[count] = state
            count += 1
        next_move = int(moves[place])
        trees.watch(state, data, next_move, keys, seats)
        rules.apply(state, data, next_move)
    return count


@rule
def most_tried(edges: Numbers, search: int, key: int, moves: Numbers, legal: int, least: int) -> int:
    """The place of the legal move that was tried most by whoever has seen this; -1 if all were tried too seldom."""
    best = -1
    most = least - 1
    for i in range(legal):
        edge = trees.find(edges, search, trees.mixed(key, int(moves[i])))
        if edge >= 0 and edges[edge].search == search and edges[edge].visits > most:
            best = i
            most = int(edges[edge].visits)
    return best
