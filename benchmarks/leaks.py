"""Leak test at scale: pairs of tables that look the same to somebody are compared byte for byte, by the thousand.

Run it as `python benchmarks/leaks.py --positions 20000`: for each game, at least so many positions in all are compared
byte for byte, as `tests/server/live/test_leaks.py` does with fewer. It ends with an error where anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.leaks import World, setup_of, some_twins, watch
from wishstone.games import load

GAMES: tuple[tuple[str, dict[str, str | bool]], ...] = (
    ("keltis-card", {}),
    ("keltis", {}),
    ("keltis-new-paths", {}),
    ("keltis-new-paths", {"open_wish_stones": True}),
    ("keltis-dice", {}),
    ("quartz-dice", {}),
)
STEPS = 150  # of an evening
AHEAD = (0, 0, 40, 90, 150)  # moves before one looks, by turns


def main() -> None:
    """Compare, and print how much there was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000, help="in all games together")
    parser.add_argument(
        "--first", type=int, default=100, help="the number of the first evening: others are other games"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    told = {}
    for id, options in GAMES:
        name = " ".join([id, *options])
        told[name] = look(id, options, given.positions // len(GAMES), given.first)
        if not given.json:
            print(f"{name:36} {told[name]}", flush=True)
    if given.json:
        print(json.dumps(told))
    sys.exit(any(each["leaks"] for each in told.values()))


def look(id: str, options: dict[str, str | bool], positions: int, first: int) -> dict[str, object]:
    """Evenings with one game until there were so many positions."""
    game = load(id, options, engine="interpreted")
    began = time.perf_counter()
    evenings = looked = compared = 0
    leaks: list[str] = []
    while looked < positions and not leaks:
        twins = some_twins(game, first + evenings)
        setup = setup_of(twins)
        ahead = AHEAD[evenings % len(AHEAD)]
        spent = asyncio.run(watch(twins, [World(setup, 0), World(setup, 1)], ahead, STEPS))
        evenings, looked, compared = evenings + 1, looked + spent.positions, compared + spent.compared
        leaks += spent.leaks
    return {
        "evenings": evenings,
        "positions": looked,
        "mib": round(compared / 2**20, 1),
        "leaks": leaks,
        "seconds": round(time.perf_counter() - began, 1),
    }


if __name__ == "__main__":
    main()
