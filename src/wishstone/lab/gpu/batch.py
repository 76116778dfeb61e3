"""Batch of games on a GPU: the arrays of `Batch` in the GPU's memory, one thread for each game.

Every array here can be read by PyTorch without a copy, since it has `__cuda_array_interface__`:
`torch.as_tensor(batch.actors, device="cuda")`; positions as plain bytes: `batch.position_bytes`. And wherever an array
is asked for, a tensor on the GPU will do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wishstone.game.chance import STREAM
from wishstone.game.contract import Game, MoveNumber
from wishstone.lab.batch import check_batch, observation_size
from wishstone.lab.batch_steps import GamesInPlay, Setting
from wishstone.lab.gpu.device import cuda, is_simulated
from wishstone.lab.gpu.kernels import kernels_on_gpu
from wishstone.lab.playing import BY_LOT

BLOCK = 8 if is_simulated() else 128  # threads that run together

DeviceArray = Any  # an array in the GPU's memory: Numba's, or a tensor of PyTorch's


class GpuBatch:
    """Games side by side on a GPU, numbered `start` to `start + count - 1` at first."""

    def __init__(self, game: Game, seats: int, count: int, seed: int = 0, first: int = BY_LOT, start: int = 0) -> None:
        check_batch(game, seats, count, seed, first)
        self.game, self.seats, self.count, self.seed, self.first, self.start = game, seats, count, seed, first, start
        self.data = data_on_gpu(game)
        self.states: DeviceArray = zeros(count, game.rules.State)
        self.dealers: DeviceArray = zeros((count, STREAM), np.int64)
        self.players: DeviceArray = zeros((count, STREAM), np.int64)
        self.numbers: DeviceArray = zeros(count, np.int64)
        self.lengths: DeviceArray = zeros(count, np.int32)
        self.actors: DeviceArray = zeros(count, np.int8)
        self.games = GamesInPlay(self.states, self.dealers, self.players, self.numbers, self.lengths, self.actors)
        self._kernels = kernels_on_gpu(game)
        self.reset()

    @property
    def setting(self) -> Setting:
        """What all games have in common."""
        return Setting(self.seats, self.first, self.seed)

    @property
    def position_bytes(self) -> DeviceArray:
        """The positions as rows of bytes: the same memory, for libraries that know no records."""
        size = self.game.rules.State.itemsize
        return self.states.view(np.uint8).reshape(self.count, size)

    def reset(self) -> None:
        """Begin all games anew."""
        self._run("reset", self.games, self.data, self.setting, self.start)

    def step(self, moves: DeviceArray) -> None:
        """Make one move in every game that is not over, trusting that it is legal."""
        self._run("step", self.games, self.data, moves)

    def legal_mask(self, out: DeviceArray = None) -> DeviceArray:
        """A row for every game with 1 for each legal move and 0 for the others."""
        mask = empty((self.count, self.game.rules.MOVES), np.uint8) if out is None else out
        self._run("legal_mask", self.games, self.data, mask)
        return mask

    def observe(self, out: DeviceArray = None) -> DeviceArray:
        """A row for every game: what the seat that decides knows, laid out as `OBSERVATION` says."""
        seen = empty((self.count, observation_size(self.game)), np.int16) if out is None else out
        self._run("observe", self.games, self.data, seen)
        return seen

    def random_moves(self, out: DeviceArray = None) -> DeviceArray:
        """A random legal move for every game, the next of its own stream."""
        moves = empty(self.count, MoveNumber) if out is None else out
        self._run("random_moves", self.games, self.data, moves)
        return moves

    def results(self, out: tuple[DeviceArray, DeviceArray] | None = None) -> tuple[DeviceArray, DeviceArray]:
        """Points, and shares of the win in parts of `SHARE`, by game and seat, as the positions stand."""
        scores, shares = out or (
            empty((self.count, self.seats), MoveNumber),
            empty((self.count, self.seats), MoveNumber),
        )
        self._run("results", self.games, self.data, self.seats, scores, shares)
        return scores, shares

    def renew(self, out: DeviceArray = None) -> DeviceArray:
        """Begin the game `count` numbers on wherever one is over or cut off; tells where."""
        renewed = empty(self.count, np.bool_) if out is None else out
        self._run("renew", self.games, self.data, self.setting, self.count, renewed)
        return renewed

    def _run(self, kernel: str, *arguments: object) -> None:
        getattr(self._kernels, kernel)[-(-self.count // BLOCK), BLOCK](*arguments)


def data_on_gpu(game: Game) -> DeviceArray:
    """A game's options and boards, in the GPU's memory."""
    data = np.zeros(1, game.rules.Data)
    data[0] = game.data
    return cuda().to_device(data)


def zeros(shape: int | tuple[int, ...], dtype: Any) -> DeviceArray:
    """An array of noughts in the GPU's memory."""
    return cuda().to_device(np.zeros(shape, dtype))


def empty(shape: int | tuple[int, ...], dtype: Any) -> DeviceArray:
    """An array in the GPU's memory, to be written to."""
    return cuda().device_array(shape, dtype)
