"""Figures of a report: one value for each game played, so that each has a mean and an interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wishstone.report.games import Games, Reals
from wishstone.report.statistics import LEVEL, Difference, Estimate, estimate, holm, paired, unpaired
from wishstone.report.walk import STEPS

Unit = Literal["number", "points", "share"]
Verdict = Literal["sure", "alone", "none"]  # beyond chance; only if it were the only comparison; not shown

HALF = STEPS // 2 - 1  # the tenth at half-time


@dataclass(frozen=True)
class Figure:
    """What is counted or measured in every game; `of` says of which seat, bot, end or item, where there are several."""

    key: str
    of: str
    unit: Unit
    values: Reals

    @property
    def name(self) -> str:
        """How tables call it."""
        return f"{self.key}:{self.of}" if self.of else self.key

    @property
    def estimate(self) -> Estimate:
        """Its mean and interval."""
        return estimate(self.values, self.unit == "share")


@dataclass(frozen=True)
class FigureComparison:
    """One figure in two reports."""

    figure: Figure  # of the first
    other: Figure  # of the second
    difference: Difference
    corrected: float  # the probability of chance, corrected for the number of comparisons
    verdict: Verdict


def figures_of(games: Games, beside: Games | None = None) -> list[Figure]:
    """Every figure of these games, in the order of a report; what never happens in them counts if it does `beside`."""
    return list(_figures(games, games if beside is None else beside))


def _figures(games: Games, beside: Games) -> Iterator[Figure]:
    setting, notes = games.setting, games.notes
    yield Figure("decisions", "", "number", _real(notes["decisions"]))
    yield Figure("rounds", "", "number", _real(notes["rounds"]))
    yield Figure("score", "", "points", games.scores.mean(axis=1))
    yield Figure("winner-score", "", "points", _real(games.scores.max(axis=1)))
    yield Figure("margin", "", "points", _real(games.margins))
    yield Figure("shared-win", "", "share", _real((games.places == 1).sum(axis=1) > 1))
    yield Figure("lead-changes", "", "number", _real(notes["lead_changes"]))
    yield Figure("half-leader", "", "share", games.leader_wins[:, HALF])
    yield Figure("decided", "", "share", games.decided)
    if setting.can_tell_seats:
        for place in range(setting.seats):
            yield Figure("win", str(place), "share", games.shares_by_order[:, place])
    if not setting.has_same_bots:
        for bot in dict.fromkeys(setting.bots):
            seats = [seat for seat, name in enumerate(setting.bots) if name == bot]
            yield Figure("bot", bot, "share", games.shares[:, seats].mean(axis=1))
    for number, end in enumerate(setting.ends):
        ended = notes["end"] == number
        if number or ended.any() or (beside.notes["end"] == 0).any():
            yield Figure("end", end, "share", _real(ended))
    for item in setting.items[:-1]:
        if item not in games.item_names and item not in beside.item_names:
            continue
        points = games.item(item)
        yield Figure("points", item, "points", points.mean(axis=1))
        yield Figure("scored", item, "share", (points != 0).mean(axis=1))


def compare(one: Games, other: Games) -> list[FigureComparison]:
    """Every figure that both have, with the difference between them, corrected for how many there are.

    What happens in one of both only, such as an item that never scores in the other, has a figure of 0 there. Games of
    the same seed are compared in pairs, which holds whatever the two have in common.
    """
    others = {figure.name: figure for figure in figures_of(other, one)}
    pairs = [(figure, others[figure.name]) for figure in figures_of(one, other) if figure.name in others]
    test = difference_of(one, other)
    found = [test(figure.values, second.values) for figure, second in pairs]
    # What is the same in every game of both is no comparison: nothing could come of it.
    real = [place for place, each in enumerate(found) if each.low != each.high]
    corrected = dict(zip(real, holm([found[place].p for place in real]), strict=True))
    return [
        FigureComparison(
            figure, second, found[place], p := corrected.get(place, found[place].p), _verdict(found[place].p, p)
        )
        for place, (figure, second) in enumerate(pairs)
    ]


def incomparable(one: Games, other: Games) -> list[Figure]:
    """The figures of some games that others cannot have: of another game, another bot, or a seat that is not there."""
    theirs = {figure.name for figure in figures_of(other, one)}
    return [figure for figure in figures_of(one, other) if figure.name not in theirs]


def is_paired(one: Games, other: Games) -> bool:
    """Whether the games of two reports come in pairs: they have the same seed."""
    return one.setting.seed == other.setting.seed


def difference_of(one: Games, other: Games) -> Callable[[Reals, Reals], Difference]:
    """The test for the figures of these games."""
    if not is_paired(one, other):
        return unpaired
    both = min(len(one), len(other))
    return lambda first, second: paired(first[:both], second[:both])


def _verdict(p: float, corrected: float) -> Verdict:
    if corrected < LEVEL:
        return "sure"
    return "alone" if p < LEVEL else "none"


def _real(values: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Reals:
    return values.astype(np.float64)
