"""Tree search with a net: the information-set search of `search.py`, with a net's priors and values.

`rules`, `net` and `trees` (the search of `search.py`) are bound to one game. A simulation deals anew what the seat
cannot know, goes down the trees and adds one move, as there. But which moves are likely the net says, and instead of
playing the game to its end, the simulation asks the net at the next decision how it will end.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from wishstone.bots.lottery import give_tickets
from wishstone.bots.net import TARGETS, WHOLE, NetShape, work_dtype
from wishstone.bots.search import AHEAD, RESULT, ROOT, SHARE, TRIED
from wishstone.bots.search import memory_dtype as tree_memory_dtype
from wishstone.game.chance import Generator
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.fields import record
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
net: ModuleType = TO_BE_BOUND
trees: ModuleType = TO_BE_BOUND


def memory_dtype(of_game: Rules, shape: NetShape) -> np.dtype[np.void]:
    """The record that a search works in, with what it finds, and the working memory of the net."""
    of_trees = tree_memory_dtype(of_game, 0)
    kinds = {name: of_trees[name] for name in of_trees.names or ()}
    fields = [(name, *(kind.subdtype or (kind,))) for name, kind in kinds.items()]
    return record(*fields, ("work", work_dtype(shape)))


@rule
def simulate(
    count: int, search: Position, memory: Position, data: Settings, net_record: Position, edges: Numbers, rng: Generator
) -> None:
    """Simulate so often from position `mind[ROOT]`, for the seat that has to decide there."""
    results, seat = memory.results, int(search.seat)
    for _ in range(count):
        first, depth = go_down(search, memory, data, net_record, edges, rng)
        for step in range(depth):
            edges[memory.path[step, 0]].visits += 1
            edges[memory.path[step, 0]].total += results[memory.path[step, 1], RESULT]
        found = memory.findings[first]
        found.visits += 1
        found.total += results[seat, RESULT]
        found.wins += results[seat, SHARE]
        found.ahead += results[seat, AHEAD]
        search.done += 1


@rule
def go_down(
    search: Position, memory: Position, data: Settings, net_record: Position, edges: Numbers, rng: Generator
) -> tuple[int, int]:
    """One simulation: into `path` the entries on its way, and into `results` what it ended with.

    Returns the place of the first move among the legal ones, and how long the path is.
    """
    state, seats, keys, moves = memory.mind[TRIED], int(memory.mind[ROOT].seats), memory.keys, memory.moves
    memory.mind[TRIED] = memory.mind[ROOT]
    rules.redeal(state, data, int(search.seat), rng)
    for other in range(seats):
        keys[other] = other
    first = -1
    depth = 0
    growing = True
    decisions = 0
    while decisions < rules.MAX_DECISIONS:
        who = rules.actor(state, data)
        if who == OVER:
            break
        if who == CHANCE:
            move = rules.sample(state, data, rng)
            if growing and search.outcomes:
                trees.watch(state, data, move, keys, seats)
            rules.apply(state, data, move)
            continue
        decisions += 1
        legal = rules.legal(state, data, moves)
        if legal > 1 or not growing:
            net.rate(state, data, net_record, moves, legal, memory.ratings, memory.work)
        if not growing:
            foresee(memory.work, who, seats, search, memory.results)
            return first, depth
        place = 0
        if legal > 1:
            total = give_tickets(memory.ratings, legal, net.NAT, memory.tickets)
            place = trees.select(search, memory, edges, int(keys[who]), legal, total)
            if first < 0 and search.round_robin and search.done % search.round_robin == 0:
                place = search.done // search.round_robin % legal
        move = int(moves[place])
        if first < 0:
            first = place
        if legal > 1:
            key = trees.mixed(int(keys[who]), move)
            edge = trees.find(edges, search, key)
            growing = edge >= 0
            if growing:
                if edges[edge].search != search.number:
                    edges[edge].search = search.number
                    edges[edge].key = key
                    edges[edge].visits = 0
                    edges[edge].total = 0.0
                    growing = False
                memory.path[depth, 0] = edge
                memory.path[depth, 1] = who
                depth += 1
                growing = growing and depth < search.depth
        if growing:
            trees.watch(state, data, move, keys, seats)
        rules.apply(state, data, move)
    rules.score(state, data, memory.sheet)
    trees.judge(memory.sheet, seats, search, memory.results)
    return first, depth


@rule
def foresee(work: Position, observer: int, seats: int, search: Position, results: Numbers) -> None:
    """What a net foretells, as if the game had ended so: for each seat from the observer on."""
    for place in range(seats):
        seat = (observer + place) % seats
        share = (float(work.values[TARGETS * place]) / WHOLE * (seats - 1) + 1.0) / seats
        lead = float(work.values[TARGETS * place + 1]) / WHOLE
        results[seat, SHARE] = share
        results[seat, AHEAD] = lead * search.far
        results[seat, RESULT] = (1.0 - search.lead) * share + search.lead * (0.5 + 0.5 * lead)
