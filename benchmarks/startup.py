"""Startup times: a cold and a cached start, the list of games, the first page of `./play`; and position sizes.

    python benchmarks/startup.py

Each time is the best of several runs: what the program needs, not what else the machine was doing.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.serving import free_port
from wishstone.games import GAMES, load

FIRST_PAGE = "first page"
LIMITS = {"cold compilation": 20.0, "cached start of simulate": 2.0, "wishstone games": 0.4, FIRST_PAGE: 3.0}
PAGES = 5  # starts of the server
RUNS = {"cold compilation": 1, "cached start of simulate": 5, "wishstone games": 9}


def seconds(cache: str, *arguments: str) -> float:
    """The wall time of one command of ours, with this folder for compiled code."""
    environment = {**os.environ, "WISHSTONE_CACHE": cache}
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "wishstone", *arguments], env=environment, check=True, capture_output=True)
    return time.perf_counter() - began


def measure(game: str) -> dict[str, float]:
    """Every time for one game, in seconds."""
    simulate = ("simulate", game, "--seats", str(load(game).rules.SEATS[0]), "--bots", "greedy", "--games", "1")
    with tempfile.TemporaryDirectory() as cache:
        commands = {
            "cold compilation": simulate,
            "cached start of simulate": simulate,
            "wishstone games": ("games",),
        }
        return {what: min(seconds(cache, *command) for _ in range(RUNS[what])) for what, command in commands.items()}


def first_page() -> float:
    """Seconds from the start of `wishstone play` until its page is there, without any compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "WISHSTONE_CACHE": folder, "XDG_DATA_HOME": folder}
        command = [sys.executable, "-m", "wishstone", "play", "--no-browser", "--port", str(free_port())]
        began = time.perf_counter()
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            with urllib.request.urlopen(address) as page:
                page.read()
            taken = time.perf_counter() - began
            server.send_signal(signal.SIGINT)
        return taken


def main() -> int:
    """Print every figure beside its limit; the status tells whether all are kept."""
    found, limit = min(first_page() for _ in range(PAGES)), LIMITS[FIRST_PAGE]
    kept = found <= limit
    print(f"{'wishstone play':<18} {FIRST_PAGE:<28} {found:>6.2f} s       at most {limit:>6.1f}", flush=True)
    for about in GAMES:
        size = load(about.id).rules.State.itemsize
        kept &= size <= 512
        print(f"{about.id:<18} {'size of a position':<28} {size:>6} bytes   at most    512")
        for what, found in measure(about.id).items():
            kept &= found <= LIMITS[what]
            print(f"{about.id:<18} {what:<28} {found:>6.2f} s       at most {LIMITS[what]:>6.1f}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
