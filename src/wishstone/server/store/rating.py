"""Player ratings: a mean and a deviation for each player and game, updated after every rated game of 2 to 6 seats.

The method is Weng and Lin's Bayesian approximation (JMLR 12, 2011), the Bradley–Terry model with full pairs: a game of
several counts as one game between every two of them, and what each of these says is added up. A strength is a normal
distribution, so a rating is its mean and its deviation.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot, sqrt

from wishstone.server.store.interface import Rating

NEWCOMER = Rating(mean=25.0, deviation=25 / 3)  # the prior
SPREAD = 25 / 6  # deviation of a player's strength from game to game
DRIFT = 25 / 300  # deviation added between two games, so that a rating never freezes
LEAST = 0.0001  # the part of the variance that always remains

FEWEST, MOST = 2, 6


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The players' ratings after one game, from their places; the first place is 1, and equal places are a tie."""
    if not FEWEST <= len(ratings) <= MOST or len(ratings) != len(places):
        raise ValueError(f"a game of {len(ratings)} with {len(places)} places cannot be rated")
    before = [Rating(old.mean, hypot(old.deviation, DRIFT), old.games) for old in ratings]
    return [_rated(place, before, places) for place in range(len(before))]


def _rated(me: int, before: Sequence[Rating], places: Sequence[int]) -> Rating:
    mine, gain, certainty = before[me], 0.0, 0.0
    for other, theirs in enumerate(before):
        if other == me:
            continue
        scale = sqrt(mine.deviation**2 + theirs.deviation**2 + 2 * SPREAD**2)
        expected = _chance((mine.mean - theirs.mean) / scale)
        share = mine.deviation / scale
        gain += mine.deviation * share * (_points(places[me], places[other]) - expected)
        certainty += share**3 * expected * (1 - expected)
    deviation = mine.deviation * sqrt(max(1 - certainty, LEAST))
    return Rating(mine.mean + gain, deviation, mine.games + 1)


def _chance(lead: float) -> float:
    """The probability of winning with this lead in strength, without overflow."""
    return 1 / (1 + exp(-lead)) if lead >= 0 else 1 - 1 / (1 + exp(lead))


def _points(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)
