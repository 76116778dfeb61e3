"""Load test: how many moves a server stores and shows, and how soon, at many tables over real sockets.

    python benchmarks/load.py --clients 2000 --tables 500 --rate 1000 --seconds 60 [--database URL] [--json]
    python benchmarks/load.py … --against SRC
    python benchmarks/load.py … --bot easy
    python benchmarks/load.py … --processes 2
    python benchmarks/load.py --open-tables 10000 [--json]

A real `wishstone serve` with compiled rules runs in its own process, over a new SQLite file unless `--database` names
another; nobody but this program uses it, and its limits are lifted. All five games are played in turn, by random legal
moves, without bots. Moves are due by a schedule, whether or not the server keeps up: each goes to the table that has
waited longest, and its time counts from when it was due until everybody at the table has been shown it. Where a game
ends, another is begun beside; since all began at once, so many end at once that they are opened one after the other. A
few seconds of the same come first and are not counted.

`--against` is the `src` folder of another checkout (`git worktree add`): its server and ours are measured in turn, and
told as a ratio. With `--bot` there is one at every table besides, and its moves come by themselves. With `--processes`
one server, and then so many, are measured in turn, both behind nginx as in deploy/ and over one PostgreSQL; what is
told of a move is the time that all their processes compute.

The last form opens tables, each with a person and a bot in a game that has begun and waits for the person, connects
to 500 of them, and tells how much memory the server holds.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import resource
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.frames import connect
from benchmarks.load_tables import AT_ONCE, Load, body_of, http_client
from benchmarks.server_group import ServerGroup, postgres
from benchmarks.serving import end_in_peace
from wishstone.games import GAMES

WARM_UP = 5.0  # seconds of the load that are not counted
TURNS = 2  # of each, where two are compared
CONNECTED = 500  # of the tables that are only open


async def measure(group: ServerGroup, asked: argparse.Namespace) -> dict[str, Any]:
    """Put the load on servers, and tell what came of it."""
    load = Load(group.url, asked.rate, asked.seed, asked.bot)
    await load.open_tables(asked.clients, asked.tables)
    print(f"{asked.tables} tables play; the servers are {group.pids}", file=sys.stderr, flush=True)
    gc.collect()
    gc.disable()  # a pause of this program would count against the server
    await load.play(WARM_UP)
    before = group.cpu_seconds(), group.thinkers_cpu_seconds(), own_cpu_seconds(), group.metric("wishstone_moves_total")
    began = load.now()
    load.counting = True
    await load.play(asked.seconds)
    taken = load.now() - began
    load.is_flat_out = False
    after = group.cpu_seconds(), group.thinkers_cpu_seconds(), own_cpu_seconds(), group.metric("wishstone_moves_total")
    server, thinkers, own, moves = (now - was for was, now in zip(before, after, strict=True))
    await load.finish()
    gc.enable()
    times = sorted(1000 * took for _, took in load.times)
    within = sum(due + took <= began + taken for due, took in load.times)
    load.errors.update(f"log: {line[:300]}" for line in group.faults())
    return {
        "moves_per_second": round(within / taken, 1),
        "bot_moves_per_second": round(max(0.0, moves - len(load.times)) / taken, 1) if asked.bot else 0.0,
        "p50_ms": round(percentile(times, 0.5), 1),
        "p99_ms": round(percentile(times, 0.99), 1),
        "max_ms": round(percentile(times, 1.0), 1),
        "errors": sum(load.errors.values()),
        "error_kinds": dict(load.errors),
        "rss_mib": round(group.rss_mib()),
        "thinkers_rss_mib": round(group.thinkers_rss_mib()),
        "server_cpu": round(server / taken, 2),
        "thinkers_cpu": round(thinkers / taken, 2),
        "cpu_ms_per_move": round(1000 * (server + thinkers) / max(1.0, moves), 3),
        "clients_cpu": round(own / taken, 2),
        "clients": asked.clients,
        "tables": asked.tables,
        "rate": asked.rate,
        "seconds": asked.seconds,
        "games_begun": dict(load.games),
        "games_ended": load.ended,
        "server": "wishstone serve, compiled rules, limits lifted",
        "bot": asked.bot,
        "processes": len(group.servers),
        "database": "postgresql" if group.servers[0].database.startswith("postgres") else "sqlite",
    }


def own_cpu_seconds() -> float:
    """How long this program has been computing so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def percentile(times: list[float], share: float) -> float:
    """The time that this share of all is not above; `times` are in order."""
    return times[min(len(times) - 1, int(share * len(times)))] if times else float("nan")


async def open_many(server: ServerGroup, count: int) -> dict[str, Any]:
    """Open tables whose games have begun, connect to some of them, and tell how much memory that takes."""
    before = server.rss_mib()
    began = time.perf_counter()
    opened: list[dict[str, Any]] = []
    ids = [about.id for about in GAMES]
    numbers = iter(range(count))
    async with http_client(server.url) as http:

        async def open_some() -> None:
            for number in numbers:
                game = ids[number % len(ids)]
                seats = ["me", *["novice"] * (GAMES.find(game).about.seats[0] - 1)]
                body = {"game": game, "seats": seats, "name": "Ann", "first": 0, "start": True}
                opened.append(body_of(await http.post("/api/tables", json=body), 201))

        await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))
    heard: list[bytes] = []
    sockets = [
        await connect(server.url, f"/api/tables/{told['table']}/socket?seat=0", told["secret"], heard.append)
        for told in opened[:: max(1, count // CONNECTED)][:CONNECTED]
    ]
    while sum(b'"type":"table"' in message for message in heard) < len(sockets):
        await asyncio.sleep(0.05)
    return {
        "open_tables": int(server.metric("wishstone_open_tables")),
        "live_tables": int(server.metric("wishstone_live_tables")),
        "connections": int(server.metric("wishstone_connections")),
        "status": "playing, a person's turn",
        "rss_mib": round(server.rss_mib()),
        "rss_before_mib": round(before),
        "thinkers_rss_mib": round(server.thinkers_rss_mib()),
        "seconds": round(time.perf_counter() - began, 1),
        "errors": len(server.faults()),
    }


def main() -> int:
    """Start a server, measure it, and end it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--clients", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1000.0, help="moves a second in all; 0: as many as can be")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--open-tables", type=int, default=0, help="open so many tables instead, and tell the memory")
    parser.add_argument("--database", default="", help="postgresql://…; a new SQLite file")
    parser.add_argument("--against", metavar="SRC", default="", help="the src folder of another checkout")
    parser.add_argument("--bot", metavar="NAME", default="", help="a bot at every table besides")
    parser.add_argument("--processes", type=int, default=1, help="so many behind nginx over a PostgreSQL, beside one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if not 2 * asked.tables <= asked.clients <= 6 * asked.tables or asked.rate < 0 or asked.seconds <= 0:
        parser.error("there have to be two to six clients for each table, a rate, and some seconds")
    if asked.against and not (Path(asked.against) / "wishstone").is_dir():
        parser.error(f"{asked.against} is no src folder of Wishstone")
    if asked.database and (asked.against or asked.processes > 1):
        parser.error("what is measured in turn has databases of its own")
    end_in_peace()
    if asked.against:
        told = in_turn(asked, {"here": Form(), "there": Form(src=asked.against)}, "server_cpu")
    elif asked.processes > 1:
        forms = {"one": Form(has_proxy=True), "several": Form(asked.processes, has_proxy=True)}
        told = in_turn(asked, forms, "cpu_ms_per_move")
    else:
        told = run(asked, Form())
    print(json.dumps(told) if asked.json else "\n".join(f"{name:<20} {value}" for name, value in told.items()))
    return 1 if told["errors"] else 0


class Form(NamedTuple):
    """What is measured."""

    processes: int = 1
    src: str = ""  # of another checkout
    has_proxy: bool = False  # and PostgreSQL


def run(asked: argparse.Namespace, form: Form) -> dict[str, Any]:
    """Start servers, measure them, and end them."""
    with tempfile.TemporaryDirectory(prefix="wishstone-load-") as folder, ExitStack() as stack:
        database = stack.enter_context(postgres()) if form.has_proxy else asked.database
        group = ServerGroup(Path(folder), form.processes, database, form.src, form.has_proxy)
        stack.callback(group.stop)
        group.start()
        work = open_many(group, asked.open_tables) if asked.open_tables else measure(group, asked)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(work)


def in_turn(asked: argparse.Namespace, forms: dict[str, Form], figure: str) -> dict[str, Any]:
    """Measure two forms in turn, twice; of each the run counts that took the least, and a figure is told as a ratio."""
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in forms}
    for _ in range(TURNS):
        for name, form in forms.items():
            runs[name].append(run(asked, form))
            print(name, runs[name][-1][figure], file=sys.stderr, flush=True)
    best = {name: min(each, key=lambda told: float(told[figure])) for name, each in runs.items()}
    first, second = (best[name][figure] for name in forms)
    ratio = first / second if asked.against else second / first
    errors = sum(told["errors"] for each in runs.values() for told in each)
    return {f"{figure}_ratio": round(ratio, 2), "errors": errors, **best}


if __name__ == "__main__":
    raise SystemExit(main())
