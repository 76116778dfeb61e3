"""SQLite writer thread: commits everything that is waiting in one transaction (group commit).

A transaction takes hardly longer for a hundred changes than for one. So the writer begins one every few milliseconds at
most, and whatever arrives in between is committed together.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

import msgspec

from wishstone.server.store.batch_writes import store_changes
from wishstone.server.store.interface import Change, Conflict, Rate, StoreDown, report_down
from wishstone.server.store.sql import SqlSession
from wishstone.server.store.sqlite_connection import SqliteSession, is_damage, is_down, open_file, transaction

T = TypeVar("T")

MOST = 1_000  # jobs per transaction, so that the first of them need not wait long
PACE = 0.005  # seconds between the starts of two transactions: each has a fixed cost


class WriteJob(msgspec.Struct, frozen=True, eq=False):
    """A change, or a function to be run in a transaction, and the future for its result."""

    what: Change | Callable[[SqlSession], Any]
    answer: asyncio.Future[Any]


Answer = tuple[asyncio.Future[Any], Any]  # a future, and its result or exception


class SqliteWriter:
    """The thread that writes to an SQLite file."""

    def __init__(self, path: Path, rate: Rate, patience: float, damaged: Event) -> None:
        self._path = path
        self._damaged = damaged
        self._rate = rate
        self._patience = patience
        self._jobs: SimpleQueue[WriteJob | None] = SimpleQueue()  # None marks the end
        self._running = False
        self._began = 0.0  # when the last transaction began

    async def start(self) -> None:
        """Open the file, and start the thread."""
        self._loop = asyncio.get_running_loop()
        self._connection = await asyncio.to_thread(open_file, self._path, self._patience)
        self._ended = self._loop.create_future()
        self._running = True
        Thread(target=self._run, name="wishstone-writer", daemon=True).start()

    async def stop(self) -> None:
        """Write everything that is queued, and close the file."""
        if self._running:
            self._running = False
            self._jobs.put(None)
            await self._ended

    async def write(self, what: Change | Callable[[SqlSession], T]) -> Any:
        """Queue a job and wait until it is on disk. A cancelled job may still be stored."""
        if not self._running:
            raise StoreDown("the database is closed")
        job = WriteJob(what, self._loop.create_future())
        self._jobs.put(job)
        return await job.answer

    def _run(self) -> None:
        is_last = False
        while not is_last:
            jobs, is_last = self._take_jobs()
            self._answer(self._store_batch(jobs))
        self._connection.close()
        self._answer([(self._ended, None)])

    def _take_jobs(self) -> tuple[list[WriteJob], bool]:
        """All queued jobs, at least one, and whether they are the last."""
        jobs: list[WriteJob] = []
        job = self._jobs.get()
        if (early := self._began + PACE - time.monotonic()) > 0:
            time.sleep(early)
        self._began = time.monotonic()
        with suppress(Empty):
            while job is not None:
                jobs.append(job)
                if len(jobs) == MOST:
                    break
                job = self._jobs.get_nowait()
        return jobs, job is None

    def _store_batch(self, jobs: Sequence[WriteJob]) -> list[Answer]:
        """Store jobs together; if that fails, store the two halves separately, so that a bad job fails alone."""
        if not jobs:
            return []
        try:
            return self._write_jobs(jobs)
        except Exception as error:
            if is_damage(error):
                self._damaged.set()
            if is_down(error):
                return [(job.answer, report_down(str(error))) for job in jobs]
            if len(jobs) == 1:
                return [(jobs[0].answer, error)]
        half = len(jobs) // 2
        return self._store_batch(jobs[:half]) + self._store_batch(jobs[half:])

    def _write_jobs(self, jobs: Sequence[WriteJob]) -> list[Answer]:
        session = SqliteSession(self._connection)
        changes = [(job.what, job.answer) for job in jobs if isinstance(job.what, Change)]
        with transaction(self._connection):
            fits = store_changes(session, [change for change, _ in changes], self._rate) if changes else []
            others = [(job.answer, job.what(session)) for job in jobs if not isinstance(job.what, Change)]
        stored = [
            (answer, None if fit else Conflict(change.table))
            for (change, answer), fit in zip(changes, fits, strict=True)
        ]
        return [*stored, *others]

    def _answer(self, answers: list[Answer]) -> None:
        with suppress(RuntimeError):  # the event loop has ended, so nobody waits
            self._loop.call_soon_threadsafe(_resolve_futures, answers)


def _resolve_futures(answers: list[Answer]) -> None:
    """Resolve the futures of a whole transaction in the event loop, with one call."""
    for future, answer in answers:
        if future.done():  # it was cancelled
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
