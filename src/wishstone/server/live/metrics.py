"""Metrics: counters and histograms in Prometheus' text format."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from typing import get_args

from wishstone import __version__
from wishstone.server.workers.bot_pool import Why
from wishstone.server.workers.fair_queue import Urgency

LATENCIES = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))


class Histogram:
    """A histogram of durations."""

    def __init__(self) -> None:
        self.counts = [0] * (len(LATENCIES) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[bisect_left(LATENCIES, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str, label: str = "") -> list[str]:
        """The histogram in Prometheus' text format, perhaps with a label such as `work="hint"`."""
        told, total = [], 0
        labels, more = (f"{{{label}}}", f"{label},") if label else ("", "")
        for bound, count in zip((*map(str, LATENCIES), "+Inf"), self.counts, strict=True):
            total += count
            told.append(f'{name}_bucket{{{more}le="{bound}"}} {total}')
        return [*told, f"{name}_sum{labels} {self.sum:.6f}", f"{name}_count{labels} {total}"]


class Metrics:
    """Counters of this server process."""

    def __init__(self) -> None:
        self.began = time.time()
        self.connections = 0
        self.refusals: Counter[str] = Counter()
        self.reports = 0  # that players made
        self.requests: Counter[tuple[str, int]] = Counter()
        self.seconds = Histogram()
        self.storing = Histogram()
        self.waits = {urgency: Histogram() for urgency in Urgency}
        self.moves_instead: Counter[Why] = Counter(dict.fromkeys(get_args(Why), 0))

    def count_request(self, method: str, status: int, seconds: float) -> None:
        """Count an HTTP request; unknown methods are counted together, since there is no end to them."""
        self.requests[method if method in METHODS else "other", status] += 1
        self.seconds.add(seconds)

    def note_wait(self, urgency: Urgency, seconds: float) -> None:
        """Count for how long a piece of work waited until a process had time for it."""
        self.waits[urgency].add(seconds)

    def to_prometheus(self, gauges: dict[str, tuple[str, float]], page: str, waiting: Callable[[Urgency], int]) -> str:
        """All metrics in Prometheus' text format; `gauges` are values from elsewhere, each with its explanation.

        `page` is the version of the browser client, and `waiting` tells how much work of a kind waits at this moment.
        """
        lines = [
            "# HELP wishstone_info version of the server and of its page",
            "# TYPE wishstone_info gauge",
            f'wishstone_info{{version="{__version__}",page="{page}"}} 1',
        ]
        for name, (explanation, value) in {
            "wishstone_up_seconds": ("since the start", time.time() - self.began),
            "wishstone_connections": ("open sockets", self.connections),
            **gauges,
        }.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# HELP {name} {explanation}", f"# TYPE {name} {kind}", f"{name} {value:g}"]
        lines += ["# HELP wishstone_requests_total requests over HTTP", "# TYPE wishstone_requests_total counter"]
        for (method, status), count in sorted(self.requests.items()):
            lines.append(f'wishstone_requests_total{{method="{method}",status="{status}"}} {count}')
        lines += [
            "# HELP wishstone_refusals_total commands and requests refused",
            "# TYPE wishstone_refusals_total counter",
        ]
        for code, count in sorted(self.refusals.items()):
            lines.append(f'wishstone_refusals_total{{code="{code}"}} {count}')
        lines += [
            "# HELP wishstone_moves_instead_total moves that another bot made for the one that was to",
            "# TYPE wishstone_moves_instead_total counter",
        ]
        for why, count in sorted(self.moves_instead.items()):
            lines.append(f'wishstone_moves_instead_total{{why="{why}"}} {count}')
        for name, explanation, histogram in (
            ("wishstone_request_seconds", "time for a request over HTTP", self.seconds),
            ("wishstone_storing_seconds", "time until a change is on the disk", self.storing),
        ):
            lines += [f"# HELP {name} {explanation}", f"# TYPE {name} histogram", *histogram.lines(name)]
        name = "wishstone_thinking_waiting"
        lines += [f"# HELP {name} positions and games that wait until a process has time", f"# TYPE {name} gauge"]
        lines += [f'{name}{{work="{urgency.name.lower()}"}} {waiting(urgency)}' for urgency in Urgency]
        name = "wishstone_thinking_wait_seconds"
        lines += [f"# HELP {name} time until a process began with a piece of work", f"# TYPE {name} histogram"]
        for urgency, histogram in self.waits.items():
            lines += histogram.lines(name, f'work="{urgency.name.lower()}"')
        return "\n".join(lines) + "\n"
