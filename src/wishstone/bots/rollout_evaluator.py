"""Evaluator of a search by the fitted player: its ratings say which moves are likely, its roll-outs what comes of them.

`policy` and `rollout` are bound to one game. `net_evaluator.py` offers the same.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.deciding import Tools
from wishstone.bots.lottery import give_tickets
from wishstone.bots.search import TRIED
from wishstone.game.chance import Generator
from wishstone.game.contract import Numbers, Position, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

policy: ModuleType = TO_BE_BOUND
rollout: ModuleType = TO_BE_BOUND


@rule
def weights_of(tools: Tools, chair: Position, first: int) -> Numbers:
    """The weights of the bot in a chair, in a game that this seat began."""
    weights: Numbers = tools.weights[chair.weights[first]]
    return weights


@rule
def prior(state: Position, data: Settings, weights: Numbers, memory: Position, count: int) -> int:
    """How likely each legal move is, as tickets of a lottery; returns how many in all."""
    policy.rate(state, data, weights, memory.moves, count, memory.ratings, memory.scratch)
    return give_tickets(memory.ratings, count, policy.SOFTNESS, memory.tickets)


@rule
def evaluate(
    search: Position, memory: Position, data: Settings, weights: Numbers, decisions: int, rng: Generator
) -> bool:
    """Play the game in `mind[TRIED]` to its end, which is for the search to judge: always True."""
    rollout.play_on(memory.mind[TRIED], data, weights, int(search.softness), memory, decisions, rng)
    return True
