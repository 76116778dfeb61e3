"""Lane: one thing at a time for each process, and nothing that is too late."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import PATIENCE
from tests.server.workers.test_worker_process import writer_to
from wishstone.server.workers.fair_queue import Urgency
from wishstone.server.workers.lane import Lane, Request, TooLate
from wishstone.server.workers.worker_process import WorkerProcess


class Hand:
    """A worker that finishes what it was given when it is told to."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.results: asyncio.Queue[str] = asyncio.Queue()

    async def run(self, job: Callable[[Any], Any], matter: Any) -> Any:
        """Wait for the result."""
        self.given.append(matter)
        return await self.results.get()

    def close(self) -> None:
        """There is nothing to be ended."""


def request(matter: str, **wishes: Any) -> Request[str, str]:
    """Somebody's work."""
    return Request([("address", 1), ("table", 1)], Urgency.SEARCH, str, lambda _: matter, **wishes)


def with_hand(test: Callable[[Lane, Hand], Awaitable[None]]) -> None:
    """Run a test with a lane of one worker."""

    async def whole() -> None:
        hand = Hand()
        async with asyncio.timeout(PATIENCE):
            await test(Lane([hand]), hand)

    asyncio.run(whole())


async def settled() -> None:
    """Everything has happened that follows from what has."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_process_has_one_thing_to_do_at_a_time_and_waiting_is_noted() -> None:
    noted: list[Urgency] = []

    async def test(lane: Lane, hand: Hand) -> None:
        lane.note_wait = lambda urgency, seconds: noted.append(urgency)
        asked = [asyncio.create_task(lane.run(request(each))) for each in "abc"]
        for place, each in enumerate("ABC"):
            await settled()
            assert hand.given == [*"abc"[: place + 1]]
            assert (lane.pending, lane.waiting(Urgency.SEARCH)) == (3 - place, 2 - place)
            hand.results.put_nowait(each)
        assert await asyncio.gather(*asked) == ["A", "B", "C"]
        assert noted == [Urgency.SEARCH] * 3

    with_hand(test)


@pytest.mark.parametrize("limit", ["begin_within", "end_within"])
def test_what_waits_until_it_is_too_late_is_never_begun(limit: str) -> None:
    async def test(lane: Lane, hand: Hand) -> None:
        first = asyncio.create_task(lane.run(request("first")))
        await settled()
        with pytest.raises(TooLate):
            await lane.run(request("late", **{limit: 0.0}))
        hand.results.put_nowait("done")
        assert await first == "done"
        await settled()
        assert (hand.given, lane.pending) == (["first"], 0)

    with_hand(test)


def test_what_is_not_done_in_time_is_finished_for_nobody_before_the_next_begins() -> None:
    async def test(lane: Lane, hand: Hand) -> None:
        with pytest.raises(TooLate):
            await lane.run(request("slow", begin_within=0.0, end_within=0.001))
        after = asyncio.create_task(lane.run(request("next")))
        await settled()
        assert hand.given == ["slow"], "it is begun at once, and is still being done"
        hand.results.put_nowait("too late")
        hand.results.put_nowait("in time")
        assert await after == "in time"

    with_hand(test)


def test_who_is_gone_waits_no_longer() -> None:
    async def test(lane: Lane, hand: Hand) -> None:
        first, gone, last = [asyncio.create_task(lane.run(request(each))) for each in ("first", "gone", "last")]
        await settled()
        gone.cancel()
        hand.results.put_nowait("1")
        hand.results.put_nowait("2")
        assert [await first, await last] == ["1", "2"]
        assert hand.given == ["first", "last"]

    with_hand(test)


def test_a_lane_that_is_closed_begins_nothing_more(tmp_path: Path) -> None:
    """Its processes end in the middle of what they do, and no others come."""
    os.mkfifo(pipe := tmp_path / "pipe")
    before = {*active_children()}

    async def close() -> None:
        lane = Lane([WorkerProcess(1)])
        wish = Request([("address", 1)], Urgency.REVIEW, Path.read_text, lambda _: pipe)
        running, waiting = (asyncio.create_task(lane.run(wish)) for _ in range(2))
        with await writer_to(pipe):
            await asyncio.to_thread(lane.close)
            with pytest.raises(BrokenProcessPool):
                await running
        await settled()
        assert not waiting.done()
        waiting.cancel()

    asyncio.run(close())
    assert not {*active_children()} - before
