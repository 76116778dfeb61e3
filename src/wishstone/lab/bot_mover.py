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
from wishstone.bots.rollout import sheet_shape
from wishstone.bots.weights import weights_of
from wishstone.game.contract import MoveNumber, Numbers
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound
from wishstone.lab import batch_bots
from wishstone.lab.batch import Batch
from wishstone.lab.batch_bots import Memory


class BotMover:
    """The bots' moves in the games of a batch. Where a game is over, the move is `NO_MOVE`."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        game = batch.game
        self._policy = policy_of(game.folder, game.engine)
        self._loop = batch_bots_of(game.folder, game.engine, choice_of(game))
        ratings, tickets = np.zeros((2, game.rules.MAX_LEGAL), np.int64)
        scratch = np.zeros(self._policy.SCRATCH, np.int64)
        moves = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
        self._memory = Memory(moves, ratings, tickets, scratch, game.array(MIND))
        self._sheet = np.zeros(sheet_shape(game.rules), MoveNumber)

    def greedy(self, out: Numbers) -> None:
        """The greedy bot's moves."""
        memory, data = self._memory, self.batch.game.data
        self._loop.greedy_moves(self.batch.games, data, memory.moves, memory.mind, self._sheet, out)

    def fitted(self, out: Numbers, softness: float = 0.0) -> None:
        """The fitted bot's best moves; with some softness, moves drawn by its lottery."""
        game = self.batch.game
        weights, parts = weights_of(game, self.batch.seats), soft_parts(self._policy, softness)
        self._loop.fitted_moves(self.batch.games, game.data, weights, parts, self._memory, out)

    def net(self, net: NetFile, out: Numbers) -> Numbers:
        """The moves that a net rates best; returns what it foretells, a row of values for each game."""
        game, memory = self.batch.game, self._memory
        nets = game.records(net.numbers.dtype, 1)
        nets[:] = net.numbers
        works = game.records(work_dtype(net.shape), self.batch.count)
        self._loop.net_moves(self.batch.games, game.data, nets, works, memory.moves, memory.ratings, out)
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
