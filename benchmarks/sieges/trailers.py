"""Trailers without end: a chunked request whose body is empty, and after which header lines come for ever."""

from __future__ import annotations

from benchmarks.sieges import Setup, Target

ABOUT = "endless trailers after a chunked body"
SETUP = Setup()
BYTES_PER_SECOND = 50 * 2**20
LINES = (b"A: " + b"b" * 1000 + b"\r\n") * 64
HEAD = (
    b"POST /api/look HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


async def attack(target: Target) -> None:
    """Send them over one connection, until it is closed."""
    _, writer = await target.connect(target.address())
    target.told["connections"] += 1
    try:
        writer.write(HEAD + b"0\r\n")
        while True:
            await target.pace(BYTES_PER_SECOND, len(LINES))
            writer.write(LINES)
            await writer.drain()
            target.told["pieces of 64 KiB"] += 1
    finally:
        writer.transport.abort()
