"""PyTorch check: a loop as in training (observe, choose, move), in which no array is copied."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from wishstone.game.contract import OVER, Game
from wishstone.game.errors import UsageError
from wishstone.lab.batch import observation_size
from wishstone.lab.gpu.batch import GpuBatch
from wishstone.lab.gpu.words import LEXICON


@dataclass(frozen=True)
class Shared:
    """What the loop showed."""

    game: str
    seats: int
    games: int
    steps_per_second: float  # decisions, each with its observation, its mask and a choice made by PyTorch
    games_ended: int
    difference: str  # what was not as it should be; empty if nothing was not


def share(game: Game, seats: int, games: int, seconds: float, seed: int) -> Shared:
    """Play with moves that PyTorch draws, and watch that both see the same memory and that all moves are legal."""
    torch = _torch()
    batch = GpuBatch(game, seats, games, seed)
    views = {name: torch.as_tensor(getattr(batch, name), device="cuda") for name in ("actors", "lengths", "numbers")}
    views["position_bytes"] = torch.as_tensor(batch.position_bytes, device="cuda")
    told = [
        f"{name} was copied"
        for name, view in views.items()
        if view.data_ptr() != getattr(batch, name).__cuda_array_interface__["data"][0]
    ]
    mask = torch.zeros((games, game.rules.MOVES), dtype=torch.uint8, device="cuda")
    seen = torch.zeros((games, observation_size(game)), dtype=torch.int8, device="cuda")
    torch.manual_seed(seed)
    chance = torch.empty(mask.shape, dtype=torch.float16, device="cuda")
    ended, illegal = torch.zeros((2,), dtype=torch.int64, device="cuda")
    decisions, begin = -games, 0.0  # the first round compiles, and does not count
    while decisions < 20 * games or time.perf_counter() - begin < seconds:
        batch.legal_mask(mask)
        batch.observe(seen)
        moves = (chance.uniform_(0.01, 1.0) * mask).argmax(dim=1).to(torch.int16)
        illegal += (mask.gather(1, moves.long().unsqueeze(1)) == 0).sum()
        batch.step(moves)
        ended += (views["actors"] == OVER).sum()
        batch.renew()
        torch.cuda.synchronize()
        decisions += games
        begin = begin if decisions else time.perf_counter()
    spent = time.perf_counter() - begin
    if int(illegal):
        told.append(f"{int(illegal)} moves were not legal")
    return Shared(game.id, seats, games, round(decisions / spent), int(ended), "; ".join(told))


def _torch() -> Any:
    if find_spec("torch") is None:
        raise UsageError("gpu-torch", LEXICON)
    return import_module("torch")
