"""Lobby: hosts who are there come first, few tables of each host and network, and none that was left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.clients import PATIENCE, Client, http_client, quick_settings
from tests.server.databases import summary
from tests.server.evenings import House, Time, done, evening, house, make_moves
from wishstone.server.config.settings import Limits
from wishstone.server.live import lobby
from wishstone.server.live.lobby import LINGERS, MOST_LISTED, NOTED_EVERY, PRESENT, choose_listed
from wishstone.server.store.interface import Attendance, ListedTable, LobbyTable, StoreDown

LIMITS = Limits()


def table(created: int, origin: str = "", player: str = "", seen: int = 0) -> LobbyTable:
    """A public table, named by when it was opened."""
    host = Attendance(0, origin, True, seen) if origin or seen else None
    return LobbyTable(ListedTable(f"t{created}", summary("open"), 1, created, created), host, player)


def listed(*found: LobbyTable, present: set[str] = frozenset()) -> list[str]:  # type: ignore[assignment]
    """The names of the tables that are listed."""
    return [each.listed.table for each, _ in choose_listed(found, lambda each: each.listed.table in present, LIMITS)]


def test_hosts_who_are_there_come_first_and_then_the_newest() -> None:
    found = [table(1, "a"), table(2, "b"), table(3, "c"), table(4)]
    assert listed(*found) == ["t4", "t3", "t2", "t1"]
    assert listed(*found, present={"t1", "t2"}) == ["t2", "t1", "t4", "t3"]
    shown = choose_listed(found, lambda each: each is found[0], LIMITS)
    assert [here for _, here in shown] == [True, False, False, False]


def test_the_first_table_of_everybody_comes_before_anybodys_second() -> None:
    crowd = [table(number, "a") for number in range(10, 15)]
    assert listed(*crowd, table(1, "b"), table(2, "c")) == ["t14", "t2", "t1", "t13", "t12", "t11", "t10"]


def test_an_address_has_few_tables_and_a_larger_network_a_few_more() -> None:
    one = [table(number, "a") for number in range(100)]
    assert len(listed(*one)) == LIMITS.listed_per_address
    rooms = [table(number, f"r{number} house street") for number in range(100)]
    assert len(listed(*rooms)) == 2 * LIMITS.listed_per_address
    houses = [table(number, f"r{number} h{number} street") for number in range(100)]
    assert len(listed(*houses)) == 4 * LIMITS.listed_per_address
    assert len(listed(*one, *houses, table(200, "elsewhere"))) == 5 * LIMITS.listed_per_address + 1


def test_a_host_has_few_tables_wherever_they_come_from() -> None:
    roaming = [table(number, f"a{number}", "p") for number in range(20)]
    assert len(listed(*roaming)) == LIMITS.listed_per_player
    assert len(listed(*roaming, table(30, "b", "q"))) == LIMITS.listed_per_player + 1


def test_those_whose_host_is_there_are_the_ones_that_are_listed() -> None:
    crowd = [table(number, "a") for number in range(20)]
    there = {f"t{number}" for number in range(LIMITS.listed_per_address)}
    assert set(listed(*crowd, present=there)) == there


def test_the_list_has_an_end() -> None:
    assert len(listed(*(table(number, f"a{number}") for number in range(500)))) == MOST_LISTED


# ── At a server ──────────────────────────────────────────────────────────────────────────────────────────────────


async def shown(inn: House) -> list[dict[str, Any]]:
    """The lobby as it is now, not as it was made a moment ago."""
    inn.hub.lobby._has_changed = True
    tables: list[dict[str, Any]] = (await inn.ask("GET", "/tables")).json()["tables"]
    return tables


async def names(inn: House) -> list[str]:
    """The tables that are listed."""
    return [each["table"] for each in await shown(inn)]


@evening
async def test_a_table_that_is_left_alone_leaves_the_lobby_and_comes_back_with_its_host(inn: House) -> None:
    ann = await (await inn.open("keltis-dice", ["me", "open"], public=True)).connect()
    bob = await inn.open("keltis-dice", ["me", "open"], public=True)
    assert [(each["table"], each["present"]) for each in await shown(inn)] == [(ann.table, True), (bob.table, False)]
    inn.time.ms += LINGERS
    await inn.hub.lobby.note_hosts()
    assert await names(inn) == [ann.table, bob.table]
    inn.time.ms += 1
    assert await names(inn) == [ann.table], "Bob never came, and nothing has happened there since"
    await ann.close()
    assert [(each["table"], each["present"]) for each in await shown(inn)] == [(ann.table, False)]
    inn.time.ms += LINGERS + 1
    assert await names(inn) == []
    ann = await inn.another(ann)
    inn.time.ms += NOTED_EVERY
    await inn.hub.lobby.note_hosts()
    assert [(each["table"], each["present"]) for each in await shown(inn)] == [(ann.table, True)]
    await inn.join(bob.table, "Cid")
    assert await names(inn) == [ann.table, bob.table], "something happened there"


def test_four_addresses_do_not_fill_the_lobby(tmp_path: Path) -> None:
    """Though their hosts are all there, and came last."""

    async def fill() -> None:
        settings = msgspec.structs.replace(quick_settings(str(tmp_path / "tables.db")), proxies=["127.0.0.1"])
        async with house(settings) as inn, asyncio.timeout(PATIENCE), http_client(base_url=inn.url) as http:

            async def come(address: str) -> Client:
                wish = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Mallory", "public": True}
                told = (await http.post("/api/tables", json=wish, headers={"X-Forwarded-For": address})).json()
                return await inn.client(told["table"], 0, told["secret"]).connect()

            honest = [await come(f"198.51.100.{number}") for number in range(3)]
            for number in range(40):
                await come(f"203.0.113.{number % 4}")
            first = await names(inn)
            assert {client.table for client in honest} <= set(first[:7])
            assert len(first) == 3 + 4 * LIMITS.listed_per_address

    asyncio.run(fill())


@evening
async def test_the_list_is_made_once_for_all_who_ask(inn: House) -> None:
    read, asked = inn.hub.store.lobby, 0

    async def counting(since: int, limit: int) -> list[LobbyTable]:
        nonlocal asked
        asked += 1
        return await read(since, limit)

    inn.hub.store.lobby = counting  # type: ignore[method-assign]
    table = (await inn.open("keltis-dice", ["me", "open"], public=True)).table
    told = await asyncio.gather(*(inn.hub.lobby.to_json() for _ in range(50)))
    assert len(set(told)) == 1
    assert table.encode() in told[0]
    assert asked == 1
    other = (await inn.open("keltis-dice", ["me", "open"], public=True)).table
    assert other.encode() in (await asyncio.gather(*(inn.hub.lobby.to_json() for _ in range(50))))[0]
    assert asked == 2


@evening
async def test_a_move_alone_is_no_reason_to_make_the_list_anew(inn: House) -> None:
    private = await inn.playing("keltis-dice")
    public = await inn.playing("keltis-dice", public=True)
    await inn.hub.lobby.to_json()
    await make_moves(inn, public, 1)
    done(await private[0].do("say", phrase="hello"))
    assert not inn.hub.lobby._has_changed
    done(await public[0].do("leave"))
    assert inn.hub.lobby._has_changed


@evening
async def test_a_list_that_could_not_be_made_is_made_anew(inn: House) -> None:
    read = inn.hub.store.lobby

    async def fails(since: int, limit: int) -> list[LobbyTable]:
        inn.hub.store.lobby = read  # type: ignore[method-assign]
        raise StoreDown("gone")

    inn.hub.store.lobby = fails  # type: ignore[method-assign]
    with pytest.raises(StoreDown, match="gone"):
        await inn.hub.lobby.to_json()
    assert await names(inn) == []


def test_hosts_at_one_server_are_there_for_the_other(
    make_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LASTS", 0.0)
    url = make_database()

    async def whole() -> None:
        time, settings = Time(), quick_settings(url)
        async with house(settings, time) as here, house(settings, time) as there, asyncio.timeout(PATIENCE):
            ann = await (await here.open("keltis-dice", ["me", "open"], public=True)).connect()
            bob = await here.open("keltis-dice", ["me", "open"], public=True)
            time.ms += PRESENT
            await here.hub.lobby.note_hosts()
            assert [(each["table"], each["present"]) for each in await shown(there)] == [
                (ann.table, True),
                (bob.table, False),
            ]
            await ann.close()
            time.ms += LINGERS + 1
            await here.hub.lobby.note_hosts()
            assert await names(there) == []

    asyncio.run(whole())
