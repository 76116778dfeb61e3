"""Crumbs: requests of the smallest headers and chunks, a packet of them on each of many connections."""

from __future__ import annotations

import asyncio

from benchmarks.sieges import Setup, Target

ABOUT = "100 connections a second, each with 256 KiB of headers or chunks of a few bytes"
SETUP = Setup()
A_SECOND, AT_ONCE = 100, 16
SIZE = 256 * 1024
HEAD = b"POST /api/look HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
REQUESTS = (
    HEAD + b"a:\r\n" * (SIZE // 4),
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * (SIZE // 6),
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a:\r\n" * (SIZE // 4),
)


async def attack(target: Target) -> None:
    """Send them, and hang up."""
    await asyncio.gather(*(_send(target, REQUESTS[number % len(REQUESTS)]) for number in range(AT_ONCE)))


async def _send(target: Target, request: bytes) -> None:
    while True:
        await target.pace(A_SECOND)
        try:
            reader, writer = await target.connect(target.address())
        except OSError:
            target.told["refused"] += 1
            continue
        target.told["connections"] += 1
        try:
            writer.write(request)
            await writer.drain()
            async with asyncio.timeout(1):
                await reader.read(1)
        except OSError:
            target.told["reset"] += 1
        finally:
            writer.transport.abort()
