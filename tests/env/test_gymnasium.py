"""Gymnasium environments: they pass Gymnasium's own checks, and do right what those leave out."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from tests.env.configurations import BOUNDS, IDS
from wishstone.env.gymnasium import WishstoneEnv
from wishstone.env.vector import VectorEnv
from wishstone.game.errors import IllegalMove, UsageError


class Nearest(WishstoneEnv):
    """Takes the next legal move for an illegal one: Gymnasium's check draws moves without looking at the mask."""

    def step(self, action: np.int64 | int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        legal = np.flatnonzero(self.core.mask(self.seat))
        return super().step(int(legal[np.searchsorted(legal, action) % len(legal)]))


@pytest.mark.parametrize(("game", "seats"), BOUNDS)
def test_gymnasium_accepts_it(game: str, seats: int) -> None:
    check_env(Nearest(game, seats), skip_render_check=True)


def through(env: Any, seed: int) -> tuple[float, dict[str, Any], bool, bool]:
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    while True:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(observation)
        if terminated or truncated:
            return reward, info, terminated, truncated
        assert reward == 0


@pytest.mark.parametrize("game", IDS)
def test_a_game_by_its_id_against_bots(game: str) -> None:
    env = gymnasium.make(f"wishstone/{game}-v1", bots="greedy", seat=1)
    reward, info, terminated, _ = through(env, 3)
    points = info["points"]
    assert terminated
    assert reward == pytest.approx(points[1] - (sum(points) - points[1]) / (len(points) - 1))
    again, repeated, _, _ = through(env, 3)
    assert (again, repeated["points"]) == (reward, points)
    env.close()


def test_bots_by_level_and_by_seat() -> None:
    env = WishstoneEnv("keltis-dice", 3, bots=["easy", "odds"], seat=1)
    assert env.names == ("easy", "odds")
    _, info, terminated, _ = through(env, 8)
    assert terminated
    assert info["seat"] == 1
    env.close()


def test_the_place_can_be_drawn_by_lot() -> None:
    env = WishstoneEnv("keltis-dice", 4, seat=None)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert seats == {0, 1, 2, 3}


def test_many_games_by_their_id() -> None:
    """`make_vec` gives our own vector environment, in which a game that ends is followed in the same step."""
    envs = gymnasium.make_vec("wishstone/keltis-dice-v1", num_envs=6, seats=3, bots=["greedy", "random"], seat=1)
    own = envs.unwrapped
    assert isinstance(own, VectorEnv)
    assert isinstance(own, gymnasium.vector.VectorEnv)
    assert own.learners == (1,)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    envs = RecordEpisodeStatistics(envs)
    observations, infos = envs.reset(seed=3)
    rng, ended, points = np.random.default_rng(1), 0, 0.0
    while ended < 12:
        assert envs.observation_space.contains(observations)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        assert envs.action_space.contains(actions)
        before = observations.copy()
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert rewards.shape == terminations.shape == (6,)
        over = terminations | truncations
        if over.any():
            assert infos["_final_obs"].tolist() == infos["_episode"].tolist() == over.tolist()
            assert all(own.single_observation_space.contains(seen) for seen in infos["final_obs"][over])
            assert infos["final_info"]["points"].shape == (6, 3)
            ended += int(over.sum())
            points += float(infos["episode"]["r"][over].sum() - rewards[over].sum())
        assert not np.shares_memory(before, observations)
    assert points == pytest.approx(0)
    envs.close()


def test_many_games_as_gymnasium_would_make_them() -> None:
    """The same environment behind Gymnasium's own vectors, in this process and in others."""
    for mode in ("sync", "async"):
        envs = gymnasium.make_vec("wishstone/keltis-dice-v1", num_envs=2, vectorization_mode=mode)
        _, infos = envs.reset(seed=1)
        for _ in range(3):
            _, _, _, _, infos = envs.step(np.argmax(infos["action_mask"], axis=1))
        assert infos["action_mask"].shape[0] == 2
        envs.close()


def test_masks_under_the_name_of_sb3() -> None:
    env = gymnasium.make("wishstone/keltis-card-v1")
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.tolist() == info["action_mask"].astype(bool).tolist()


def test_without_a_seed_the_next_game_is_another() -> None:
    env = WishstoneEnv("keltis-card")
    first, _ = env.reset(seed=4)
    second, _ = env.reset()
    assert not np.array_equal(first, second)
    assert np.array_equal(first, env.reset(seed=4)[0])
    assert np.array_equal(second, env.reset()[0])


def test_it_is_cut_off_as_truncated() -> None:
    _, info, terminated, truncated = through(WishstoneEnv("keltis", max_decisions=20), 1)
    assert (terminated, truncated, info["end"]) == (False, True, "cut-off")


def test_illegal_actions_and_wrong_order_are_refused() -> None:
    env = WishstoneEnv("quartz-dice")
    with pytest.raises(UsageError, match="has not been reset yet"):
        env.step(0)
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalMove, match="allowed: "):
        env.step(int(np.argmin(info["action_mask"])))
    with pytest.raises(UsageError, match="there is no seat 9"):
        WishstoneEnv("quartz-dice", seat=9)
    with pytest.raises(UsageError, match="there is no seat 9"):
        gymnasium.make_vec("wishstone/quartz-dice-v1", seat=9)
    with pytest.raises(UsageError, match="make_vector got an unexpected keyword argument 'bot'"):
        gymnasium.make_vec("wishstone/quartz-dice-v1", bot="random")
    with pytest.raises(UsageError, match="nobody"):
        WishstoneEnv("quartz-dice", bots="nobody")
