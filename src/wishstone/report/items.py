"""Statistics of the score sheet: how often each item scores, how much, and whether it wins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wishstone.report.games import TOTAL, Games
from wishstone.report.statistics import Estimate, estimate


@dataclass(frozen=True)
class ItemStatistics:
    """One item of the score sheet, over all seats of all games."""

    name: str
    mean: Estimate  # points of a seat
    scored: Estimate  # how many seats have points for it, or against it
    gained: float  # how many have points for it
    lost: float  # and against it
    when_scored: float  # points of a seat that has any
    low: float  # what one seat in twenty falls short of
    high: float  # what one in twenty exceeds
    edge: Estimate  # what a winner has more of it than the mean of the others


def items_of(games: Games) -> list[ItemStatistics]:
    """All items that score in some game, in the order of the sheet, and the total."""
    return [_item(games, name) for name in (*games.item_names, TOTAL)]


def _item(games: Games, name: str) -> ItemStatistics:
    points = games.item(name)
    scored = points != 0
    winners = games.places == 1
    others = (~winners).sum(axis=1)
    mean_won = (points * winners).sum(axis=1) / winners.sum(axis=1)
    # Where all share the win there are no others to compare with.
    mean_other = np.where(others > 0, (points * ~winners).sum(axis=1) / np.maximum(others, 1), np.nan)
    low, high = np.quantile(points, (0.05, 0.95))
    return ItemStatistics(
        name=name,
        mean=estimate(points.mean(axis=1)),
        scored=estimate(scored.mean(axis=1), is_rate=True),
        gained=float((points > 0).mean()),
        lost=float((points < 0).mean()),
        when_scored=float(points[scored].mean()) if scored.any() else 0.0,
        low=float(low),
        high=float(high),
        edge=estimate(mean_won - mean_other),
    )
