"""Rate limits: an address spends in all its networks, and processes that share a Redis count together."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
import pytest

from tests.server.clients import PATIENCE, http_client, quick_settings
from tests.server.evenings import House, house
from tests.server.processes import free_port
from wishstone.game.errors import UsageError
from wishstone.server.config.settings import Limits, ServerSettings, read_settings
from wishstone.server.live import shared_limits
from wishstone.server.live.rate_limits import RateLimit, RateLimits
from wishstone.server.live.shared_limits import SharedLimits
from wishstone.server.table.refusal import Busy

OPENING = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann"}


class Clock:
    """Time that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def how_often(limit: RateLimit, *addresses: str) -> int:
    """How often something can be done, from one of these addresses after the other."""
    done = 0
    for address in addresses:
        try:
            while True:
                await limit.spend_from(address)
                done += 1
        except Busy:
            pass
    return done


def test_a_larger_network_may_do_more_but_not_as_much_as_all_that_are_in_it() -> None:
    async def spend() -> None:
        clock = Clock()
        limit = RateLimit("test", 10, 1, now=clock)
        house_1 = [f"2001:db8:1:{room:x}::1" for room in range(50)]
        house_2 = [f"2001:db8:1:{0x100 + room:x}::1" for room in range(50)]
        street = [f"2001:db8:1:{house:x}00::1" for house in range(50)]
        assert await how_often(limit, house_1[0]) == 10
        assert await how_often(limit, *house_1) == 10, "the /56 has twice as much"
        assert await how_often(limit, *house_2) == 20
        assert await how_often(limit, *street) == 0, "and the /48 twice as much again"
        assert await how_often(limit, "2001:db8:2::1", "203.0.113.9", "203.0.113.9", "203.0.113.10") == 30
        clock.now += 1
        assert await how_often(limit, house_1[0]) == 1
        assert await how_often(limit, *street) == 3

    asyncio.run(spend())


def test_an_attempt_that_a_larger_network_refuses_costs_the_smaller_one_nothing() -> None:
    async def spend() -> None:
        clock = Clock()
        limit = RateLimit("test", 2, 1, now=clock)
        assert await how_often(limit, "2001:db8:1:1::1", "2001:db8:1:2::1") == 4
        for _ in range(5):
            with pytest.raises(Busy):
                await limit.spend_from("2001:db8:1:3::1")
        clock.now += 1
        assert await how_often(limit, "2001:db8:1:3::1") == 2

    asyncio.run(spend())


def test_one_48_does_not_open_more_tables_for_all_its_networks(tmp_path: Path) -> None:
    """What opened 3,150 tables in 150 seconds, in small: each table from another /64."""

    async def come() -> None:
        limits = msgspec.structs.replace(quick_settings("").limits, tables_per_address=3)
        settings = msgspec.structs.replace(
            quick_settings(str(tmp_path / "tables.db"), limits=limits), proxies=["127.0.0.1"]
        )
        async with house(settings) as inn, http_client(base_url=inn.url) as http:
            codes = [
                (await http.post("/api/tables", json=OPENING, headers={"X-Forwarded-For": address})).status_code
                for address in (f"2001:db8:1:{number:x}::1" for number in range(0, 0x4000, 0x200))
            ]
            assert codes == [201] * 12 + [429] * 20
            other = {"X-Forwarded-For": "2001:db8:2::1"}
            assert (await http.post("/api/tables", json=OPENING, headers=other)).status_code == 201

    asyncio.run(come())


# ── Shared by several processes ──────────────────────────────────────────────────────────────────────────────────


def sharing(url: str, **changes: int) -> ServerSettings:
    """Settings with a shared place, and limits of their own."""
    return ServerSettings(shared_limits=url, limits=msgspec.structs.replace(Limits(), **changes))


def run_with(settings: ServerSettings, test: Callable[[RateLimits, RateLimits], object]) -> None:
    """Run a test with the limits of two processes."""

    async def whole() -> None:
        here, there = RateLimits(settings), RateLimits(settings)
        try:
            await test(here, there)  # type: ignore[misc]
        finally:
            await here.close()
            await there.close()

    asyncio.run(whole())


def somewhere() -> str:
    """An address that no other test has."""
    return f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.{secrets.randbelow(256)}"


def test_what_was_done_at_one_process_counts_at_the_other(redis_url: str) -> None:
    async def test(here: RateLimits, there: RateLimits) -> None:
        address = somewhere()
        assert await how_often(here.openings, address) == 7
        assert await how_often(there.openings, address) == 0
        assert await how_often(there.openings, somewhere()) == 7
        assert await how_often(there.reviews, address) == 5, "each limit is its own"
        with pytest.raises(Busy) as refused:
            await there.openings.spend_from(address, "too-many-tables")
        assert refused.value.code == "too-many-tables"
        assert 1 <= int(str(refused.value.values["seconds"])) <= 3600

    run_with(sharing(redis_url, tables_per_address=7, reviews_per_address=5), test)


def test_networks_are_shared_as_they_are_counted(redis_url: str) -> None:
    async def test(here: RateLimits, there: RateLimits) -> None:
        street = f"2001:db8:{secrets.randbelow(65536):x}"
        assert await how_often(here.openings, f"{street}:1::1", f"{street}:2::1") == 4
        assert await how_often(there.openings, f"{street}:3::1") == 0
        assert await how_often(there.openings, f"{street}:100::1") == 2

    run_with(sharing(redis_url, tables_per_address=2), test)


def test_a_seat_has_as_much_at_two_processes_as_at_one(redis_url: str) -> None:
    async def test(here: RateLimits, there: RateLimits) -> None:
        seat = f"{secrets.token_hex(8)} 0"
        for limits in (here, there, here, there):
            await limits.chats.spend(seat)
        for limits in (here, there):
            with pytest.raises(Busy):
                await limits.chats.spend(seat)

    run_with(sharing(redis_url, chats_per_minute=8), test)


def test_two_servers_share_what_an_address_may_open(redis_url: str, tmp_path: Path) -> None:
    async def whole() -> None:
        limits = msgspec.structs.replace(quick_settings("").limits, tables_per_address=3)
        inns: list[House] = []
        a, b = (
            quick_settings(
                str(tmp_path / f"{name}.db"), limits=limits, shared_limits=redis_url.replace("redis:", "valkey:")
            )
            for name in "ab"
        )
        async with house(a) as here, house(b) as there, asyncio.timeout(PATIENCE):
            inns += [here, there, here]
            for inn in inns:
                await inn.open("keltis-dice", ["me", "open"])
            assert await there.refused("POST", "/tables", OPENING) == (429, "too-many-tables")

    asyncio.run(whole())


def test_where_the_shared_place_is_gone_every_process_counts_for_itself(caplog: pytest.LogCaptureFixture) -> None:
    async def test(here: RateLimits, there: RateLimits) -> None:
        address, began = somewhere(), time.monotonic()
        assert await how_often(here.openings, address) == 7
        assert await how_often(there.openings, address) == 7
        assert time.monotonic() - began < PATIENCE / 2

    with caplog.at_level(logging.WARNING, "wishstone.limits"):
        run_with(sharing("redis://127.0.0.1:1/0", tables_per_address=7), test)
    assert [record.getMessage() for record in caplog.records] == ["the shared limits do not answer"] * 2


def test_a_shared_place_that_hangs_holds_up_one_request_and_then_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_limits, "ANSWER", 0.1)

    async def whole() -> None:
        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        server = await asyncio.start_server(hang, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        shared = SharedLimits(f"redis://127.0.0.1:{port}")
        began = time.monotonic()
        assert [await shared.spend("a", 1, 1) for _ in range(20)] == [0] * 20
        assert 0.1 <= time.monotonic() - began < 1.5
        await shared.close()
        server.close()

    asyncio.run(whole())


def test_it_is_asked_again_a_little_later(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        shared, name = SharedLimits(redis_url), secrets.token_hex(8)
        working = shared._limiter
        monkeypatch.setattr(shared_limits, "AGAIN", 0.2)
        monkeypatch.setattr(shared, "_limiter", None)  # as if it failed
        assert await shared.spend(name, 1, 0.01) == 0
        monkeypatch.setattr(shared, "_limiter", working)
        assert [await shared.spend(name, 1, 0.01) for _ in range(3)] == [0] * 3
        await asyncio.sleep(0.25)
        assert await shared.spend(name, 1, 0.01) == 0
        assert await shared.spend(name, 1, 0.01) >= 1
        await shared.close()

    asyncio.run(whole())


def test_a_redis_goes_and_comes_back(
    redis_at: Callable[[int], AbstractContextManager[None]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    """While it is away each process counts for itself, and all say so; then they count together again."""
    monkeypatch.setattr(shared_limits, "AGAIN", 0.2)
    port = free_port()
    limits = msgspec.structs.replace(quick_settings("").limits, tables_per_address=3)
    a, b = (
        quick_settings(str(tmp_path / f"{name}.db"), limits=limits, shared_limits=f"redis://127.0.0.1:{port}/0")
        for name in "ab"
    )

    async def has_shared_limits(inn: House) -> bool:
        async with http_client(base_url=inn.url) as http:
            answer = await http.get("/ready")
        assert (answer.status_code, answer.json()["ready"]) == (200, True)
        shared: bool = answer.json()["shared_limits"]
        return shared

    async def is_full(inn: House) -> bool:
        return (await inn.ask("POST", "/tables", OPENING)).status_code == 429

    async def whole() -> None:
        async with house(a) as here, house(b) as there, asyncio.timeout(PATIENCE):
            with redis_at(port):
                await here.open("keltis-dice", ["me", "open"])
                await there.open("keltis-dice", ["me", "open"])
                assert [await has_shared_limits(inn) for inn in (here, there)] == [True, True]
            for inn in (here, there):  # each has opened one, and may open two more by its own count
                assert [await is_full(inn) for _ in range(3)] == [False, False, True]
                assert not await has_shared_limits(inn)
            with redis_at(port):
                await asyncio.sleep(0.3)
                for inn in (here, there):
                    await inn.ask("GET", "/tables")  # which is counted, too
                    assert await has_shared_limits(inn)

    with caplog.at_level(logging.WARNING, "wishstone.limits"):
        asyncio.run(whole())
    said = [record.getMessage() for record in caplog.records]
    assert said[0] == "the shared limits do not answer"
    assert said.count("the shared limits answer again") == 2
    assert said[-1] == "the shared limits answer again"


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.setattr(shared_limits, "find_spec", lambda name: None if name == "redis" else object())
    with pytest.raises(UsageError, match="redis") as refused:
        SharedLimits("redis://127.0.0.1:1")
    assert refused.value.code == "limits-extra"
    assert refused.value.text("de") != refused.value.text("en")


@pytest.mark.parametrize("url", ["redis", "http://:secret@127.0.0.1", "redis://", "/var/run/redis.sock"])
def test_a_shared_place_has_to_be_an_address_of_one_and_is_never_repeated(url: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(f'shared_limits = "{url}"')
    with pytest.raises(UsageError, match="shared_limits") as refused:
        read_settings(tmp_path / "settings.toml")
    assert "secret" not in str(refused.value)
