"""Connects: TCP connections that are hung up as soon as they are there, as fast as one core can make them."""

from __future__ import annotations

import asyncio
import socket
import struct
from urllib.parse import urlsplit

from benchmarks.sieges import Setup, Target

ABOUT = "4,000 connections a second from one address, each hung up at once"
SETUP = Setup()
A_SECOND, AT_ONCE = 4000, 40
HANG_UP = struct.pack("ii", 1, 0)  # SO_LINGER: by a reset, so that no address of ours is used up


async def attack(target: Target) -> None:
    """Connect and hang up."""
    where = urlsplit(target.url).hostname, urlsplit(target.url).port
    loop = asyncio.get_running_loop()
    while True:
        await target.pace(A_SECOND, AT_ONCE)
        for _ in range(AT_ONCE):
            with socket.socket() as caller:
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HANG_UP)
                caller.bind((target.address(), 0))
                caller.settimeout(0)
                try:
                    await loop.sock_connect(caller, where)
                    target.told["connections"] += 1
                except OSError:
                    target.told["refused"] += 1
