"""Cost of a move: the server's CPU time from an incoming message to the messages for everybody at the table.

    python benchmarks/moving.py [--against SRC] [--json]

Random games with compiled rules at tables of four, in one process, with the network and the database left out: what
`wishstone.server` does itself. `--against` is the `src` folder of another checkout (`git worktree add`); the two are
measured in turn, in processes of their own, and told as a ratio. Of several runs the quickest counts, since the others
say what else the machine was doing.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec

from wishstone.games import GAMES
from wishstone.server.config.settings import Limits, ServerSettings
from wishstone.server.http.websocket_endpoint import CommandReader
from wishstone.server.live.connection import Connection
from wishstone.server.live.hub import Hub
from wishstone.server.store.interface import Change, Entry, Store
from wishstone.server.table.entries import TableSetup
from wishstone.server.table.game_cache import GameCache
from wishstone.server.table.setup_decisions import sit, start

SEATS = 4
TABLES = 40
ROUNDS = 40  # moves at each of them
RUNS = 5
LIMITLESS = Limits(commands_at_once=10**9, commands_per_second=10**9, table_entries=10**9)


class Memory:
    """A store that keeps everything at hand, and takes no time for it."""

    is_exclusive = True

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}

    async def open(self) -> None:
        """There is nothing to open."""

    async def count_open_tables(self) -> int:
        """None that would count against a limit."""
        return 0

    async def append(self, change: Change) -> None:
        """Keep a change, once others had their turn, as it is while a disk writes."""
        await asyncio.sleep(0)
        self._entries.setdefault(change.table, []).extend(change.entries)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """What was kept."""
        return self._entries[table][after:]

    async def save_snapshot(self, *_: object) -> None:
        """Nobody will ask for it."""


class Ear:
    """Where messages go that nobody reads."""

    def write(self, message: bytes) -> bool:
        """Take a message."""
        return True

    async def drain(self) -> None:
        """It never fills."""


async def gathered(cache: GameCache, game: str) -> list[list[CommandReader]]:
    """Tables of a game that has begun, with somebody connected for every seat."""
    hub = Hub(cast(Store, Memory()), cache, cast(Any, None), ServerSettings(limits=LIMITLESS))
    tables = []
    for _ in range(TABLES):
        live, _watch = await hub.open_table(TableSetup(game, cache.rules_of(game), SEATS))
        clients = []
        for seat in range(SEATS):
            decision = await hub.change(live, partial(sit, seat=seat, name="Ann", player="", sealed=""))
            connection = Connection(seat, decision.secret, 1 << 30, Ear())
            await hub.broadcaster.join(live, connection)
            clients.append(CommandReader(hub, live, connection))
        await hub.change(live, start)
        tables.append(clients)
    return tables


async def cost(cache: GameCache, game: str, chooser: random.Random) -> float:
    """The CPU time of a move, in microseconds."""
    tables = await gathered(cache, game)
    gc.collect()
    gc.disable()  # what it costs depends on all that is at hand, and not on the move
    taken, moves = 0.0, 0
    for _ in range(ROUNDS):
        messages = []
        for clients in tables:
            table = clients[0].live.table
            if table.status == "playing":
                assert table.match is not None
                move = table.game.move_names[chooser.choice(table.game.legal(table.match.state))]
                command = msgspec.json.encode({"do": "move", "id": "1", "move": move, "basis": table.basis})
                messages.append((clients[table.actor], command.decode()))
        began = time.process_time()
        await asyncio.gather(*(client._handle(text) for client, text in messages))
        taken += time.process_time() - began
        moves += len(messages)
    gc.enable()
    return 1e6 * taken / moves


def measured() -> dict[str, float]:
    """The cost of a move in every game, here and now."""
    cache, chooser = GameCache(), random.Random(1)
    for about in GAMES:
        cache.read_compiled(about.id)
    return {about.id: min(asyncio.run(cost(cache, about.id, chooser)) for _ in range(RUNS)) for about in GAMES}


def elsewhere(src: str) -> dict[str, float]:
    """The same with the code of a `src` folder, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": src}
    command = [sys.executable, __file__, "--json", "--once"]
    told: dict[str, float] = json.loads(
        subprocess.run(command, env=environment, check=True, capture_output=True).stdout
    )
    return told


def main() -> None:
    """Measure, compare, and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--against", metavar="SRC", help="the src folder of another checkout")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--once", action="store_true", help="nothing but the figures of this process")
    asked = parser.parse_args()
    if asked.once:
        print(json.dumps(measured()))
        return
    sources = {"here": str(Path(__file__).parents[1] / "src"), **({"there": asked.against} if asked.against else {})}
    if asked.against and not (Path(asked.against) / "wishstone").is_dir():
        parser.error(f"{asked.against} is no src folder of Wishstone")
    turns: dict[str, list[dict[str, float]]] = {name: [] for name in sources}
    for _ in range(2 if asked.against else 1):
        for name, src in sources.items():
            turns[name].append(elsewhere(src))
    told: dict[str, dict[str, float]] = {}
    for about in GAMES:
        best = {name: round(min(each[about.id] for each in runs), 1) for name, runs in turns.items()}
        told[about.id] = best | ({"ratio": round(best["here"] / best["there"], 2)} if asked.against else {})
    if asked.json:
        print(json.dumps({"microseconds": told}))
        return
    for game, figures in told.items():
        print(f"{game:<18}", "  ".join(f"{name} {value:g}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
