"""Statistics of the arena: confidence intervals of means, and Elo ratings of many bots on one scale.

The deal is the unit of everything here: the games of one deal share their luck, so only deals are independent.
"""

from __future__ import annotations

from math import e, log10, sqrt

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

# Student's t for a two-sided interval of 95 %, by degrees of freedom from 1 on; above, a series in 1/degrees is exact
# to three digits.
SURE = 1.959964
FEW = (12.7062, 4.3027, 3.1824, 2.7764)
OUTSIDE = 0.025  # the part of chance on each side of an interval of 95 %

ELO = 400  # the points between two bots of which one wins ten times as often
ROUNDS = 60  # of Newton's method; it takes ten, or a few more where somebody wins nearly always
STRIDE = 2.0  # the most that a strength changes in one round, on the natural scale
RESAMPLES = 400


def interval(values: FloatArray) -> tuple[float, float]:
    """The 95 % confidence interval of the mean of values, one for each deal (Student's t); at least two are needed."""
    mean, reach = float(values.mean()), students_t(len(values) - 1) * float(values.std(ddof=1)) / sqrt(len(values))
    return mean - reach, mean + reach


def rate_interval(values: FloatArray) -> tuple[float, float]:
    """The interval of a mean of values from 0 to 1.

    Where all deals were won, or all lost, there is no spread to conclude from; the interval then reaches to where that
    many deals in a row would still happen once in forty times. One deal alone says nothing.
    """
    count = len(values)
    if values.min() == 1.0:
        return OUTSIDE ** (1 / count), 1.0
    if values.max() == 0.0:
        return 0.0, 1 - OUTSIDE ** (1 / count)
    low, high = interval(values) if count > 1 else (0.0, 1.0)
    return max(low, 0.0), min(high, 1.0)


def students_t(freedom: int) -> float:
    """How many standard errors an interval of 95 % reaches to each side."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    z, n = SURE, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def strengths(wins: FloatArray) -> FloatArray:
    """The Elo numbers that make pairwise results most likely (Bradley and Terry), their mean being 0.

    `wins[…, a, b]` says how often a was before b, a tie being half; several such tables are rated at once. In each,
    everyone must have won against somebody, and the bots must not fall into two groups that never met.
    """
    games = wins + np.swapaxes(wins, -1, -2)
    bots = wins.shape[-1]
    found = np.zeros(wins.shape[:-1])
    for _ in range(ROUNDS):
        expected = games / (1 + np.exp(found[..., None, :] - found[..., :, None]))
        slope = expected * (1 - expected / np.where(games > 0, games, 1))
        pull = (wins - expected).sum(-1)
        # The mean is free; adding 1 everywhere to the singular matrix keeps it where it is.
        matrix = np.eye(bots) * slope.sum(-1)[..., None] - slope + 1
        step = np.linalg.solve(matrix, pull[..., None])[..., 0]
        found += step * np.minimum(1, STRIDE / np.maximum(np.abs(step).max(-1, keepdims=True), 1e-12))
    return found * ELO * log10(e)


def elo(wins: FloatArray, anchor: int | None, seed: int) -> tuple[FloatArray, FloatArray]:
    """Everyone's Elo number, and how far its 95 % interval reaches, from `wins[deal, a, b]`.

    `anchor` is the bot that the scale hangs on, at 0; without one the mean is 0. One more deal is added in which all
    pairs tie once, so that whoever has never lost is not infinitely strong. How sure the numbers are comes from
    weighing the deals anew, again and again (the Bayesian bootstrap): such weights are never 0, so the added deal
    tells, too, how little is known of somebody who has won everything.
    """
    met = wins.sum(axis=0) + wins.sum(axis=0).T > 0
    wins = np.concatenate([wins, met[None] / 2])
    deals = len(wins)
    weights = np.random.default_rng(seed).dirichlet(np.ones(deals), RESAMPLES) * deals
    sums = np.concatenate([np.ones((1, deals)), weights]) @ wins.reshape(deals, -1)
    found = strengths(sums.reshape(-1, *wins.shape[1:]))
    if anchor is not None:
        found = found - found[:, [anchor]]
    return found[0], SURE * found[1:].std(axis=0)
