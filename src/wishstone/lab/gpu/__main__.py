"""Command line of the GPU lab, `python -m wishstone.lab.gpu`, without any of the other clients."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wishstone.game.contract import Game
from wishstone.game.errors import UsageError, WishstoneError
from wishstone.games import GAMES
from wishstone.lab.gpu.device import name

Rows = list[dict[str, Any]]


def main() -> int:
    """Do what is asked for; 0 for done, 1 for a difference between CPU and GPU, 2 for what cannot be asked for."""
    asked = _parser().parse_args()
    try:
        print(f"GPU: {name()}", flush=True)
        rows, good = _answer(asked)
        if asked.json:
            asked.json.write_text(json.dumps({"gpu": name(), "rows": rows}, indent=1), encoding="utf-8")
    except WishstoneError as error:
        print(f"wishstone: {error.text('en')} [{error.code}]", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"wishstone: cannot write {asked.json}: {error.strerror}", file=sys.stderr)
        return 2
    return 0 if good else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wishstone.lab.gpu", description="Games by the billion, on a GPU.")
    parser.add_argument("what", choices=("simulate", "check", "tune", "speed", "torch"), help="see docs/lab.md")
    parser.add_argument("games_named", nargs="*", metavar="GAME", help="which games; all, if none is named")
    parser.add_argument("--seats", type=int, metavar="N", help="only with so many seats")
    parser.add_argument("--bots", default="random", metavar="A,B,…", help="who plays: random, greedy")
    parser.add_argument("--games", type=int, default=0, metavar="M", help="how many games")
    parser.add_argument("--steps", type=int, default=600, metavar="N", help="check: steps side by side")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="how long each measurement takes")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the games")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    return parser


def _answer(asked: argparse.Namespace) -> tuple[Rows, bool]:
    """The rows that were asked for, printed as they come, and whether all is well."""
    rows: Rows = []
    good = True
    for game, seats in _tables(asked):
        for row in _rows(asked, game, seats):
            good = good and not row.get("difference")
            rows.append(row)
            told = (f"{value:,}" if isinstance(value, int | float) else str(value) for value in row.values() if value)
            print("  ".join(told), flush=True)
    if asked.what == "check":
        print("CPU and GPU play the same games" if good else "CPU and GPU DIFFER", flush=True)
    return rows, good


def _tables(asked: argparse.Namespace) -> Iterator[tuple[Game, int]]:
    """Every game that was named, or all, with every number of seats, or the one that was named."""
    for id in asked.games_named or [about.id for about in GAMES]:
        game = GAMES.load(id, engine="compiled")
        low, high = game.rules.SEATS
        for seats in [asked.seats] if asked.seats else range(low, high + 1):
            yield game, seats


def _rows(asked: argparse.Namespace, game: Game, seats: int) -> Iterator[dict[str, Any]]:
    if not 0 <= asked.games <= 10**12:
        raise UsageError("count-wrong", name="--games", low=1, high=str(10**12), value=str(asked.games))
    if asked.what == "check":
        from wishstone.lab.gpu.check import check

        for finding in check(game, seats, asked.games or 256, asked.steps, asked.seed):
            yield asdict(finding)
    elif asked.what == "tune":
        from wishstone.lab.gpu.tune import tune

        for speed in tune(game, seats, asked.seconds):
            yield asdict(speed)
    elif asked.what == "speed":
        from wishstone.lab.gpu.tune import speed as measured

        yield asdict(measured(game, seats, asked.bots, asked.seconds))
    elif asked.what == "torch":
        from wishstone.lab.gpu.with_torch import share

        yield asdict(share(game, seats, asked.games or 65536, asked.seconds, asked.seed))
    else:
        from wishstone.lab.gpu.player import GpuPlayer
        from wishstone.lab.simulate import simulate

        yield simulate(GpuPlayer(game, seats, asked.bots.split(","), asked.seed), asked.games or 10**6).to_json()


if __name__ == "__main__":
    sys.exit(main())
