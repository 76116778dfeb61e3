"""Retention: whatever is past its time is removed, and nothing else, in both databases."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.server.clients import PATIENCE, Client, begin, join_table, open_table, quick_settings, serving
from wishstone.server.live.hub import Hub
from wishstone.server.live.retention import delete_expired
from wishstone.server.ops.serve import make_hub
from wishstone.server.store.interface import StoreDown

HOUR = 3600 * 1000  # milliseconds
DAY = 24 * HOUR


class Clock:
    """The time, which goes on when we say so."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000

    def __call__(self) -> int:
        return self.time


def evening(url: str, work: Callable[[str, Hub, Clock], Awaitable[None]], **changes: object) -> None:
    """Do something with a server whose clock is ours."""

    async def run() -> None:
        settings, clock = quick_settings(url, **changes), Clock()
        hub = make_hub(settings)
        hub.now = clock
        async with serving(settings, hub) as (address, _):
            await work(address, hub, clock)

    asyncio.run(run())


async def two_at(address: str) -> tuple[Client, Client]:
    ann = await (await open_table(address, "keltis-dice", ["me", "open"])).connect()
    bob = await (await join_table(address, ann.table, code=ann.you["code"])).connect()
    return ann, bob


async def ended(address: str) -> Client:
    """A table whose game was given up."""
    ann, bob = await two_at(address)
    await begin(ann, bob)
    assert (await ann.do("leave"))["type"] == "news"
    assert (await bob.do("leave"))["type"] == "news"
    await ann.until(lambda: ann.is_over)
    await ann.close()
    await bob.close()
    return ann


def said(client: Client) -> list[str]:
    return [line["text"] for line in client.log if line["kind"] == "said"]


def test_old_chat_is_emptied(url: str) -> None:
    async def work(address: str, hub: Hub, clock: Clock) -> None:
        ann, bob = await two_at(address)
        await begin(ann, bob)
        await ann.do("say", text="früh")
        clock.time += 20 * DAY
        await bob.do("say", text="later")
        await delete_expired(hub)
        await ann.do("read", after=0)
        assert said(ann) == ["früh", "later"]
        clock.time += 10 * DAY + 1
        await delete_expired(hub)
        await ann.do("read", after=0)
        assert said(ann) == ["", "later"]
        kept = [entry.body for entry in await hub.store.entries(ann.table) if entry.kind == "said"]
        assert kept[0] == b"{}"
        assert (await ann.do("say", text="and on"))["type"] == "news"  # the table goes on as before
        await ann.close()
        await bob.close()

    evening(url, work, chat_days=30)


def test_more_chat_than_is_taken_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.server.live.retention.AT_ONCE", 3)

    async def work(address: str, hub: Hub, clock: Clock) -> None:
        ann = await (await open_table(address, "keltis-dice", ["me", "open"])).connect()
        for number in range(8):
            await ann.do("say", text=f"word {number}")
        clock.time += 1
        await delete_expired(hub)
        await ann.do("read", after=0)
        assert said(ann) == [""] * 8
        await ann.close()

    evening(url, work, chat_days=0)


def test_tables_that_never_began_are_removed(url: str) -> None:
    async def work(address: str, hub: Hub, clock: Clock) -> None:
        idle = await (await open_table(address, "keltis-dice", ["me", "open"])).connect()
        ann, bob = await two_at(address)
        await begin(ann, bob)
        clock.time += 23 * HOUR
        await delete_expired(hub)
        fresh = await open_table(address, "keltis-dice", ["me", "open"])
        assert await hub.store.entries(idle.table)
        clock.time += HOUR + 1
        await delete_expired(hub)
        assert not await hub.store.entries(idle.table)
        assert idle.socket is not None
        await idle.socket.wait_closed()
        assert idle.socket.close_code == 1001
        assert await hub.store.entries(fresh.table)
        assert await hub.store.entries(ann.table)
        assert idle.table not in hub.live_tables
        await asyncio.gather(idle.close(), ann.close(), bob.close())

    evening(url, work, idle_hours=24)


def test_what_went_on_meanwhile_is_not_removed(url: str) -> None:
    async def work(address: str, hub: Hub, clock: Clock) -> None:
        ann = await open_table(address, "keltis-dice", ["me", "open"])
        await hub.store.delete_tables([ann.table], clock.time)
        assert await hub.store.entries(ann.table)
        await hub.store.delete_tables([ann.table], clock.time + 1)
        assert not await hub.store.entries(ann.table)

    evening(url, work)


@pytest.mark.parametrize(("days", "is_kept"), [(0, True), (7, False)])
def test_finished_tables(url: str, days: int, is_kept: bool) -> None:
    async def work(address: str, hub: Hub, clock: Clock) -> None:
        over = await ended(address)
        clock.time += 7 * DAY
        await delete_expired(hub)
        assert await hub.store.entries(over.table)
        clock.time += 1
        later = await ended(address)
        await delete_expired(hub)
        assert bool(await hub.store.entries(over.table)) == is_kept
        assert await hub.store.entries(later.table)

    evening(url, work, finished_days=days)


def test_a_database_that_is_away_does_not_end_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again an hour later, whatever went wrong."""
    rounds: list[int] = []
    monkeypatch.setattr("wishstone.server.live.retention.HOUR", 0.01)

    async def fails(hub: Hub) -> None:
        rounds.append(len(rounds))
        raise StoreDown if len(rounds) == 1 else ZeroDivisionError

    monkeypatch.setattr("wishstone.server.live.retention.delete_expired", fails)

    async def work(address: str, hub: Hub, clock: Clock) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(rounds) < 3:
                await asyncio.sleep(0.01)

    evening(url, work)
