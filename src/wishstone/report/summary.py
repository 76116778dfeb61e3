"""Summary of a report: the essentials of many games, in a few plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wishstone.game.about import OptionValue
from wishstone.report.figures import HALF, Comparison
from wishstone.report.games import TOTAL, Games
from wishstone.report.items import items_of
from wishstone.report.statistics import LEVEL, Estimate, equal_means, estimate
from wishstone.report.voice import Voice, capital

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
    comparisons: Sequence[Comparison]


def essentials(games: Games, variants: Sequence[Variant], voice: Voice) -> list[str]:
    """The sentences that a report begins with, as pieces of a page."""
    told = [_seat(games, voice), _length(games, voice), _score(games, voice), _close(games, voice)]
    if not games.setting.has_same_bots:
        told.append(_bots(games, voice))
    told += [_lead(games, voice), _items(games, voice), _ends(games, voice)]
    return [*told, *(_variant(variant, voice) for variant in variants)]


def cautions(games: Games, asked: int, voice: Voice) -> list[str]:
    """Warnings of what limits the figures' validity."""
    told = []
    if len(games) < asked:
        told.append(voice.tell("stopped", asked=voice.count(asked)))
    if len(games) < FEW:
        told.append(voice.tell("few"))
    cut_off = float((games.notes["end"] == 0).mean())
    if cut_off:
        most = voice.count(voice.game.rules.MAX_DECISIONS)
        told.append(voice.tell("cut-off", share=voice.share(cut_off), most=most))
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


def _seat(games: Games, voice: Voice) -> str:
    if not games.setting.can_tell_seats:
        return voice.tell("short-seat-unknown")
    fair = 1 / games.setting.seats
    place, found = telling_seat(games)
    values = {
        "share": voice.estimate(found, "share"),
        "seats": voice.say(f"seats-{games.setting.seats}"),
        "fair": voice.share(fair),
    }
    begins = voice.say(f"order-{place}")
    if seats_differ(games) >= LEVEL:
        return voice.tell("short-seat-none", place=begins, **values)
    away = found.value / fair - 1
    strength = "small" if abs(away) < SMALL else "clear" if abs(away) < CLEAR else "large"
    return voice.tell(
        "short-seat",
        place=capital(begins),
        strength=voice.say(f"strength-{strength}"),
        side=voice.say("side-up" if away > 0 else "side-down"),
        **values,
    )


def _length(games: Games, voice: Voice) -> str:
    decisions, rounds = games.notes["decisions"], games.notes["rounds"]
    low, high = np.quantile(decisions, (0.05, 0.95))
    fixed = bool((rounds == rounds[0]).all())
    return voice.tell(
        "short-length-fixed" if fixed else "short-length",
        decisions=voice.number(float(decisions.mean()), 0),
        rounds=voice.number(float(rounds.mean()), 0 if fixed else None),
        low=voice.number(float(low), 0),
        high=voice.number(float(high), 0),
    )


def _score(games: Games, voice: Voice) -> str:
    low, high = np.quantile(games.scores, (0.05, 0.95))
    return voice.tell(
        "short-score",
        score=voice.number(float(games.scores.mean()), 1),
        winner=voice.number(float(games.scores.max(axis=1).mean()), 1),
        low=voice.number(float(low), 0),
        high=voice.number(float(high), 0),
    )


def _close(games: Games, voice: Voice) -> str:
    half, far = np.quantile(games.margins, (0.5, 0.9), method="inverted_cdf")
    shared = float(((games.places == 1).sum(axis=1) > 1).mean())
    return voice.tell(
        "short-close",
        half=_points(int(half), voice),
        far=int(far),
        shared=voice.share(shared) if shared else voice.say("none"),
    )


def _points(points: int, voice: Voice) -> str:
    return voice.say("points-1") if points == 1 else voice.say("points-n", points=voice.count(points))


def _bots(games: Games, voice: Voice) -> str:
    told = []
    for bot in dict.fromkeys(games.setting.bots):
        seats = [seat for seat, name in enumerate(games.setting.bots) if name == bot]
        wins = estimate(games.shares[:, seats].sum(axis=1), is_rate=True)
        told.append(f"{bot} {voice.estimate(wins, 'share')}")
    return voice.tell("short-bots", bots=voice.listed(told))


def _lead(games: Games, voice: Voice) -> str:
    decided = games.decided[np.isfinite(games.decided)]
    last = len(decided) and np.median(decided) == 1
    return voice.tell(
        "short-lead-last" if last else "short-lead",
        changes=voice.number(float(games.notes["lead_changes"].mean()), 1),
        half=voice.estimate(estimate(games.leader_wins[:, HALF], is_rate=True), "share"),
        decided=voice.share(float(np.median(decided)) if len(decided) else float("nan"), 0),
    )


def _items(games: Games, voice: Voice) -> str:
    items = [item for item in items_of(games) if item.name != TOTAL]
    most = max(items, key=lambda item: item.mean.value)
    edge = max(items, key=lambda item: item.edge.value)
    return voice.tell(
        "short-items-one" if most is edge else "short-items",
        most=voice.item(most.name),
        mean=voice.number(most.mean.value),
        edge=voice.item(edge.name),
        more=voice.number(edge.edge.value),
    )


def _ends(games: Games, voice: Voice) -> str:
    counts = np.bincount(games.notes["end"], minlength=len(games.setting.ends)) / len(games)
    ends = sorted(range(len(counts)), key=lambda end: -counts[end])
    if counts[ends[0]] == 1:
        return voice.tell("short-end-one", end=voice.end(games.setting.ends[ends[0]]))
    told = [
        voice.say("short-end", end=voice.end(games.setting.ends[end]), share=voice.share(float(counts[end]), 1))
        for end in ends
        if counts[end]
    ]
    return voice.tell("short-ends", ends=voice.listed(told))


def _variant(variant: Variant, voice: Voice) -> str:
    if is_same(variant.comparisons):
        return voice.tell("short-variant-same", option=voice.option(variant.name, variant.value))
    sure = ranked(variant.comparisons)
    most = ""
    if sure:
        main = [each for each in sure if each.figure.key in MAIN] or sure
        one, other, _ = voice.compared(main[0])
        most = voice.say("short-variant-most", figure=voice.figure(main[0].figure), one=one, other=other)
    option = voice.option(variant.name, variant.value)
    return voice.tell(
        "short-variant", option=option, sure=len(sure), all=real_comparisons(variant.comparisons), most=most
    )


def ranked(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The differences beyond chance, the largest for what is usual first."""
    return sorted((each for each in comparisons if each.verdict == "sure"), key=lambda each: -abs(effect(each)))


def effect(comparison: Comparison) -> float:
    """A difference in parts of the standard deviation of both."""
    spread = _spread(comparison)
    return comparison.difference.value / spread if spread else 0.0


def _spread(comparison: Comparison) -> float:
    variances = [float(np.nanvar(figure.values)) for figure in (comparison.figure, comparison.other)]
    return float(np.sqrt(sum(variances) / 2))


def effect_interval(comparison: Comparison) -> tuple[float, float]:
    """The interval of that."""
    spread = _spread(comparison) or 1.0
    return comparison.difference.low / spread, comparison.difference.high / spread


def real_comparisons(comparisons: Sequence[Comparison]) -> int:
    """How many figures vary in one of both at least, and so could differ by chance."""
    return sum(each.difference.low != each.difference.high for each in comparisons)


def is_same(comparisons: Sequence[Comparison]) -> bool:
    """Whether every figure is the same in every pair of games."""
    return all(each.difference.low == each.difference.value == each.difference.high == 0 for each in comparisons)


def differences(comparisons: Sequence[Comparison], voice: Voice) -> list[str]:
    """What two reports differ in, in sentences."""
    count = real_comparisons(comparisons)
    if is_same(comparisons):
        return [voice.tell("compare-same")]
    sure = ranked(comparisons)
    told = [voice.tell("compare-some" if sure else "compare-none", sure=len(sure), all=count)]
    for each in sure[:SHOWN]:
        one, other, difference = voice.compared(each)
        line = voice.tell("compare-line", figure=voice.figure(each.figure), one=one, other=other, difference=difference)
        told.append(capital(line))
    if len(sure) > SHOWN:
        told.append(voice.tell("compare-more", more=len(sure) - SHOWN))
    if alone := [voice.figure(each.figure) for each in comparisons if each.verdict == "alone"]:
        told.append(voice.tell("compare-alone", all=count, figures=voice.listed(alone)))
    return told
