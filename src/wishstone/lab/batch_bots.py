"""Moves of the greedy bot, the fitted one and a net in the games of a batch: one function for a place.

`rules`, `choice`, `policy` and `net` are bound to one game. All of them think on a position redealt for their seat.
"""

from __future__ import annotations

from types import ModuleType

from wishstone.bots.lottery import best_of, draw_ticket, give_tickets
from wishstone.game.contract import OVER, Numbers, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
choice: ModuleType = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND
net: ModuleType = TO_BE_BOUND

NO_MOVE = -1  # in a game that is over


@rule
def greedy_move_one(
    i: int, states: Numbers, actors: Numbers, players: Numbers, data: Settings, moves: Numbers, mind: Numbers
) -> int:
    """The greedy bot's move in the game at a place."""
    if actors[i] == OVER:
        return NO_MOVE
    return int(choice.think(states[i], data, int(actors[i]), players[i], moves, mind))


@rule
def fitted_move_one(
    i: int,
    states: Numbers,
    actors: Numbers,
    players: Numbers,
    data: Settings,
    weights: Numbers,
    softness: int,
    moves: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    mind: Numbers,
) -> int:
    """The fitted bot's move in the game at a place: the best one, or with some softness one drawn by lot."""
    if actors[i] == OVER:
        return NO_MOVE
    mind[0] = states[i]
    rules.redeal(mind[0], data, int(actors[i]), players[i])
    count = rules.legal(mind[0], data, moves)
    policy.rate(mind[0], data, weights, moves, count, ratings, scratch)
    if softness == 0:
        return int(moves[best_of(ratings, count)])
    total = give_tickets(ratings, count, softness, tickets)
    return int(moves[draw_ticket(tickets, total, players[i])])


@rule
def net_move_one(
    i: int,
    states: Numbers,
    actors: Numbers,
    data: Settings,
    nets: Numbers,
    works: Numbers,
    seen: Numbers,
    moves: Numbers,
    ratings: Numbers,
    colours: int,
) -> int:
    """The move that a net rates best in the game at a place; what it foretells is in `works[i].values`.

    It reads nothing but the observation and the legal moves, so the position need not be redealt.
    """
    if actors[i] == OVER:
        return NO_MOVE
    count = rules.legal(states[i], data, moves)
    net.rate(states[i], data, int(actors[i]), nets[0], works[i], seen[i], moves, count, ratings, colours)
    return int(moves[best_of(ratings, count)])


# ── All places, one after the other ──────────────────────────────────────────────────────────────────────────────


@rule
def greedy_moves(
    states: Numbers, actors: Numbers, players: Numbers, data: Settings, moves: Numbers, mind: Numbers, out: Numbers
) -> None:
    """The greedy bot's move in every game."""
    for i in range(len(states)):
        out[i] = greedy_move_one(i, states, actors, players, data, moves, mind)


@rule
def fitted_moves(
    states: Numbers,
    actors: Numbers,
    players: Numbers,
    data: Settings,
    weights: Numbers,
    softness: int,
    moves: Numbers,
    ratings: Numbers,
    tickets: Numbers,
    scratch: Numbers,
    mind: Numbers,
    out: Numbers,
) -> None:
    """The fitted bot's move in every game."""
    for i in range(len(states)):
        out[i] = fitted_move_one(
            i, states, actors, players, data, weights, softness, moves, ratings, tickets, scratch, mind
        )


@rule
def net_moves(
    states: Numbers,
    actors: Numbers,
    data: Settings,
    nets: Numbers,
    works: Numbers,
    seen: Numbers,
    moves: Numbers,
    ratings: Numbers,
    colours: int,
    out: Numbers,
) -> None:
    """A net's move in every game."""
    for i in range(len(states)):
        out[i] = net_move_one(i, states, actors, data, nets, works, seen, moves, ratings, colours)
