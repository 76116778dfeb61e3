"""Engine comparison: random games with every number of seats, compiled and interpreted, move by move.

    python benchmarks/lockstep.py [--game keltis-card] [--games 1000] [--seats 2 3 4] [--seed 0]

Prints every difference, and how many games were compared; exits with 1 where the engines differ.
"""

from __future__ import annotations

import argparse
import sys
import time

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

from wishstone.game.conformance import Finding, lockstep
from wishstone.games import load


def main() -> int:
    """Compare the engines, and tell how it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="keltis-card", help="the id of a game")
    parser.add_argument("--games", type=int, default=1_000, help="games with each number of seats")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats; all that the game can have")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other games")
    asked = parser.parse_args()

    interpreted, compiled = load(asked.game, engine="interpreted"), load(asked.game, engine="compiled")
    low, high = interpreted.rules.SEATS
    seat_counts = asked.seats or list(range(low, high + 1))
    findings: list[Finding] = []
    compared, began = 0, time.perf_counter()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(asked.game, total=asked.games * len(seat_counts))
        try:
            for seats in seat_counts:
                for number in range(asked.games):
                    found = lockstep(interpreted, compiled, seats, games=1, seed=asked.seed, start=number)
                    for finding in found:
                        progress.console.print(str(finding), markup=False)
                    findings += found
                    compared += 1
                    progress.advance(task)
        except KeyboardInterrupt:
            progress.console.print("stopped")

    seconds = time.perf_counter() - began
    seats_told = ", ".join(map(str, seat_counts))
    told = f"{len(findings):,} differ" if findings else "both engines agree in all of them"
    print(f"{asked.game}, {seats_told} seats, seed {asked.seed}: {compared:,} games in {seconds:.0f} s; {told}.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
