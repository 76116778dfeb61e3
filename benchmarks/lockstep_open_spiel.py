"""OpenSpiel comparison: its version of our games and our engine, by the thousand, event by event.

    python benchmarks/lockstep_open_spiel.py [--games 1000] [--game keltis-card …]

Compared are who decides, every legal move, every outcome with its probability, every name, observations of all seats,
and what the game was worth. OpenSpiel's version runs the compiled rules, ours here the interpreted ones.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.env.configurations import ALL, IDS
from tests.env.spiel import in_lockstep


def main() -> None:
    """Compare so many games of every kind; a difference ends it with a traceback."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="of each game, over all numbers of seats")
    parser.add_argument("--game", nargs="+", default=list(IDS), choices=IDS)
    asked = parser.parse_args()
    for id in asked.game:
        counts = [seats for each, seats in ALL if each == id]
        events, began = 0, time.perf_counter()
        for number in range(asked.games):
            events += in_lockstep(id, counts[number % len(counts)], seed=1000 + number, every=97)
        spent = time.perf_counter() - began
        print(f"{id}: {asked.games:,} games, {events:,} events, all the same; {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
