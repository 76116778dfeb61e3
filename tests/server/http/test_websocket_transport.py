"""WebSocket transport: messages go out by the standard, and who reads nothing or cannot be served is cut off."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from tests.server.evenings import House, evening
from tests.server.mischief import hub_of, table_at, well
from wishstone.server.http import websocket_endpoint as sockets
from wishstone.server.http.websocket_transport import DirectWebSocket, text_frame
from wishstone.server.store.interface import Change, Entry, StoreDown
from wishstone.server.table import commands
from wishstone.server.table.refusal import Refusal

SOON = 60.0


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_message_goes_out_as_the_standard_says(size: int) -> None:
    message = b"x" * size
    assert text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


def test_who_never_reads_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the end can be told to somebody who reads nothing: the connection is gone all the same."""
    monkeypatch.setattr(sockets, "CLOSING", 0.2)

    async def wait() -> None:
        hub = hub_of(tmp_path, waiting_bytes=50_000)
        async with well(hub) as url:
            host, _other, watch = await table_at(url, "playing")
            await host.connect()
            deaf = await deaf_reader(url, host.table, watch)
            (kept,) = [each for each in hub.live_tables[host.table].connections if each.seat < 0]
            wire = kept._transport
            assert isinstance(wire, DirectWebSocket)
            while kept.code is None:  # until it has too much unread
                assert (await host.do("say", text="x" * 190))["type"] == "news"
                kept.send(b" " * 20_000)
            assert kept.code == kept.TOO_SLOW
            await until_gone(wire)
            assert hub.metrics.connections == 1, "it is not counted any more"
            deaf.close()
            await host.close()

    asyncio.run(wait())


def test_who_shows_no_sign_of_life_is_cut_off_though_something_is_unread(tmp_path: Path) -> None:
    async def wait() -> None:
        hub = hub_of(tmp_path)
        async with well(hub) as url:
            host, _other, watch = await table_at(url, "playing")
            deaf = await deaf_reader(url, host.table, watch)
            (kept,) = hub.live_tables[host.table].connections
            wire = kept._transport
            assert isinstance(wire, DirectWebSocket)
            while wire.write(b" " * 20_000):
                pass
            wire.keepalive_timeout()  # as uvicorn calls it, twenty seconds after a ping that was not answered
            await until_gone(wire)
            deaf.close()

    asyncio.run(wait())


async def deaf_reader(url: str, table: str, secret: str) -> socket.socket:
    """Somebody who connects as an onlooker, and then reads nothing at all."""
    port = int(url.rpartition(":")[2])
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(deaf, ("127.0.0.1", port))
    request = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: d2lzaHN0b25lLXRlc3RzLg==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {secret}\r\n\r\n"
    )
    await loop.sock_sendall(deaf, request.encode())
    greeted = b""
    while b'"type":"table"' not in greeted:
        greeted += await asyncio.wait_for(loop.sock_recv(deaf, 4096), SOON)
    return deaf


async def until_gone(wire: DirectWebSocket) -> None:
    async with asyncio.timeout(SOON):
        while not wire.disconnected:
            await asyncio.sleep(0.02)


@evening
async def test_a_database_that_goes_away_while_somebody_connects(inn: House) -> None:
    ann, _bob = await inn.playing("keltis-dice")
    read = inn.hub.store.entries

    async def fails(table: str, after: int = 0) -> list[Entry]:
        raise StoreDown("gone")

    inn.hub.store.entries = fails  # type: ignore[method-assign]
    assert await inn.turned_away(ann.table, 0, ann.secret) == ("store-down", 4503)
    assert inn.hub.metrics.refusals["store-down"] == 1
    inn.hub.store.entries = read  # type: ignore[method-assign]
    again = await inn.another(ann)
    assert again.scene["count"] == ann.scene["count"], "and then it is well again"


@evening
async def test_a_mistake_of_ours_is_told_and_logged_not_kept_quiet(inn: House) -> None:
    ann, _bob = await inn.playing("keltis-dice")

    async def fails(table: str, after: int = 0) -> list[Entry]:
        raise ZeroDivisionError

    inn.hub.store.entries = fails  # type: ignore[method-assign]
    assert await inn.turned_away(ann.table, 0, ann.secret) == ("failed", 4500)


@evening
async def test_a_client_whose_table_cannot_be_told_anew_is_told_so(inn: House) -> None:
    """Where it is not known whether a change was stored, the whole table is sent again, and that may fail as well."""
    _ann, bob = await inn.playing("keltis-dice")
    store, live = inn.hub.store, inn.hub.live_tables[bob.table]
    append, read = store.append, store.entries

    async def stores_and_fails(change: Change) -> None:
        await append(change)
        raise StoreDown("the connection was lost before it was said that it is stored")

    async def reads_once(table: str, after: int = 0) -> list[Entry]:
        store.entries = fails  # type: ignore[method-assign]
        return await read(table, after)

    async def fails(table: str, after: int = 0) -> list[Entry]:
        raise StoreDown("gone")

    address = f"{inn.url.replace('http', 'ws', 1)}/api/tables/{bob.table}/socket?seat={bob.seat}"
    async with connect(address, additional_headers={"Authorization": f"Bearer {bob.secret}"}) as other:
        await other.recv()
        store.append, store.entries = stores_and_fails, reads_once  # type: ignore[method-assign]
        with pytest.raises(Refusal):
            await inn.hub.execute(live, bob.seat, commands.Chat(text="hm"))
        told = {"type": ""}
        while told["type"] != "refused":
            told = msgspec.json.decode(await asyncio.wait_for(other.recv(), SOON))
        assert told["code"] == "store-down"
        await asyncio.wait_for(other.wait_closed(), SOON)
        assert other.close_code == 4503


@evening
async def test_a_table_that_has_not_changed_is_told_anew_without_the_database(inn: House) -> None:
    _ann, bob = await inn.playing("keltis-dice")

    async def fails(table: str, after: int = 0) -> list[Entry]:
        raise StoreDown("gone")

    address = f"{inn.url.replace('http', 'ws', 1)}/api/tables/{bob.table}/socket?seat={bob.seat}"
    async with connect(address, additional_headers={"Authorization": f"Bearer {bob.secret}"}) as other:
        first = msgspec.json.decode(await asyncio.wait_for(other.recv(), SOON))
        inn.hub.store.entries = fails  # type: ignore[method-assign]
        inn.hub.broadcaster.request_snapshots(inn.hub.live_tables[bob.table])
        told = {"type": ""}
        while told["type"] != "table":
            told = msgspec.json.decode(await asyncio.wait_for(other.recv(), SOON))
        assert (told["log"], told["view"], told["you"]) == (first["log"], first["view"], first["you"])
