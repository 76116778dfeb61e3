"""Random moves: `pick` is the move at a place drawn by lot of the list of all, whether or not the list was made."""

from __future__ import annotations

import numpy as np
import pytest

from wishstone.game.chance import below, stream
from wishstone.game.contract import CHANCE, OVER, MoveNumber
from wishstone.games import GAMES, load


@pytest.mark.parametrize(("id", "seats"), [(about.id, seats) for about in GAMES for seats in about.seats])
def test_a_picked_move_is_the_one_at_the_place_that_was_drawn(id: str, seats: int) -> None:
    game, rng, out = load(id), stream(3), np.zeros(load(id).rules.MAX_LEGAL, MoveNumber)
    state, decisions = game.start(seats), 0
    while decisions < 200 and (who := game.actor(state)) != OVER:
        if who == CHANCE:
            move = game.sample(state, rng)
        else:
            decisions += 1
            legal, again = game.legal(state), rng.copy()
            move = int(game.rules.pick(state, game.data, rng, out))
            assert move == legal[below(again, len(legal))]
            assert rng.tolist() == again.tolist()
        game.apply(state, move)
    assert decisions > 50
