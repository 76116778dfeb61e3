"""Garbage-collection schedule: reference cycles are collected by the clock, not by the number of objects."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.server.clients import PATIENCE
from wishstone.server.ops import gc_schedule


class Circle:
    """Something that only a look finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_a_circle_goes_with_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        tidy = asyncio.create_task(gc_schedule.run())
        await asyncio.sleep(0)
        circle = weakref.ref(Circle())
        assert circle() is not None
        async with asyncio.timeout(PATIENCE):
            while circle() is not None:
                await asyncio.sleep(0.01)
        tidy.cancel()

    monkeypatch.setattr(gc_schedule, "PAUSE", 0.01)
    asyncio.run(run())


def test_what_is_old_is_looked_at_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    async def at_once(_: float) -> None:
        if len(looks) == 2 * gc_schedule.ALL:
            raise asyncio.CancelledError

    monkeypatch.setattr(gc, "collect", looks.append)
    monkeypatch.setattr(asyncio, "sleep", at_once)
    with pytest.raises(asyncio.CancelledError):
        gc_schedule.run().send(None)
    assert [looks.count(generation) for generation in (0, 1, 2)] == [108, 10, 2]
    assert (looks[gc_schedule.SOME - 1], looks[gc_schedule.ALL - 1]) == (1, 2)


def test_many_new_objects_are_no_reason_to_look() -> None:
    async def run() -> None:
        tidy = asyncio.create_task(gc_schedule.run())
        await asyncio.sleep(0)
        before = [generation["collections"] for generation in gc.get_stats()]
        kept = [[number] for number in range(100_000)]
        assert len(kept) == 100_000
        assert [generation["collections"] for generation in gc.get_stats()] == before
        tidy.cancel()

    asyncio.run(run())
