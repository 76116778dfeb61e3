"""Simulation on a GPU: the results of a `Player` for the same seed, only sooner."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from wishstone.bots import make, seated
from wishstone.bots.choice import NAMES as QUICK
from wishstone.bots.choice import RANDOM
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.lab.batch import check_batch
from wishstone.lab.batch_steps import BY_SEAT, CUT_OFF, DECISIONS, Setting
from wishstone.lab.gpu.batch import BLOCK, DeviceArray, data_on_gpu, zeros
from wishstone.lab.gpu.device import cuda, is_simulated
from wishstone.lab.gpu.kernels import kernels_on_gpu, sum_places
from wishstone.lab.gpu.words import LEXICON
from wishstone.lab.playing import BY_LOT
from wishstone.lab.seating import AT_A_GLANCE, GameLoop
from wishstone.lab.simulate import Simulation

AT_ONCE = 64 if is_simulated() else 1 << 16  # games at once: about where an H200 plays fastest, see `tune.py`
EACH = 16  # games that a thread plays in one go


class GpuPlayer:
    """Whole games on a GPU, added up there."""

    def __init__(
        self,
        game: Game,
        seats: int,
        bots: Sequence[str],
        seed: int,
        first: int = BY_LOT,
        at_once: int = AT_ONCE,
        block: int = BLOCK,
    ) -> None:
        check_batch(game, seats, at_once, seed, first)
        self.game, self.seats, self.seed, self.first, self.at_once = game, seats, seed, first, at_once
        self.names = seated(bots, seats)
        for name in self.names:
            if name not in QUICK:
                raise UsageError("gpu-bots", LEXICON, name=name, known=", ".join(QUICK))
        self._block = block
        self._data = data_on_gpu(game)
        is_random = all(QUICK.index(name) == RANDOM for name in self.names)
        self._tables = None if is_random else tables_on_gpu(game, self.names, seed, first)
        self._kernels = kernels_on_gpu(game)

    @property
    def batch_games(self) -> int:
        """How many games are played between two reports of progress."""
        return self.at_once * EACH

    def close(self) -> None:
        """Nothing to do: the GPU's memory is freed with its arrays."""

    def warm_up(self) -> None:
        """Compile the kernel, so that playing can be timed."""
        self.batch(0, 0, self.results())

    def results(self) -> Simulation:
        """No results yet."""
        return Simulation(self.game.id, self.names, points=[0] * self.seats, shares=[0] * self.seats)

    def batch(self, start: int, games: int, into: Simulation) -> None:
        """Play games numbered from `start` and add their results up."""
        rules = self.game.rules
        sums = zeros(sum_places(rules), np.int64)
        blocks = max(1, -(-min(games, self.at_once) // self._block))
        begin = time.perf_counter()
        if self._tables is None:
            setting = Setting(self.seats, self.first, self.seed)
            self._kernels.sum_random_games[blocks, self._block](self._data, setting, start, games, sums)
        else:
            key = self._tables, self._data, self.seats
            self._kernels.sum_games[blocks, self._block](*key, start, games, sums)
        found = sums.copy_to_host().tolist()
        into.seconds += time.perf_counter() - begin
        into.games += games
        into.decisions += found[DECISIONS]
        into.cut_off += found[CUT_OFF]
        points, shares = BY_SEAT, BY_SEAT + rules.SEATS[1]
        ends = shares + rules.SEATS[1]
        into.points = [sum(pair) for pair in zip(into.points, found[points : points + self.seats], strict=True)]
        into.shares = [sum(pair) for pair in zip(into.shares, found[shares : shares + self.seats], strict=True)]
        for end, name in enumerate(rules.ENDS[1:], 1):
            into.ends[name] = into.ends.get(name, 0) + found[ends + end]


def tables_on_gpu(game: Game, names: Sequence[str], seed: int, first: int) -> DeviceArray:
    """A table of quick bots, in the GPU's memory."""
    loop = GameLoop(game, [[make(name, game) for name in names]], seed, first, AT_A_GLANCE)
    return cuda().to_device(loop.tables)
