"""Frames: sockets at a table of one's own that send the smallest frames there are: pongs, and messages of no byte."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from benchmarks.sieges import Setup, Target

ABOUT = "sockets that send 2 MiB a second of frames of six bytes"
SETUP = Setup()
AT_ONCE = 8
BYTES_PER_SECOND = 2 * 2**20
PONG, EMPTY = b"\x8a\x80\0\0\0\0", b"\x81\x80\0\0\0\0"
PIECE = 10_000  # frames


async def attack(target: Target) -> None:
    """Open a table, and send frames to it over several sockets, each anew where it is closed."""
    told = (await target.request(target.address(), "POST", "/api/tables", OPENING)).json()
    await asyncio.gather(*(_send(target, told, (PONG, EMPTY)[number % 2]) for number in range(AT_ONCE)))


OPENING = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Eve"}


async def _send(target: Target, told: dict[str, str], frame: bytes) -> None:
    request = (
        f"GET /api/tables/{told['table']}/socket?seat=0 HTTP/1.1\r\nHost: {urlsplit(target.url).netloc}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: d2lzaHN0b25lLXNpZWdlLg==\r\n"
        f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {told['secret']}\r\n\r\n"
    )
    while True:
        await asyncio.sleep(0.05)
        try:
            reader, writer = await target.connect(target.address())
        except OSError:
            target.told["refused"] += 1
            continue
        target.told["sockets"] += 1
        try:
            writer.write(request.encode())
            await reader.readuntil(b"\r\n\r\n")
            while not reader.at_eof():
                await target.pace(BYTES_PER_SECOND, PIECE * len(frame))
                writer.write(frame * PIECE)
                await writer.drain()
                target.told[f"pieces of {PIECE} frames"] += 1
        except (OSError, asyncio.IncompleteReadError):
            target.told["closed"] += 1
        finally:
            writer.transport.abort()
