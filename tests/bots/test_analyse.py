"""Analysis: its figures are right, its order follows from them, its lines can happen, and it uses nothing hidden."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wishstone.bots.analyse import (
    Analysis,
    Analyst,
    analyse,
    difference,
    interval,
    paired_error,
)
from wishstone.bots.review import RecordedDecision, Verdict, decisions_of, review, review_to_json, summarise, worst_of
from wishstone.bots.searcher import PORTION, never_stopped
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, Game, Position
from wishstone.game.record_reader import ParsedRecord, read, replay
from wishstone.game.registry import on_engine
from wishstone.games import GAMES, load

GOLDEN = Path(__file__).parents[1] / "golden"


def recorded(record: str) -> tuple[Game, ParsedRecord]:
    """A golden game and its record."""
    reading = read((GOLDEN / f"{record}.jsonl").read_bytes())
    return reading.load(GAMES), reading


def position_at(record: str, event: int) -> tuple[Game, Position]:
    """The position of a golden game before an event."""
    game, reading = recorded(record)
    return game, next(game.copy(match.state) for line, match in replay(reading, game) if line.number == event)


def late(record: str, decisions: int = 6) -> tuple[Game, Position]:
    """The position of a golden game so many decisions with a choice before its end."""
    game, reading = recorded(record)
    return game, decisions_of(reading, game, range(9))[-decisions].position


FEWEST = (
    "keltis-card/greedy-2",
    "keltis/greedy-2",
    "keltis-new-paths/greedy-2",
    "keltis-dice/greedy-2",
    "quartz-dice/greedy-3",
)


@pytest.mark.parametrize("record", FEWEST)
def test_every_move_has_figures_that_the_order_bears_out_and_lines_that_can_happen(
    record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wishstone.bots.analyse.AGREED", 1)  # with so few simulations
    game, position = late(record)
    found = analyse(game, position, stream(1), 400)
    assert sorted(each.move for each in found.moves) == game.legal(position)
    assert found.seat == game.actor(position)
    assert sum(each.visits for each in found.moves) == found.simulations >= 400
    low, high = game.rules.SCORE_RANGE
    for each in found.moves:
        assert 0 <= each.low <= each.chance <= each.high <= 1
        assert each.error > 0
        assert each.visits >= 1
        assert low <= each.score <= high
        assert each.score == pytest.approx(sum(each.items.values()))
    assert [each.low for each in found.moves] == sorted((each.low for each in found.moves), reverse=True)
    steps = [step for each in found.moves for step in each.line]
    assert steps
    for step in steps:
        assert game.actor(step.position) == step.seat
        assert step.move in game.legal(step.position)
        assert len(game.legal(step.position)) > 1


@pytest.mark.parametrize(
    ("record", "event", "move"),
    [
        ("keltis/by-hand-2", 154, "step large yellow6 yellow7"),
        ("keltis-new-paths-1/open-2", 313, "step small 6b 7a"),
        ("keltis-dice/by-hand-2", 61, "stones"),
        ("keltis-card/random-3", 186, "stop"),
        ("quartz-dice/per-die-3", 216, "done"),
    ],
)
def test_a_certain_win_is_called_one(record: str, event: int, move: str) -> None:
    """The move ends the game at once, won; among the others may be some that win as surely."""
    game, position = position_at(record, event)
    found = analyse(game, position, stream(3), 32)
    certain = found.of(game.moves_by_name[move])
    assert (certain.chance, certain.high) == (1.0, 1.0)
    assert found.best.low > 0.3
    assert found.best.chance == 1.0
    assert certain.line == ()


def test_the_same_seed_gives_the_same_analysis_and_nothing_hidden_changes_it() -> None:
    game, position = late("keltis-card/greedy-2", 8)
    seat = game.actor(position)
    told = analyse(game, position, stream(4), 24).to_json()
    assert analyse(game, position, stream(4), 24).to_json() == told
    assert analyse(game, position, stream(5), 24).to_json() != told
    for number in range(3):
        other = game.redealt(position, seat, stream(77, number))
        assert analyse(game, other, stream(4), 24).to_json() == told
    assert any(game.redealt(position, seat, stream(77, n)).tobytes() != position.tobytes() for n in range(3))


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    """One for the whole card game, compiled."""
    return Analyst(load("keltis-card", engine="compiled"), 3000)


def opening() -> Position:
    """The first decision of a card game."""
    game, reading = recorded("keltis-card/greedy-2")
    return decisions_of(reading, game, range(2))[0].position


def test_both_engines_give_the_same_analysis() -> None:
    game, position = late("keltis-card/greedy-2", 5)
    compiled = analyse(on_engine(game, "compiled"), position, stream(6), 60)
    assert compiled.to_json() == analyse(game, position, stream(6), 60).to_json()


def test_errors_shrink_with_simulations(analyst: Analyst) -> None:
    def errors(simulations: int) -> list[float]:
        few = Analyst(analyst.game, simulations)
        few.search(opening(), stream(7))
        return [each.error for each in few.analysis().moves]

    assert np.mean(errors(3000)) < 0.8 * np.mean(errors(300))
    assert min(errors(3000)) < 0.5 * min(errors(300))


def test_a_comparison_is_of_its_own_rounds_only(analyst: Analyst) -> None:
    analyst.search(opening(), stream(8))
    found = analyst.analysis()
    best, worst = found.best.move, found.moves[-1].move
    compared = analyst.compare(best, worst, 400)
    assert (compared.better.move, compared.better.visits) == (best, 400)
    assert (compared.other.move, compared.other.visits) == (worst, 400)
    assert compared.gain == pytest.approx(compared.better.chance - compared.other.chance)
    assert 0 < compared.error < 0.08
    assert compared.gain > compared.error
    again = analyst.analysis()
    assert again.simulations == found.simulations + 800
    assert again.of(worst).visits == found.of(worst).visits + 400


def test_the_two_best_are_tried_often_enough_to_be_told_apart(analyst: Analyst) -> None:
    enough = 3000 // 4
    analyst.search(opening(), stream(10))
    before = analyst.analysis()
    assert before.moves[1].visits < enough <= before.best.visits
    analyst.settle()
    after = analyst.analysis()
    assert min(each.visits for each in after.moves[:2]) >= enough
    assert 0 < after.simulations - before.simulations <= 3000 // 2
    assert after.simulations == sum(each.visits for each in after.moves)
    analyst.settle()
    assert analyst.analysis() == after
    analyst.search(opening(), stream(10))
    analyst.settle(seconds=0)
    assert analyst.analysis() == before


def test_it_can_be_stopped_and_every_move_has_figures_all_the_same(analyst: Analyst) -> None:
    for seconds, stopped in ((0.0, never_stopped), (None, lambda: True)):
        analyst.search(opening(), stream(9), seconds, stopped)
        found = analyst.analysis(walks=3)
        assert found.simulations <= PORTION + len(found.moves)
        assert all(each.visits for each in found.moves)


def test_the_only_move_is_the_best() -> None:
    game, reading = recorded("keltis-card/greedy-2")
    alone = next(
        game.copy(match.state)
        for line, match in replay(reading, game)
        if line.by != CHANCE and line.number > 120 and len(game.legal(match.state)) == 1
    )
    found = analyse(game, alone, stream(1), 8)
    assert found.second is None
    assert found.to_json()["why"] == {}


def test_intervals() -> None:
    assert interval(0.0, 10)[0] == 0.0
    assert interval(1.0, 10)[1] == 1.0
    assert interval(1.0, 1)[0] == pytest.approx(0.207, abs=1e-3)
    assert interval(0.3, 50) == pytest.approx((0.191, 0.438), abs=1e-3)  # as statistics programs give it
    covered = 0
    rng = np.random.default_rng(1)
    for wins in rng.binomial(40, 0.9, 2000):
        low, high = interval(wins / 40, 40)
        covered += low <= 0.9 <= high
    assert 0.93 < covered / 2000 < 0.98


def test_the_error_of_a_comparison_is_that_of_the_mean_of_its_rounds() -> None:
    gains = np.array([1.0, -1.0, 0.0, 0.0] * 250)
    assert paired_error(gains) == pytest.approx(1.96 * np.sqrt(0.5 / 1000), rel=0.01)
    assert paired_error(np.zeros(3)) > 0.5


def test_items_that_differ() -> None:
    assert difference({"a": 1.0, "b": 5.0, "c": 2.0}, {"a": 3.0, "b": 4.0, "c": 1.9}) == {"a": -2.0, "b": 1.0}


# ── Recorded games ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def verdicts(analyst: Analyst) -> list[Verdict]:
    game, reading = recorded("keltis-card/random-2")
    return list(review(analyst.game, decisions_of(reading, game, {1}), 200, 1))


def test_decisions_are_those_with_a_choice() -> None:
    game, reading = recorded("keltis-card/by-hand-2")
    found = decisions_of(reading, game, {0, 1})
    assert {each.seat for each in found} == {0, 1}
    for each in found:
        assert len(game.legal(each.position)) > 1
        assert reading.lines[each.event].move == game.move_names[each.played]
        assert each.number == sum(line.by != CHANCE for line in reading.lines[: each.event + 1])
    assert decisions_of(reading, game, {1}) == [each for each in found if each.seat == 1]


def test_a_random_player_makes_mistakes(verdicts: list[Verdict]) -> None:
    (summary,) = summarise(verdicts)
    assert (summary.seat, summary.decisions) == (1, len(verdicts))
    assert summary.agreed == sum(verdict.best.move == verdict.decision.played for verdict in verdicts)
    assert summary.agreed < len(verdicts) / 2
    assert summary.mean_loss > 0.02
    assert summary.mean_points > 0.2
    worst = worst_of(verdicts, 3)
    assert len(worst) == 3
    assert worst[0].loss == max(verdict.loss for verdict in verdicts if verdict.is_mistake)
    for verdict in verdicts:
        if verdict.is_mistake:
            assert verdict.comparison is not None
            assert verdict.loss - verdict.comparison.error > 0
            assert verdict.comparison.other.move == verdict.decision.played


def test_a_review_repeats_by_its_seed(analyst: Analyst, verdicts: list[Verdict]) -> None:
    game, reading = recorded("keltis-card/random-2")
    decisions = decisions_of(reading, game, {1})[:4]

    def told(seed: int) -> object:
        found = list(review(analyst.game, decisions, 200, seed))
        return review_to_json(analyst.game, reading.players, found, 200, seed)["decisions"]

    first = review_to_json(analyst.game, reading.players, verdicts[:4], 200, 1)["decisions"]
    assert told(1) == first
    assert told(2) != first


def test_a_review_knows_only_what_the_seat_knew(analyst: Analyst) -> None:
    game, reading = recorded("keltis-card/random-2")
    decisions = decisions_of(reading, game, {0})[5:8]
    alike = [
        replace(each, position=game.redealt(each.position, each.seat, stream(5, each.event))) for each in decisions
    ]

    def told(decisions: list[RecordedDecision]) -> object:
        return review_to_json(analyst.game, reading.players, list(review(analyst.game, decisions, 100, 1)), 100, 1)

    assert told(decisions) == told(alike)


def test_a_report_is_ready_for_json(analyst: Analyst) -> None:
    import json

    analyst.search(opening(), stream(8))
    found: Analysis = analyst.analysis(8)
    told = json.loads(json.dumps(found.to_json()))
    assert set(told) == {"game", "seat", "simulations", "moves", "why"}
    assert set(told["moves"][0]) == {"move", "visits", "chance", "ci95", "score", "lead", "items", "line"}
