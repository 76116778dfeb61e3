"""Bot movers: what the greedy bot, the fitted one or a net would do in all games of a batch, on the CPU.

`GpuBotMover` in `gpu/bot_kernels.py` is the same on a GPU.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np

from wishstone.bots.choice import MIND
from wishstone.bots.net import work_dtype
from wishstone.bots.net_bot import net_rules_of
from wishstone.bots.net_file import NetFile
from wishstone.bots.policies import policy_of
from wishstone.bots.quick import choice_of
from wishstone.bots.weights import weights_of
from wishstone.game.contract import MoveNumber, Numbers
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound
from wishstone.lab import batch_bots
from wishstone.lab.batch import Batch


class BotMover:
    """The bots' moves in the games of a batch. Where a game is over, the move is `NO_MOVE`."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        game = batch.game
        self._policy = policy_of(game.folder, game.engine)
        self._loop = batch_bots_of(game.folder, game.engine, choice_of(game))
        self._moves = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
        self._ratings, self._tickets = np.zeros((2, game.rules.MAX_LEGAL), np.int64)
        self._scratch = np.zeros(self._policy.SCRATCH, np.int64)
        self._mind = game.array(MIND)

    def greedy(self, out: Numbers) -> None:
        """The greedy bot's moves."""
        batch = self.batch
        places = batch.states, batch.actors, batch.players, batch.game.data
        self._loop.greedy_moves(*places, self._moves, self._mind, out)

    def fitted(self, out: Numbers, softness: float = 0.0) -> None:
        """The fitted bot's best moves; with some softness, moves drawn by its lottery."""
        batch = self.batch
        places = batch.states, batch.actors, batch.players, batch.game.data
        weights = weights_of(batch.game.id, batch.seats)
        tools = self._moves, self._ratings, self._tickets, self._scratch, self._mind
        self._loop.fitted_moves(*places, weights, soft_parts(self._policy, softness), *tools, out)

    def net(self, net: NetFile, out: Numbers) -> Numbers:
        """The moves that a net rates best; returns what it foretells, a row of values for each game."""
        batch = self.batch
        nets = batch.game.records(net.numbers.dtype, 1)
        nets[:] = net.numbers
        works = batch.game.records(work_dtype(net.shape), batch.count)
        seen = np.zeros((batch.count, net.shape.observed), np.int16)
        tools = nets, works, seen, self._moves, self._ratings
        self._loop.net_moves(batch.states, batch.actors, batch.game.data, *tools, net.shape.colours, out)
        return np.asarray(works["values"])


def soft_parts(policy: ModuleType, softness: float) -> int:
    """A softness, of which 1 is that of the fitting, in the parts that the lottery counts in."""
    return max(1, round(softness * policy.SOFTNESS)) if softness else 0


@cache
def batch_bots_of(folder: str, engine: Engine, choice: ModuleType) -> ModuleType:
    """The functions of `batch_bots.py` for one game, on one engine, with its quick bots."""
    return bound(
        batch_bots,
        engine,
        folder.rpartition(".")[2],
        rules=rules_of(folder, engine),
        choice=choice,
        policy=policy_of(folder, engine),
        net=net_rules_of(folder, engine),
    )
