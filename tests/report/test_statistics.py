"""Statistics of the report: intervals and tests agree with published tables and with simulated chance."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from wishstone.report import statistics
from wishstone.report.statistics import (
    equal_means,
    estimate,
    f_probability,
    holm,
    incomplete_beta,
    paired,
    t_probability,
    unpaired,
)


@pytest.mark.parametrize(
    ("t", "freedom", "p"),
    [(12.7062, 1, 0.05), (2.2281, 10, 0.05), (3.1693, 10, 0.01), (1.9840, 100, 0.05), (1.95996, 1e6, 0.05), (0, 7, 1)],
)
def test_students_t_is_as_in_tables(t: float, freedom: float, p: float) -> None:
    assert t_probability(t, freedom) == pytest.approx(p, rel=2e-3)
    assert t_probability(-t, freedom) == t_probability(t, freedom)


@pytest.mark.parametrize(
    ("f", "above", "below", "p"),
    [(4.9646, 1, 10, 0.05), (2.6955, 3, 100, 0.05), (3.9837, 3, 100, 0.01), (2.2141, 5, 10_000_000, 0.05)],
)
def test_fishers_f_is_as_in_tables(f: float, above: int, below: int, p: float) -> None:
    assert f_probability(f, above, below) == pytest.approx(p, rel=2e-3)


def test_the_incomplete_beta_function_of_whole_numbers_is_a_sum_of_binomials() -> None:
    # I_x(2, 3) is the chance of at least two successes in four trials.
    x = 0.4
    assert incomplete_beta(2, 3, x) == pytest.approx(1 - (1 - x) ** 4 - 4 * x * (1 - x) ** 3)
    assert (incomplete_beta(2, 3, 0), incomplete_beta(2, 3, 1)) == (0, 1)


def test_holm_is_the_textbooks() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_an_estimate_leaves_out_what_is_not_a_number() -> None:
    found = estimate(np.array([1.0, 2.0, np.nan, 3.0]))
    assert (found.value, found.games) == (2.0, 3)
    assert found.low < 2 < found.high
    assert isnan(estimate(np.array([np.nan])).value)


def test_pairs_see_what_chance_hides_from_others() -> None:
    rng = np.random.default_rng(0)
    one = rng.normal(0, 10, 400)
    other = one + 0.5 + rng.normal(0, 1, 400)
    assert paired(one, other).p < 1e-6
    assert unpaired(one, other).p > 0.05
    found = paired(one, other)
    assert found.low < 0.5 < found.high


def test_nothing_differs_from_itself() -> None:
    values = np.arange(50.0)
    assert paired(values, values) == statistics.Difference(0.0, 0.0, 0.0, 1.0)
    assert unpaired(values, values).p == 1.0
    constant = np.full(50, 6.0)
    assert paired(constant, constant + 1).p == 0.0
    assert unpaired(constant, constant).p == 1.0


def test_tests_are_wrong_as_often_as_they_say() -> None:
    rng = np.random.default_rng(7)
    seats = [equal_means(np.eye(4)[rng.integers(0, 4, 200)], 0.25) for _ in range(1000)]
    welch = [unpaired(rng.exponential(1, 80), rng.exponential(1, 120)).p for _ in range(1000)]
    for found in (seats, welch):
        assert 0.03 < np.mean(np.array(found) < 0.05) < 0.075  # three standard errors around 0.05


def test_an_unfair_seat_is_found() -> None:
    rng = np.random.default_rng(1)
    wins = np.eye(3)[rng.choice(3, 1000, p=[0.4, 0.3, 0.3])]
    assert equal_means(wins, 1 / 3) < 1e-4
    assert equal_means(np.tile([1.0, 0.0], (50, 1)), 0.5) == 0.0  # the first one always wins
    assert equal_means(np.full((50, 2), 0.5), 0.5) == 1.0  # all always share
