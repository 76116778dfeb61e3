"""Pipelining: thousands of requests in every packet, on each of a hundred connections, and no answer is read."""

from __future__ import annotations

import asyncio

from benchmarks.sieges import Setup, Target

ABOUT = "100 connections that send requests without reading an answer"
SETUP = Setup()
CONNECTIONS = 100
BYTES_PER_SECOND = 50 * 2**20
REQUESTS = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000


async def attack(target: Target) -> None:
    """Send requests over all connections in turn, and connect again where one is closed."""
    await asyncio.gather(*(_send(target) for _ in range(CONNECTIONS)))


async def _send(target: Target) -> None:
    while True:
        await target.pace(BYTES_PER_SECOND, len(REQUESTS))
        try:
            reader, writer = await target.connect(target.address())
        except OSError:
            target.told["refused"] += 1
            await asyncio.sleep(1)
            continue
        reader._transport.pause_reading()  # type: ignore[attr-defined] # no answer is read
        target.told["connections"] += 1
        try:
            while True:
                writer.write(REQUESTS)
                await writer.drain()  # where the server reads no more, what it holds is held
                target.told["pieces of 2,000 requests"] += 1
                await target.pace(BYTES_PER_SECOND, len(REQUESTS))
        except OSError:
            target.told["closed"] += 1
        finally:
            writer.transport.abort()
