"""Fitted player of Keltis and New Paths: it reads its weights as they are laid out, alike on every engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from wishstone.bots import make
from wishstone.game.chance import below, stream
from wishstone.game.contract import CHANCE, OVER, Game, MoveNumber, Position
from wishstone.game.registry import rules_of
from wishstone.game.rule import bound, shared
from wishstone.games import load
from wishstone.games.keltis import policy
from wishstone.games.keltis.rules import GOAL_FIGURES

COLOURS = ("blue", "green", "pink", "red", "yellow")
NAMES = tuple(vars(policy))
LISTS = NAMES[NAMES.index("STEP_RANK") : NAMES.index("WEIGHTS")]
SIZES = {name: vars(policy)[end] - vars(policy)[name] for name, end in pairwise((*LISTS, "WEIGHTS"))}
APART = 1 << 12  # more than any list is long


def long_board() -> dict[str, Any]:
    """A board for New Paths with more ranks than the lists of weights, and with a stone that many ways lead from."""
    ranks = 12
    stones: dict[str, dict[str, Any]] = {}
    for rank in range(1, ranks + 1):
        for column in range(5 if rank in (2, ranks) else 4):
            colour = COLOURS[column] if rank == ranks else ("joker", *COLOURS)[(rank + column) % 6]
            to = [f"s{rank + 1}x{column}"] if rank < ranks else []
            if rank == 1:
                to = [f"s2x{each}" for each in range(5)]
            elif rank == 2:
                to = [f"s3x{min(column, 3)}"]
            elif rank == ranks - 1 and column == 3:
                to.append(f"s{ranks}x4")
            stones[f"s{rank}x{column}"] = {"colour": colour, "x": float(column), "to": to}
    names = list(stones)
    for name in names[:22]:
        stones[name]["tile"] = True
    for name, colour in zip(names[25:], COLOURS, strict=False):
        stones[name]["stack"] = colour
    values = [-4, -2, 0, 1, 2, 3, 4, 5, 6, 7, 6, 10]
    start = [f"s1x{column}" for column in range(4)]
    return {"values": values, "goal_ranks": 3, "start": start, "stones": stones}


def games() -> list[Game]:
    """Both games, with the option, and with a board of somebody's own; interpreted."""
    own = {"board": long_board()}
    return [
        load("keltis", engine="interpreted"),
        load("keltis-new-paths", engine="interpreted"),
        load("keltis-new-paths", {"open_wish_stones": True}, engine="interpreted"),
        load("keltis-new-paths", engine="interpreted", files=own),
    ]


def decisions(game: Game, seats: int, seed: int, every: int) -> Iterator[Position]:
    """Decisions of a game of mostly greedy moves and some random ones: every so many, and all when it may soon end."""
    fast = replace(game, rules=rules_of(game.folder, "compiled"), engine="compiled")
    greedy, dealer, player = make("greedy", fast), stream(seed), stream(seed, who=1)
    state = fast.start(seats, seed % seats)
    at = 0
    while (who := fast.actor(state)) != OVER and at < 1000:
        if who == CHANCE:
            fast.apply(state, fast.sample(state, dealer))
            continue
        legal = fast.legal(state)
        at += 1
        if len(legal) > 1 and (at % every == 0 or state.in_goal == GOAL_FIGURES - 1):
            yield state
        careful = below(player, 8) > 0
        fast.apply(state, greedy.choose(state, player) if careful else legal[below(player, len(legal))])


def some_weights(count: int, seed: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.random.default_rng(seed).integers(-200, 200, count).astype(np.int32)


def legal_moves(game: Game, state: Position) -> np.ndarray[Any, np.dtype[MoveNumber]]:
    return np.array(game.legal(state), MoveNumber)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_engine_rates_alike_and_changes_nothing(seats: int) -> None:
    compiled = shared("wishstone.games.keltis.policy", "compiled")
    for game in games():
        for state in decisions(game, seats, seats, every=6):
            before = state.tobytes()
            moves = legal_moves(game, state)
            weights = some_weights(policy.WEIGHTS, len(moves))
            found = np.zeros((2, len(moves)), np.int64)
            for one, ratings in zip((policy, compiled), found, strict=True):
                scratch = np.zeros(policy.SCRATCH, np.int64)
                one.rate(state, game.data, weights, moves, len(moves), ratings, scratch)
            assert found[0].tolist() == found[1].tolist()
            assert state.tobytes() == before


@pytest.mark.parametrize("seats", [2, 4])
def test_a_rating_is_the_sum_of_the_weights_that_describe_the_move(seats: int) -> None:
    for game in games():
        for state in decisions(game, seats, 10 + seats, every=8):
            before = state.tobytes()
            moves = legal_moves(game, state)
            weights = some_weights(policy.WEIGHTS, len(moves))
            ratings, scratch = np.zeros(len(moves), np.int64), np.zeros(policy.SCRATCH, np.int64)
            policy.rate(state, game.data, weights, moves, len(moves), ratings, scratch)
            for move, rating in zip(moves, ratings, strict=True):
                count = policy.describe(state, game.data, int(move), scratch)
                features = scratch[:count]
                assert count <= policy.ACTIVE
                assert all(0 < feature < policy.WEIGHTS for feature in features)
                assert weights[features].sum() == rating
            assert state.tobytes() == before


def test_every_list_of_weights_is_used_and_none_reaches_into_the_next() -> None:
    """The lists are laid out far apart: then a feature tells its list, and how far in it is."""
    places = {name: APART * (at + 1) for at, name in enumerate(LISTS)}
    spread = bound(policy, "interpreted", "spread", **places)
    weights = some_weights(APART * (len(LISTS) + 1), 1)
    used: dict[str, set[int]] = {name: set() for name in LISTS}
    for game in games():
        for seats in (2, 3, 4):
            for state in decisions(game, seats, 20 + seats, every=5):
                moves = legal_moves(game, state)
                ratings, scratch = np.zeros(len(moves), np.int64), np.zeros(policy.SCRATCH, np.int64)
                spread.rate(state, game.data, weights, moves, len(moves), ratings, scratch)
                for move in moves:
                    for feature in scratch[: spread.describe(state, game.data, int(move), scratch)]:
                        used[LISTS[int(feature) // APART - 1]].add(int(feature) % APART)
    for name in LISTS:
        assert used[name], name
        assert max(used[name]) < SIZES[name], name


def test_levels_and_styles_shift_whole_lists() -> None:
    """What a level forgets and a style shifts begins and ends where lists do."""
    edges = {vars(policy)[name] for name in (*LISTS, "WEIGHTS")}
    shifted = [shift[:2] for shifts in policy.STYLES.values() for shift in shifts]
    assert all(edge in edges for pair in (*policy.OTHERS, *shifted) for edge in pair)
    assert SIZES["LIKED"] == policy.TASTES
