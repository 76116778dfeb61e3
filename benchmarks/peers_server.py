"""Server comparison: the same work for ours and for boardgame.io's, in turn, in one run.

    python benchmarks/peers_server.py [--matches 100] [--seconds 15] [--modules FOLDER] [--json]

Matches of two players each, over real sockets, with server and clients in processes of their own; a match goes on as
soon as both players have been shown its last move. boardgame.io plays a game with one move that is added to a log, has
its state in memory, and is spoken to over its own transport (socket.io, by WebSocket). Wishstone plays its games with
their rules, and every move is on the disk before it is shown. npm fetches boardgame.io into a temporary folder, unless
`--modules` names a `node_modules` that has it, and `socket.io-client` besides.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.serving import cpu_seconds, end_in_peace, free_port, rss_mib

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4")
WARM_UP = 3
PATIENCE = 30.0


def fetched(folder: Path) -> Path:
    """The packages, fetched by npm into a folder."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is not on the PATH: boardgame.io cannot be fetched")
    subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", *PACKAGES],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return folder / "node_modules"


def measure_peer(modules: Path, matches: int, seconds: int) -> dict[str, Any]:
    """What boardgame.io's server comes to."""
    environment = {**os.environ, "NODE_PATH": str(modules), "NODE_ENV": "production"}
    port = str(free_port())
    server = subprocess.Popen(
        ["node", str(HERE / "boardgame_io" / "server.js"), port],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        if "ready" not in server.stdout.readline():
            raise RuntimeError(f"boardgame.io does not start: {server.stdout.read()[:2000]}")
        began, before = time.monotonic(), cpu_seconds(server.pid)
        clients = subprocess.run(
            ["node", str(HERE / "boardgame_io" / "clients.js"), port, str(matches), str(WARM_UP), str(seconds)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=WARM_UP + seconds + matches + PATIENCE,
        )
        told: dict[str, Any] = {name: round(value, 1) for name, value in json.loads(clients.stdout).items()}
        share = (cpu_seconds(server.pid) - before) / (time.monotonic() - began)
        return {**told, "rss_mib": round(rss_mib(server.pid)), "server_cpu": round(share, 2)}
    finally:
        server.kill()
        server.wait()


def measure_ours(matches: int, seconds: int) -> dict[str, Any]:
    """What our server comes to, with the same number of clients."""
    line = [sys.executable, str(HERE / "load.py"), "--clients", str(2 * matches), "--tables", str(matches)]
    asked = [*line, "--rate", "0", "--seconds", str(seconds), "--json"]
    load = subprocess.Popen(asked, stdout=subprocess.PIPE)
    try:
        told: dict[str, Any] = json.loads(load.communicate()[0])
    finally:
        load.terminate()  # not killed: it has a server of its own to end
        load.wait()
    return {name: told[name] for name in ("moves_per_second", "p50_ms", "p99_ms", "errors", "rss_mib", "server_cpu")}


def main() -> int:
    """Measure both, and print how many times as many moves ours makes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--modules", type=Path, help="a `node_modules` with boardgame.io and socket.io-client")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    end_in_peace()
    with tempfile.TemporaryDirectory(prefix="wishstone-peers-") as folder:
        modules = asked.modules or fetched(Path(folder))
        peer = measure_peer(modules, asked.matches, asked.seconds)
    ours = measure_ours(asked.matches, asked.seconds)
    ratio = round(ours["moves_per_second"] / peer["moves_per_second"], 2)
    told = {"matches": asked.matches, "clients": 2 * asked.matches, "boardgame.io": peer, "wishstone": ours}
    told["ratio"] = ratio
    print(json.dumps(told) if asked.json else "\n".join(f"{name:<14} {value}" for name, value in told.items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
