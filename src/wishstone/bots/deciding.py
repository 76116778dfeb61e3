"""Decisions in a compiled game: what the bot in a chair does, whatever kind of bot it is.

`rules` and the kinds of bots are bound to one game; a kind that sits nowhere is bound to `absent.py`, so that nobody
waits for it to be compiled. Another kind needs a number below, a branch in `think`, and a module with a rule function
that chooses. Bots of Python's and programs are no kind of their own: whoever plays the game is asked for their moves.

- `Chair` is a record: who sits in a seat, and how that bot is asked. Its search is at work in it.
- `Tools` is what all chairs share that has no fixed size: weights, nets, the table of the searches, a log of events.
- `memory_dtype` is the working memory of one thread.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

import numpy as np

from wishstone.bots import search as trees
from wishstone.bots.choice import GREEDY, MIND, RANDOM, Greedy
from wishstone.bots.lottery import best_of, draw_ticket, give_tickets
from wishstone.bots.net import NetShape, work_field
from wishstone.bots.rollout import rating_fields, sheet_field
from wishstone.bots.search import Search
from wishstone.game.chance import Generator
from wishstone.game.contract import Numbers, Position, Rules, Settings
from wishstone.game.fields import record
from wishstone.game.limits import MOST_SEATS
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
greedy: Greedy = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND
searching: ModuleType = TO_BE_BOUND
net: ModuleType = TO_BE_BOUND
net_searching: ModuleType = TO_BE_BOUND
clock: ModuleType = TO_BE_BOUND

# Kinds of bots, beside `RANDOM` and `GREEDY`: one that rates every move once and one that thinks ahead, both by fitted
# weights or by a net, and whoever is asked from outside.
RATED, SEARCHING, NET, NET_SEARCHING = range(GREEDY + 1, GREEDY + 5)
OUTSIDE = -1

# Instead of a move: whoever plays the game is to make it; or it needs more simulations than are left for now.
ASK, PAUSE = -1, -2

SEEN = MIND  # the position in `mind` that was redealt for the seat

Chair = record(
    ("kind", np.int64),
    ("redealt", np.int64),  # whether it is shown a position redealt for its seat, before it does anything
    ("spared", np.int64),  # whether its only move is made without asking it
    ("stream", np.int64),  # which of the game's streams its bot draws from
    ("softness", np.int64),  # of the lottery of a bot that rates moves, in rating units to a nat; 0: the best
    ("weights", np.int64, MOST_SEATS),  # by the seat that began: which row of the weights it rates moves with
    ("plain", np.int64),  # the row without its style; -1 where it has none
    ("net", np.int64),  # which of the nets it plays by
    ("search", Search),
)


class Tools(NamedTuple):
    """What the bots of all chairs share that has no fixed size."""

    weights: Numbers  # a row for whoever rates moves
    nets: Numbers  # all of one shape
    edges: Numbers  # the table of all searches
    log: Numbers  # the events of a game, as far as it reaches


def memory_dtype(of_game: Rules, scratch: int, shape: NetShape | None = None) -> np.dtype[np.void]:
    """The working memory of a thread that plays games, with `scratch` for fitted players, and for nets of a shape."""
    needs_trees = scratch or shape is not None
    searching = trees.memory_dtype(of_game, scratch, shape) if needs_trees else record(("nothing", np.int64))
    return record(
        ("mind", of_game.State, MIND + 1),
        ("thinking", np.int64),  # whether a search was interrupted, which goes on first
        ("budget", np.int64),  # simulations that are left until it is
        ("count", np.int64),  # of `moves`, where the chair is spared its only ones
        ("asked", np.int64, MOST_SEATS),  # by seat: how often its bot had a choice in this game,
        ("spent", np.int64, MOST_SEATS),  # and how long that took, by the clock
        *rating_fields(of_game, scratch),
        work_field(shape),
        sheet_field(of_game),
        ("search", searching),
    )


@rule
def decide(
    state: Position, data: Settings, seat: int, chair: Position, memory: Position, tools: Tools, rng: Generator
) -> int:
    """The move of the bot in a chair; `ASK` where somebody outside has to make it, and `PAUSE`: see there."""
    if memory.thinking == 0:
        if chair.spared:
            memory.count = rules.legal(state, data, memory.moves)
            if memory.count == 1:
                return int(memory.moves[0])
        if chair.redealt:
            memory.mind[SEEN] = state
            rules.redeal(memory.mind[SEEN], data, seat, rng)
        memory.asked[seat] += 1
    if chair.kind == OUTSIDE:
        return ASK
    began = clock.now()
    move = think(memory.mind[SEEN] if chair.redealt else state, data, chair, memory, tools, rng)
    memory.spent[seat] += clock.now() - began
    return move


@rule
def think(state: Position, data: Settings, chair: Position, memory: Position, tools: Tools, rng: Generator) -> int:
    """The move of a bot for the seat whose decision it is."""
    moves = memory.moves
    if chair.kind == RANDOM:
        return rules.pick(state, data, rng, moves)
    if chair.kind == GREEDY:
        memory.mind[0] = state
        rules.redeal(memory.mind[0], data, rules.actor(state, data), rng)
        return int(greedy.choose(memory.mind, data, moves, memory.sheet))
    if chair.kind == RATED:
        count = rules.legal(state, data, moves)
        weights = tools.weights[chair.weights[int(state.first)]]
        policy.rate(state, data, weights, moves, count, memory.ratings, memory.scratch)
        if chair.softness == 0:
            return int(moves[best_of(memory.ratings, count)])
        total = give_tickets(memory.ratings, count, int(chair.softness), memory.tickets)
        return int(moves[draw_ticket(memory.tickets, total, rng)])
    if chair.kind == SEARCHING:
        return int(searching.choose(state, data, chair, memory, tools, rng))
    if chair.kind == NET:
        count = rules.legal(state, data, moves)
        net.rate(state, data, tools.nets[chair.net], moves, count, memory.ratings, memory.work)
        return int(moves[best_of(memory.ratings, count)])
    return int(net_searching.choose(state, data, chair, memory, tools, rng))
