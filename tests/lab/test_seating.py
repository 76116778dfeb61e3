"""The game loop from Python: entered again wherever it paused, and telling how far a long game is."""

from __future__ import annotations

import pytest

from wishstone.games import load
from wishstone.lab.simulate import Player, Simulation

CARD = load("keltis-card", engine="compiled")
THINKERS = ["search:6", "greedy"]


def played(bots: list[str], games: int = 2) -> Simulation:
    """The sums of a few games, without the time."""
    player = Player(CARD, 2, bots, seed=4)
    results = player.results()
    player.batch(0, games, results)
    results.seconds = 0.0
    return results


def test_how_often_a_search_is_interrupted_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played(THINKERS)
    monkeypatch.setattr("wishstone.lab.seating.PORTION", 1)
    assert played(THINKERS) == whole


def test_a_long_game_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.lab.seating.PORTION", 10)
    player, told = Player(CARD, 2, THINKERS, seed=4), list[float]()
    player.loop.hear = told.append
    player.batch(0, 2, player.results())
    assert len(told) > 20
    assert told == sorted(told)
    assert 0 < told[len(told) // 4] < 1 < told[-2] < 2


def test_a_batch_that_is_stopped_has_the_games_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.lab.seating.PORTION", 10)
    player = Player(CARD, 2, THINKERS, seed=4)
    asked = iter([False] * 300 + [True])
    outcomes = player.loop.outcomes(1000)
    done = player.loop.play(0, outcomes, lambda: next(asked))
    assert 0 < done < 1000
    assert (outcomes["decisions"][:done] > 0).all()
    assert not outcomes["decisions"][done:].any()
