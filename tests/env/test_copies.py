"""Copies of environments: pickled or deep-copied at any point, they go on as the original would, and by themselves."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from tests.conftest import spread
from tests.env.configurations import IDS, random_moves
from wishstone.env.core import EnvCore
from wishstone.env.gymnasium import WishstoneEnv
from wishstone.env.open_spiel import short_name
from wishstone.env.pettingzoo import make
from wishstone.env.vector import VectorEnv
from wishstone.games import load

Copier = Callable[[Any], Any]


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


COPIERS: tuple[Copier, ...] = (copy.deepcopy, pickled)
BY_GAME = spread(IDS, COPIERS)
TILES = {colour: ["-"] * 11 for colour in ("blue", "green", "pink", "red", "yellow")}


def turns(env: Any, count: int, seed: int) -> list[bytes]:
    """What is seen in so many random turns of a PettingZoo environment."""
    rng, told = np.random.default_rng(seed), []
    for _ in range(count):
        seen, reward, terminated, truncated, _ = env.last()
        told.append(seen["observation"].tobytes() + bytes([terminated, truncated]) + np.float64(reward).tobytes())
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    return told


@pytest.mark.parametrize(("game", "copied"), BY_GAME)
def test_of_pettingzoo(game: str, copied: Copier) -> None:
    env = make(game)
    env.reset(seed=5)
    turns(env, 9, seed=1)
    other, third = copied(env), copied(env)
    assert turns(third, 12, seed=2) != turns(other, 12, seed=3), "it goes its own way"
    assert turns(env, 12, seed=3) != turns(third, 12, seed=2)
    other, third = copied(env), copied(env)
    assert turns(other, 12, seed=4) == turns(env, 12, seed=4) == turns(third, 12, seed=4)


def test_of_pettingzoo_before_the_first_reset() -> None:
    one, other = make("keltis-dice"), copy.deepcopy(make("keltis-dice"))
    for env in (one, other):
        env.reset(seed=1)
    assert turns(one, 12, seed=1) == turns(other, 12, seed=1)


def steps(env: Any, count: int, seed: int) -> list[bytes]:
    """What a learner sees in so many random steps of a Gymnasium environment."""
    rng, told = np.random.default_rng(seed), []
    for _ in range(count):
        legal = np.flatnonzero(env.unwrapped.action_masks())
        seen, reward, terminated, truncated, info = env.step(int(rng.choice(legal)))
        told.append(seen.tobytes() + info["action_mask"].tobytes() + np.float64(reward).tobytes())
        if terminated or truncated:
            env.reset()
    return told


@pytest.mark.parametrize("bots", ["random", "greedy", "easy", "search:8"])
@pytest.mark.parametrize("copied", COPIERS)
def test_of_gymnasium(bots: str, copied: Copier) -> None:
    env = gymnasium.make("wishstone/keltis-dice-v1", seats=3, bots=bots, seat=None)
    env.reset(seed=5)
    steps(env, 3, seed=1)
    other, third = copied(env), copied(env)
    steps(third, 9, seed=2)
    assert steps(other, 9, seed=3) == steps(env, 9, seed=3)


def rows(env: VectorEnv, count: int, seed: int) -> list[bytes]:
    """What is seen in so many random steps of a vector environment."""
    rng, told = np.random.default_rng(seed), []
    for _ in range(count):
        observations, rewards, *_ = env.step(random_moves(env, rng))
        told.append(observations.tobytes() + rewards.tobytes() + env.masks.tobytes())
    return told


@pytest.mark.parametrize(("game", "copied"), BY_GAME)
def test_of_vectors(game: str, copied: Copier) -> None:
    env = VectorEnv(game, 3, seed=5, bots=[None, "greedy", "random"][: load(game).rules.SEATS[0]], max_decisions=30)
    env.reset()
    rows(env, 9, seed=1)
    other, third = copied(env), copied(env)
    rows(third, 40, seed=2)
    assert rows(other, 40, seed=3) == rows(env, 40, seed=3)


@pytest.mark.parametrize("copied", COPIERS)
def test_of_openspiel(copied: Copier) -> None:
    state = pyspiel.load_game(f"{short_name('keltis-dice')}(players=3)").new_initial_state()
    rng = np.random.default_rng(1)
    while len(state.history()) < 30:
        state.apply_action(int(rng.choice(state.legal_actions())))
    other, third = copied(state), copied(state)
    third.apply_action(third.legal_actions()[0])
    assert other.history() == state.history() != third.history()
    assert other.information_state_string(0) == state.information_state_string(0)
    other.apply_action(other.legal_actions()[-1])
    state.apply_action(state.legal_actions()[-1])
    assert str(other) == str(state)


@pytest.mark.parametrize("copied", COPIERS)
def test_of_a_game_with_its_options_and_files(copied: Copier) -> None:
    game = load("keltis-dice", {"end": "stones"}, "compiled", {"tiles": TILES})
    other = copied(game)
    assert (other.options, other.files, other.engine) == (game.options, game.files, game.engine)
    assert other.data.tobytes() == game.data.tobytes() != load("keltis-dice").data.tobytes()
    assert other.rules is game.rules


def test_a_core_shares_nothing_with_its_copy() -> None:
    env = WishstoneEnv("keltis-card")
    env.reset(seed=1)
    core: EnvCore = env.core
    other = copy.deepcopy(core)
    before = core.state.tobytes(), core.mask(core.actor).tobytes()
    for _ in range(5):
        other.play(int(np.argmax(other.mask(other.actor))))
    assert (core.state.tobytes(), core.mask(core.actor).tobytes()) == before
