"""Moves of the greedy bot, the fitted one and a net in the games of a batch: one function for a place.

`rules`, `choice`, `policy` and `net` are bound to one game. All of them think on a position redealt for their seat.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from wishstone.bots.lottery import best_of, draw_ticket, give_tickets
from wishstone.game.contract import OVER, Numbers, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule
from wishstone.lab.batch_steps import GamesInPlay

rules: Rules = TO_BE_BOUND
choice: ModuleType = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND
net: ModuleType = TO_BE_BOUND

NO_MOVE = -1  # in a game that is over


class Memory(NamedTuple):
    """What the fitted player works in."""

    moves: Numbers
    ratings: Numbers
    tickets: Numbers
    scratch: Numbers
    mind: Numbers


@rule
def greedy_move_one(i: int, games: GamesInPlay, data: Settings, moves: Numbers, mind: Numbers, sheet: Numbers) -> int:
    """The greedy bot's move in the game at a place."""
    seat = int(games.actors[i])
    if seat == OVER:
        return NO_MOVE
    return int(choice.think(games.states[i], data, seat, games.players[i], moves, mind, sheet))


@rule
def fitted_move_one(i: int, games: GamesInPlay, data: Settings, weights: Numbers, softness: int, memory: Memory) -> int:
    """The fitted bot's move in the game at a place: the best one, or with some softness one drawn by lot."""
    seat = int(games.actors[i])
    if seat == OVER:
        return NO_MOVE
    moves, ratings, tickets, state = memory.moves, memory.ratings, memory.tickets, memory.mind[0]
    memory.mind[0] = games.states[i]
    rules.redeal(state, data, seat, games.players[i])
    count = rules.legal(state, data, moves)
    policy.rate(state, data, weights, moves, count, ratings, memory.scratch)
    if softness == 0:
        return int(moves[best_of(ratings, count)])
    total = give_tickets(ratings, count, softness, tickets)
    return int(moves[draw_ticket(tickets, total, games.players[i])])


@rule
def net_move_one(
    i: int, games: GamesInPlay, data: Settings, nets: Numbers, works: Numbers, moves: Numbers, ratings: Numbers
) -> int:
    """The move that a net rates best in the game at a place; what it foretells is in `works[i].values`.

    It reads nothing but the observation and the legal moves, so the position need not be redealt.
    """
    if games.actors[i] == OVER:
        return NO_MOVE
    state = games.states[i]
    count = rules.legal(state, data, moves)
    net.rate(state, data, nets[0], moves, count, ratings, works[i])
    return int(moves[best_of(ratings, count)])


# ── All places, one after the other ──────────────────────────────────────────────────────────────────────────────


@rule
def greedy_moves(
    games: GamesInPlay, data: Settings, moves: Numbers, mind: Numbers, sheet: Numbers, out: Numbers
) -> None:
    """The greedy bot's move in every game."""
    for i in range(len(out)):
        out[i] = greedy_move_one(i, games, data, moves, mind, sheet)


@rule
def fitted_moves(
    games: GamesInPlay, data: Settings, weights: Numbers, softness: int, memory: Memory, out: Numbers
) -> None:
    """The fitted bot's move in every game."""
    for i in range(len(out)):
        out[i] = fitted_move_one(i, games, data, weights, softness, memory)


@rule
def net_moves(
    games: GamesInPlay, data: Settings, nets: Numbers, works: Numbers, moves: Numbers, ratings: Numbers, out: Numbers
) -> None:
    """A net's move in every game."""
    for i in range(len(out)):
        out[i] = net_move_one(i, games, data, nets, works, moves, ratings)
