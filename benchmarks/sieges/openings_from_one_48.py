"""Openings from one /48: an IPv6 network opens tables, each from another of its 65,536 smaller networks."""

from __future__ import annotations

from itertools import count

from benchmarks.sieges import PROXY, Setup, Target

ABOUT = "50 tables a second, each from another /64 of one /48"
SETUP = Setup(proxy=True)
A_SECOND = 50
WISH = {"game": "keltis", "seats": ["me", "open", "open"], "name": "Mallory"}


async def attack(target: Target) -> None:
    """Open tables."""
    for number in count():
        await target.pace(A_SECOND)
        address = f"2001:db8:1:{number * 257 % 65536:x}::1"
        await target.request(PROXY, "POST", "/api/tables", WISH, seen_as=address)
