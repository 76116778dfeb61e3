"""CUDA kernels of the greedy bot, the fitted one and nets, one thread for each game; `batch_bots.py` says what they do.

`GpuBotMover` is the `BotMover` of `lab/bot_mover.py` for a `GpuBatch`.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numba import from_dtype

from wishstone.bots.choice import MIND
from wishstone.bots.net import work_dtype
from wishstone.bots.net_file import NetFile
from wishstone.bots.policies import policy_of
from wishstone.bots.quick import choice_of
from wishstone.bots.rollout import sheet_shape
from wishstone.bots.weights import weights_of
from wishstone.game.contract import MoveNumber, Numbers
from wishstone.game.registry import on_engine, rules_of
from wishstone.game.rule import TO_BE_BOUND
from wishstone.lab.batch_bots import Memory
from wishstone.lab.batch_steps import GamesInPlay
from wishstone.lab.bot_mover import batch_bots_of, soft_parts
from wishstone.lab.gpu.batch import BLOCK, DeviceArray, GpuBatch, zeros
from wishstone.lab.gpu.device import cuda as find_cuda

cuda: Any = TO_BE_BOUND  # a global, since Numba's simulator looks for it among the globals of a kernel


class GpuBotMover:
    """The bots' moves in the games of a batch on a GPU. Where a game is over, the move is `NO_MOVE`."""

    def __init__(self, batch: GpuBatch) -> None:
        self.batch = batch
        game = batch.game
        self._policy = policy_of(game.folder, "compiled")
        self._kernels = _kernels(game.folder, choice_of(on_engine(game, "compiled")))
        self._grid = -(-batch.count // BLOCK), BLOCK
        self._places = batch.games, batch.data
        self._weights = find_cuda().to_device(weights_of(game, batch.seats).copy())
        self._nets: dict[int, tuple[NetFile, tuple[DeviceArray, ...]]] = {}

    def greedy(self, out: DeviceArray) -> None:
        """The greedy bot's moves."""
        self._kernels.greedy_moves[self._grid](*self._places, out)

    def fitted(self, out: DeviceArray, softness: float = 0.0) -> None:
        """The fitted bot's best moves; with some softness, moves drawn by its lottery."""
        parts = soft_parts(self._policy, softness)
        self._kernels.fitted_moves[self._grid](*self._places, self._weights, parts, out)

    def net(self, net: NetFile, out: DeviceArray) -> DeviceArray:
        """The moves that a net rates best; returns what it foretells, a row of values for each game."""
        nets, works, values = self._memory(net)
        self._kernels.net_moves[self._grid](*self._places, nets, works, values, out)
        return values

    def _memory(self, net: NetFile) -> tuple[DeviceArray, ...]:
        """The net and its working memory on the GPU, made once for each net."""
        if id(net) not in self._nets:
            works = zeros(self.batch.count, work_dtype(net.shape))
            values = zeros((self.batch.count, works.dtype["values"].shape[0]), np.int32)
            self._nets[id(net)] = net, (find_cuda().to_device(net.numbers.copy()), works, values)
        return self._nets[id(net)][1]


@cache
def _kernels(folder: str, choice: ModuleType) -> SimpleNamespace:
    global cuda
    cuda = find_cuda()
    rules, policy = rules_of(folder, "compiled"), policy_of(folder, "compiled")
    one = batch_bots_of(folder, "compiled", choice)
    state_type, move_type = from_dtype(rules.State), from_dtype(np.dtype(MoveNumber))
    most_legal, scratch_size, sheet_size = int(rules.MAX_LEGAL), int(policy.SCRATCH), sheet_shape(rules)

    def greedy_moves(games: GamesInPlay, data: Numbers, out: Numbers) -> None:
        i = cuda.grid(1)
        moves = cuda.local.array(most_legal, move_type)
        mind = cuda.local.array(MIND, state_type)
        sheet = cuda.local.array(sheet_size, move_type)
        if i < len(games.states):
            out[i] = one.greedy_move_one(i, games, data[0], moves, mind, sheet)

    def fitted_moves(games: GamesInPlay, data: Numbers, weights: Numbers, softness: int, out: Numbers) -> None:
        i = cuda.grid(1)
        moves = cuda.local.array(most_legal, move_type)
        ratings = cuda.local.array(most_legal, np.int64)
        tickets = cuda.local.array(most_legal, np.int64)
        scratch = cuda.local.array(scratch_size, np.int64)
        mind = cuda.local.array(MIND, state_type)
        if i < len(games.states):
            memory = Memory(moves, ratings, tickets, scratch, mind)
            out[i] = one.fitted_move_one(i, games, data[0], weights, softness, memory)

    def net_moves(
        games: GamesInPlay, data: Numbers, nets: Numbers, works: Numbers, values: Numbers, out: Numbers
    ) -> None:
        i = cuda.grid(1)
        moves = cuda.local.array(most_legal, move_type)
        ratings = cuda.local.array(most_legal, np.int64)
        if i < len(games.states):
            out[i] = one.net_move_one(i, games, data[0], nets, works, moves, ratings)
            for j in range(values.shape[1]):
                values[i, j] = works[i].values[j]

    return SimpleNamespace(**{kernel.__name__: cuda.jit(kernel) for kernel in (greedy_moves, fitted_moves, net_moves)})
