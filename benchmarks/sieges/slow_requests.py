"""Slow requests: heads and bodies that come one byte after the other, from several addresses."""

from __future__ import annotations

import asyncio

from benchmarks.sieges import Setup, Target

ABOUT = "600 requests whose head or body comes one byte a second, where 1,024 files can be open"
SETUP = Setup(open_files=1024)
CONNECTIONS, ADDRESSES = 600, 4
A_SECOND = 300
HEAD = b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nCookie: "
BODY = b"POST /api/look HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n"


async def attack(target: Target) -> None:
    """Keep so many requests under way."""
    await asyncio.gather(
        *(
            _dribble(target, target.address(number % ADDRESSES), (HEAD, BODY)[number % 2])
            for number in range(CONNECTIONS)
        )
    )


async def _dribble(target: Target, source: str, begun: bytes) -> None:
    while True:
        await target.pace(A_SECOND)
        try:
            reader, writer = await target.connect(source)
        except OSError:
            target.told["refused"] += 1
            await asyncio.sleep(1)
            continue
        target.told["requests"] += 1
        writer.write(begun)
        answer = asyncio.ensure_future(reader.read(-1))
        try:
            while not answer.done():
                writer.write(b"a")
                await asyncio.wait([answer], timeout=1)
            target.told[answer.result().split(b"\r\n")[0].decode(errors="replace") or "closed"] += 1
        except OSError:
            target.told["reset"] += 1
        finally:
            answer.cancel()
            writer.transport.abort()
