"""OpenSpiel comparison: a game of OpenSpiel in lockstep with ours, event by event."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from wishstone.env.layout import layout_of
from wishstone.env.open_spiel import short_name
from wishstone.game.contract import CHANCE, Game
from wishstone.game.match import Match
from wishstone.games import load


def in_lockstep(id: str, seats: int, seed: int, every: int = 10) -> int:
    """Play one random game in OpenSpiel and by the engine alone; asserts that they agree, returns how many events.

    The engine runs interpreted, OpenSpiel's version compiled. Observations are compared in every so many events.
    """
    state = pyspiel.load_game(f"{short_name(id)}(players={seats})").new_initial_state()
    ours = Match(load(id, engine="interpreted"), seats)
    rng, events = np.random.default_rng(seed), 0
    while not state.is_terminal():
        if events % every == 0:
            _compare_observations(ours, state, seats)
        if state.is_chance_node():
            move = _outcome(ours.game, ours, state, rng)
        else:
            assert state.current_player() == ours.actor
            legal = state.legal_actions()
            assert legal == ours.game.legal(ours.state)
            move = int(rng.choice(legal))
        name = ours.game.name(ours.state, move)
        assert state.action_to_string(move) == name
        state.apply_action(move)
        ours.game.apply(ours.state, move)
        events += 1
    assert ours.is_over
    points = ours.result().scores
    margins = [own - (sum(points) - own) / (seats - 1) for own in points]
    assert np.allclose(state.returns(), margins)
    return events


def _outcome(game: Game, ours: Match, state: Any, rng: np.random.Generator) -> int:
    """An outcome by its probability; both say the same of all of them."""
    assert ours.actor == CHANCE
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    weights = game.chances(ours.state)
    total = sum(weight for _, weight in weights)
    assert [(outcome, weight / total) for outcome, weight in weights] == list(zip(outcomes, chances, strict=True))
    return int(rng.choice(outcomes, p=chances))


def _compare_observations(ours: Match, state: Any, seats: int) -> None:
    for seat in range(seats):
        tensor = np.array(state.observation_tensor(seat), np.float32)
        assert len(tensor) == layout_of(ours.game.id).size
        assert np.array_equal(tensor, ours.game.observation(ours.state, seat))
