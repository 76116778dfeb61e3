"""Starving experts: as many tables as one address may open, each with three bots that think as long as they may.

The attacker plays on at once wherever it is their turn, so that at every table an expert thinks all the time.
"""

from __future__ import annotations

import asyncio
import random
from itertools import cycle
from typing import Any

import msgspec

from benchmarks.frames import Socket, connect
from benchmarks.sieges import Setup, Target

ABOUT = "45 tables with three experts each, from one address"
SETUP = Setup()
TABLES, PACE = 45, 40  # tables; moves a second, of all tables together
GAMES = ("keltis-card", "keltis", "keltis-dice", "quartz-dice")


class Table:
    """A table with three experts, and somebody who moves at once."""

    def __init__(self, target: Target, chooser: random.Random) -> None:
        self.target, self.chooser = target, chooser
        self.socket: Socket | None = None
        self.turns: asyncio.Queue[bytes] = asyncio.Queue()
        self.is_over = False

    def take(self, message: bytes) -> None:
        """Note what bots did, and make a move where one may."""
        told: dict[str, Any] = msgspec.json.decode(message)
        for entry in told.get("entries", ()):
            if entry["kind"] == "moved" and entry["via"] == "bot":
                self.target.told["moves of experts" if "instead" not in entry else "moves of others"] += 1
        if told["type"] == "refused":
            self.target.told[f"refused: {told['code']}"] += 1
        self.is_over = told.get("scene", {}).get("status") == "over"
        if legal := told.get("you", {}).get("legal"):
            move = {"do": "move", "move": self.chooser.choice(legal)[0], "basis": told["scene"]["basis"]}
            self.turns.put_nowait(msgspec.json.encode(move))
        elif self.is_over:
            self.turns.put_nowait(b"")

    async def play(self) -> None:
        """Make moves until the game is over."""
        while message := await self.turns.get():
            await self.target.pace(PACE)
            assert self.socket is not None
            self.socket.send(message)


async def attack(target: Target) -> None:
    """Open all tables, and keep the experts busy."""
    chooser, source = random.Random(3), target.address()
    async with asyncio.TaskGroup() as playing:
        for _, game in zip(range(TABLES), cycle(GAMES), strict=False):
            await target.pace(10)
            wish = {"game": game, "seats": ["me", *["expert"] * 3], "name": "Mallory", "first": 1, "start": True}
            answer = await target.request(source, "POST", "/api/tables", wish)
            if answer.status != 201:
                break
            told = answer.json()
            table = Table(target, chooser)
            path = f"/api/tables/{told['table']}/socket?seat={told['seat']}"
            table.socket = await connect(target.url, path, told["secret"], table.take, source=source)
            playing.create_task(table.play())
    await asyncio.sleep(1.0)
