"""Progress bar on standard error: counts what is done and estimates the time left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

Update = Callable[[int], None]


@contextmanager
def show_progress(waiting: str, working: str, total: int, done: int = 0) -> Iterator[Update]:
    """A progress bar, updated with the number done; it says `waiting` until the first update."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    with bar:
        # No total until something is done: compiling would spoil the time that is said to be left.
        task = bar.add_task(waiting, total=None, completed=done)
        yield lambda done: bar.update(task, description=working, total=total, completed=done)
