"""How is something done beside the server? In a process of its own, one thing after the other.

A process that dies is replaced, and what it was doing is tried once more. One that is seldom needed goes when it has
had nothing to do for a while, and comes back when it has.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Thread
from typing import TypeVar

Argument = TypeVar("Argument")
Result = TypeVar("Result")

TRIES = 2  # of something that the process dies over
PATIENCE = 5.0  # seconds in which a process that was killed has to be gone


class WorkerProcess:
    """A process that is started when there is something to do, and ends `idle` seconds after the last, if any."""

    def __init__(self, nice: int, idle: float = 0.0) -> None:
        self.waiting = 0  # how much is under way or waits
        self._nice, self._idle = nice, idle
        self._pool: ProcessPoolExecutor | None = None
        self._idle_timer: asyncio.TimerHandle | None = None

    def start(self, job: Callable[[], object]) -> None:
        """Have the process started with a job that nobody waits for."""
        self._executor().submit(job)

    async def run(self, job: Callable[[Argument], Result], matter: Argument) -> Result:
        """What comes of a job, which the process finds by its name; `BrokenProcessPool` where it dies over it."""
        self.waiting += 1
        try:
            for _ in range(TRIES):
                pool = self._executor()
                try:
                    return await asyncio.wrap_future(pool.submit(job, matter))
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
            raise BrokenProcessPool
        finally:
            self.waiting -= 1
            if self._idle and not self.waiting:
                self._idle_timer = asyncio.get_running_loop().call_later(self._idle, self._stop_idle)

    def _executor(self) -> ProcessPoolExecutor:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _initialize, (os.getpid(), self._nice))
        return self._pool

    def _stop_idle(self) -> None:
        """Let the process end by itself, which has nothing to do."""
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None

    def close(self) -> None:
        """Let the process go, whatever it is doing: the end of the server would wait for it."""
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())  # gone after the shutdown, as is who minds them
        manager: Thread | None = self._pool._executor_manager_thread  # type: ignore[assignment] # typeshed has another
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        if manager is not None:
            manager.join(PATIENCE)  # at the end of the program, Python would wake it up while it closes its pipe


# ── In the process ───────────────────────────────────────────────────────────────────────────────────────────────


def _initialize(parent: int, nice: int) -> None:
    """Leave signals of the terminal to the server, go with it when it goes, and let others have the processor first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _die_with_parent(parent)
    os.nice(nice)


def _die_with_parent(parent: int) -> None:
    """On Linux, end when the server ends, even if it is killed."""
    import ctypes
    import sys

    if sys.platform == "linux":
        death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)
