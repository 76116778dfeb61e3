"""How long until something happens? Cold compilation, a cached start, the list of games; and the size of a position.

    python benchmarks/startup.py

Each time is the best of several runs: what the program needs, not what else the machine was doing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from wishstone.games import GAMES, load

LIMITS = {"cold compilation": 20.0, "cached start of simulate": 2.0, "wishstone games": 0.4}
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


def main() -> int:
    """Print every figure beside its limit; the status tells whether all are kept."""
    kept = True
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
