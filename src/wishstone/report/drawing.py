"""Plot style and helpers: the look that all plots have in common, and what several of them need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from wishstone.report.games import Integers, Reals
from wishstone.report.statistics import Estimate
from wishstone.report.theme import INK, LINE, SOFT, SURFACE, paint

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Plot

WIDTH, HEIGHT = 5.0, 3.1  # inches, at which a letter is as large on a phone as the text around
MOST_BARS = 40  # of a histogram
LONG = 24  # letters of a label in a line


def rc() -> dict[str, object]:
    """How Matplotlib draws for us."""
    ink, soft, line, surface = (paint(name) for name in (INK, SOFT, LINE, SURFACE))
    return {
        "svg.fonttype": "none",
        "svg.hashsalt": "wishstone",
        "font.size": 11,
        "font.family": "DejaVu Sans",
        "text.color": ink,
        "axes.edgecolor": soft,
        "axes.labelcolor": soft,
        "axes.facecolor": surface,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "axes.grid.axis": "y",
        "axes.unicode_minus": True,
        "grid.color": line,
        "grid.linewidth": 0.8,
        "xtick.color": soft,
        "ytick.color": soft,
        "xtick.labelcolor": ink,
        "ytick.labelcolor": ink,
        "legend.frameon": False,
        "figure.facecolor": surface,
        "savefig.facecolor": surface,
        "patch.edgecolor": surface,
    }


def new_plot(height: float = HEIGHT) -> tuple[Plot, Axes]:
    """An empty plot of one part."""
    from matplotlib.figure import Figure as Plot

    plot = Plot(figsize=(WIDTH, height), layout="constrained")
    return plot, plot.add_subplot()


def edges_of(values: Integers) -> list[float]:
    """The borders of a histogram's bars, each of which holds as many whole numbers as the others."""
    low, high = int(values.min()), int(values.max())
    step = -(-(high - low + 1) // MOST_BARS)
    return [edge - 0.5 for edge in range(low, high + step + 1, step)]


def points_with_intervals(axes: Axes, at: Reals, found: list[Estimate], colour: str, name: str) -> None:
    """Means as points, each with its interval."""
    values = np.array([each.value for each in found])
    reach = np.array([[each.value - each.low, each.high - each.value] for each in found]).T
    axes.errorbar(
        at, values, yerr=reach, fmt="o", color=paint(colour), markersize=8, elinewidth=2.4, capsize=5, label=name
    )


def legend(axes: Axes, series: Sequence[tuple[str, object, str]]) -> None:
    """Which series is which, where there are several."""
    if len(series) > 1:
        label_series(axes, [(name, colour) for name, _, colour in series])


def label_series(axes: Axes, named: Sequence[tuple[str, str]]) -> None:
    """The names of series in their colours, above the plot, where they hide nothing."""
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=paint(colour), marker="s", linestyle="", markersize=9) for _, colour in named]
    axes.legend(
        handles,
        [name for name, _ in named],
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=len(named),
        borderaxespad=0.2,
        handletextpad=0.2,
    )


def label_rows(axes: Axes, labels: Sequence[str], width: int = LONG, size: float = 11) -> None:
    """Names of rows, in two or more lines where they are long.

    Each line is a text of its own: the page sets it in letters of another width, and only its end is sure to stay.
    """
    from textwrap import wrap

    axes.set_yticks(range(len(labels)), [""] * len(labels))
    for row, label in enumerate(labels):
        lines = wrap(label, width)
        for number, line in enumerate(lines):
            down = (number - (len(lines) - 1) / 2) * size * 1.15
            axes.annotate(
                line,
                (0, row),
                (-7, -down),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                ha="right",
                va="center",
                fontsize=size,
            )
