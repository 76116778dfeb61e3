"""Simulation save file: its last line says which games are played, with their results added up."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any

from wishstone.lab.append_log import AppendLog, bot_versions, versions
from wishstone.lab.job_words import LEXICON
from wishstone.lab.simulate import Simulation
from wishstone.lab.simulation_job import Progress, SimulationJob, merge_spans, new_progress

SHARE_OF_TIME = 0.01  # a line is added no oftener than after so much of the time that has passed
LEAST_SECONDS = 1.0
SUMS = ("games", "decisions", "cut_off")


class SimulationLog(AppendLog):
    """The progress of a simulation, on the disk."""

    FORMAT = "wishstone-series/1"
    KIND = "series"
    LEXICON = LEXICON

    def __init__(self, path: Path, job: SimulationJob) -> None:
        self._seats = job.seats
        self.progress = new_progress(job)
        self._begun = self._last = monotonic()
        super().__init__(path, header_of(job))

    def keep(self, progress: Progress) -> None:
        """Write the progress down, if that was not done just now."""
        now = monotonic()
        if now - self._last >= max(LEAST_SECONDS, SHARE_OF_TIME * (now - self._begun)):
            self.write(progress)

    def write(self, progress: Progress) -> None:
        """Write the progress down."""
        self._last = monotonic()
        results = asdict(progress.results)
        self.add({"done": progress.done, **{key: results[key] for key in results if key not in ("game", "bots")}})

    def take(self, line: dict[str, Any]) -> None:
        """Take in the progress from before."""
        results = Simulation(
            self.progress.results.game,
            self.progress.results.bots,
            **{name: _count(line[name]) for name in SUMS},
            seconds=float(line["seconds"]),
            points=[int(points) for points in line["points"]],
            shares=[_count(share) for share in line["shares"]],
            ends={str(end): _count(count) for end, count in line["ends"].items()},
        )
        done = merge_spans((_count(first), _count(beyond)) for first, beyond in line["done"])
        if len(results.points) != self._seats or len(results.shares) != self._seats:
            raise ValueError
        if sum(beyond - first for first, beyond in done) != results.games:
            raise ValueError
        if sum(results.ends.values()) + results.cut_off != results.games:
            raise ValueError
        self.progress = Progress(results, done)


def header_of(job: SimulationJob) -> dict[str, Any]:
    """What a file says of its simulation; one with the same header has the same games."""
    return {
        "format": SimulationLog.FORMAT,
        "game": job.game,  # before the versions: those of another game are others
        **versions(job.game),
        **bot_versions(job.bots),
        "rules": job.rules_version,
        "options": dict(job.options),
        "files": dict(job.files),
        "bots": job.bots,
        "seed": job.seed,
        "first": job.first,
    }


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError
    return value
