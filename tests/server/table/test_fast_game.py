"""Fast game: it answers as the plain one does, at every position of a game."""

from __future__ import annotations

import random

import pytest

from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, ONLOOKER, OVER, Game, Position
from wishstone.games import GAMES, load
from wishstone.server.table.fast_game import FastGame, make_fast

MOST = 150  # events, which is enough to get through every kind of them


def same(game: Game, fast: FastGame, state: Position, twin: Position) -> None:
    """Everything that a table asks of a game, where both have come to the same position."""
    assert fast.actor(twin) == game.actor(state)
    assert fast.public(twin) == game.public(state)
    assert fast.score_rows(twin) == game.score_rows(state)
    if game.actor(state) not in (CHANCE, OVER):
        assert fast.legal(twin) == game.legal(state)
        assert fast.legal_touches(twin) == game.legal_touches(state)
    if game.actor(state) == CHANCE:
        assert [part.tolist() for part in fast.shares(twin)] == [part.tolist() for part in game.shares(state)]


@pytest.mark.parametrize("id", [about.id for about in GAMES])
def test_a_game_asked_quickly_says_the_same(id: str) -> None:
    game = load(id, engine="interpreted")
    fast = make_fast(game)
    seats = game.about.seats[0]
    state, twin = game.start(seats), fast.start(seats)
    rng, chooser = stream(5), random.Random(5)
    for _ in range(MOST):
        same(game, fast, state, twin)
        if game.actor(state) == OVER:
            break
        move = game.sample(state, rng) if game.actor(state) == CHANCE else chooser.choice(game.legal(state))
        views = range(ONLOOKER, seats)
        assert [fast.seen(twin, move, seat) for seat in views] == [game.seen(state, move, seat) for seat in views]
        before = fast.copy(twin)
        game.apply(state, move)
        fast.apply(twin, move)
        assert twin.tobytes() == state.tobytes()
        assert before.tobytes() != twin.tobytes()


def test_a_position_from_before_is_asked_as_well() -> None:
    game = load("keltis-card", engine="interpreted")
    state = game.start(2)
    fast = make_fast(game)
    assert fast.actor(state) == game.actor(state)
    fast.apply(state, game.outcomes_by_name["deal 0 red 3"])
    assert fast.copy(state).tobytes() == state.tobytes()
    assert game.own(state, 0) == fast.own(state, 0)
