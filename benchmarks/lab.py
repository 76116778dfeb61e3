"""Lab speed: decisions a second in every game, on one core, on all cores and on the GPU, in one table.

    python benchmarks/lab.py [--seconds 1] [--peers PYTHON] [--json FILE]

Whole random games, deal and chance included, all seat counts alike, in turn. Beside them, on one core: the vector
environment with every observation and mask written, and, with `--peers`, environments of others (see
`environments.py`). Where there is a GPU, every size of a batch is tried and the best is shown, and the same loop with
moves chosen by PyTorch, if that is installed. Needs nothing but NumPy, Numba and, for the GPU, numba-cuda. Exits with 1
where a game stays below a billion decisions a second on a GPU.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import environments
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.games import GAMES
from wishstone.lab.executor_choice import simulation_executor
from wishstone.lab.process_pool import cores
from wishstone.lab.simulate import BATCH, Player
from wishstone.lab.simulation_job import job_of, new_progress, run_simulation

PROMISED = 1e9  # decisions a second on a GPU


@dataclass(frozen=True)
class Row:
    """The speeds of one game, in decisions a second; 0 where there was nothing to measure."""

    game: str
    one_core: float
    all_cores: float
    gpu: float
    gpu_games_at_once: int
    gpu_torch: float  # with observations and masks, and moves chosen by PyTorch
    environment: float  # on one core, with observations and masks; with the fewest and the most seats, the slower


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each measurement")
    parser.add_argument("--peers", metavar="PYTHON", help="a Python that has environments of others installed")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    asked = parser.parse_args()
    gpu = gpu_name()
    print(f"decisions a second; cores: {cores()}; GPU: {gpu or 'none'}")
    columns = f"{'game':<18}{'one core':>14}{'all cores':>14}{'GPU':>18}{'at once':>10}{'GPU, PyTorch':>16}"
    print(f"{columns}{'environment':>14}", flush=True)
    rows = []
    for about in GAMES:
        rows.append(row_of(GAMES.load(about.id, engine="compiled"), asked.seconds, bool(gpu)))
        print(told(rows[-1]), flush=True)
    peers = environments.theirs(asked.peers, asked.seconds) if asked.peers else []
    for peer in peers:
        print(f"{f'{peer.library} {peer.name}':<90}{peer.speed:>14,.0f}")
    if asked.json:
        figures = {"cores": cores(), "gpu": gpu, "rows": [asdict(row) for row in rows]}
        asked.json.write_text(json.dumps({**figures, "peers": [peer._asdict() for peer in peers]}, indent=1))
    slow = [row.game for row in rows if row.gpu < PROMISED]
    if gpu and slow:
        print(f"below a billion decisions a second: {', '.join(slow)}", file=sys.stderr)
        return 1
    return 0


def told(row: Row) -> str:
    """A line of the table."""
    speeds = f"{row.game:<18}{row.one_core:>14,.0f}{row.all_cores:>14,.0f}{row.gpu:>18,.0f}{row.gpu_games_at_once:>10,}"
    return f"{speeds}{row.gpu_torch:>16,.0f}{row.environment:>14,.0f}"


def row_of(game: Game, seconds: float, gpu: bool) -> Row:
    """Every measurement of one game."""
    speed, at_once = on_gpu(game, seconds) if gpu else (0.0, 0)
    return Row(
        game.id,
        on_cores(game, seconds, 1),
        on_cores(game, seconds, cores()),
        speed,
        at_once,
        with_torch(game, seconds) if gpu and find_spec("torch") else 0.0,
        min(on_one_core(game.id, seats, seconds) for seats in game.rules.SEATS),
    )


def on_cores(game: Game, seconds: float, jobs: int) -> float:
    """Whole random games on so many cores, all seat counts alike."""
    low, high = game.rules.SEATS
    decisions = spent = 0.0
    for seats in range(low, high + 1):
        player = Player(game, seats, ["random"], seed=1)
        player.warm_up()
        trial = player.results()
        player.batch(0, BATCH, trial)
        games = max(jobs, round(seconds / (high - low + 1) * jobs / trial.seconds)) * BATCH
        executor, size = simulation_executor(player, games, jobs)
        progress = new_progress(job_of(player))
        run_simulation(progress, games, size, executor)
        decisions += progress.results.decisions
        spent += progress.results.seconds
    return decisions / spent


def on_gpu(game: Game, seconds: float) -> tuple[float, int]:
    """Whole random games on the GPU, at the best number of games at once; the slowest seat count counts."""
    from wishstone.lab.gpu.tune import speed, tune

    low, high = game.rules.SEATS
    best = max(tune(game, low, seconds / 4), key=lambda found: found.decisions_per_second)
    found = [
        speed(game, seats, "random", seconds, best.at_once, best.block).decisions_per_second
        for seats in range(low, high + 1)
    ]
    return min(found), best.at_once


def with_torch(game: Game, seconds: float) -> float:
    """Games on the GPU side by side, with observations and masks, and moves chosen by PyTorch."""
    from wishstone.lab.gpu.with_torch import share

    return share(game, game.rules.SEATS[0], 1 << 16, seconds, seed=1).steps_per_second


def on_one_core(id: str, seats: int, seconds: float) -> float:
    """The vector environment, bound to one core for as long as it is measured."""
    with one_core():
        return environments.steps_a_second(id, seats, 1024, seconds)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on one core for a while, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def gpu_name() -> str:
    """What the GPU calls itself; empty where there is none, which is said on standard error."""
    from wishstone.lab.gpu.device import cuda, name

    try:
        cuda()
    except UsageError as error:
        print(error, file=sys.stderr)
        return ""
    return name()


if __name__ == "__main__":
    sys.exit(main())
