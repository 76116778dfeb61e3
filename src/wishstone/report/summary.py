"""Summary of a report: the essentials of many games, in a few plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wishstone.game.about import OptionValue
from wishstone.report.figures import HALF, FigureComparison
from wishstone.report.formatter import Formatter, capital
from wishstone.report.games import TOTAL, Games
from wishstone.report.items import items_of
from wishstone.report.statistics import LEVEL, Estimate, equal_means, estimate

FEW = 400  # games below which even a rate is known to five parts in a hundred at best
SMALL, CLEAR = 0.15, 0.4  # how far from a fair share, in parts of it, an advantage still is small, and clear
SHOWN = 8  # differences that are told in words; the table has them all
MAIN = ("decisions", "rounds", "score", "winner-score", "margin", "lead-changes", "half-leader", "win")


@dataclass(frozen=True)
class Variant:
    """The same games with one house rule changed, and what that changes."""

    name: str
    value: OptionValue
    usual: OptionValue
    games: Games
    comparisons: Sequence[FigureComparison]


def essentials(games: Games, variants: Sequence[Variant], formatter: Formatter) -> list[str]:
    """The sentences that a report begins with, as pieces of a page."""
    told = [_seat(games, formatter), _length(games, formatter), _score(games, formatter), _close(games, formatter)]
    if not games.setting.has_same_bots:
        told.append(_bots(games, formatter))
    told += [_lead(games, formatter), _items(games, formatter), _ends(games, formatter)]
    return [*told, *(_variant(variant, formatter) for variant in variants)]


def cautions(games: Games, asked: int, formatter: Formatter) -> list[str]:
    """Warnings of what limits the figures' validity."""
    told = []
    if len(games) < asked:
        told.append(formatter.tell("stopped", asked=formatter.count(asked)))
    if len(games) < FEW:
        told.append(formatter.tell("few"))
    cut_off = float((games.notes["end"] == 0).mean())
    if cut_off:
        most = formatter.count(formatter.game.rules.MAX_DECISIONS)
        told.append(formatter.tell("cut-off", share=formatter.share(cut_off), most=most))
    return told


def seats_differ(games: Games) -> float:
    """How often chance alone gives wins as unequal by the order of turns."""
    return equal_means(games.shares_by_order, 1 / games.setting.seats)


def telling_seat(games: Games) -> tuple[int, Estimate]:
    """The place in the order of turns that is worth telling, with its share of the wins: who begins, or stands out."""
    fair = 1 / games.setting.seats
    found = [estimate(games.shares_by_order[:, place], is_rate=True) for place in range(games.setting.seats)]
    begins = found[0]
    if not begins.low <= fair <= begins.high or seats_differ(games) >= LEVEL:
        return 0, begins
    place = max(range(len(found)), key=lambda place: abs(found[place].value - fair))
    return place, found[place]


def _seat(games: Games, formatter: Formatter) -> str:
    if not games.setting.can_tell_seats:
        return formatter.tell("short-seat-unknown")
    fair = 1 / games.setting.seats
    place, found = telling_seat(games)
    values = {
        "share": formatter.estimate(found, "share"),
        "seats": formatter.say(f"seats-{games.setting.seats}"),
        "fair": formatter.share(fair),
    }
    begins = formatter.say(f"order-{place}")
    if seats_differ(games) >= LEVEL:
        return formatter.tell("short-seat-none", place=begins, **values)
    away = found.value / fair - 1
    strength = "small" if abs(away) < SMALL else "clear" if abs(away) < CLEAR else "large"
    return formatter.tell(
        "short-seat",
        place=capital(begins),
        strength=formatter.say(f"strength-{strength}"),
        side=formatter.say("side-up" if away > 0 else "side-down"),
        **values,
    )


def _length(games: Games, formatter: Formatter) -> str:
    decisions, rounds = games.notes["decisions"], games.notes["rounds"]
    low, high = np.quantile(decisions, (0.05, 0.95))
    fixed = bool((rounds == rounds[0]).all())
    return formatter.tell(
        "short-length-fixed" if fixed else "short-length",
        decisions=formatter.number(float(decisions.mean()), 0),
        rounds=formatter.number(float(rounds.mean()), 0 if fixed else None),
        low=formatter.number(float(low), 0),
        high=formatter.number(float(high), 0),
    )


def _score(games: Games, formatter: Formatter) -> str:
    low, high = np.quantile(games.scores, (0.05, 0.95))
    return formatter.tell(
        "short-score",
        score=formatter.number(float(games.scores.mean()), 1),
        winner=formatter.number(float(games.scores.max(axis=1).mean()), 1),
        low=formatter.number(float(low), 0),
        high=formatter.number(float(high), 0),
    )


def _close(games: Games, formatter: Formatter) -> str:
    half, far = np.quantile(games.margins, (0.5, 0.9), method="inverted_cdf")
    shared = float(((games.places == 1).sum(axis=1) > 1).mean())
    return formatter.tell(
        "short-close",
        half=_points(int(half), formatter),
        far=int(far),
        shared=formatter.share(shared) if shared else formatter.say("none"),
    )


def _points(points: int, formatter: Formatter) -> str:
    return formatter.say("points-1") if points == 1 else formatter.say("points-n", points=formatter.count(points))


def _bots(games: Games, formatter: Formatter) -> str:
    told = []
    for bot in dict.fromkeys(games.setting.bots):
        seats = [seat for seat, name in enumerate(games.setting.bots) if name == bot]
        wins = estimate(games.shares[:, seats].sum(axis=1), is_rate=True)
        told.append(f"{bot} {formatter.estimate(wins, 'share')}")
    return formatter.tell("short-bots", bots=formatter.listed(told))


def _lead(games: Games, formatter: Formatter) -> str:
    decided = games.decided[np.isfinite(games.decided)]
    last = len(decided) and np.median(decided) == 1
    return formatter.tell(
        "short-lead-last" if last else "short-lead",
        changes=formatter.number(float(games.notes["lead_changes"].mean()), 1),
        half=formatter.estimate(estimate(games.leader_wins[:, HALF], is_rate=True), "share"),
        decided=formatter.share(float(np.median(decided)) if len(decided) else float("nan"), 0),
    )


def _items(games: Games, formatter: Formatter) -> str:
    items = [item for item in items_of(games) if item.name != TOTAL]
    most = max(items, key=lambda item: item.mean.value)
    edge = max(items, key=lambda item: item.edge.value)
    return formatter.tell(
        "short-items-one" if most is edge else "short-items",
        most=formatter.item(most.name),
        mean=formatter.number(most.mean.value),
        edge=formatter.item(edge.name),
        more=formatter.number(edge.edge.value),
    )


def _ends(games: Games, formatter: Formatter) -> str:
    counts = np.bincount(games.notes["end"], minlength=len(games.setting.ends)) / len(games)
    ends = sorted(range(len(counts)), key=lambda end: -counts[end])
    if counts[ends[0]] == 1:
        return formatter.tell("short-end-one", end=formatter.end(games.setting.ends[ends[0]]))
    told = [
        formatter.say(
            "short-end", end=formatter.end(games.setting.ends[end]), share=formatter.share(float(counts[end]), 1)
        )
        for end in ends
        if counts[end]
    ]
    return formatter.tell("short-ends", ends=formatter.listed(told))


def _variant(variant: Variant, formatter: Formatter) -> str:
    if is_same(variant.comparisons):
        return formatter.tell("short-variant-same", option=formatter.option(variant.name, variant.value))
    sure = ranked(variant.comparisons)
    most = ""
    if sure:
        main = [each for each in sure if each.figure.key in MAIN] or sure
        one, other, _ = formatter.compared(main[0])
        most = formatter.say("short-variant-most", figure=formatter.figure(main[0].figure), one=one, other=other)
    option = formatter.option(variant.name, variant.value)
    return formatter.tell(
        "short-variant", option=option, sure=len(sure), all=real_comparisons(variant.comparisons), most=most
    )


def ranked(comparisons: Sequence[FigureComparison]) -> list[FigureComparison]:
    """The differences beyond chance, the largest for what is usual first."""
    return sorted((each for each in comparisons if each.verdict == "sure"), key=lambda each: -abs(effect(each)))


def effect(comparison: FigureComparison) -> float:
    """A difference in parts of the standard deviation of both."""
    spread = _spread(comparison)
    return comparison.difference.value / spread if spread else 0.0


def _spread(comparison: FigureComparison) -> float:
    variances = [float(np.nanvar(figure.values)) for figure in (comparison.figure, comparison.other)]
    return float(np.sqrt(sum(variances) / 2))


def effect_interval(comparison: FigureComparison) -> tuple[float, float]:
    """The interval of that."""
    spread = _spread(comparison) or 1.0
    return comparison.difference.low / spread, comparison.difference.high / spread


def real_comparisons(comparisons: Sequence[FigureComparison]) -> int:
    """How many figures vary in one of both at least, and so could differ by chance."""
    return sum(each.difference.low != each.difference.high for each in comparisons)


def is_same(comparisons: Sequence[FigureComparison]) -> bool:
    """Whether every figure is the same in every pair of games."""
    return all(each.difference.low == each.difference.value == each.difference.high == 0 for each in comparisons)


def differences(comparisons: Sequence[FigureComparison], formatter: Formatter) -> list[str]:
    """What two reports differ in, in sentences."""
    count = real_comparisons(comparisons)
    if is_same(comparisons):
        return [formatter.tell("compare-same")]
    sure = ranked(comparisons)
    told = [formatter.tell("compare-some" if sure else "compare-none", sure=len(sure), all=count)]
    for each in sure[:SHOWN]:
        one, other, difference = formatter.compared(each)
        line = formatter.tell(
            "compare-line", figure=formatter.figure(each.figure), one=one, other=other, difference=difference
        )
        told.append(capital(line))
    if len(sure) > SHOWN:
        told.append(formatter.tell("compare-more", more=len(sure) - SHOWN))
    if alone := [formatter.figure(each.figure) for each in comparisons if each.verdict == "alone"]:
        told.append(formatter.tell("compare-alone", all=count, figures=formatter.listed(alone)))
    return told
