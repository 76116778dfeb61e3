"""PettingZoo environments: they pass PettingZoo's own tests, and do right what those leave out."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

from tests.env.configurations import BOUNDS, IDS
from wishstone.env.pettingzoo import make
from wishstone.game.chance import below, stream
from wishstone.game.errors import IllegalMove, MalformedMove, UsageError
from wishstone.game.match import Match
from wishstone.games import load

# PettingZoo's test knows by name which environments observe a dict with a mask, as its classic ones do.
KNOWN_BY_NAME = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",  # of an agent that takes its leave
)


@pytest.mark.filterwarnings(*KNOWN_BY_NAME)
@pytest.mark.parametrize(("game", "seats"), BOUNDS)
def test_pettingzoo_accepts_it(game: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(game, seats), num_cycles=150)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats"), BOUNDS)
def test_a_seed_repeats_a_game(game: str, seats: int) -> None:
    seed_test(lambda: make(game, seats), num_cycles=60)


def through(env: Any, seed: int) -> tuple[list[tuple[str, int]], dict[str, float], Any]:
    """A whole game of random moves: who made which, what everyone got, and the last info."""
    rng, moves, rewards, info = np.random.default_rng(seed), [], {}, {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
            continue
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        moves.append((agent, action))
        env.step(action)
    return moves, rewards, info


@pytest.mark.parametrize("game", IDS)
def test_rewards_come_at_the_end_and_add_up(game: str) -> None:
    _, margins, info = through(make(game), 4)
    points = info["points"]
    assert sum(margins.values()) == pytest.approx(0)
    assert margins["seat_0"] == pytest.approx(points[0] - sum(points[1:]) / (len(points) - 1))
    _, shares, _ = through(make(game, reward="win"), 4)
    assert sum(shares.values()) == pytest.approx(1)
    assert info["end"] in load(game).rules.ENDS


@pytest.mark.parametrize("game", IDS)
def test_forced_moves_can_be_skipped(game: str) -> None:
    full, short, rng = make(game), make(game, skip_forced=True), np.random.default_rng(1)
    full.reset(seed=9)
    short.reset(seed=9)
    skipped = 0
    while not full.unwrapped.core.is_done:
        legal = np.flatnonzero(full.last()[0]["action_mask"])
        if len(legal) == 1:
            full.step(int(legal[0]))
            skipped += 1
            continue
        seen, same = full.last()[0], short.last()[0]
        assert full.agent_selection == short.agent_selection
        assert all(np.array_equal(seen[key], same[key]) for key in seen)
        action = int(rng.choice(legal))
        full.step(action)
        short.step(action)
    assert short.unwrapped.core.is_done
    assert short.infos == full.infos
    assert skipped > 0


def test_an_endless_game_is_truncated_not_terminated() -> None:
    env = make("keltis", max_decisions=7)
    moves, _, info = through(env, 2)
    assert len(moves) == 7
    assert info["end"] == "cut-off"
    env.reset(seed=2)
    for _, action in moves:
        env.step(action)
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert make("keltis").unwrapped.core.max_decisions == load("keltis").rules.MAX_DECISIONS


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = make("keltis-card")
    env.reset(seed=1)
    before = env.last()[0]
    illegal = int(np.argmin(before["action_mask"]))
    with pytest.raises(IllegalMove, match=r"cannot .* \(KC-\d+\); allowed: "):
        env.step(illegal)
    with pytest.raises(MalformedMove, match="is no move of this game"):
        env.step(10_000)
    after = env.last()[0]
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_a_seat_sees_nothing_that_it_cannot_know() -> None:
    env = make("keltis-card", 2)
    env.reset(seed=3)
    core = env.unwrapped.core
    other = core.game.redealt(core.state, 0, core.player)
    seen = env.observe("seat_0")["observation"]
    core.state = other
    assert np.array_equal(env.observe("seat_0")["observation"], seen)


def test_outcomes_are_those_of_the_engine() -> None:
    env = make("keltis-card", 2, engine="interpreted")
    moves, _, info = through(env, 5)
    match = Match(load("keltis-card"), 2, int(env.unwrapped.core.state["first"]))
    dealer = stream(5, 0)
    assert below(dealer, 2) == match.first
    match.let_happen(dealer)
    for agent, move in moves:
        match.play(move, by=int(agent.removeprefix("seat_")))
        match.let_happen(dealer)
    assert match.result().scores == info["points"]


def test_options_reach_the_game() -> None:
    env = make("keltis-dice", options={"end": "stones"})
    assert env.unwrapped.core.game.options == {"end": "stones"}
    tiles = {colour: ["-"] * 11 for colour in ("blue", "green", "pink", "red", "yellow")}
    assert make("keltis-dice", files={"tiles": tiles}).unwrapped.core.game.data.symbols.sum() == 0


def test_turns_as_a_parallel_environment() -> None:
    env = turn_based_aec_to_parallel(make("quartz-dice"))
    observations, _ = env.reset(seed=1)
    steps, rewards, terminations = 0, {}, {}
    while env.agents and steps < 2000:
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        actions = {agent: int(np.argmax(mask)) if mask.any() else None for agent, mask in masks.items()}
        observations, rewards, terminations, _, _ = env.step(actions)
        steps += 1
    assert all(terminations.values())
    assert sum(rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"game": "chess"}, "there is no game called «chess»"),
        ({"game": "keltis", "seats": 7}, "keltis is played by 2 to 4, not by 7"),
        ({"game": "keltis", "reward": "money"}, "the reward cannot be «money»; it can be: margin, win"),
        ({"game": "keltis", "first": 3}, "there is no seat 3 to begin"),
        ({"game": "keltis-dice", "options": {"end": "never"}}, "never"),
    ],
)
def test_what_cannot_be_is_said(wanted: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        make(**wanted)
