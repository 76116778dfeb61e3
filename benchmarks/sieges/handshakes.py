"""Handshakes: TLS connections one after the other, each hung up as soon as it is open; they cost the server more."""

from __future__ import annotations

import asyncio

from benchmarks.sieges import Setup, Target

ABOUT = "400 TLS handshakes a second from one address"
SETUP = Setup(tls=True)
A_SECOND, AT_ONCE = 400, 32


async def attack(target: Target) -> None:
    """Connect and hang up."""
    await asyncio.gather(*(_knock(target) for _ in range(AT_ONCE)))


async def _knock(target: Target) -> None:
    while True:
        await target.pace(A_SECOND)
        try:
            _, writer = await target.connect(target.address())
        except OSError:
            target.told["refused"] += 1
            continue
        target.told["handshakes"] += 1
        writer.transport.abort()
