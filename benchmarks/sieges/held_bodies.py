"""Held bodies: requests of which all but the last byte has come, as many as one address may have under way."""

from __future__ import annotations

import asyncio

from benchmarks.sieges import Setup, Target

ABOUT = "200 records of 2 MiB from two addresses of which the last byte does not come"
SETUP = Setup()
CONNECTIONS, ADDRESSES = 200, 2
SIZE = 2 * 2**20
BYTES_PER_SECOND = 50 * 2**20
HEAD = f"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: {SIZE}\r\n\r\n".encode()
PIECE = b" " * 65536


async def attack(target: Target) -> None:
    """Send them, and wait until the server has enough."""
    await asyncio.gather(*(_hold(target, target.address(number % ADDRESSES)) for number in range(CONNECTIONS)))


async def _hold(target: Target, source: str) -> None:
    while True:
        await asyncio.sleep(0.1)
        try:
            reader, writer = await target.connect(source)
        except OSError:
            target.told["refused"] += 1
            continue
        target.told["requests"] += 1
        try:
            writer.write(HEAD)
            for _ in range(SIZE // len(PIECE) - 1):
                await target.pace(BYTES_PER_SECOND, len(PIECE))
                writer.write(PIECE)
                await writer.drain()
            writer.write(PIECE[1:])
            answer = await reader.read(-1)
            target.told[answer.split(b"\r\n")[0].decode(errors="replace") or "closed"] += 1
        except OSError:
            target.told["reset"] += 1
        finally:
            writer.transport.abort()
