"""Statistics of the seats: wins and points by the order of turns, by seat, and in all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wishstone.report.games import Games, Integers, Reals
from wishstone.report.statistics import Estimate, estimate

PARTS = (5, 25, 50, 75, 95)  # in a hundred, of all scores


@dataclass(frozen=True)
class SeatStatistics:
    """One place in the order of turns, one seat, or all together."""

    by: Literal["order", "seat", "all"]
    place: int
    bot: str  # where it is always the same
    wins: Estimate
    points: Estimate
    percentiles: Mapping[int, float]  # of the points, by `PARTS`


def seats_of(games: Games) -> list[SeatStatistics]:
    """By order, by seat, and all."""
    bots, seats = games.setting.bots, range(games.setting.seats)
    order = [games.order == place for place in seats]
    return [
        *(_seat("order", place, "", games.shares[order[place]], games.scores[order[place]]) for place in seats),
        *(_seat("seat", seat, bots[seat], games.shares[:, seat], games.scores[:, seat]) for seat in seats),
        _seat("all", 0, "", games.shares.mean(axis=1), games.scores),
    ]


def _seat(by: Literal["order", "seat", "all"], place: int, bot: str, shares: Reals, scores: Integers) -> SeatStatistics:
    points = scores.mean(axis=1) if scores.ndim > 1 else scores.astype(np.float64)  # one value for each game
    percentiles = {part: float(np.percentile(scores, part)) for part in PARTS}
    return SeatStatistics(by, place, bot, estimate(shares, is_rate=True), estimate(points), percentiles)
