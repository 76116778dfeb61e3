"""Process pool: each worker process does the next task that is left.

Processes are spawned, so they share nothing with this one. A pipe brings the key of a task and takes its result back.
A process that finds its pipe closed ends by itself, so none is left behind when this one is killed.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any, Generic

from wishstone.game.errors import UsageError, WishstoneError
from wishstone.game.words import Lexicon, Value
from wishstone.lab.arena import DealResult, SerialArena
from wishstone.lab.arena_words import LEXICON
from wishstone.lab.executor import TICK, UNWATCHED, Executor, Job, K, ThreadPool, V, Watch
from wishstone.lab.plan import Plan

MOST_JOBS = 1024
PATIENCE = 5.0  # seconds that a process has to end when it is asked to


class _Ready:
    """Message of a worker process whose bots are made and warm."""


@dataclass(frozen=True)
class _Done(Generic[V]):
    """Message of a worker process: the result of one task."""

    value: V


@dataclass(frozen=True)
class _Part:
    """Message of a worker process: so many games of its task are played."""

    games: float


@dataclass(frozen=True)
class RemoteError:
    """An error of the user's, as it goes through a pipe."""

    code: str
    lexicon: Lexicon
    values: dict[str, Value]

    def error(self) -> WishstoneError:
        """The same as an error again."""
        return WishstoneError(self.code, self.lexicon, **self.values)


def to_remote_error(error: WishstoneError) -> RemoteError:
    """An error of the user's, made ready for a pipe."""
    return RemoteError(error.code, error.lexicon, dict(error.values))


@dataclass(frozen=True)
class _Crash:
    """An error of ours, or of a bot's, as it goes through a pipe."""

    told: str


class ProcessPool(Generic[K, V]):
    """Runs the tasks of a job in several processes at once."""

    def __init__(self, job: Job[K, V], jobs: int) -> None:
        self._job, self._jobs = job, jobs
        self._context = get_context("spawn")
        self._workers: dict[Connection, SpawnProcess] = {}

    def run(self, keys: Iterable[K], keep: Callable[[V], None], watch: Watch = UNWATCHED) -> None:
        """Run these tasks, each in the process that is free next."""
        try:
            self._run(iter(keys), keep, watch)
        except BaseException:
            for worker in self._workers.values():
                worker.terminate()
            raise
        finally:
            self._close()

    def _run(self, left: Iterator[K], keep: Callable[[V], None], watch: Watch) -> None:
        self._open()
        busy = 1
        while busy:
            for pipe in self._heard():
                message = self._hear(pipe)
                if isinstance(message, _Part):
                    watch.under_way(pipe.fileno(), message.games)
                    continue
                busy -= 1
                if isinstance(message, _Done):
                    watch.under_way(pipe.fileno(), 0.0)
                    keep(message.value)
                elif len(self._workers) == 1:
                    watch.ready()
                    # The first worker has compiled what there is to compile; the others find it on the disk.
                    for _ in range(self._jobs - 1):
                        self._open()
                        busy += 1
                for key in left:
                    with suppress(OSError):  # one that has died is found when we listen to it
                        pipe.send((key,))
                    busy += 1
                    break

    def _open(self) -> None:
        here, there = self._context.Pipe()
        worker = self._context.Process(target=_run_worker, args=(there, self._job), daemon=True)
        worker.start()
        there.close()
        self._workers[here] = worker

    def _heard(self) -> list[Connection]:
        """The pipes through which something has come, as soon as there is one."""
        ready = wait(list(self._workers))
        return [pipe for pipe in self._workers if pipe in ready]

    def _hear(self, pipe: Connection) -> _Ready | _Part | _Done[V]:
        try:
            message: _Ready | _Part | _Done[V] | RemoteError | _Crash = pipe.recv()
        except (EOFError, OSError) as error:
            worker = self._workers[pipe]
            worker.join(PATIENCE)
            raise WishstoneError("arena-died", LEXICON, status=worker.exitcode or 0) from error
        if isinstance(message, RemoteError):
            raise message.error()
        if isinstance(message, _Crash):
            raise RuntimeError(message.told)
        return message

    def _close(self) -> None:
        for pipe in self._workers:
            pipe.close()  # which ends an idle worker
        for worker in self._workers.values():
            worker.join(PATIENCE)
            if worker.is_alive():
                worker.kill()
                worker.join()
        self._workers.clear()


def _run_worker(pipe: Connection, job: Job[K, V]) -> None:
    """Body of a worker process: open the job, and do the tasks that are sent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that we belong to, which ends us
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that bots are closed
    try:
        with job.open() as runner:
            runner.warm_up()
            _send(pipe, _Ready())
            runner.report_to(_Sparsely(lambda games: _send(pipe, _Part(games))))
            while told := _next_task(pipe):
                _send(pipe, _Done(runner.play(*told)))
    except WishstoneError as error:
        _send(pipe, to_remote_error(error))
    except Exception:
        _send(pipe, _Crash(traceback.format_exc()))


class _Sparsely:
    """Passes on what it hears, but no oftener than every `TICK` seconds."""

    def __init__(self, tell: Callable[[float], None]) -> None:
        self._tell, self._last = tell, monotonic()

    def __call__(self, games: float) -> None:
        if monotonic() - self._last >= TICK:
            self._tell(games)
            self._last = monotonic()


def _next_task(pipe: Connection) -> tuple[Any, ...]:
    """The key of the next task; nothing, where nobody is left to work for."""
    try:
        told: tuple[Any, ...] = pipe.recv()
    except (EOFError, OSError):
        return ()
    return told


def _send(pipe: Connection, message: object) -> None:
    """Send a message, if somebody is still there to hear it."""
    with suppress(OSError):
        pipe.send(message)


def local_executor(plan: Plan, games: int, jobs: int | None) -> Executor[int, DealResult]:
    """Executor of an arena on so many cores, or all, but on no more than there are deals."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError("count-wrong", name="--jobs", low=1, high=MOST_JOBS, value=str(jobs))
    jobs = min(jobs or cores(), plan.deals(games))
    if jobs == 1:
        return SerialArena(plan)
    return ThreadPool(plan, jobs) if plan.is_compiled else ProcessPool(plan, jobs)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
