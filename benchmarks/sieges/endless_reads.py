"""Endless reads: as many sockets as one address may have, each of which asks for the whole table without end."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count

import msgspec

from benchmarks.frames import Socket, connect
from benchmarks.sieges import Setup, Target

ABOUT = "100 sockets of one address that ask for the whole table 20 times a second each"
SETUP = Setup()
SOCKETS, TABLES, A_SECOND = 100, 5, 20  # at one table there may be some 30 from an address
END = 1 << 31  # beyond it there are no entries: what is asked for from there on is limited by its cost alone
WISH = {"game": "keltis", "seats": ["me", "novice", "novice", "novice"], "name": "Mallory", "start": True}


async def attack(target: Target) -> None:
    """Open some tables, connect to them with all sockets, and read."""
    source = target.address()
    tables = [(await target.request(source, "POST", "/api/tables", WISH)).json() for _ in range(TABLES)]
    sockets: list[Socket] = []
    closed: list[None] = []

    def take(message: bytes) -> None:
        answer = msgspec.json.decode(message)
        if "id" in answer:
            kind = answer["type"] if answer["type"] != "refused" else f"refused: {answer['code']}"
            target.told[kind] += 1

    try:
        for number in range(SOCKETS):
            await target.pace(50)
            told = tables[number % TABLES]
            path = f"/api/tables/{told['table']}/socket?seat={told['seat']}"
            sockets.append(await connect(target.url, path, told["secret"], take, partial(closed.append, None), source))
        for number in count():
            await target.pace(SOCKETS * A_SECOND)
            read = {"do": "read", "id": str(number), "after": END if number % 10 else 0}
            sockets[number % SOCKETS].send(msgspec.json.encode(read))
            if len(closed) > SOCKETS // 2:
                break
    finally:
        for socket in sockets:
            socket.close()
    await asyncio.sleep(0.5)
