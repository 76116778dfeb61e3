"""Lane: worker processes that share one fair queue, each with one thing to do at a time.

What waits is not with any process, so that the order is decided at the last moment, and what is too late is never
begun. A process cannot be interrupted: work that is given up while it runs is finished, and its result dropped.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from wishstone.server.workers.fair_queue import FairQueue, Path, Urgency, Work

Argument = TypeVar("Argument")
Result = TypeVar("Result")


class TooLate(Exception):
    """Work was not begun, or not done, in its time."""


class Worker(Protocol):
    """What runs one function after the other, as a `WorkerProcess` does."""

    async def run(self, job: Callable[[Argument], Result], matter: Argument) -> Result:
        """Run a module-level function."""

    def close(self) -> None:
        """Stop, whatever is being done."""


def no_matter(share: float) -> float:
    """The budget of work that has none."""
    return 0.0


@dataclass(frozen=True)
class Request(Generic[Argument, Result]):
    """Work that somebody wants to have done."""

    path: Path  # from the network to the table for which it is
    urgency: Urgency
    job: Callable[[Argument], Result]
    matter: Callable[[float], Argument]  # given the seconds that it may take
    budget: Callable[[float], float] = no_matter  # these seconds, given the part of one process that is its own
    begin_within: float = math.inf  # seconds, otherwise it is too late
    end_within: float = math.inf
    rank: Callable[[], float] = lambda: 0.0  # the smallest is first, among equally urgent ones of one table


@dataclass(eq=False)
class _Item:
    """A request, and who waits for its result."""

    request: Request[Any, Any]
    answer: asyncio.Future[Any]
    asked_at: float
    waits: bool = True


class Lane:
    """Processes with a queue before them; `note_wait` is told for how long each piece of work waited."""

    def __init__(
        self, workers: Sequence[Worker], note_wait: Callable[[Urgency, float], None] = lambda urgency, seconds: None
    ) -> None:
        self.workers = tuple(workers)
        self.note_wait = note_wait
        self._idle = [*workers]  # the one that was used last is at the end, with all it has loaded
        self._queue: FairQueue[_Item] = FairQueue()
        self._running: set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def pending(self) -> int:
        """How much work waits or is being done."""
        return len(self._queue) + len(self.workers) - len(self._idle)

    def waiting(self, urgency: Urgency) -> int:
        """How much work of a kind waits."""
        return self._queue.count(urgency)

    async def run(self, request: Request[Argument, Result]) -> Result:
        """Have work done when it is its turn; raises `TooLate` where that is not in its time."""
        loop = asyncio.get_running_loop()
        item = _Item(request, loop.create_future(), time.monotonic())
        work = self._queue.add(request.path, item, request.urgency, request.rank)
        timers = [
            loop.call_later(seconds, self._give_up, work, at_any_time)
            for seconds, at_any_time in ((request.begin_within, False), (request.end_within, True))
            if seconds < math.inf
        ]
        self._serve_next()
        try:
            result: Result = await item.answer
            return result
        finally:
            for timer in timers:
                timer.cancel()
            self._leave(work)

    def _give_up(self, work: Work[_Item], at_any_time: bool) -> None:
        """Tell whoever waits for work that it is too late, if it was not begun yet or (`at_any_time`) is not done."""
        if not work.item.answer.done() and (work.item.waits or at_any_time):
            self._leave(work)
            work.item.answer.set_exception(TooLate())

    def _leave(self, work: Work[_Item]) -> None:
        """Have work wait no longer, if it still does."""
        if work.item.waits:
            work.item.waits = False
            self._queue.remove(work)

    def _serve_next(self) -> None:
        """Begin with what is next, as long as there are processes without work."""
        while self._idle and not self._is_closed and (work := self._queue.take(self._budget_of)):
            work.item.waits = False
            task = asyncio.get_running_loop().create_task(self._serve(self._idle.pop(), work))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _budget_of(self, work: Work[_Item]) -> float:
        budget = work.item.request.budget
        return 0.0 if budget is no_matter else budget(min(1.0, self._queue.share(work) * len(self.workers)))

    async def _serve(self, worker: Worker, work: Work[_Item]) -> None:
        """Do one piece of work, and what is next after it."""
        item, began = work.item, time.monotonic()
        self.note_wait(work.urgency, began - item.asked_at)
        try:
            result = await worker.run(item.request.job, item.request.matter(work.estimate))
            if not item.answer.done():
                item.answer.set_result(result)
        except asyncio.CancelledError:  # the event loop ends
            self._is_closed = True
            item.answer.cancel()
            raise
        except Exception as error:
            if not item.answer.done():
                item.answer.set_exception(error)
        finally:
            self._queue.settle(work, time.monotonic() - began)
            self._idle.append(worker)
            asyncio.get_running_loop().call_soon(self._serve_next)  # after whoever waited has asked for what comes next

    def close(self) -> None:
        """Stop all processes, whatever they are doing, and begin nothing more."""
        self._is_closed = True
        for worker in self.workers:
            worker.close()
