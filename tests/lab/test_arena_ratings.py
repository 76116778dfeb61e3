"""Statistics of the arena: bots of known strength, a weighted coin and drawn results, are rated correctly."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest

from tests.lab.coin.play import plan_for, play
from wishstone.lab.arena import ArenaGame, DealResult
from wishstone.lab.ranking import rank
from wishstone.lab.ratings import elo, interval, rate_interval, strengths, students_t


def elo_of(odds: float) -> float:
    return 400 * log10(odds)


def test_a_weighted_coin_is_measured_rightly() -> None:
    plan = plan_for(("60", "40"))
    deals = play(plan, range(600))
    found = rank(plan, deals)
    strong, weak = found.bots
    assert (found.games, found.deals, found.cut_off) == (1200, 600, 0)
    assert strong.ci95[0] < 0.6 < strong.ci95[1]
    assert strong.ci95[1] - strong.ci95[0] < 0.08
    assert strong.win_rate + weak.win_rate == pytest.approx(1)
    assert strong.mean_margin == pytest.approx(2 * strong.win_rate - 1, abs=1e-4)
    assert abs(strong.elo - weak.elo - elo_of(1.5)) < 2 * strong.elo_error
    assert strong.elo + weak.elo == pytest.approx(2000, abs=0.2)
    assert found.cross["60"] == {"40": pytest.approx(strong.win_rate, abs=1e-5)}
    parts = [rank(plan, deals[start : start + 20]).bots[0] for start in range(0, 600, 20)]
    held = sum(part.ci95[0] <= 0.6 <= part.ci95[1] for part in parts)
    assert held >= 25  # 28.5 of 30 are expected


@pytest.mark.parametrize(("chance", "deals"), [(0.5, 40), (0.6, 100), (0.8, 200)])
def test_intervals_hold_the_truth_in_95_of_100_trials(chance: float, deals: int) -> None:
    rng = np.random.default_rng(3)
    luck = rng.random((3000, deals, 2))
    luck[:, :, 1] = np.where(rng.random((3000, deals)) < 0.5, luck[:, :, 0], luck[:, :, 1])  # a deal's games are alike
    trials = (luck < chance).mean(axis=2)
    bounds = np.array([rate_interval(trial) for trial in trials])
    held = np.mean((bounds[:, 0] <= chance) & (chance <= bounds[:, 1]))
    assert 0.935 <= held <= 0.965
    margins = rng.normal(2.0, 15.0, (3000, deals))
    bounds = np.array([interval(trial) for trial in margins])
    assert 0.935 <= np.mean((bounds[:, 0] <= 2.0) & (bounds[:, 1] >= 2.0)) <= 0.965


def test_where_everything_is_won_the_interval_still_has_a_width() -> None:
    won = np.ones(30)
    low, high = rate_interval(won)
    assert high == 1.0
    assert low**30 == pytest.approx(0.025)
    assert rate_interval(1 - won) == pytest.approx((0.0, 1 - low))
    assert rate_interval(np.array([0.5])) == (0.0, 1.0)


def test_students_t() -> None:
    table = {1: 12.706, 4: 2.776, 5: 2.571, 9: 2.262, 30: 2.042, 120: 1.980, 10**6: 1.960}
    assert {freedom: round(students_t(freedom), 3) for freedom in table} == pytest.approx(table, abs=0.004)


def test_elo_of_many_bots_is_recovered() -> None:
    rng = np.random.default_rng(5)
    truth = np.array([-200.0, -30.0, 50.0, 180.0])
    odds = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    missed = 0
    for _ in range(40):
        wins = np.zeros((150, 4, 4))
        for a in range(4):
            for b in range(a):
                wins[:, a, b] = rng.random(150) < odds[a, b]
                wins[:, b, a] = 1 - wins[:, a, b]
        found, error = elo(wins, None, seed=1)
        assert found.sum() == pytest.approx(0, abs=1e-6)
        missed += int((np.abs(found - truth) > error).sum())
    assert 0 <= missed <= 20  # 8 of 160 are expected


def test_the_expected_results_of_a_rating_give_it_back() -> None:
    truth = np.array([-900.0, 0.0, 350.0, 550.0])
    odds = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400)) * (1 - np.eye(4))
    assert strengths(1000 * odds) == pytest.approx(truth, abs=1e-6)


def test_whoever_never_lost_is_strong_but_not_known_exactly() -> None:
    wins = np.zeros((50, 2, 2))
    wins[:, 0, 1] = 2.0
    found, error = elo(wins, 1, seed=1)
    assert found[0] == pytest.approx(elo_of(201), abs=0.01)  # 100 wins and one tie
    assert error[0] > 200
    assert (found[1], error[1]) == (0.0, 0.0)


def test_a_line_up_of_one_bot_has_exactly_its_share() -> None:
    plan = plan_for(("50", "50"))
    found = rank(plan, play(plan, range(5)))
    (bot,) = found.bots
    assert plan.seatings == (("50", "50"),)
    assert (bot.win_rate, bot.ci95, bot.mean_margin, bot.margin_ci95) == (0.5, (0.5, 0.5), 0.0, (0.0, 0.0))
    assert (bot.elo, bot.elo_error, bot.games) == (1000.0, 0.0, 10)


def game(scores: tuple[int, ...], places: tuple[int, ...]) -> ArenaGame:
    return ArenaGame(scores, places, (1,) * len(scores), (0.5,) * len(scores), (0,) * len(scores), False)


def test_a_name_given_twice_is_pooled_and_ties_are_shared() -> None:
    plan = plan_for(("a", "b", "b"))
    assert plan.seatings == (("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"))
    first, second, third = game((9, 7, 7), (1, 2, 2)), game((5, 5, 1), (1, 1, 3)), game((4, 4, 3), (2, 1, 3))
    found = rank(plan, [DealResult(0, (first, second, third))])
    a, b = found.bots
    assert (a.win_rate, b.win_rate) == pytest.approx((1.5 / 3, 1.5 / 6))
    assert a.mean_margin == pytest.approx((2 + 0 - 1) / 3, abs=1e-4)
    assert (a.mean_score, b.mean_score) == pytest.approx((17 / 3, 28 / 6), abs=1e-4)
    assert found.cross["a"]["b"] == pytest.approx((2 + 1.5 + 0) / 6, abs=1e-5)
    assert (a.games, b.games, a.moves, b.moves, a.seconds_per_move) == (3, 6, 3, 6, 0.5)
    assert (a.margin_ci95, a.ci95) == (None, (0.0, 1.0))


def test_greedy_is_the_yardstick() -> None:
    plan = plan_for(("greedy", "other"))
    deals = [
        DealResult(n, (game((1, 0), (1, 2)), game((n % 3, 1), (1 + (n % 3 == 0), 1 + (n % 3 > 0))))) for n in range(30)
    ]
    greedy, other = rank(plan, deals).bots
    assert (greedy.elo, greedy.elo_error) == (1000.0, 0.0)
    assert other.elo != 1000
    assert other.elo_error > 0
