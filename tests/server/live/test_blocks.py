"""Blocks by a table's host: stored with who left, so that they hold in every process and after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec

from tests.server.clients import PATIENCE, Client, begin, http_client, quick_settings
from tests.server.databases import with_store
from tests.server.evenings import House, Time, done, house
from wishstone.server.config.settings import ServerSettings
from wishstone.server.live.live_table import BLOCKED
from wishstone.server.live.retention import delete_expired
from wishstone.server.store.interface import Attendance, Store

THERE, ELSEWHERE = "203.0.113.9", "203.0.113.10"


def behind_a_proxy(database: str) -> ServerSettings:
    """Settings in which the tests say from where somebody comes."""
    return msgspec.structs.replace(quick_settings(database), proxies=["127.0.0.1"])


async def come(inn: House, address: str, ann: Client, name: str) -> httpx.Response:
    """Somebody without a player key, who takes a seat from an address."""
    async with http_client(headers={"X-Forwarded-For": address}) as http:
        body = {"name": name, "code": ann.you["code"]}
        return await http.post(f"{inn.url}/api/tables/{ann.table}/join", json=body)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """How somebody is refused."""
    return answer.status_code, answer.json()["code"]


def test_who_is_blocked_at_one_server_is_blocked_at_the_other(make_database: Callable[[], str]) -> None:
    """Whichever of them the host, the one who is blocked, and their next attempt are at."""
    url = make_database()

    async def whole() -> None:
        time = Time()
        async with (
            house(behind_a_proxy(url), time) as here,
            house(behind_a_proxy(url), time) as there,
            asyncio.timeout(PATIENCE),
        ):
            ann = await (await here.open("keltis-dice", ["me", "open", "open"])).connect()
            for number, inn in enumerate((here, there)):
                address = f"203.0.113.{number}"
                assert (await come(inn, address, ann, "Bob")).status_code == 200
                await ann.until(lambda: ann.scene["seats"][1]["kind"] == "person")
                done(await ann.do("dismiss", seat=1, block=True))
                for again in (there, here):
                    assert refusal(await come(again, address, ann, "Bert")) == (403, "blocked-address")
            assert (await come(there, ELSEWHERE, ann, "Cid")).status_code == 200

    asyncio.run(whole())


def test_a_block_holds_after_a_restart_and_ends_with_its_time(url: str) -> None:
    async def whole() -> None:
        time, settings = Time(), behind_a_proxy(url)
        async with house(settings, time) as inn:
            ann = await (await inn.open("keltis-dice", ["me", "open", "open"])).connect()
            assert (await come(inn, THERE, ann, "Bob")).status_code == 200
            await inn.settled(ann)
            done(await ann.do("dismiss", seat=1, block=True))
        async with house(settings, time) as inn:
            assert refusal(await come(inn, THERE, ann, "Bob")) == (403, "blocked-address")
            assert (await come(inn, ELSEWHERE, ann, "Cid")).status_code == 200
            ann = await inn.another(ann)
            done(await ann.do("dismiss", seat=1, block=True))
            assert refusal(await come(inn, ELSEWHERE, ann, "Cid")) == (403, "blocked-address"), (
                "known before the restart"
            )
            time.ms += BLOCKED
            assert (await come(inn, THERE, ann, "Bob")).status_code == 200
            await delete_expired(inn.hub)
            assert await inn.hub.store.blocks(ann.table) == []

    asyncio.run(whole())


def test_a_household_does_not_come_back_from_its_next_network(tmp_path: Path) -> None:
    async def whole() -> None:
        async with house(behind_a_proxy(str(tmp_path / "tables.db"))) as inn:
            ann = await (await inn.open("keltis-dice", ["me", "open", "open"])).connect()
            for house_number in (1, 2):
                assert (await come(inn, f"2001:db8:1:{house_number}00::1", ann, "Bob")).status_code == 200
                await inn.settled(ann)
                done(await ann.do("dismiss", seat=1, block=True))
                assert refusal(await come(inn, f"2001:db8:1:{house_number}ff::1", ann, "Bob"))[0] == 403
            assert refusal(await come(inn, "2001:db8:1:300::1", ann, "Bob"))[0] == 403, "one street, twice"
            assert (await come(inn, "2001:db8:2::1", ann, "Cid")).status_code == 200

    asyncio.run(whole())


def test_of_those_at_a_table_marks_are_kept_until_the_game_is_over_and_no_addresses(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")

    async def whole() -> str:
        async with house(behind_a_proxy(database)) as inn:
            ann = await (await inn.open("keltis-dice", ["me", "open"])).connect()
            assert (await come(inn, THERE, ann, "Bob")).status_code == 200
            known = await inn.hub.store.attendance(ann.table)
            assert [(each.seat, each.is_host, len(each.origin)) for each in known] == [(0, True, 16), (1, False, 16)]
            assert not any(THERE.encode() in path.read_bytes() for path in tmp_path.glob("tables.db*"))
            await inn.settled(ann)
            done(await ann.do("dismiss", seat=1))
            done(await ann.do("place", seat=1, bot="novice"))
            await begin(ann)
            assert len(await inn.hub.store.attendance(ann.table)) == 1
            done(await ann.do("leave"))
            return ann.table

    async def over(store: Store) -> list[Attendance]:
        return await store.attendance(table)

    table = asyncio.run(whole())
    assert with_store(database, over) == []
