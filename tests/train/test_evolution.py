"""Fitting by evolution: only what may change does, and the same seed gives the same weights."""

from __future__ import annotations

import numpy as np
import pytest

from wishstone.games import load
from wishstone.games.quartz_dice import policy
from wishstone.train import evolution


def free_weights() -> set[int]:
    """The weights that are in one of the tables."""
    return {weight for first, beyond in policy.TABLES for weight in range(first, beyond)}


def test_a_change_is_of_the_tables_alone() -> None:
    change = evolution.change_of(np.array(policy.GUESS, np.float64), policy.TABLES, np.random.default_rng(1))
    assert set(np.flatnonzero(change).tolist()) == free_weights()


def test_the_same_seed_gives_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step, as small as can be: two pairs, tried in one deal each."""
    monkeypatch.setattr(evolution, "PAIRS", 2)
    monkeypatch.setattr(evolution, "TRIAL", 3)
    game = load("quartz-dice", engine="compiled")
    lines: list[str] = []
    first, second, other = (evolution.fit(game, 3, 12, seed, lines.append) for seed in (5, 5, 6))
    assert first.tolist() == second.tolist() != other.tolist()
    assert len(lines) == 3
    changed = np.flatnonzero(first != np.array(policy.GUESS, np.int32))
    assert changed.size > 20
    assert set(changed.tolist()) <= free_weights()
