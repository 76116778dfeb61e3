"""Batch of games: those that the loop over whole games plays, with masks and observations that fit."""

from __future__ import annotations

import numpy as np
import pytest

from wishstone.game.contract import OVER
from wishstone.game.errors import UsageError
from wishstone.games import load
from wishstone.lab.batch import Batch
from wishstone.lab.simulate import Player

GAMES = 12


@pytest.mark.parametrize(("id", "seats"), [("keltis-dice", 2), ("keltis-card", 3)])
def test_random_games_side_by_side_are_those_of_a_simulation(id: str, seats: int) -> None:
    game = load(id, engine="compiled")
    batch = Batch(game, seats, GAMES, seed=3, start=5)
    for _ in range(game.rules.MAX_DECISIONS):
        if (batch.actors == OVER).all():
            break
        batch.step(batch.random_moves())
    player = Player(game, seats, ["random"], seed=3)
    scores, shares = batch.results()
    for place in range(GAMES):
        match = player.play(5 + place)
        assert match.state.tobytes() == batch.states[place].tobytes()
        assert match.decisions == batch.lengths[place]
        result = match.result()
        assert tuple(scores[place]) == result.scores
        assert [share > 0 for share in shares[place]] == [seat in result.winners for seat in range(seats)]


def test_masks_and_observations_are_those_of_the_rules() -> None:
    game = load("keltis-card", engine="compiled")
    batch = Batch(game, 2, GAMES, seed=1)
    for _ in range(30):
        masks, seen = batch.legal_mask(), batch.observe()
        for place in range(GAMES):
            state, seat = batch.states[place], int(batch.actors[place])
            assert np.flatnonzero(masks[place]).tolist() == game.legal(state)
            assert (seen[place] == game.observation(state, seat)).all()
        batch.step(batch.random_moves())


def test_a_game_that_is_over_stays_until_it_is_renewed() -> None:
    game = load("keltis-dice", engine="compiled")
    batch = Batch(game, 2, GAMES, seed=1)
    while not (batch.actors == OVER).any():
        batch.step(batch.random_moves())
    over = batch.actors == OVER
    place = int(np.flatnonzero(over)[0])
    before, lengths = batch.states[place].tobytes(), int(batch.lengths[place])
    moves = batch.random_moves()
    assert moves[place] == -1
    assert batch.legal_mask()[place].sum() == 0
    batch.step(moves)
    assert (batch.states[place].tobytes(), int(batch.lengths[place])) == (before, lengths)
    renewed = batch.renew()
    assert renewed[place]
    assert batch.numbers[place] == place + GAMES
    assert batch.lengths[place] == 0
    begun = Batch(game, 2, 1, seed=1, start=place + GAMES)
    assert begun.states[0].tobytes() == batch.states[place].tobytes()


@pytest.mark.parametrize(
    ("seats", "count", "seed", "first", "code"),
    [
        (1, 4, 0, -1, "seats-wrong"),
        (2, 0, 0, -1, "count-wrong"),
        (2, 4, -1, -1, "count-wrong"),
        (2, 4, 0, 2, "first-wrong"),
    ],
)
def test_what_cannot_be_played_is_refused(seats: int, count: int, seed: int, first: int, code: str) -> None:
    with pytest.raises(UsageError) as caught:
        Batch(load("keltis-card", engine="compiled"), seats, count, seed, first)
    assert caught.value.code == code
