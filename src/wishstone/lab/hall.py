"""Executors: where the tasks of a job run; this module has those of this process, serial and threaded.

A job can be opened anywhere and says all that its results depend on. What is opened does one piece of the work after
the other, each named by a key. Results come in any order, and do not depend on where or in what order they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Generic, Protocol, TypeVar

K = TypeVar("K")
V = TypeVar("V")
K_contra = TypeVar("K_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)

TICK = 0.2  # seconds after which a wait looks up, so that Ctrl-C is heard everywhere


class Worker(Protocol[K_contra, V_co]):
    """What does the pieces of a job, one after the other."""

    def warm_up(self) -> None:
        """Compile what is not compiled yet."""

    def play(self, key: K_contra, /) -> V_co:
        """Do one piece."""


class Job(Protocol[K_contra, V_co]):
    """All that results depend on; it can be sent to another process."""

    def open(self) -> AbstractContextManager[Worker[K_contra, V_co]]:
        """Make what does the work; leaving it gives back what it holds."""


class Hall(Protocol[K_contra, V_co]):
    """Where the pieces of one job are done."""

    def play(self, keys: Iterable[K_contra], keep: Callable[[V_co], None]) -> None:
        """Do these pieces and hand on each result, in any order, as soon as it is there."""


class Here(Generic[K, V]):
    """One piece after the other, in this thread."""

    def __init__(self, job: Job[K, V]) -> None:
        self._job = job

    def play(self, keys: Iterable[K], keep: Callable[[V], None]) -> None:
        """Do these pieces in turn."""
        with self._job.open() as worker:
            worker.warm_up()
            for key in keys:
                keep(worker.play(key))


class Threads(Generic[K, V]):
    """Several threads of this process: enough for compiled loops, which let go of Python's lock."""

    def __init__(self, job: Job[K, V], jobs: int) -> None:
        self._job, self._jobs = job, jobs

    def play(self, keys: Iterable[K], keep: Callable[[V], None]) -> None:
        """Do these pieces, each in the thread that is free next."""
        stop, left, heard = Event(), _Shared(iter(keys)), SimpleQueue[V | _Ended]()
        with ExitStack() as stack:
            workers = [stack.enter_context(self._job.open()) for _ in range(self._jobs)]
            workers[0].warm_up()  # compiles what there is to compile, before the others ask for it
            threads = [Thread(target=_work, args=(worker, left, heard, stop), daemon=True) for worker in workers]
            for thread in threads:
                thread.start()
            try:
                self._listen(heard, len(threads), keep)
            finally:
                stop.set()
                for thread in threads:
                    thread.join()

    def _listen(self, heard: SimpleQueue[V | _Ended], busy: int, keep: Callable[[V], None]) -> None:
        while busy:
            try:
                message = heard.get(timeout=TICK)
            except Empty:
                continue
            if not isinstance(message, _Ended):
                keep(message)
            elif message.error is not None:
                raise message.error
            else:
                busy -= 1


class _Ended:
    """What a thread says when it ends, and why it had to."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error


class _Shared(Generic[K]):
    """Keys that several threads take turns in taking."""

    def __init__(self, keys: Iterator[K]) -> None:
        self._keys, self._lock = keys, Lock()

    def take(self) -> tuple[K, ...]:
        """The next key; nothing, where none is left."""
        with self._lock:
            for key in self._keys:
                return (key,)
        return ()


def _work(worker: Worker[K, V], left: _Shared[K], heard: SimpleQueue[V | _Ended], stop: Event) -> None:
    """What a thread does: piece by piece, until none is left or it is told to stop."""
    try:
        while not stop.is_set() and (taken := left.take()):
            heard.put(worker.play(*taken))
    except Exception as error:
        heard.put(_Ended(error))
    else:
        heard.put(_Ended())
