"""Strength of the bots: `expert` against greedy, and every level against the one below it, in every game.

    python benchmarks/levels.py [--game keltis-card …] [--seed 1] [--jobs 2]

Each line is a `wishstone arena` of its own, with the command that repeats it: every deal is played with all seatings.
The arena's expert has a smaller budget than at a table, so that all of it takes less than ninety minutes on two cores.
Exits with 1 where a bot does not win as often as is promised.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from wishstone.bots.levels import LEVELS
from wishstone.games import GAMES, load
from wishstone.lab.arena import DealResult
from wishstone.lab.plan import plan_of
from wishstone.lab.process_pool import local_executor
from wishstone.lab.ranking import rank

BUDGET = {"keltis-card": 600, "keltis": 320, "keltis-new-paths": 120, "keltis-dice": 320, "quartz-dice": 100}
GREEDY_BAR = {"keltis-card": 0.8, "keltis": 0.8, "keltis-new-paths": 0.8, "keltis-dice": 0.7, "quartz-dice": 0.55}
LEVEL_BAR = {2: 0.6, 3: 0.45}  # by seats: against one of the level below, or two
QUICK_GAMES, SLOW_GAMES = 400, 200  # with levels up to medium, and above
MORE_LUCK = {"quartz-dice": 3}  # so many times as many games, where luck decides more


class Bout(NamedTuple):
    """One bot against as many of another as there are seats left, and how often the one must win."""

    game: str
    bots: tuple[str, ...]
    games: int
    bar: float


def bouts(ids: list[str]) -> Iterator[Bout]:
    """All bouts of these games."""
    for id in ids:
        seats = load(id).about.seats[0]
        expert, times = f"expert:{BUDGET[id]}", MORE_LUCK.get(id, 1)
        yield Bout(id, (expert, *["greedy"] * (seats - 1)), times * SLOW_GAMES, GREEDY_BAR[id])
        for below, level in pairwise(LEVELS):
            games = SLOW_GAMES if level in ("hard", "expert") else QUICK_GAMES
            better = expert if level == "expert" else level
            yield Bout(id, (better, *[below] * (seats - 1)), times * games, LEVEL_BAR[seats])


def fight(bout: Bout, seed: int, jobs: int | None) -> bool:
    """Play a bout, and tell how it went; whether the bar was reached."""
    began = time.perf_counter()
    game = load(bout.game, engine="compiled")
    plan = plan_of(game, bout.bots, None, None, seed)
    deals: list[DealResult] = []
    local_executor(plan, bout.games, jobs).run(range(plan.deals(bout.games)), deals.append)
    found = rank(plan, deals)
    first = found.bots[0]
    low, high = first.ci95
    reached = first.win_rate >= bout.bar
    print(
        f"{bout.game:<17} {bout.bots[0]:<12} against {', '.join(bout.bots[1:]):<16}"
        f" {first.win_rate:6.1%} ({low:.1%} – {high:.1%}), margin {first.mean_margin:+.2f},"
        f" {found.games} games, {1000 * first.seconds_per_move:.1f} ms a move, {time.perf_counter() - began:.0f} s:"
        f" {'reaches' if reached else 'MISSES'} {bout.bar:.0%}\n"
        f"    wishstone arena {bout.game} --bots {','.join(bout.bots)} --games {bout.games} --seed {seed}",
        flush=True,
    )
    return reached


def main() -> int:
    """Play all bouts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", help="the id of a game; all of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="cores to use; all of them")
    asked = parser.parse_args()
    began = time.perf_counter()
    reached = [fight(bout, asked.seed, asked.jobs) for bout in bouts(asked.game or [about.id for about in GAMES])]
    print(f"{sum(reached)} of {len(reached)} bars reached, in {(time.perf_counter() - began) / 60:.0f} minutes")
    return 0 if all(reached) else 1


if __name__ == "__main__":
    raise SystemExit(main())
