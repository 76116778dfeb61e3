"""Vector environment: many games in one array are the same as one by one, on every engine."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import spread
from tests.env.configurations import ALL, IDS, random_moves
from wishstone.bots.net_file import format_net
from wishstone.env.core import EnvCore
from wishstone.env.settings import EnvSettings, set_up
from wishstone.env.vector import VectorEnv
from wishstone.game.errors import IllegalMove, UsageError
from wishstone.game.rule import Engine
from wishstone.games import EVERY, load
from wishstone.lab.random_net import random_net


@pytest.mark.parametrize(("table", "reward"), spread(ALL, ["margin", "win"]))
def test_in_lockstep_with_single_games(table: tuple[str, int], reward: str) -> None:
    (game, seats), places = table, 2
    env = VectorEnv(game, places, seats, seed=seats, reward=reward, max_decisions=150)
    rng = np.random.default_rng(seats)
    env.reset()
    singles = []
    for place in range(places):
        single = EnvCore(set_up(EnvCore, env.game, seats, EnvSettings(reward=reward, max_decisions=150)))
        single.seed, single.number = seats, place - 1
        single.reset()
        singles.append(single)
    ended = 0
    for _ in range(170):
        for place, single in enumerate(singles):
            assert env.actors[place] == single.actor
            assert np.array_equal(env.observations[place], single.observation(single.actor))
            assert np.array_equal(env.masks[place], single.mask(single.actor))
            assert env.legal[place, : env.counts[place]].tolist() == np.flatnonzero(env.masks[place]).tolist()
        moves = random_moves(env, rng)
        env.step(moves)
        for place, single in enumerate(singles):
            single.play(int(moves[place]))
            assert (env.terminations[place], env.truncations[place]) == (single.is_over, single.is_cut_off)
            if single.is_done:
                ended += 1
                assert env.rewards[place].tolist() == pytest.approx(single.rewards())
                assert tuple(env.scores[place]) == single.summary()["points"]
                single.number += places - 1
                single.reset()
            else:
                assert not env.rewards[place].any()
    assert ended >= places


@pytest.mark.parametrize("game", IDS)
def test_the_same_interpreted_and_compiled(game: str) -> None:
    engines: tuple[Engine, ...] = ("interpreted", "compiled")
    one, two = (
        VectorEnv(game, 2, seed=7, bots=[None, "greedy", "random"][: load(game).rules.SEATS[0]], engine=engine)
        for engine in engines
    )
    rng = np.random.default_rng(1)
    one.reset()
    two.reset()
    for _ in range(12):
        moves = random_moves(two, rng)
        one.step(moves)
        two.step(moves)
        assert np.array_equal(one.observations, two.observations)
        assert np.array_equal(one.masks, two.masks)
        for field in one.game.rules.State.names or ():
            assert np.array_equal(one._states[field], two._states[field])


@pytest.mark.parametrize("game", IDS)
def test_bots_play_their_seats_and_forced_moves_are_skipped(game: str) -> None:
    seats = load(game).rules.SEATS[0]
    env = VectorEnv(game, 32, seed=1, bots=[None] + ["greedy"] * (seats - 1), skip_forced=True, reward="win")
    rng, won, games = np.random.default_rng(1), 0.0, 0
    env.reset()
    for _ in range(400):
        assert (env.actors == 0).all()
        assert (env.counts > 1).all()
        env.step(random_moves(env, rng))
        won += float(env.rewards[:, 0].sum())
        games += int(env.terminations.sum())
    assert games > 20
    assert won / games < 0.3  # random against greedy


def test_a_reset_begins_the_games_of_its_seed_and_without_one_the_next() -> None:
    env = VectorEnv("keltis-card", 8, seed=5)
    first = env.reset()[0].copy()
    rng = np.random.default_rng(0)
    for _ in range(50):
        env.step(random_moves(env, rng))
    second = env.reset()[0].copy()
    assert env.numbers.tolist() == list(range(8, 16))
    assert env.masks.sum() == env.counts.sum()
    assert np.array_equal(env.reset(seed=5)[0], first)
    assert np.array_equal(env.reset()[0], second)
    assert np.array_equal(VectorEnv("keltis-card", 16, seed=5).reset()[0], [*first, *second])
    assert not np.array_equal(env.reset(seed=6)[0], first)


@pytest.mark.parametrize("most", [40, None])
def test_what_learners_saw_at_the_end_is_told(most: int | None) -> None:
    """In every game that has ended, and of each seat that is a learner's; the observation is the next game's."""
    env = VectorEnv("keltis-dice", 2, 3, seed=3, bots=[None, "greedy", None], max_decisions=most)
    single = EnvCore(set_up(EnvCore, env.game, 3, EnvSettings(max_decisions=most)))
    rng = np.random.default_rng(1)
    env.reset()
    while True:
        observations, rewards, terminations, truncations, infos = env.step(random_moves(env, rng))
        assert rewards is env.rewards
        if terminations[0] or truncations[0]:
            break
    assert truncations[0] == (most is not None)
    assert infos["_final_obs"].tolist() == (terminations | truncations).tolist()
    final = infos["final_obs"][0]
    assert final.shape == (2, single.layout.size)
    named = single.layout.named(final)
    assert named["step"][:, -1].tolist() == [int(bool(terminations[0]))] * 2
    assert not np.array_equal(final[0], observations[0])
    assert np.array_equal(infos["final_info"]["points"], env.scores)
    before = final.copy()
    env.step(random_moves(env, rng))
    assert np.array_equal(final, before), "it is a copy"


def test_one_learner_is_told_its_own_reward() -> None:
    env = VectorEnv("keltis-dice", 16, 3, seed=1, bots=["random", None, "greedy"])
    rng, got = np.random.default_rng(1), 0.0
    env.reset()
    for _ in range(150):
        _, rewards, terminations, _, infos = env.step(random_moves(env, rng))
        assert np.array_equal(rewards, env.rewards[:, 1])
        assert np.array_equal(infos["action_mask"], env.masks)
        got += abs(rewards[terminations]).sum()
    assert got > 0


def scores(bots: Any) -> dict[int, list[int]]:
    """How six games of a learner that makes its first legal move go against these, by number."""
    env = VectorEnv("keltis-dice", 6, 2, seed=2, bots=[None, bots], skip_forced=True)
    found: dict[int, list[int]] = {}
    env.reset()
    while not set(range(6)) <= found.keys():
        numbers = env.numbers.copy()
        env.step(env.legal[:, 0])
        for place in np.flatnonzero(env.terminations):
            found.setdefault(int(numbers[place]), env.scores[place].tolist())
    return {number: found[number] for number in range(6)}


def test_opponents_of_a_pool_take_turns() -> None:
    """By the game's number, each as if it played all of them: looking once, rating its moves, or searching."""
    pool = ["medium", "greedy", "search:4"]
    alone = [scores(bot) for bot in pool]
    assert scores(pool) == {number: alone[number % 3][number] for number in range(6)}


def test_checkpoints_are_opponents(tmp_path: Path) -> None:
    """Nets and weights from files, alone, in a pool, and in an environment that was pickled."""
    names, widths = [], (8, 8, 12)
    for number, width in enumerate(widths):
        path = tmp_path / f"{number}.net"
        path.write_bytes(format_net(random_net(load("keltis-dice"), 2, 3, seed=number, width=width)))
        names.append(f"net:{path}")
    weights = EVERY.find("keltis-dice").find_weights(2)
    assert weights is not None
    (tmp_path / "own.json").write_bytes(weights.read_bytes())
    pool = [*names[:2], f"fitted:{tmp_path / 'own.json'}"]
    alone = [scores(bot) for bot in pool]
    assert scores(pool) == {number: alone[number % 3][number] for number in range(6)}
    assert alone[2] == scores("fitted")
    assert alone[0] != alone[1]
    with pytest.raises(UsageError, match=r"2\.net» has another shape than the first net"):
        VectorEnv("keltis-dice", 2, 2, bots=[None, names])
    env = VectorEnv("keltis-dice", 2, 2, seed=1, bots=[None, names[0]])
    env.reset()
    copy = pickle.loads(pickle.dumps(env))
    for each in (env, copy):
        for _ in range(9):
            each.step(each.legal[:, 0])
    assert np.array_equal(copy.observations, env.observations)


def test_copies_are_handed_out_where_they_are_asked_for() -> None:
    """What a step has returned stays as it was when the next is made."""
    env = VectorEnv("keltis-dice", 4, seed=1, bots=[None, "random"], copy=True)
    rng = np.random.default_rng(1)
    told = [env.reset()[0]]
    before = [told[0].copy()]
    for _ in range(5):
        told.append(env.step(random_moves(env, rng))[0])
        before.append(told[-1].copy())
    assert all(np.array_equal(one, other) for one, other in zip(told, before, strict=True))
    assert not np.shares_memory(told[0], env.observations)
    assert not np.shares_memory(env.action_masks(), env.masks)


def test_an_illegal_move_is_refused_and_nothing_is_done() -> None:
    env = VectorEnv("keltis-card", 4, seed=5)
    with pytest.raises(UsageError, match=re.escape("call reset() before step()")):
        env.step(np.zeros(4, int))
    env.reset()
    before = env.observations.copy()
    moves = env.legal[:, 0].copy()
    moves[2] = np.argmin(env.masks[2])
    with pytest.raises(IllegalMove, match=r"game 2, seat \d: cannot .* \(KC-\d+\); allowed: "):
        env.step(moves)
    moves[2] = -1
    with pytest.raises(IllegalMove, match="game 2, seat"):
        env.step(moves)
    assert np.array_equal(env.observations, before)
    assert (env.decisions == 0).all()


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"games": 0}, "there must be at least one game, not 0"),
        ({"bots": "random"}, "bots play all seats"),
        (
            {"bots": [None, "run:false"]},
            "«run:false» cannot play many games at once; here a bot can be: random, greedy, ",
        ),
        ({"bots": [None, "nobody"]}, "there is no bot called «nobody»"),
        ({"bots": [None, ["greedy", None]]}, "a pool of opponents names one bot at least"),
        ({"bots": [None, []]}, "a pool of opponents names one bot at least"),
        ({"bots": [None]}, "2"),
        ({"seed": -1}, "seed"),
        ({"reward": "gold"}, "the reward cannot be «gold»"),
    ],
)
def test_what_cannot_be_is_said(wanted: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        VectorEnv("keltis-card", **wanted)


@pytest.mark.parametrize("moves", [np.zeros(3, int), np.zeros((4, 1), int), np.zeros(4)])
def test_moves_of_a_wrong_shape_are_refused(moves: Any) -> None:
    env = VectorEnv("keltis-card", 4)
    env.reset()
    with pytest.raises(UsageError, match=re.escape("an array of the shape (4,)")):
        env.step(moves)


def test_fields_by_name() -> None:
    env = VectorEnv("keltis-card", 4, seats=3)
    env.reset()
    named = env.named()
    assert (named["hand"].sum(1) == 8).all()
    assert named["known"].shape == (4, 4, 71)
