"""Games side by side as tensors, on a GPU or on the CPU: the same games for the same seed and moves.

`lab/gpu/batch.py` holds them on a GPU and `lab/batch.py` on the CPU; the tensors here share their memory.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from wishstone.bots.net_file import NET, NetFile, load_net
from wishstone.env.layout import layout_of
from wishstone.game.contract import OVER, Game, MoveNumber
from wishstone.game.errors import UsageError
from wishstone.lab.batch import Batch
from wishstone.lab.bot_mover import BotMover
from wishstone.lab.playing import SHARE
from wishstone.train.nets.pytorch import Tensor, torch

RANDOM, GREEDY, FITTED = OPPONENTS = "random", "greedy", "fitted"


class Games:
    """Games at the point where a seat decides. `seen` and `masks` are overwritten by `look`, all else by `step`."""

    def __init__(self, game: Game, seats: int, count: int, seed: int, device: str, start: int = 0) -> None:
        self.game, self.seats, self.count, self.device = game, seats, count, device
        layout, moves = layout_of(game.id), int(game.rules.MOVES)
        self._nets: dict[str, NetFile] = {}
        self._batch: Any
        self._mover: Any
        make: Any
        if device == "cuda":
            from wishstone.lab.gpu.batch import GpuBatch, zeros
            from wishstone.lab.gpu.bot_kernels import GpuBotMover

            self._batch, make = GpuBatch(game, seats, count, seed, start=start), zeros
            self._mover = GpuBotMover(self._batch)
        else:
            self._batch, make = Batch(game, seats, count, seed, start=start), np.zeros
            self._mover = BotMover(self._batch)
        self._seen, self._masks = make((count, layout.size), np.dtype(layout.dtype)), make((count, moves), np.uint8)
        self._moves, self._bot_moves = make(count, MoveNumber), make(count, MoveNumber)
        self._results = make((count, seats), MoveNumber), make((count, seats), MoveNumber)
        self._renewed = make(count, np.bool_)
        self.seen, self.masks = self._tensor(self._seen), self._tensor(self._masks)
        self.moves, self.bot_choices = self._tensor(self._moves), self._tensor(self._bot_moves)
        self.actors, self.lengths = self._tensor(self._batch.actors), self._tensor(self._batch.lengths)
        self.numbers = self._tensor(self._batch.numbers)
        self._scores, self._shares = (self._tensor(each) for each in self._results)
        self.look()

    def look(self) -> None:
        """See what the seats that decide see, and which moves are legal."""
        self._batch.observe(self._seen)
        self._batch.legal_mask(self._masks)

    def step(self) -> tuple[Tensor, Tensor, Tensor]:
        """Make `moves`; returns which games ended, and of all games points and shares of the win by seat."""
        self._batch.step(self._moves)
        ended = (self.actors == OVER) | (self.lengths >= self.game.rules.MAX_DECISIONS)
        self._batch.results(self._results)
        points, wins = self._scores.float(), self._shares.float() / SHARE
        self._batch.renew(self._renewed)
        self.look()
        return ended, points, wins

    def bot_moves(self, name: str, softness: float = 0.0) -> Tensor:
        """The moves that a bot would make, in every game; overwritten by the next call."""
        if name == RANDOM:
            self._batch.random_moves(self._bot_moves)
        elif name == GREEDY:
            self._mover.greedy(self._bot_moves)
        elif name == FITTED:
            self._mover.fitted(self._bot_moves, softness)
        elif name.startswith(f"{NET}:"):
            if name not in self._nets:
                self._nets[name] = load_net(self.game, Path(name.partition(":")[2]))
            self._mover.net(self._nets[name], self._bot_moves)
        else:
            raise UsageError("bot-unknown", name=name, known=", ".join(OPPONENTS))
        return self.bot_choices

    def net_moves(self, net: NetFile) -> Tensor:
        """The moves that a net in whole numbers rates best; overwritten by the next call."""
        self._mover.net(net, self._bot_moves)
        return self.bot_choices

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device="cuda") if self.device == "cuda" else torch.from_numpy(array)
