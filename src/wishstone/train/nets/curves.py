"""Learning curves: `python -m wishstone.train.nets.curves FOLDER … --out FILE.png` draws the logs of trainings.

A panel each for wins against `fitted`, points, entropy and the values' error, by decisions; a line for each training.
Needs the extra `report`, for matplotlib.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wishstone.game.errors import UsageError, unreadable
from wishstone.train.nets.command import run
from wishstone.train.nets.settings import LOG
from wishstone.train.nets.words import LEXICON

OPPONENT = "fitted"
MILLION = 1e6
PANELS = (
    ("wins", f"wins against {OPPONENT}, %"),
    ("points", "points a seat, in self-play"),
    ("entropy", "entropy, in nats"),
    ("value_loss", "squared error of the values"),
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw the curves of some trainings into one picture."""
    parser = argparse.ArgumentParser(prog="python -m wishstone.train.nets.curves", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.png")
    asked = parser.parse_args(arguments)
    draw({folder.name: reports_of(folder) for folder in asked.folders}, asked.out)


def reports_of(folder: Path) -> list[dict[str, Any]]:
    """The reports of a training, as its log tells them; a last line that was not written to its end is dropped."""
    path = folder / LOG
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(path, error) from None
    lines = [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
    found = [line for line in lines if line["kind"] == "report"]
    if not found:
        raise UsageError("train-log", LEXICON, path=str(path))
    return found


def curve(reports: list[dict[str, Any]], name: str) -> tuple[list[float], list[float], list[float]]:
    """Millions of decisions, the figure, and how far it may be off, by report."""
    is_outcome = name == "wins"
    reports = [report for report in reports if is_outcome or name in report]  # the first one is before all training
    outcomes = [next(each for each in report["outcomes"] if each["opponent"] == OPPONENT) for report in reports]
    figures = [
        float((outcome if is_outcome else report)[name]) for report, outcome in zip(reports, outcomes, strict=True)
    ]
    errors = [float(outcome["interval"]) if is_outcome else 0.0 for outcome in outcomes]
    return [report["decisions"] / MILLION for report in reports], figures, errors


def draw(trainings: dict[str, list[dict[str, Any]]], out: Path) -> None:
    """Write the picture."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("train-plots", LEXICON) from None
    figure = Figure(figsize=(11, 7), layout="constrained")
    for panel, (name, title) in enumerate(PANELS):
        axes = figure.add_subplot(2, 2, panel + 1)
        for label, reports in trainings.items():
            decisions, figures, errors = curve(reports, name)
            axes.errorbar(decisions, figures, yerr=errors if any(errors) else None, label=label, marker=".")
        axes.set_title(title)
        axes.set_xlabel("decisions, in millions")
        axes.grid(alpha=0.3)
    figure.axes[0].legend()
    figure.savefig(out, dpi=110)


if __name__ == "__main__":
    run(main)
