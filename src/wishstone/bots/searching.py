"""Searching bot as a rule function: as many simulations as its decision is worth, in portions if need be.

`rules`, `trees` (the search of `search.py`), its `evaluator` and `policy` are bound to one game.
"""

from __future__ import annotations

from math import exp
from types import ModuleType

from wishstone.bots.deciding import PAUSE, Tools
from wishstone.game.chance import Generator
from wishstone.game.contract import Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
trees: ModuleType = TO_BE_BOUND
evaluator: ModuleType = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND


@rule
def choose(state: Position, data: Settings, chair: Position, memory: Position, tools: Tools, rng: Generator) -> int:
    """The move that the search tried most; `PAUSE` where the budget does not last for it, and then it goes on there."""
    search = chair.search
    weights = evaluator.weights_of(tools, chair, int(state.first))
    if memory.thinking == 0:
        if rules.legal(state, data, memory.moves) == 1:
            return int(memory.moves[0])
        trees.begin(state, search, memory.search, rules.actor(state, data))
    count = min(int(search.simulations) - int(search.done), int(memory.budget))
    trees.simulate(count, search, memory.search, data, weights, tools.edges, rng)
    memory.budget -= count
    if search.done < search.simulations:
        memory.thinking = 1
        return PAUSE
    memory.thinking = 0
    legal = rules.legal(state, data, memory.moves)
    if chair.plain < 0:
        return int(memory.moves[trees.best(memory.search)])
    return int(memory.moves[leaning(state, data, chair, memory, tools, legal)])


@rule
def leaning(state: Position, data: Settings, chair: Position, memory: Position, tools: Tools, legal: int) -> int:
    """The place of the move tried most, where one that is in its style counts as tried more often."""
    plain, styled = tools.weights[chair.plain], tools.weights[chair.weights[int(state.first)]]
    policy.rate(state, data, plain, memory.moves, legal, memory.tickets, memory.scratch)
    policy.rate(state, data, styled, memory.moves, legal, memory.ratings, memory.scratch)
    best = 0
    most = -1.0
    for place in range(legal):
        lean = exp((int(memory.ratings[place]) - int(memory.tickets[place])) / policy.SOFTNESS)
        tried = int(memory.search.findings[place].visits) * lean
        if tried > most:
            best, most = place, tried
    return best
