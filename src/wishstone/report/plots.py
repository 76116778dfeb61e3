"""Plots of a report: lengths, points, wins and leads, in the colours of the table."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wishstone.report.drawing import (
    edges_of,
    label_rows,
    label_series,
    legend,
    new_plot,
    points_with_intervals,
    rc,
)
from wishstone.report.figures import FigureComparison
from wishstone.report.formatter import Formatter
from wishstone.report.games import TOTAL, Games, Integers
from wishstone.report.items import ItemStatistics, items_of
from wishstone.report.statistics import estimate
from wishstone.report.summary import effect, effect_interval
from wishstone.report.theme import ACCENT, ACCENT_SOFT, GAME_COLOURS, INK, MAIN, MAIN_SOFT, SOFT, SURFACE, paint
from wishstone.report.walk import STEPS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Plot

DOTS = 200  # to the inch, in PNG
MOST_ROWS = 14  # of the plot of differences

Series = tuple[str, Games, str]  # its name, its games, its colour


class Easel:
    """Draws all plots of one report, in one language."""

    def __init__(self, formatter: Formatter) -> None:
        self._formatter = formatter
        self._say = formatter.say
        self.pngs: dict[str, bytes] = {}  # by name, every plot that was drawn

    def report(self, games: Games) -> dict[str, str]:
        """Every plot of a report, by name, as SVG; `pngs` has each as PNG."""
        plots: dict[str, Callable[[], Plot]] = {}
        if games.setting.can_tell_seats:
            plots["seats"] = lambda: self.seats([("", games, MAIN)])
        if not games.setting.has_same_bots:
            plots["bots"] = lambda: self.bots(games)
        plots |= {
            "length": lambda: self.lengths([("", games, MAIN)]),
            "scores": lambda: self.scores(games),
            "score-seats": lambda: self.score_boxes(games),
            "items": lambda: self.items(games),
            "margin": lambda: self.margins([("", games, MAIN)]),
            "tension": lambda: self.tension([("", games, MAIN)]),
            "changes": lambda: self.changes([("", games, MAIN)]),
        }
        if len(set(games.notes["end"].tolist())) > 1:
            plots["ends"] = lambda: self.ends([("", games, MAIN)])
        return self._drawn(plots)

    def comparison(self, one: Games, other: Games, comparisons: Sequence[FigureComparison]) -> dict[str, str]:
        """Every plot of a comparison."""
        series = [(self._say("compare-a"), one, MAIN), (self._say("compare-b"), other, ACCENT)]
        plots: dict[str, Callable[[], Plot]] = {"forest": lambda: self.forest(comparisons)}
        alike = one.setting.seats == other.setting.seats
        if alike and one.setting.can_tell_seats and other.setting.can_tell_seats:
            plots["seats"] = lambda: self.seats(series)
        plots |= {
            "length": lambda: self.lengths(series),
            "all-scores": lambda: self.all_scores(series),
            "margin": lambda: self.margins(series),
            "tension": lambda: self.tension(series),
            "changes": lambda: self.changes(series),
        }
        if one.setting.ends == other.setting.ends and len({*one.notes["end"], *other.notes["end"]}) > 1:
            plots["ends"] = lambda: self.ends(series)
        return self._drawn(plots)

    def forests(self, named: dict[str, Sequence[FigureComparison]]) -> dict[str, str]:
        """The differences that each of several house rules makes."""
        return self._drawn({name: partial(self.forest, comparisons) for name, comparisons in named.items()})

    def _drawn(self, plots: dict[str, Callable[[], Plot]]) -> dict[str, str]:
        import matplotlib

        drawn = {}
        with matplotlib.rc_context(rc()):  # type: ignore[arg-type]
            for name, draw in plots.items():
                plot = draw()
                vector, pixels = io.StringIO(), io.BytesIO()
                plot.savefig(vector, format="svg", metadata={"Date": None, "Creator": "Wishstone"})
                plot.savefig(pixels, format="png", dpi=DOTS, metadata={"Software": "Wishstone"})
                drawn[name], self.pngs[name] = vector.getvalue(), pixels.getvalue()
        return drawn

    # ── The plots ──

    def seats(self, series: Sequence[Series]) -> Plot:
        """Wins by the order of turns."""
        plot, axes = new_plot()
        seats = series[0][1].setting.seats
        for place, (name, games, colour) in enumerate(series):
            found = [estimate(games.shares_by_order[:, order], is_rate=True) for order in range(seats)]
            at = np.arange(seats, dtype=np.float64) + 0.22 * (place - (len(series) - 1) / 2)
            points_with_intervals(axes, at, found, colour, name)
        axes.axhline(1 / seats, color=paint(INK), linewidth=1.2, linestyle=(0, (4, 3)))
        axes.set_xticks(range(seats), [self._nth(order) for order in range(seats)])
        axes.set_xlim(-0.6, seats - 0.4)
        self._percent(axes, self._say("axis-wins"))
        legend(axes, series)
        return plot

    def bots(self, games: Games) -> Plot:
        """Wins by seat, where bots differ."""
        seats = games.setting.seats
        plot, axes = new_plot(0.9 + 0.42 * seats)
        found = [estimate(games.shares[:, seat], is_rate=True) for seat in range(seats)]
        values = np.array([each.value for each in found])
        reach = np.array([[each.value - each.low, each.high - each.value] for each in found]).T
        axes.errorbar(values, range(seats), xerr=reach, fmt="o", color=paint(MAIN), markersize=8, elinewidth=2.4)
        axes.axvline(1 / seats, color=paint(INK), linewidth=1.2, linestyle=(0, (4, 3)))
        labels = [self._say("axis-seat", seat=seat, bot=bot) for seat, bot in enumerate(games.setting.bots)]
        label_rows(axes, labels)
        axes.set_ylim(seats - 0.5, -0.5)
        axes.set_xlim(left=0)
        axes.xaxis.set_major_formatter(lambda value, _: self._formatter.share(value, 0))
        axes.grid(axis="y", visible=False)
        axes.grid(axis="x", visible=True)
        return plot

    def lengths(self, series: Sequence[Series]) -> Plot:
        """Games by decisions."""
        return self._histogram(
            [(name, games.notes["decisions"], colour) for name, games, colour in series], "axis-decisions", mean=True
        )

    def margins(self, series: Sequence[Series]) -> Plot:
        """Games by the winner's margin."""
        return self._histogram([(name, games.margins, colour) for name, games, colour in series], "axis-margin")

    def all_scores(self, series: Sequence[Series]) -> Plot:
        """Seats by points."""
        values = [(name, games.scores.ravel(), colour) for name, games, colour in series]
        return self._histogram(values, "axis-points", mean=True, count="axis-seats")

    def changes(self, series: Sequence[Series]) -> Plot:
        """Games by lead changes."""
        return self._histogram(
            [(name, games.notes["lead_changes"], colour) for name, games, colour in series], "axis-changes"
        )

    def scores(self, games: Games) -> Plot:
        """Seats by points, and the winners among them."""
        plot, axes = new_plot()
        edges = edges_of(games.scores)
        weight = 1 / games.scores.size
        winners = games.scores[games.places == 1]
        axes.hist(games.scores.ravel(), edges, weights=np.full(games.scores.size, weight), color=paint(MAIN))
        axes.hist(winners, edges, weights=np.full(len(winners), weight), color=paint(ACCENT))
        self._percent(axes, self._say("axis-seats"))
        self._whole(axes, "axis-points")
        label_series(axes, [(self._say("axis-all"), MAIN), (self._say("axis-winners"), ACCENT)])
        return plot

    def score_boxes(self, games: Games) -> Plot:
        """Points by the order of turns."""
        from matplotlib.ticker import MaxNLocator

        plot, axes = new_plot()
        seats = games.setting.seats
        columns = [games.scores[games.order == place] for place in range(seats)]
        columns.append(games.scores.ravel())
        drawn = axes.boxplot(columns, whis=(5, 95), showfliers=False, widths=0.5, patch_artist=True)
        for place, box in enumerate(drawn["boxes"]):
            box.set(facecolor=paint(ACCENT_SOFT if place == seats else MAIN_SOFT), edgecolor=paint(SOFT))
        for part in ("whiskers", "caps"):
            for line in drawn[part]:
                line.set_color(paint(SOFT))
        for line in drawn["medians"]:
            line.set(color=paint(INK), linewidth=2)
        names = [*(self._nth(place) for place in range(seats)), self._say("axis-all")]
        axes.set_xticks(range(1, seats + 2), names)
        axes.set_ylabel(self._say("axis-points"))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.yaxis.set_major_formatter(lambda value, _: self._formatter.number(value, 0))
        return plot

    def items(self, games: Games) -> Plot:
        """Points by item."""
        items = [item for item in items_of(games) if item.name != TOTAL]
        plot, axes = new_plot(max(0.8 + 0.42 * len(items), 2.0))
        for row, item in enumerate(items):
            axes.barh(row, item.mean.value, 0.62, color=paint(_colour(item)), edgecolor=paint(SOFT), linewidth=0.8)
            won = float((games.item(item.name)[games.places == 1]).mean())
            axes.plot(won, row, marker="D", color=paint(ACCENT), markersize=7, markeredgecolor=paint(SURFACE))
        axes.axvline(0, color=paint(INK), linewidth=1)
        scored = [self._formatter.share(item.scored.value, 0) for item in items]
        names = [self._formatter.item(item.name) for item in items]
        label_rows(axes, [f"{name} ({share})" for name, share in zip(names, scored, strict=True)])
        axes.set_ylim(len(items) - 0.4, -0.6)
        axes.grid(axis="y", visible=False)
        axes.grid(axis="x", visible=True)
        axes.xaxis.set_major_formatter(lambda value, _: self._tick(value))
        axes.set_xlabel(f"{self._say('axis-points')}  (◆ {self._say('axis-winners')})")
        return plot

    def tension(self, series: Sequence[Series]) -> Plot:
        """How often a leader wins, as the game goes on."""
        plot, axes = new_plot()
        at = np.arange(1, STEPS) / STEPS
        for name, games, colour in series:
            found = [estimate(games.leader_wins[:, step], is_rate=True) for step in range(STEPS - 1)]
            low, value, high = (np.array([getattr(each, part) for each in found]) for part in ("low", "value", "high"))
            axes.fill_between(at, low, high, color=paint(colour), alpha=0.22, linewidth=0)
            axes.plot(at, value, marker="o", color=paint(colour), linewidth=2.2, markersize=5, label=name)
        axes.axhline(1 / series[0][1].setting.seats, color=paint(INK), linewidth=1.2, linestyle=(0, (4, 3)))
        axes.set_ylim(0, 1.02)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda value, _: self._formatter.share(value, 0))
        axes.set_xlabel(self._say("axis-turns"))
        self._percent(axes, self._say("axis-leader"))
        legend(axes, series)
        return plot

    def ends(self, series: Sequence[Series]) -> Plot:
        """Games by their ends."""
        ends = series[0][1].setting.ends
        shares = [np.bincount(games.notes["end"], minlength=len(ends)) / len(games) for _, games, _ in series]
        shown = [end for end in range(len(ends)) if any(share[end] for share in shares)]
        plot, axes = new_plot(0.9 + 0.65 * len(shown))
        thick = 0.62 / len(series)
        for place, ((name, _, colour), share) in enumerate(zip(series, shares, strict=True)):
            rows = np.arange(len(shown)) + thick * (place - (len(series) - 1) / 2)
            axes.barh(rows, share[shown], thick * 0.94, color=paint(colour), label=name)
            for row, end in zip(rows, shown, strict=True):
                axes.annotate(
                    self._formatter.share(float(share[end]), 1),
                    (share[end], row),
                    (4, 0),
                    textcoords="offset points",
                    va="center",
                )
        label_rows(axes, [self._formatter.end(ends[end]) for end in shown])
        axes.set_ylim(len(shown) - 0.5, -0.5)
        axes.set_xlim(0, max(float(share.max()) for share in shares) * 1.22)
        axes.grid(visible=False)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        legend(axes, series)
        return plot

    def forest(self, comparisons: Sequence[FigureComparison]) -> Plot:
        """The largest differences with their intervals, each in its own standard deviation."""
        real = [each for each in comparisons if each.difference.low != each.difference.high]
        shown = sorted(real, key=lambda each: -abs(effect(each)))[:MOST_ROWS]
        plot, axes = new_plot(max(0.8 + 0.34 * len(shown), 1.6))
        for row, each in enumerate(shown):
            low, high = effect_interval(each)
            sure = each.verdict == "sure"
            axes.plot([low, high], [row, row], color=paint(ACCENT if sure else SOFT), linewidth=2.2)
            fill = paint(ACCENT) if sure else paint(SURFACE)
            edge = paint(ACCENT if sure else SOFT)
            axes.plot(effect(each), row, "o", color=fill, markeredgecolor=edge, markersize=7, markeredgewidth=1.6)
        axes.axvline(0, color=paint(INK), linewidth=1)
        label_rows(axes, [self._formatter.figure(each.figure) for each in shown], 30, 9.5)
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.grid(axis="y", visible=False)
        axes.grid(axis="x", visible=True)
        axes.xaxis.set_major_formatter(lambda value, _: self._tick(value))
        return plot

    # ── What plots have in common ──

    def _histogram(
        self,
        series: Sequence[tuple[str, Integers, str]],
        label: str,
        mean: bool = False,
        count: str = "axis-games",
    ) -> Plot:
        plot, axes = new_plot()
        edges = edges_of(np.concatenate([values for _, values, _ in series]))
        for name, values, colour in series:
            weights = np.full(len(values), 1 / len(values))
            if len(series) == 1:
                axes.hist(values, edges, weights=weights, color=paint(colour))
            else:
                axes.hist(values, edges, weights=weights, color=paint(colour), alpha=0.25)
                axes.hist(values, edges, weights=weights, histtype="step", color=paint(colour), linewidth=2, label=name)
            if mean:
                middle = float(values.mean())
                axes.axvline(middle, color=paint(ACCENT if len(series) == 1 else colour), linewidth=1.8)
                if len(series) == 1:
                    text = self._say("axis-mean", mean=self._formatter.number(middle))
                    axes.set_title(text, fontsize=11, color=paint(ACCENT), loc="left")
        self._percent(axes, self._say(count))
        self._whole(axes, label)
        legend(axes, series)
        return plot

    def _whole(self, axes: Axes, label: str) -> None:
        from matplotlib.ticker import MaxNLocator

        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.xaxis.set_major_formatter(lambda value, _: self._formatter.number(value, 0))
        axes.set_xlabel(self._say(label))

    def _percent(self, axes: Axes, label: str) -> None:
        from matplotlib.ticker import MaxNLocator

        low, high = axes.get_ylim()
        digits = 0 if high - low >= 0.05 else 1
        axes.yaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
        axes.yaxis.set_major_formatter(lambda value, _: self._formatter.share(value, digits))
        axes.set_ylabel(label)

    def _tick(self, value: float) -> str:
        return self._formatter.number(
            value, 0 if value == round(value) else 1 if 10 * value == round(10 * value, 6) else 2
        )

    def _nth(self, place: int) -> str:
        return self._say("axis-nth", nth=place + 1) if place else self._say("axis-nth-0")


def write_plots(folder: Path, vectors: dict[str, str], pixels: dict[str, bytes]) -> None:
    """Every plot as SVG and as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in vectors.items():
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")
        (folder / f"{name}.png").write_bytes(pixels[name])


def _colour(item: ItemStatistics) -> str:
    """The colour of an item: that of its row, or moss."""
    return GAME_COLOURS.get(item.name.rpartition(".")[2], MAIN)
