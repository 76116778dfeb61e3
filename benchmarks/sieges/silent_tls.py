"""Silent TLS: connections to a server with a certificate that never begin their handshake, from several addresses."""

from __future__ import annotations

import asyncio

from benchmarks.sieges import Setup, Target

ABOUT = "1,100 connections that begin no TLS handshake, where 1,024 files can be open"
SETUP = Setup(tls=True, open_files=1024)
CONNECTIONS, ADDRESSES = 1100, 4
A_SECOND = 300


async def attack(target: Target) -> None:
    """Keep so many connections open, and say nothing on any of them."""
    await asyncio.gather(*(_hold(target, target.address(number % ADDRESSES)) for number in range(CONNECTIONS)))


async def _hold(target: Target, source: str) -> None:
    while True:
        await target.pace(A_SECOND)
        try:
            reader, writer = await target.connect(source, secure=False)
        except OSError:
            target.told["refused"] += 1
            await asyncio.sleep(1)
            continue
        target.told["connections"] += 1
        try:
            await reader.read(-1)  # until the server has enough
        except OSError:
            target.told["reset"] += 1
        finally:
            writer.transport.abort()
