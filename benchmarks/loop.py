"""Speed of the game loop against that of an earlier version: simulate and arena, measured in turn, on one core.

    git worktree add ../before 9ed0c65
    python benchmarks/loop.py --before ../before [--game keltis-card] [--seconds 3]

Both versions play the same games, each in a process of its own that is asked in turn. The last rows of a game say how
many decisions a second there are with a net, where one comes with the game, and which part of the time of searching
bots is spent outside their thinking.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve()
ROUNDS = 3
# What is promised, by game: how many times as fast `simulate` is, and `arena`; and the share of time outside a search.
SIMULATE = {"keltis-card": 30, "keltis": 30, "keltis-new-paths": 1, "keltis-dice": 12, "quartz-dice": 12}
ARENA, OUTSIDE = 10, 0.10
PAIRS = ("hard,greedy", "hard,medium")
SEARCHING = "expert:200"
NETS = ("net,fitted,fitted", "net-search:20,fitted,fitted")


def line_up(game: str, bots: str, seats: int) -> list[str]:
    """These bots in turn, one for each seat; `hard` without its search, where a game's `hard` has one."""
    from itertools import cycle, islice

    return list(islice(cycle(bots.split(",")), seats))


def simulated(game: str, bots: str, seconds: float) -> tuple[float, float]:
    """Games and decisions a second of a simulation."""
    from wishstone.games import load
    from wishstone.lab.simulate import Player

    loaded = load(game, engine="compiled")
    seats = loaded.about.seats[0]
    player = Player(loaded, seats, line_up(game, bots, seats), seed=1)
    player.batch(0, 1, player.results())
    results, begin, at_once = player.results(), time.perf_counter(), 1
    while (spent := time.perf_counter() - begin) < seconds:
        player.batch(1 + results.games, at_once, results)
        at_once = min(2 * at_once, 64)
    return results.games / spent, results.decisions / spent


def arena(game: str, bots: str, seconds: float) -> tuple[float, float]:
    """Games a second of an arena, and the share of the time that bots were thinking."""
    from wishstone.games import load
    from wishstone.lab.arena import ArenaRunner
    from wishstone.lab.plan import Plan

    seats = load(game).about.seats[0]
    thinking = 0.0
    with ArenaRunner(Plan(game, (tuple(line_up(game, bots, seats)),), 1)) as runner:
        runner.play(0)
        games, deal, begin = 0, 1, time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            played = runner.play(deal).games
            games, deal = games + len(played), deal + 1
            thinking += sum(sum(each.seconds) for each in played)
    return games / spent, thinking / spent


def answer() -> None:
    """Body of a process of one version: measure what is asked for, a line each."""
    for line in sys.stdin:
        what, game, bots, seconds = line.split()
        if what == "simulate":
            print(*simulated(game, bots, float(seconds)), flush=True)
        else:
            print(*arena(game, bots, float(seconds)), flush=True)


@contextmanager
def version(tree: Path) -> Iterator[subprocess.Popen[str]]:
    """A process of one version, held to one core."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, str(HERE), "--answer"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True, cwd=tree) as process:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(process.pid, {min(os.sched_getaffinity(0))})
        yield process
        assert process.stdin is not None
        process.stdin.close()


def ask(process: subprocess.Popen[str], question: str) -> list[float]:
    """What a version measures."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(question + "\n")
    process.stdin.flush()
    return [float(figure) for figure in process.stdout.readline().split()]


def tell_nets(old: subprocess.Popen[str], new: subprocess.Popen[str], game: str, bots: str, seconds: float) -> None:
    """Print the decisions a second of simulations with a net, of both versions, measured in turn."""
    what = f"simulate {game} {bots}"
    for process in (old, new):
        ask(process, f"{what} 0.1")  # compiles
    rounds = [[ask(process, f"{what} {seconds}")[1] for process in (old, new)] for _ in range(ROUNDS)]
    before, now = (median(speeds) for speeds in zip(*rounds, strict=True))
    told = f"{before:>9,.0f} then {now:>9,.0f} now, decisions/s  {now / before:>6.1f} times"
    print(f"{what:<44} {told}", flush=True)


def main() -> int:
    """Measure both versions in turn, and print every ratio beside what is promised."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--before", type=Path, help="a worktree of the version to compare with")
    parser.add_argument("--game", action="append", choices=tuple(SIMULATE), help="the id of a game; all of them")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.answer:
        answer()
        return 0
    if asked.before is None:
        parser.error("--before names the worktree to compare with")
    from wishstone.bots.net_file import find_net

    missed = 0
    with version(asked.before.resolve()) as old, version(HERE.parents[1]) as new:
        for game in asked.game or SIMULATE:
            wanted = {
                **{f"simulate {game} {pair}": SIMULATE[game] for pair in PAIRS},
                f"arena {game} fitted,greedy": ARENA,
            }
            for what, least in wanted.items():
                for process in (old, new):
                    ask(process, f"{what} 0.1")  # compiles
                rounds = [[ask(process, f"{what} {asked.seconds}")[0] for process in (old, new)] for _ in range(ROUNDS)]
                before, now = (median(speeds) for speeds in zip(*rounds, strict=True))
                missed += now < least * before
                told = f"{before:>9,.1f} then {now:>9,.1f} now, games/s  {now / before:>6.1f} times"
                print(f"{what:<44} {told}  (at least {least})", flush=True)
            for bots in NETS if find_net(game) is not None else ():
                tell_nets(old, new, game, bots, asked.seconds)
            ask(new, f"arena {game} {SEARCHING} 0.1")
            outside = 1 - ask(new, f"arena {game} {SEARCHING} {asked.seconds}")[1]
            missed += outside > OUTSIDE
            print(
                f"{f'arena {game} {SEARCHING}':<44} {outside:>9.2%} outside the search  (at most {OUTSIDE:.0%})",
                flush=True,
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
