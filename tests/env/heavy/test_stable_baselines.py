"""sb3-contrib's MaskablePPO learns on our environments as they are, alone and in Stable-Baselines' vectors."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv

import wishstone.env.gymnasium  # noqa: F401 - registers the games


@pytest.mark.parametrize("id", ["wishstone/keltis-dice-v1", "wishstone/keltis-card-v1", "wishstone/miniature-v1"])
def test_it_learns_and_plays_legal_moves(id: str) -> None:
    env = gymnasium.make(id, bots="greedy")
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1)
    model.learn(128)
    seen, _ = env.reset(seed=1)
    for _ in range(30):
        masks = get_action_masks(env)
        action, _ = model.predict(seen, action_masks=masks)
        assert masks[action]
        seen, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            seen, _ = env.reset()


ID = "wishstone.env.gymnasium:wishstone/keltis-dice-v1"  # other processes register the games by it, too


@pytest.mark.parametrize("vectors", [None, SubprocVecEnv])
def test_in_vectors_of_theirs(vectors: type[SubprocVecEnv] | None) -> None:
    env = make_vec_env(ID, n_envs=2, seed=1, vec_env_cls=vectors, env_kwargs={"bots": "random"})
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=1)
    model.learn(64)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=2, warn=False)
    assert np.isfinite(mean)
    env.close()
