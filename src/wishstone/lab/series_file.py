"""Simulation save file: its last line says which games are played, with their results added up."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any

from wishstone.lab.growing_file import GrowingFile, versions
from wishstone.lab.series import Series, Standing, joined, new_standing
from wishstone.lab.series_words import LEXICON
from wishstone.lab.simulate import Simulation

SHARE_OF_TIME = 0.01  # a line is added no oftener than after so much of the time that has passed
LEAST_SECONDS = 1.0
SUMS = ("games", "decisions", "cut_off")


class SeriesFile(GrowingFile):
    """How a series stands, on the disk."""

    FORMAT = "wishstone-series/1"
    KIND = "series"
    LEXICON = LEXICON

    def __init__(self, path: Path, series: Series) -> None:
        self._seats = series.seats
        self.standing = new_standing(series)
        self._begun = self._last = monotonic()
        super().__init__(path, header_of(series))

    def keep(self, standing: Standing) -> None:
        """Write down how the series stands, if that was not done just now."""
        now = monotonic()
        if now - self._last >= max(LEAST_SECONDS, SHARE_OF_TIME * (now - self._begun)):
            self.write(standing)

    def write(self, standing: Standing) -> None:
        """Write down how the series stands."""
        self._last = monotonic()
        results = asdict(standing.results)
        self.add({"done": standing.done, **{key: results[key] for key in results if key not in ("game", "bots")}})

    def take(self, line: dict[str, Any]) -> None:
        """How the series stood before."""
        results = Simulation(
            self.standing.results.game,
            self.standing.results.bots,
            **{name: _count(line[name]) for name in SUMS},
            seconds=float(line["seconds"]),
            points=[int(points) for points in line["points"]],
            shares=[_count(share) for share in line["shares"]],
            ends={str(end): _count(count) for end, count in line["ends"].items()},
        )
        done = joined((_count(first), _count(beyond)) for first, beyond in line["done"])
        if len(results.points) != self._seats or len(results.shares) != self._seats:
            raise ValueError
        if sum(beyond - first for first, beyond in done) != results.games:
            raise ValueError
        if sum(results.ends.values()) + results.cut_off != results.games:
            raise ValueError
        self.standing = Standing(results, done)


def header_of(series: Series) -> dict[str, Any]:
    """What a file says of its series; one with the same header has the same games."""
    return {
        "format": SeriesFile.FORMAT,
        **versions(),
        "game": series.game,
        "options": dict(series.options),
        "files": dict(series.files),
        "bots": series.bots,
        "seed": series.seed,
        "first": series.first,
    }


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError
    return value
