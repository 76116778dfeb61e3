"""GPU comparison: two vector environments, on CPU and GPU, stepped with the same moves."""

from __future__ import annotations

import numpy as np

from tests.env.configurations import random_moves
from wishstone.env.vector import VectorEnv


def same_games(id: str, seats: int, games: int = 256, steps: int = 300, reward: str = "margin") -> int:
    """Assert that all arrays of both are equal in every step; returns how many games have ended on the way."""
    import torch

    from wishstone.env.torch_vector import TorchVectorEnv

    cpu = VectorEnv(id, games, seats, seed=3, reward=reward)
    gpu = TorchVectorEnv(id, games, seats, seed=3, reward=reward)
    rng, ended = np.random.default_rng(seats), 0
    cpu.reset()
    gpu.reset()
    for _ in range(steps):
        for name in ("observations", "masks", "actors", "rewards", "scores", "terminations", "truncations", "numbers"):
            one, other = getattr(cpu, name), getattr(gpu, name).cpu().numpy()
            assert np.allclose(one, other) if name == "rewards" else np.array_equal(one, other), name
        moves = random_moves(cpu, rng)
        cpu.step(moves)
        gpu.step(torch.as_tensor(moves, device="cuda"))
        ended += int(cpu.terminations.sum())
    return ended
