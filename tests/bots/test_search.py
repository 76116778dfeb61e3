"""Search: the same on every engine, repeatable by its seed, independent of earlier searches, stopped when asked."""

from __future__ import annotations

import numpy as np
import pytest

from tests.conftest import spread
from wishstone.bots.searcher import PORTION, Searcher, Style
from wishstone.bots.weights import weights_of
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, Game, Position
from wishstone.games import GAMES, load
from wishstone.lab.simulate import Player

IDS = [about.id for about in GAMES]


def position_of(game: Game, seats: int, number: int, decisions: int) -> Position:
    """A game of greedy bots after so many decisions, where there is something to decide."""
    match = Player(game, seats, ["greedy"], seed=11).play(number)
    state = game.start(seats, match.first)
    for event in match.events:
        if decisions <= 0 and game.actor(state) != CHANCE and len(game.legal(state)) > 2:
            break
        decisions -= event.by != CHANCE
        game.apply(state, event.move)
    return state


def found(searcher: Searcher, position: Position, seed: int) -> list[tuple[float, ...]]:
    """What a search finds, as numbers that can be compared."""
    seats = int(position["seats"])
    weights = weights_of(searcher.game, seats).copy()  # as writable as a bot's own, for which a search is compiled
    searcher.run(position, weights, stream(seed))
    return [tuple(finding) for finding in searcher.findings.tolist()]


@pytest.mark.parametrize(("id", "outcomes"), spread(IDS, [False, True]))
def test_interpreted_and_compiled_search_find_the_same(id: str, outcomes: bool) -> None:
    games = load(id), load(id, engine="compiled")
    late = {"keltis-dice": 40, "quartz-dice": 60}.get(id, 90)  # so that the rest is short enough to interpret
    searched = []
    for game in games:
        position = position_of(game, game.about.seats[0], 1, late)
        searched.append(found(Searcher(game, 12, Style(outcomes=outcomes)), position, 5))
    assert searched[0] == searched[1]


@pytest.mark.parametrize("id", IDS)
def test_a_search_depends_on_its_seed_and_not_on_searches_before(id: str) -> None:
    game = load(id, engine="compiled")
    positions = [position_of(game, game.about.seats[0], 2, decisions) for decisions in (4, 12)]
    used, fresh = Searcher(game, 100), Searcher(game, 100)
    found(used, positions[0], 1)
    assert found(used, positions[1], 2) == found(fresh, positions[1], 2)
    assert found(used, positions[1], 3) != found(fresh, positions[1], 2)


@pytest.mark.parametrize("id", IDS)
def test_every_simulation_is_counted_once_and_leaves_the_position_alone(id: str) -> None:
    game = load(id, engine="compiled")
    position = position_of(game, game.about.seats[1], 3, 6)
    before = position.tobytes()
    legal = game.legal(position)
    searcher = Searcher(game, 200)
    found(searcher, position, 4)
    findings = searcher.findings
    assert findings["visits"].sum() == 200
    assert not findings["visits"][len(legal) :].any()
    tried = findings[findings["visits"] > 0]
    assert ((tried["wins"] >= 0) & (tried["wins"] <= tried["visits"])).all()
    assert ((tried["total"] >= 0) & (tried["total"] <= tried["visits"])).all()
    assert searcher.best() < len(legal)
    assert position.tobytes() == before


def test_a_full_table_costs_memory_of_what_was_tried_but_no_simulation() -> None:
    game = load("keltis-card", engine="compiled")
    position = position_of(game, 2, 3, 6)
    searcher = Searcher(game, 300)
    searcher._search["room"] = 32
    found(searcher, position, 4)
    assert searcher.findings["visits"].sum() == 300


def test_the_first_moves_can_be_tried_in_turn() -> None:
    game = load("keltis-card", engine="compiled")
    position = position_of(game, 2, 3, 6)
    count = len(game.legal(position))
    searcher = Searcher(game, 5 * count, Style(round_robin=1))
    found(searcher, position, 4)
    assert (searcher.findings["visits"][:count] == 5).all()


def test_a_search_ends_when_its_time_is_over_or_somebody_stops_it() -> None:
    game = load("keltis-card", engine="compiled")
    position = position_of(game, 2, 3, 6)
    searcher, weights = Searcher(game, 10_000), weights_of(load("keltis-card"), 2).copy()
    assert searcher.run(position, weights, stream(1), seconds=0) == PORTION
    answers = iter([False, False, True])
    assert searcher.run(position, weights, stream(1), stopped=lambda: next(answers)) == 2 * PORTION
    assert searcher.run(position, weights, stream(1), stopped=lambda: True) == 0


def test_how_the_simulations_are_portioned_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("keltis-card", engine="compiled")
    position = position_of(game, 2, 3, 6)
    whole = found(Searcher(game, 150), position, 8)
    monkeypatch.setattr("wishstone.bots.searcher.PORTION", 7)
    assert found(Searcher(game, 150), position, 8) == whole


def test_results_lie_between_nothing_and_all() -> None:
    """Unscaled scores would drown the exploration term: every result is between 0 and 1, whatever the points."""
    from wishstone.bots.search import AHEAD, RESULT, SHARE

    game = load("quartz-dice")
    searcher = Searcher(game, 1)
    rules = game.rules
    sheet = np.zeros((rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS)), np.int16)
    total = len(rules.ITEMS) - 1
    results = np.zeros((6, 3))
    for points in ((200, -60, 3), (10, 10, 10), (-5, -9, -9)):
        sheet[:3, total] = points
        searcher._loop.judge(sheet, 3, searcher._search[0], results)
        assert results[:3, SHARE].sum() == pytest.approx(1)
        assert ((results[:3, RESULT] >= 0) & (results[:3, RESULT] <= 1)).all()
        assert results[0, AHEAD] == points[0] - max(points[1:])
    assert results[0, RESULT] > results[1, RESULT] == results[2, RESULT]
