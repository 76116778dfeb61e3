"""TorchRL's wrappers take our environments as they are, Gymnasium's and PettingZoo's."""

from __future__ import annotations

import pytest
import torch
from torchrl.data import Binary, Composite
from torchrl.envs import GymEnv, PettingZooWrapper, TransformedEnv
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.envs.transforms import ActionMask

import wishstone.env.gymnasium  # noqa: F401 - registers the games
from wishstone.env.pettingzoo import make


def masked() -> TransformedEnv:
    """An environment whose random actions are legal, by TorchRL's own parts."""
    base = GymEnv("wishstone/keltis-dice-v1", bots="greedy")
    masks = Composite(action_mask=Binary(base.action_spec.space.n, dtype=torch.bool))
    base.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=masks))
    return TransformedEnv(base, ActionMask())


def test_a_learner_against_bots() -> None:
    told = masked().rollout(400, break_when_any_done=True)
    assert told["next", "done"][-1].all()
    assert (told["action"].bool() & ~told["action_mask"]).sum() == 0, "every action was legal"
    assert told["next", "reward"][:-1].abs().sum() == 0


@pytest.mark.parametrize("game", ["keltis-dice", "keltis-card", "miniature"])
def test_agents_that_take_turns(game: str) -> None:
    env = PettingZooWrapper(make(game), use_mask=True, group_map=None)
    told = env.rollout(600, break_when_any_done=True)
    assert told["next", "done"][-1].all()
    groups = list(env.group_map)
    rewards = torch.cat([told["next", group, "reward"].sum(0).flatten() for group in groups])
    assert float(rewards.sum()) == pytest.approx(0)


def test_games_that_begin_anew() -> None:
    told = masked().rollout(250, break_when_any_done=False)
    assert told.batch_size == torch.Size([250])
    assert int(told["next", "done"].sum()) >= 2
    assert (told["action"].bool() & ~told["action_mask"]).sum() == 0
