"""Vector environment on a GPU: thousands of games as PyTorch tensors, by the kernels of `lab/gpu`, without a copy.

    env = TorchVectorEnv("GAME", games=65_536, seats=2, seed=1)
    env.reset()
    while learning:
        env.step(choose(env.observations, env.masks))     # a tensor on the GPU, one move for each game

The same games as in `vector.py` for the same seed and moves, number for number, and the same answers of `reset` and
`step`. Every seat is the learner's, and what was seen at a game's end is not kept.
"""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from wishstone.env import missing
from wishstone.env.layout import layout_of
from wishstone.env.settings import GameSettings, checked_seed, set_up
from wishstone.env.words import refuse
from wishstone.game.contract import OVER, Game
from wishstone.lab.gpu.batch import GpuBatch
from wishstone.lab.playing import SHARE

try:
    import torch
except ImportError as error:
    raise missing(__name__, error, "torch") from None

Tensor = Any  # PyTorch has no types where it is not installed


class TorchVectorEnv:
    """Many games of one kind in the memory of a GPU, each at the point where a seat has to decide.

    All tensors belong to the environment and are overwritten by the next step: clone what you keep. With `trusting`,
    moves are not checked, which spares the CPU from waiting for the GPU in every step. `GameSettings` in `settings.py`
    has what else it can be told, by name.
    """

    def __init__(
        self,
        game: str | Game,
        games: int = 65_536,
        seats: int | None = None,
        *,
        seed: int = 0,
        trusting: bool = False,
        **settings: Unpack[GameSettings],
    ) -> None:
        if games < 1:
            raise refuse("env-count", count=games)
        setup = set_up(TorchVectorEnv, game, seats, settings, GameSettings)
        self.game, self.games, self.seats = setup.game, games, setup.seats
        self.reward, self.trusting, self._ready = setup.reward, trusting, False
        self.layout = layout_of(self.game.id)
        self.moves = self.game.rules.MOVES
        self._batch = GpuBatch(self.game, self.seats, games, checked_seed(seed), setup.first)
        on_gpu = {"device": "cuda"}
        numbers = torch.int8 if np.dtype(self.layout.dtype).itemsize == 1 else torch.int16
        self.observations: Tensor = torch.zeros((games, self.layout.size), dtype=numbers, **on_gpu)
        self.masks: Tensor = torch.zeros((games, self.moves), dtype=torch.uint8, **on_gpu)
        self.rewards: Tensor = torch.zeros((games, self.seats), dtype=torch.float32, **on_gpu)
        self.scores: Tensor = torch.zeros((games, self.seats), dtype=torch.int16, **on_gpu)
        self.terminations: Tensor = torch.zeros(games, dtype=torch.bool, **on_gpu)
        self.truncations: Tensor = torch.zeros(games, dtype=torch.bool, **on_gpu)
        self._share()

    def _share(self) -> None:
        """See the batch's own arrays as tensors."""
        self.actors: Tensor = torch.as_tensor(self._batch.actors, device="cuda")
        self.decisions: Tensor = torch.as_tensor(self._batch.lengths, device="cuda")
        self.numbers: Tensor = torch.as_tensor(self._batch.numbers, device="cuda")

    def reset(self, *, seed: int | None = None) -> tuple[Tensor, dict[str, Tensor]]:
        """Begin games 0 to `games` - 1 of this seed, or without one the next of the last one."""
        if seed is not None or not self._ready:
            self._batch.seed = self._batch.seed if seed is None else checked_seed(seed)
            self._batch.reset()
        else:
            self.actors.fill_(OVER)  # wherever a game is over, the next begins
            self._batch.renew()
        self._ready = True
        self.rewards.zero_()
        self.terminations.zero_()
        self.truncations.zero_()
        return self._show()

    def step(self, moves: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, dict[str, Tensor]]:
        """Make one move in every game; if one is illegal, nothing is done but to say so.

        Returns observations, rewards by seat, terminations, truncations and infos.
        """
        if tuple(moves.shape) != (self.games,) or moves.is_floating_point():
            raise refuse("env-moves", count=self.games, got=f"{moves.dtype}, {tuple(moves.shape)}")
        if not self.trusting:
            self._check(moves)
        self._batch.step(moves.to(torch.int16).contiguous())
        torch.eq(self.actors, OVER, out=self.terminations)
        torch.ge(self.decisions, self.game.rules.MAX_DECISIONS, out=self.truncations)
        self.truncations &= ~self.terminations
        ended = (self.terminations | self.truncations).unsqueeze(1)
        scores, shares = (torch.as_tensor(each, device="cuda") for each in self._batch.results())
        self.scores = torch.where(ended, scores, self.scores)
        if self.reward == "win":
            worth = shares.float() / SHARE
        else:
            points = scores.float()
            worth = points - (points.sum(1, keepdim=True) - points) / (self.seats - 1)
        self.rewards = torch.where(ended, worth, 0.0)
        self._batch.renew()
        observations, infos = self._show()
        return observations, self.rewards, self.terminations, self.truncations, infos

    def _check(self, moves: Tensor) -> None:
        """Refuse a step in which a move is not legal."""
        known = (moves >= 0) & (moves < self.moves)
        legal = self.masks.gather(1, moves.clamp(0, self.moves - 1).long().unsqueeze(1)).squeeze(1).bool() & known
        if not bool(legal.all()):
            place = int((~legal).nonzero()[0])
            raise refuse("env-illegal-id", place=place, seat=int(self.actors[place]), move=int(moves[place]))

    def _show(self) -> tuple[Tensor, dict[str, Tensor]]:
        self._batch.observe(self.observations)
        self._batch.legal_mask(self.masks)
        return self.observations, {"action_mask": self.masks, "seat": self.actors}

    def named(self) -> dict[str, Tensor]:
        """The observations by field, each with the games as its first axis, sharing the memory of `observations`."""
        seen = self.observations
        return {field.name: seen[:, field.slice].reshape(self.games, *field.shape) for field in self.layout}
