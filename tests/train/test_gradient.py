"""Policy gradient: it learns, a seed repeats what it learns, and the number of cores does not matter."""

from __future__ import annotations

import pytest

from wishstone.games import load
from wishstone.train import gradient

GAMES, STEP = 3200, 160


@pytest.fixture(autouse=True)
def short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gradient, "STEP", STEP)


def test_a_player_learns_from_its_own_games_whatever_the_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("keltis-card", engine="compiled")
    told: list[str] = []
    monkeypatch.setattr(gradient, "cores", lambda: 1)
    weights = gradient.fit(game, 2, GAMES, 1, told.append)
    first, last = (float(line.split(": ")[1].split()[0]) for line in (told[0], told[-1]))
    assert last > first + 2
    assert weights.any()
    monkeypatch.setattr(gradient, "cores", lambda: 3)
    assert (gradient.fit(game, 2, GAMES, 1, told.append) == weights).all()
    assert (gradient.fit(game, 2, GAMES, 2, told.append) != weights).any()
