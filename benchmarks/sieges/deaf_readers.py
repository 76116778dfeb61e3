"""Deaf readers: onlookers of a table at which much happens, from several addresses, of whom nobody reads anything."""

from __future__ import annotations

import asyncio
import socket

import msgspec

from benchmarks.frames import Socket, connect
from benchmarks.sieges import Setup, Target

ABOUT = "300 onlookers from three addresses who read nothing, at a table with 200 news a second"
SETUP = Setup()
ONLOOKERS, ADDRESSES, HOSTS = 300, 3, 10
A_SECOND = 200
OPENING = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Eve"}


async def attack(target: Target) -> None:
    """Open a table, look on without reading, and have its host mute somebody and let them speak again."""
    told = (await target.request(target.address(), "POST", "/api/tables", OPENING)).json()
    await target.request(
        target.address(), "POST", f"/api/tables/{told['table']}/join", {"name": "Mal", "code": told["code"]}
    )
    path = f"/api/tables/{told['table']}/socket?seat="
    hosts = [
        await connect(target.url, f"{path}0", told["secret"], lambda _: None, source=target.address())
        for _ in range(HOSTS)
    ]
    try:
        await asyncio.gather(
            _make_news(target, hosts), *(_look_on(target, path, told["watch"], n) for n in range(ONLOOKERS))
        )
    finally:
        for host in hosts:
            host.close()


async def _make_news(target: Target, hosts: list[Socket]) -> None:
    number = 0
    while True:
        await asyncio.sleep(1 / A_SECOND)
        hosts[number % HOSTS].send(msgspec.json.encode({"do": "mute", "seat": 1, "on": number // HOSTS % 2 == 0}))
        target.told["news"] += 1
        number += 1


async def _look_on(target: Target, path: str, secret: str, number: int) -> None:
    while True:
        await asyncio.sleep(0.1 + number / 300)
        try:
            _, writer = await target.connect(target.address(1 + number % ADDRESSES))
        except OSError:
            target.told["refused"] += 1
            continue
        target.told["onlookers"] += 1
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        writer.transport.pause_reading()  # type: ignore[attr-defined] # and never again
        writer.write(
            f"GET {path}-1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: d2lzaHN0b25lLXNpZWdlLg==\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {secret}\r\n\r\n".encode()
        )
        try:
            while True:  # whoever does not read hears of the end only by writing: a pong that nobody asked for
                await asyncio.sleep(5)
                writer.write(b"\x8a\x80\0\0\0\0")
                await writer.drain()
        except OSError:
            target.told["closed"] += 1
        finally:
            writer.transport.abort()
