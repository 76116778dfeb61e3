"""Progress on standard error: a bar on a terminal, a line now and then in a pipe, with the time that is left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from wishstone.game.words import Lexicon
from wishstone.words import WORDS

LEXICON = Lexicon(WORDS)
FIRST_LINES = (1.0, 10.0, 30.0, 60.0, 120.0)  # seconds after which a pipe gets a line,
THEN_EVERY = 300.0  # and after these
LOOKS = 5  # at the clock, in a second

Update = Callable[[int], None]


class Teller:
    """How far something is: what is waited for or done, how much of it, and for how long still.

    It is a `Watch` of an executor. Results that are there are told by calling it.
    """

    def __init__(self, words: tuple[str, str], total: int, done: int, language: str) -> None:
        self._waiting, self._working = words
        self._total, self._done, self._before = total, done, done
        self._say = LEXICON.saying(language)
        self._parts: dict[int, float] = {}  # of those who work: what they have done of what they have in hand
        self._begun, self._ready = monotonic(), 0.0
        self._lock = Lock()

    def __call__(self, done: int) -> None:
        """So much is done by now."""
        self.ready()
        self._done = done

    def ready(self) -> None:
        """See `Watch`."""
        self._ready = self._ready or monotonic()

    def under_way(self, who: int, games: float) -> None:
        """See `Watch`."""
        with self._lock:
            self._parts[who] = games

    @property
    def doing(self) -> str:
        """What is waited for, or done."""
        return self._working if self._ready else self._waiting

    @property
    def reached(self) -> float:
        """How much is done, with what is in hand."""
        with self._lock:
            return min(self._done + sum(self._parts.values()), float(self._total))

    @property
    def seconds_left(self) -> float | None:
        """How long it takes still, if it goes on as it went so far; None before anything is done."""
        new = self.reached - self._before
        if not self._ready or new <= 0:
            return None
        return (monotonic() - self._ready) * (self._total - self.reached) / new

    def line(self) -> str:
        """All that in a line."""
        spent = clock(monotonic() - self._begun)
        if not self._ready:
            return self._say("progress-waiting", doing=self.doing, spent=spent)
        told = {"doing": self.doing, "done": f"{int(self.reached):,}", "total": f"{self._total:,}", "spent": spent}
        left = self.seconds_left
        return self._say("progress-begun", **told) if left is None else self._say("progress", **told, left=clock(left))


def clock(seconds: float) -> str:
    """A duration as people write it.

    >>> clock(3725.2)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


@contextmanager
def show_progress(waiting: str, working: str, total: int, done: int = 0, language: str = "en") -> Iterator[Teller]:
    """Show how far it is; it says `waiting` until something is ready, or the first update."""
    teller = Teller((waiting, working), total, done, language)
    stop = Event()
    show = _draw_bar if sys.stderr.isatty() else _write_lines
    thread = Thread(target=show, args=(teller, total, stop), daemon=True)
    thread.start()
    try:
        yield teller
    finally:
        stop.set()
        thread.join()


def _draw_bar(teller: Teller, total: int, stop: Event) -> None:
    """Keep a bar on the terminal up to date."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        # No total until something is done: compiling would spoil the time that is said to be left.
        task = bar.add_task(teller.doing, total=None, completed=int(teller.reached))
        while not stop.wait(1 / LOOKS):
            known = total if teller.seconds_left is not None else None
            bar.update(task, description=teller.doing, total=known, completed=teller.reached)


def _write_lines(teller: Teller, total: int, stop: Event) -> None:
    """Write a line now and then, for whoever reads it later."""
    begun, times = monotonic(), list(FIRST_LINES)
    while not stop.wait(max(begun + times[0] - monotonic(), 0)):
        print(teller.line(), file=sys.stderr, flush=True)
        last = times.pop(0)
        times = times or [last + THEN_EVERY]
