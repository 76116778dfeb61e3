"""Lobby filling: four addresses open as many public tables as they may, and stay there as hosts."""

from __future__ import annotations

import asyncio
from itertools import count

from benchmarks.frames import Socket, connect
from benchmarks.sieges import Setup, Target

ABOUT = "200 public tables of four addresses, with all hosts connected, and 100 looks at the lobby a second"
SETUP = Setup()
ADDRESSES, TABLES = 4, 50
LOOKS = 100  # a second
WISH = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Mallory", "public": True}


async def attack(target: Target) -> None:
    """Open all tables, connect to them, and look at the lobby again and again."""
    sockets: list[Socket] = []
    try:
        for number in range(ADDRESSES * TABLES):
            await target.pace(50)
            source = target.address(number % ADDRESSES)
            answer = await target.request(source, "POST", "/api/tables", WISH)
            if answer.status == 201:
                told = answer.json()
                path = f"/api/tables/{told['table']}/socket?seat=0"
                sockets.append(await connect(target.url, path, told["secret"], lambda _: None, source=source))
        async with asyncio.TaskGroup() as looking:
            for number in count():
                await target.pace(LOOKS)
                looking.create_task(_look(target, target.address(number % ADDRESSES)))
    finally:
        for socket in sockets:
            socket.close()


async def _look(target: Target, source: str) -> None:
    answer = await target.request(source, "GET", "/api/tables")
    if answer.status == 200:
        target.told["tables listed at most"] = max(target.told["tables listed at most"], len(answer.json()["tables"]))
