"""Evaluator of a search by a net: which moves are likely, and what a position is worth instead of playing it on.

`rules` and `net` are bound to one game. The weights are an array of one net. `rollout_evaluator.py` offers the same.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.deciding import Tools
from wishstone.bots.lottery import give_tickets
from wishstone.bots.net import TARGETS, WHOLE
from wishstone.bots.search import AHEAD, RESULT, SHARE, TRIED
from wishstone.game.chance import Generator
from wishstone.game.contract import CHANCE, OVER, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
net: ModuleType = TO_BE_BOUND


@rule
def weights_of(tools: Tools, chair: Position, first: int) -> Numbers:
    """The net of the bot in a chair, whoever began."""
    return tools.nets[chair.net : chair.net + 1]


@rule
def prior(state: Position, data: Settings, nets: Numbers, memory: Position, count: int) -> int:
    """How likely each legal move is, as tickets of a lottery; returns how many in all."""
    net.rate(state, data, nets[0], memory.moves, count, memory.ratings, memory.work)
    return give_tickets(memory.ratings, count, net.NAT, memory.tickets)


@rule
def evaluate(search: Position, memory: Position, data: Settings, nets: Numbers, decisions: int, rng: Generator) -> bool:
    """Ask the net at the next decision in `mind[TRIED]` how the game ends; True where it has ended before."""
    state = memory.mind[TRIED]
    while decisions < rules.MAX_DECISIONS:
        who = rules.actor(state, data)
        if who == OVER:
            return True
        if who != CHANCE:
            legal = rules.legal(state, data, memory.moves)
            net.rate(state, data, nets[0], memory.moves, legal, memory.ratings, memory.work)
            foresee(memory.work, who, int(state.seats), search, memory.results)
            return False
        rules.apply(state, data, rules.sample(state, data, rng))
    return True


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
