"""Positions for tests of every game: those of a game of arbitrary moves."""

from __future__ import annotations

from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.games import GAMES

IDS = [about.id for about in GAMES]


def positions(game: Game, seats: int, seed: int, events: int) -> list[Position]:
    """Every fifth position of a game of so many events, or until it is over."""
    rng, state = stream(seed), game.start(seats)
    found = []
    for number in range(events):
        if number % 5 == 0:
            found.append(game.copy(state))
        who = game.actor(state)
        if who == OVER:
            break
        legal = game.legal(state)
        game.apply(state, game.sample(state, rng) if who == CHANCE else legal[number % len(legal)])
    return found
