"""Worker process: runs functions one after the other in a process of its own, and restarts it if it dies.

A function over which the process died is tried once more. A process that is rarely needed ends when it has been idle
for a while, and starts again on demand.
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

TRIES = 2  # at a function over which the process dies
PATIENCE = 5.0  # seconds to wait for a killed process


class WorkerProcess:
    """A process that starts on demand, and ends after `idle` seconds without work if that is not 0."""

    def __init__(self, nice: int, idle: float = 0.0) -> None:
        self.waiting = 0  # functions running or queued
        self._nice, self._idle = nice, idle
        self._pool: ProcessPoolExecutor | None = None
        self._idle_timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    def start(self, job: Callable[[], object]) -> None:
        """Start the process with a function whose result nobody waits for."""
        self._executor().submit(job)

    async def run(self, job: Callable[[Argument], Result], matter: Argument) -> Result:
        """Run a module-level function in the process; raises `BrokenProcessPool` if the process dies over it twice."""
        self.waiting += 1
        try:
            for _ in range(TRIES):
                pool = self._executor()
                try:
                    return await asyncio.wrap_future(pool.submit(job, matter))
                except BrokenProcessPool:
                    if self._is_closed:
                        raise
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
        """Let an idle process end."""
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None

    def close(self) -> None:
        """Kill the process, whatever it is doing: the server would wait for it at exit."""
        self._is_closed = True
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())  # the shutdown forgets them and its manager thread
        manager: Thread | None = self._pool._executor_manager_thread  # type: ignore[assignment] # typeshed has another
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        if manager is not None:
            manager.join(PATIENCE)  # otherwise the interpreter's exit handler wakes it while its pipe is being closed


# ── In the process ───────────────────────────────────────────────────────────────────────────────────────────────


def _initialize(parent: int, nice: int) -> None:
    """Ignore terminal signals, which are for the server; die with the server; and lower the priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _die_with_parent(parent)
    os.nice(nice)


def _die_with_parent(parent: int) -> None:
    """On Linux, die when the server does, even if it is killed."""
    import ctypes
    import sys

    if sys.platform == "linux":
        death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)
