"""Bot movers: in many games side by side the bots make the moves that they make one by one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.conftest import thorough
from tests.env.configurations import IDS
from wishstone.bots import make
from wishstone.bots.net_bot import NetEvaluator
from wishstone.bots.rater import Rater
from wishstone.bots.weights import weights_of
from wishstone.game.contract import MoveNumber
from wishstone.games import load
from wishstone.lab.batch import Batch
from wishstone.lab.batch_bots import NO_MOVE
from wishstone.lab.bot_mover import BotMover
from wishstone.lab.random_net import random_net

GAMES, STEPS = 6, 20
DEFAULT = "keltis-card"


@pytest.mark.parametrize(
    "id",
    [
        DEFAULT,
        *(thorough(id, why="by default a game with hidden cards and four seats") for id in IDS if id != DEFAULT),
    ],
)
def test_the_moves_are_those_of_the_bots(id: str) -> None:
    game = load(id, engine="compiled")
    seats = game.rules.SEATS[1]
    batch = Batch(game, seats, GAMES, seed=3)
    mover, out = BotMover(batch), np.zeros(GAMES, MoveNumber)
    greedy, fitted, rater = make("greedy", game), make("fitted", game), Rater(game)
    weights, net = weights_of(game, seats), random_net(game, seats, 3)
    evaluator, by_lot = NetEvaluator(game, net), 0
    for _ in range(STEPS):
        streams = batch.players.copy()
        mover.greedy(out)
        for i in range(GAMES):
            assert out[i] == greedy.choose(batch.states[i], streams[i])
        assert (streams == batch.players).all()
        mover.fitted(out)
        best = out.copy()
        for i in range(GAMES):
            position = game.redealt(batch.states[i], int(batch.actors[i]), streams[i])
            assert out[i] == fitted.choose(position, streams[i])
        assert (streams == batch.players).all()
        mover.fitted(out, 0.5)
        for i in range(GAMES):
            position = game.redealt(batch.states[i], int(batch.actors[i]), streams[i])
            assert out[i] == rater.choose(position, weights, streams[i], 0.5)
        assert (streams == batch.players).all()
        by_lot += int((out != best).sum())
        values = mover.net(net, out)
        for i in range(GAMES):
            count = evaluator.rate(batch.states[i])
            assert out[i] == evaluator.moves[int(evaluator.ratings[:count].argmax())]
            assert values[i].tolist() == evaluator.values
        batch.step(batch.random_moves())
        batch.renew()
    assert by_lot > 0


def test_where_a_game_is_over_there_is_no_move() -> None:
    game = load(DEFAULT, engine="compiled")
    batch = Batch(game, 4, 2, seed=1)
    mover, out = BotMover(batch), np.zeros(2, MoveNumber)
    while batch.actors[0] >= 0:
        batch.step(batch.random_moves())
    for move in (mover.greedy, mover.fitted, lambda moves: mover.net(random_net(game, 4, 3), moves)):
        move(out)
        assert out[0] == NO_MOVE
