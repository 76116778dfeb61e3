"""Executors: where the tasks of a job run; this module has those of this process, serial and threaded.

A job says all that its results depend on, and can be opened anywhere. That gives a runner, which does one task of the
job after the other, each named by a key. Results come in any order, and do not depend on where or in what order they
were made. Other executors are in `process_pool.py` and `cluster.py`; `executor_choice.py` chooses one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Generic, Protocol, TypeVar

K = TypeVar("K")
V = TypeVar("V")
K_contra = TypeVar("K_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)

TICK = 0.2  # seconds after which a wait looks up, so that Ctrl-C is heard everywhere


class Watch(Protocol):
    """Hears how the tasks of a job go, between two results."""

    def ready(self) -> None:
        """What there is to compile is compiled: the tasks begin."""

    def under_way(self, who: int, games: float) -> None:
        """One of those who run tasks has played so many games of the one in hand, and a part of one more."""


class Unwatched:
    """Nobody hears how it goes."""

    def ready(self) -> None:
        """See `Watch`."""

    def under_way(self, who: int, games: float) -> None:
        """See `Watch`."""


UNWATCHED: Watch = Unwatched()


class JobRunner(Protocol[K_contra, V_co]):
    """Does the tasks of a job, one after the other."""

    def warm_up(self) -> None:
        """Compile what is not compiled yet."""

    def play(self, key: K_contra, /) -> V_co:
        """Do one task."""

    def report_to(self, hear: Callable[[float], None]) -> None:
        """Tell now and then, from now on, how many games of the task in hand are played."""


class Job(Protocol[K_contra, V_co]):
    """All that the results depend on; it can be sent to another process."""

    def open(self) -> AbstractContextManager[JobRunner[K_contra, V_co]]:
        """Make a runner; leaving the context gives back what it holds."""


class GameJob(Job[K_contra, V_co], Protocol[K_contra, V_co]):
    """A job that plays one game, which has to be the same wherever it is opened."""

    @property
    def game(self) -> str:
        """The id of the game."""


class Executor(Protocol[K_contra, V_co]):
    """Runs the tasks of one job."""

    def run(self, keys: Iterable[K_contra], keep: Callable[[V_co], None], watch: Watch = UNWATCHED) -> None:
        """Run these tasks and hand on each result, in any order, as soon as it is there."""


class SerialExecutor(Generic[K, V]):
    """Runs one task after the other, in this thread."""

    def __init__(self, job: Job[K, V]) -> None:
        self._job = job

    def run(self, keys: Iterable[K], keep: Callable[[V], None], watch: Watch = UNWATCHED) -> None:
        """Run these tasks in turn."""
        with self._job.open() as runner:
            runner.warm_up()
            watch.ready()
            runner.report_to(partial(watch.under_way, 0))
            for key in keys:
                found = runner.play(key)
                watch.under_way(0, 0.0)
                keep(found)


class ThreadPool(Generic[K, V]):
    """Runs tasks on several threads of this process: enough for compiled loops, which release Python's lock."""

    def __init__(self, job: Job[K, V], jobs: int) -> None:
        self._job, self._jobs = job, jobs

    def run(self, keys: Iterable[K], keep: Callable[[V], None], watch: Watch = UNWATCHED) -> None:
        """Run these tasks, each in the thread that is free next."""
        stop, left, heard = Event(), _TaskQueue(iter(keys)), SimpleQueue[V | _Finished]()
        with ExitStack() as stack:
            runners = [stack.enter_context(self._job.open()) for _ in range(self._jobs)]
            runners[0].warm_up()  # compiles what there is to compile, before the others ask for it
            watch.ready()
            threads = [
                Thread(target=_run_tasks, args=(runner, left, heard, partial(_hear, watch, stop, who)), daemon=True)
                for who, runner in enumerate(runners)
            ]
            for thread in threads:
                thread.start()
            try:
                self._listen(heard, len(threads), keep)
            finally:
                stop.set()
                for thread in threads:
                    thread.join()

    def _listen(self, heard: SimpleQueue[V | _Finished], busy: int, keep: Callable[[V], None]) -> None:
        while busy:
            try:
                message = heard.get(timeout=TICK)
            except Empty:
                continue
            if not isinstance(message, _Finished):
                keep(message)
            elif message.error is not None:
                raise message.error
            else:
                busy -= 1


class _Stopped(Exception):
    """A task was stopped before its end."""


def _hear(watch: Watch, stop: Event, who: int, games: float) -> None:
    """Hear how far a task is in its thread, and end it where all are to stop: a game may take minutes."""
    if stop.is_set():
        raise _Stopped
    watch.under_way(who, games)


class _Finished:
    """Message of a thread that ends, with the error that ended it, if any."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error


class _TaskQueue(Generic[K]):
    """Keys that several threads take turns in taking."""

    def __init__(self, keys: Iterator[K]) -> None:
        self._keys, self._lock = keys, Lock()

    def take(self) -> tuple[K, ...]:
        """The next key; nothing, where none is left."""
        with self._lock:
            for key in self._keys:
                return (key,)
        return ()


def _run_tasks(
    runner: JobRunner[K, V], left: _TaskQueue[K], heard: SimpleQueue[V | _Finished], hear: Callable[[float], None]
) -> None:
    """Body of a thread: run task by task, until none is left or it is told to stop."""
    runner.report_to(hear)
    try:
        while taken := left.take():
            found = runner.play(*taken)
            hear(0.0)
            heard.put(found)
    except _Stopped:
        heard.put(_Finished())
    except Exception as error:
        heard.put(_Finished(error))
    else:
        heard.put(_Finished())
