"""Environment speed: steps a second on one core, with observations and masks, beside other libraries.

    python benchmarks/environments.py [--seconds 3] [--games 1024] [--against SRC] [--peers PYTHON] [--gpu]

Ours is the vector environment: in every game, with random legal moves, autoreset, and every observation and mask
written; and beside it our environments of single games (see `interfaces.py`), by CPU time. With `--against`, these are
timed in turn with those of another checkout's `src` folder, and told as a ratio. PYTHON is one that has environments of
others installed (see `peers_environments.py`); they are timed on the same machine after ours. With `--gpu`, the vector
environment in PyTorch tensors on a GPU is timed too, after a look whether it plays the same games, number for number.
Exits with 1 where the vector environment stays below the promised million in some game.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from wishstone.env.vector import VectorEnv  # noqa: E402 - found once the root is on the path
from wishstone.games import GAMES  # noqa: E402

PROMISED = 1_000_000
ROUNDS = 3  # the best of so many counts: what disturbs a run only ever slows it down


class Row(NamedTuple):
    """One line of the table."""

    library: str
    name: str
    speed: float
    ratio: float | None = None  # to the same in another checkout


@numba.njit
def choose(legal, counts, dice, moves):  # type: ignore[no-untyped-def]
    """A random legal move for every game, so cheaply that the environment is what is timed."""
    for i in range(len(moves)):
        moves[i] = legal[i, (dice[i] * counts[i]) >> 32]


def steps_a_second(id: str, seats: int, games: int, seconds: float) -> float:
    """The steps that a vector environment makes, with all that a learner reads written in every step."""
    env = VectorEnv(id, games, seats, seed=1)
    rng = np.random.default_rng(1)
    dice = rng.integers(0, 2**32, (64, games), np.int64)
    moves = np.zeros(games, np.int64)
    env.reset()

    def go(seconds: float) -> float:
        steps, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            choose(env.legal, env.counts, dice[steps % len(dice)], moves)
            env.step(moves)
            steps += 1
        return steps * games / spent

    go(0.5)  # compiles, and brings the games apart
    return max(go(seconds / ROUNDS) for _ in range(ROUNDS))


def ours(games: int, seconds: float) -> list[Row]:
    """Every game of ours, with its fewest and its most seats."""
    return [
        Row("Wishstone", f"{about.id}, {seats} seats", steps_a_second(about.id, seats, games, seconds))
        for about in GAMES
        for seats in about.seats
    ]


def single(seconds: float, against: str | None) -> list[Row]:
    """Our environments of single games, and how many times as fast they are as another checkout's."""
    here: dict[tuple[str, str], float] = {}
    there: dict[tuple[str, str], float] = {}
    turns = [(here, str(ROOT / "src")), *([(there, against)] if against else [])]
    for best, src in turns * (2 if against else 1):
        script = [sys.executable, str(Path(__file__).with_name("interfaces.py")), "--seconds", str(seconds)]
        environment = {**os.environ, "PYTHONPATH": src}
        ended = subprocess.run(script, env=environment, capture_output=True, text=True, check=True)
        for line in ended.stdout.splitlines():
            told = json.loads(line)
            key = told["library"], told["name"]
            best[key] = max(best.get(key, 0.0), told["speed"])
    return [
        Row(f"Wishstone, {library}", name, speed, speed / there[library, name] if against else None)
        for (library, name), speed in here.items()
    ]


def on_gpu(games: int, seconds: float) -> list[Row]:
    """Every game of ours on a GPU, after a look whether it is the same there."""
    import torch

    from tests.env.on_gpu import same_games
    from wishstone.env.torch_vector import TorchVectorEnv

    rows = []
    for about in GAMES:
        for seats in about.seats:
            same_games(about.id, seats)
            env = TorchVectorEnv(about.id, games, seats, seed=1, trusting=True)
            env.reset()
            steps, began, spent = 0, time.perf_counter(), 0.0
            while spent < seconds or steps < 20:
                env.step(torch.multinomial(env.masks.float(), 1).squeeze(1))
                steps += 1
                if steps == 10:  # compiled by now
                    torch.cuda.synchronize()
                    began = time.perf_counter()
                if steps % 10 == 0:
                    torch.cuda.synchronize()
                    spent = time.perf_counter() - began
            rows.append(Row("Wishstone, GPU", f"{about.id}, {seats} seats", (steps // 10 * 10 - 10) * games / spent))
    return rows


def theirs(python: str, seconds: float) -> list[Row]:
    """What the Python of the peers prints."""
    script = Path(__file__).with_name("peers_environments.py")
    ended = subprocess.run(
        [python, str(script), "--seconds", str(seconds)],
        capture_output=True,
        text=True,
        check=False,
    )
    rows = []
    for line in ended.stdout.splitlines():
        if not line.startswith("{"):
            continue
        told = json.loads(line)
        if "missing" in told:
            print(f"{told['library']}, {told['name']}: {told['missing']}", file=sys.stderr)
        else:
            rows.append(Row(f"{told['library']} {told['version']}", told["name"], told["speed"]))
    if ended.returncode:
        print(ended.stderr[-2000:], file=sys.stderr)
    return rows


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3, help="for each environment")
    parser.add_argument("--games", type=int, default=1024, help="in one array")
    parser.add_argument(
        "--against", metavar="SRC", help="the src folder of another checkout, for those of single games"
    )
    parser.add_argument("--peers", metavar="PYTHON", help="a Python that has environments of others installed")
    parser.add_argument("--gpu", action="store_true", help="on a GPU as well")
    parser.add_argument("--gpu-games", type=int, default=65_536, help="in one tensor on the GPU")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    if asked.against and not (Path(asked.against) / "wishstone").is_dir():
        parser.error(f"{asked.against} is no src folder of Wishstone")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, for those that would take more
    mine = ours(asked.games, asked.seconds)
    rows = mine + single(asked.seconds, asked.against)
    rows += on_gpu(asked.gpu_games, asked.seconds) if asked.gpu else []
    rows += theirs(asked.peers, asked.seconds) if asked.peers else []
    if asked.json:
        print(json.dumps([row._asdict() for row in rows], indent=1))
    else:
        print(f"{'library':<22}{'environment':<36}{'steps a second, one core':>26}")
        for row in rows:
            ratio = f"{row.ratio:>8.2f} times as fast" if row.ratio else ""
            print(f"{row.library:<22}{row.name:<36}{row.speed:>26,.0f}{ratio}")
    slow = [row.name for row in mine if row.speed < PROMISED]
    if slow:
        print(f"below {PROMISED:,} steps a second: {'; '.join(slow)}", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
