"""Cost of nets: microseconds a decision and bytes of the file, beside the fitted player's time in the same run.

    python benchmarks/nets.py [--game keltis-card …] [--net FILE]

The net is the one that comes with the game, or that of a file, or else one of the widths that a training would have,
with weights as they are drawn at first. Positions are those of random games, a batch of them; times are the best of
several rounds in turn, on one core. Exits with 1 where a net takes longer than 20 microseconds in the card game, or a
file has more than 250,000 bytes; the file of a net that was never trained is told, and counts for nothing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from wishstone.bots.net_file import NetFile, find_net, format_net, load_net
from wishstone.game.contract import Game, MoveNumber
from wishstone.games import GAMES, load
from wishstone.lab.batch import Batch
from wishstone.lab.bot_mover import BotMover
from wishstone.train.nets.inputs import VERSION, inputs_of
from wishstone.train.nets.quantise import quantise
from wishstone.train.nets.shape import layers_of, shape_of

PROMISED = {"keltis-card": 20.0}  # microseconds
LARGEST_FILE = 250_000
POSITIONS, ROUNDS, MIXING = 512, 15, 40


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
    asked = parser.parse_args()
    if asked.net and len(asked.game or ()) != 1:
        parser.error("--net needs one --game")
    missed = 0
    for id in asked.game or [about.id for about in GAMES]:
        game = load(id, engine="compiled")
        found = asked.net or find_net(id)
        net = load_net(game, found) if found else drawn_net(game)
        cost = cost_of(game, net)
        limit = PROMISED.get(id, float("inf"))
        is_over = cost.net > limit or (found is not None and cost.file > LARGEST_FILE)
        missed += is_over
        print(
            f"{id:<17} {max(net.seats)} seats, {net.shape.width}-{net.shape.context}-{net.shape.narrow}"
            f"{'' if found else ', never trained'}: {cost.net:.1f} µs a decision,"
            f" {cost.net / cost.fitted:.1f} times the fitted player's {cost.fitted:.2f}; {cost.file:,} bytes"
            f"{' MISSES its limit' if is_over else ''}",
            flush=True,
        )
    return 1 if missed else 0


def drawn_net(game: Game) -> NetFile:
    """A net for the fewest seats, as a training begins with it."""
    seats, shape = game.rules.SEATS[0], shape_of(game.id)
    inputs, rng = inputs_of(game, seats), np.random.default_rng(1)
    weights = {
        layer.name: rng.normal(size=layer.size) * (layer.gain * (2 / layer.fan) ** 0.5 if layer.fan else 0.0)
        for layer in layers_of(inputs, shape, seats)
    }
    about = {"game": game.id, "seats": [seats], "rules": game.rules_version, "layout": 1, "inputs": VERSION}
    told = {"command": "", "seed": 1, "seconds": 0, "figures": []}
    return NetFile({**about, **told}, *quantise(inputs, shape, seats, weights))


def cost_of(game: Game, net: NetFile) -> Cost:
    """Time a net and the fitted player on the same positions, in turn."""
    batch = Batch(game, max(net.seats), POSITIONS, seed=1)
    for _ in range(MIXING):
        batch.step(batch.random_moves())
        batch.renew()
    mover, out = BotMover(batch), np.zeros(POSITIONS, MoveNumber)
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


if __name__ == "__main__":
    raise SystemExit(main())
