"""OpenSpiel's speed, measured for a moment: the figures are plausible on any machine."""

from __future__ import annotations

import importlib.util

import pytest

from wishstone.lab import peers


def test_hearts_has_52_cards_to_play_and_12_to_pass_in_three_games_of_four() -> None:
    hearts = peers.peer("hearts")
    assert hearts.engine == "OpenSpiel"
    assert hearts.version
    games_with_passing = (hearts.decisions_per_game - 52) / 12 * peers.SAMPLE
    assert games_with_passing == pytest.approx(round(games_with_passing))
    assert hearts.decisions_per_game == pytest.approx(52 + 12 * 3 / 4, abs=4 * hearts.error)
    assert hearts.speed(seconds=0.1) > 0


def test_the_games_begin_dealt() -> None:
    assert all(start.move_number() >= 52 for start in peers.peer("hearts").starts)


def test_a_missing_openspiel_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert not peers.is_available()
