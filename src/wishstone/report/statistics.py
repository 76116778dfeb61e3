"""Statistical tests: means with intervals, differences, and corrections where many tests are made.

Games are independent of each other, so the game is the unit of everything here. Intervals are of 95 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, isfinite, lgamma, log, log1p, nan, sqrt

import numpy as np

from wishstone.lab.ratings import interval, rate_interval, students_t
from wishstone.report.games import Reals

LEVEL = 0.05  # what happens less often by chance alone is called beyond chance
TINY = 1e-300
TERMS = 500  # of a continued fraction; twenty are plenty where it is used


@dataclass(frozen=True)
class Estimate:
    """A mean over games with its interval, which is not a number where nothing varies or too little is known."""

    value: float
    low: float
    high: float
    games: int

    @property
    def reach(self) -> float:
        """How far the interval reaches to each side."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Difference:
    """How far two means lie apart, with the interval of that, and how often chance alone gives as much."""

    value: float
    low: float
    high: float
    p: float

    @property
    def reach(self) -> float:
        """How far the interval reaches to each side."""
        return (self.high - self.low) / 2


def estimate(values: Reals, is_rate: bool = False) -> Estimate:
    """The mean of one value for each game; those that are not numbers do not count. A rate lies between 0 and 1."""
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return Estimate(float(known.mean()) if len(known) else nan, nan, nan, len(known))
    low, high = rate_interval(known) if is_rate else interval(known)
    return Estimate(float(known.mean()), low, high, len(known))


def unpaired(one: Reals, other: Reals) -> Difference:
    """The mean of other games less that of one kind of games (Welch's test)."""
    one, other = one[np.isfinite(one)], other[np.isfinite(other)]
    if min(len(one), len(other)) < 2:
        return Difference(nan, nan, nan, 1.0)
    spread_one, spread_other = float(one.var(ddof=1)) / len(one), float(other.var(ddof=1)) / len(other)
    spread = spread_one + spread_other
    freedom = 1.0
    if spread > 0:
        freedom = spread**2 / (spread_one**2 / (len(one) - 1) + spread_other**2 / (len(other) - 1))
    return _difference(float(other.mean() - one.mean()), sqrt(spread), freedom)


def paired(one: Reals, other: Reals) -> Difference:
    """The same where the games of both kinds come in pairs that share their seed (the paired t test)."""
    differences = (other - one)[np.isfinite(one) & np.isfinite(other)]
    if len(differences) < 2:
        return Difference(nan, nan, nan, 1.0)
    error = float(differences.std(ddof=1)) / sqrt(len(differences))
    return _difference(float(differences.mean()), error, len(differences) - 1)


def _difference(value: float, error: float, freedom: float) -> Difference:
    reach = students_t(max(int(freedom), 1)) * error
    if error == 0:
        return Difference(value, value, value, 1.0 if value == 0 else 0.0)
    return Difference(value, value - reach, value + reach, t_probability(value / error, freedom))


def equal_means(values: Reals, expected: float) -> float:
    """How often chance alone parts the columns' means as far from `expected` (Hotelling's T² test).

    The columns of a game add up to the same in every game, so the last one tells nothing new and is left out.
    """
    games, columns = len(values), values.shape[1] - 1
    if games <= columns + 1:
        return 1.0
    away = values[:, :-1].mean(axis=0) - expected
    spread = np.atleast_2d(np.cov(values[:, :-1], rowvar=False)) / games
    if np.linalg.matrix_rank(spread) < columns:
        return 1.0 if not away.any() else 0.0
    squared = float(away @ np.linalg.solve(spread, away))
    return f_probability(squared * (games - columns) / (columns * (games - 1)), columns, games - columns)


def holm(probabilities: Sequence[float]) -> list[float]:
    """Probabilities corrected for their number (Holm): one below `LEVEL` is beyond chance among all of them.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    corrected = [1.0] * len(probabilities)
    least = 0.0
    for rank, place in enumerate(sorted(range(len(probabilities)), key=lambda place: probabilities[place])):
        least = max(least, min(1.0, (len(probabilities) - rank) * probabilities[place]))
        corrected[place] = least
    return corrected


def t_probability(t: float, freedom: float) -> float:
    """How often Student's t is at least so far from 0, on either side."""
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) if isfinite(t) else 0.0


def f_probability(f: float, above: float, below: float) -> float:
    """How often Fisher's F, of so many degrees of freedom above and below the line, is at least so large."""
    return incomplete_beta(below / 2, above / 2, below / (below + above * f))


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        step = 1.0
        for term in (even, odd):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            step = c * d
            found *= step
        if abs(step - 1) < 1e-15:
            break
    return front * found


def _not_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY
