"""Nets: what they cost, whether all engines agree on them, and how often they win, each beside its bar.

    python benchmarks/nets.py [--game keltis-card …] [--net FILE] [--nets FOLDER] [--games 4000] [--seed 1] [--jobs 2]

Three lines for each game. The cost: microseconds a decision on one core, beside the fitted player's on the same
positions in turn (the best of several rounds), and bytes of the file. The engines: positions in which the net says the
same, number for number, interpreted, compiled and, where there is a GPU, on it. The strength: the bare net against
`fitted` at all other seats, every deal with all seatings, with the command that repeats it; what counts is the lower
bound of the 95 % interval. `--games 0` leaves that out.

The net is the one that comes with the game, or that of a file: `--net`, or `FOLDER/<game>.net` for every game that has
one there. Where there is neither, a net of the widths that a training would have, as it is drawn at first, shows the
cost and nothing else. Exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from wishstone.bots.net_bot import NetEvaluator
from wishstone.bots.net_file import NET, SUFFIX, NetFile, find_net, format_net, load_net
from wishstone.game.contract import Game, MoveNumber
from wishstone.game.errors import UsageError
from wishstone.game.registry import on_engine
from wishstone.games import GAMES, load
from wishstone.lab.arena import DealResult
from wishstone.lab.batch import Batch
from wishstone.lab.bot_mover import BotMover
from wishstone.lab.plan import plan_of
from wishstone.lab.process_pool import local_executor
from wishstone.lab.ranking import rank
from wishstone.train.nets.inputs import VERSION, inputs_of
from wishstone.train.nets.quantise import quantise
from wishstone.train.nets.shape import layers_of, shape_of

SLOWEST = 20.0  # microseconds a decision
LARGEST_FILE = 250_000  # bytes
WINS = {2: 0.55, 3: 0.36}  # by seats: against one `fitted`, or two
POSITIONS, ROUNDS, MIXING = 512, 15, 40
COMPARED = 12  # positions: interpreted, a net takes a second


class Cost(NamedTuple):
    """What a net of one game costs."""

    net: float  # microseconds
    fitted: float
    file: int  # bytes


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", help="the id of a game; all of them")
    parser.add_argument("--net", type=Path, metavar="FILE", help="a net for the one game that is named")
    parser.add_argument("--nets", type=Path, metavar="FOLDER", help="nets for the games that have one there")
    parser.add_argument("--games", type=int, default=4000, help="against `fitted`")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="cores to use; all of them")
    asked = parser.parse_args()
    if asked.net and len(asked.game or ()) != 1:
        parser.error("--net needs one --game")
    ids: list[str] = asked.game or [about.id for about in GAMES]
    own: dict[str, Path] = {}
    if asked.net:
        own = {ids[0]: asked.net}
    elif asked.nets:
        own = {id: file for id in ids if (file := asked.nets / f"{id}{SUFFIX}").exists()}
        if not own:
            parser.error(f"--nets: there is none of {', '.join(f'{id}{SUFFIX}' for id in ids)} in {asked.nets}")
        ids = list(own)
    reached = []
    for id in ids:
        game = load(id, engine="compiled")
        found = own.get(id) or find_net(id)
        net = load_net(game, found) if found else drawn_net(game)
        reached.append(tell_cost(game, net, is_trained=found is not None))
        reached.append(tell_engines(game, net))
        if found and asked.games:
            name = f"{NET}:{own[id]}" if id in own else NET
            reached.append(fight(game, name, asked.games, asked.seed, asked.jobs))
    print(f"{sum(reached)} of {len(reached)} bars reached")
    return 0 if all(reached) else 1


def tell_cost(game: Game, net: NetFile, is_trained: bool) -> bool:
    """Print what a net costs; whether it is within its limits. The size of a net that was never trained counts not."""
    cost = cost_of(game, net)
    is_good = cost.net <= SLOWEST and (cost.file <= LARGEST_FILE or not is_trained)
    print(
        f"{game.id:<17} {max(net.seats)} seats, {net.shape.width}-{net.shape.context}-{net.shape.narrow}"
        f"{'' if is_trained else ', never trained'}: {cost.net:.1f} µs a decision,"
        f" {cost.net / cost.fitted:.1f} times the fitted player's {cost.fitted:.2f}; {cost.file:,} bytes:"
        f" {'reaches' if is_good else 'MISSES'} {SLOWEST:.0f} µs, {LARGEST_FILE:,} bytes",
        flush=True,
    )
    return is_good


def drawn_net(game: Game) -> NetFile:
    """A net for the fewest seats, as a training begins with it."""
    seats, shape = game.rules.SEATS[0], shape_of(game.id)
    inputs, rng = inputs_of(game, seats), np.random.default_rng(1)
    weights = {
        layer.name: rng.normal(size=layer.size) * (layer.gain * (2 / layer.fan) ** 0.5 if layer.fan else 0.0)
        for layer in layers_of(inputs, shape, seats)
    }
    about = {"game": game.id, "seats": [seats], "rules": game.rules_version, "layout": 1, "inputs": VERSION}
    told: dict[str, object] = {"trainings": [], "figures": []}
    return NetFile({**about, **told}, *quantise(inputs, shape, seats, weights))


def mixed_batch(game: Game, seats: int, count: int) -> Batch:
    """Games by random moves, at different points."""
    batch = Batch(game, seats, count, seed=1)
    for _ in range(MIXING):
        batch.step(batch.random_moves())
        batch.renew()
    return batch


def cost_of(game: Game, net: NetFile) -> Cost:
    """Time a net and the fitted player on the same positions, in turn."""
    mover, out = BotMover(mixed_batch(game, max(net.seats), POSITIONS)), np.zeros(POSITIONS, MoveNumber)
    mover.net(net, out)
    mover.fitted(out)
    times: list[tuple[float, float]] = [
        (seconds_of(lambda: mover.net(net, out)), seconds_of(lambda: mover.fitted(out))) for _ in range(ROUNDS)
    ]
    ours, theirs = (min(taken) / POSITIONS * 1e6 for taken in zip(*times, strict=True))
    return Cost(ours, theirs, len(format_net(net)))


def seconds_of(function: Callable[[], object]) -> float:
    """The CPU time that a call takes."""
    began = time.process_time()
    function()
    return time.process_time() - began


def tell_engines(game: Game, net: NetFile) -> bool:
    """Print on how many positions all engines say the same; whether they do on all."""
    batch = mixed_batch(game, max(net.seats), COMPARED)
    engines = {"interpreted": NetEvaluator(on_engine(game, "interpreted"), net), "compiled": NetEvaluator(game, net)}
    found: dict[str, list[tuple[list[int], list[int]]]] = {}
    for name, evaluator in engines.items():
        found[name] = []
        for place in range(COMPARED):
            count = evaluator.rate(game.copy(batch.states[place]))
            found[name].append((evaluator.ratings[:count].tolist(), evaluator.values))
    same = sum(one == other for one, other in zip(found["interpreted"], found["compiled"], strict=True))
    on_gpu = gpu_difference(game, net)
    print(
        f"{'':<17} interpreted and compiled alike in {same} of {COMPARED} positions;"
        f" {'no GPU here' if on_gpu is None else on_gpu or 'CUDA the same'}",
        flush=True,
    )
    return same == COMPARED and not on_gpu


def gpu_difference(game: Game, net: NetFile) -> str | None:
    """What a GPU says otherwise about many positions; None where there is none."""
    try:
        from wishstone.lab.gpu.check import compare_net

        return compare_net(game, net, POSITIONS, MIXING, seed=1).difference
    except UsageError:
        return None


def fight(game: Game, name: str, games: int, seed: int, jobs: int | None) -> bool:
    """The bare net against `fitted` at all other seats; whether it wins often enough."""
    began = time.perf_counter()
    seats = game.rules.SEATS[0]
    bar, bots = WINS[seats], (name, *["fitted"] * (seats - 1))
    plan = plan_of(game, bots, None, None, seed)
    deals: list[DealResult] = []
    local_executor(plan, games, jobs).run(range(plan.deals(games)), deals.append)
    found = rank(plan, deals)
    low, high = found.bots[0].ci95
    print(
        f"{'':<17} against {', '.join(bots[1:])}: {found.bots[0].win_rate:.1%} ({low:.1%} – {high:.1%}),"
        f" margin {found.bots[0].mean_margin:+.2f}, {found.games} games, {time.perf_counter() - began:.0f} s:"
        f" {'reaches' if low >= bar else 'MISSES'} {bar:.0%}\n"
        f"{'':<17} wishstone arena {game.id} --bots {','.join(bots)} --games {games} --seed {seed}",
        flush=True,
    )
    return low >= bar


if __name__ == "__main__":
    raise SystemExit(main())
