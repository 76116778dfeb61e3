"""Export of a trained net: `python -m wishstone.train.nets.export FOLDER --out FILE` writes the file that plays.

The averaged weights are rounded to whole numbers. Before that the net plays some games against itself, and inputs that
never come up are taken out; afterwards it is counted how often the whole numbers choose another move. The file keeps
what the last report of the training said, and how it does against `fitted` and `greedy` as it will play, on the CPU.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wishstone.bots.net_file import NetFile, format_net
from wishstone.env.layout import layout_of
from wishstone.game.contract import Game
from wishstone.games import load as load_game
from wishstone.train.nets import checkpoint
from wishstone.train.nets.checkpoint import NAME, Checkpoint, parts_of
from wishstone.train.nets.command import run
from wishstone.train.nets.curves import reports_of
from wishstone.train.nets.evaluation import bot, contest, likeliest
from wishstone.train.nets.games import FITTED, GREEDY, Games
from wishstone.train.nets.inputs import VERSION, inputs_of
from wishstone.train.nets.model import Net
from wishstone.train.nets.pytorch import torch
from wishstone.train.nets.quantise import pruned, quantise
from wishstone.train.nets.shape import Shape

DEVICE = "cpu"
LARGEST_FILE = 250_000  # bytes
SIDE_BY_SIDE, STEPS = 256, 120  # of the games that show which inputs come up


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the net of a training."""
    parser = argparse.ArgumentParser(prog="python -m wishstone.train.nets.export", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.net")
    parser.add_argument("--games", type=int, default=8192, help="against each of two opponents (%(default)s); 0: none")
    parser.add_argument("--seed", type=int, default=77, help="of those games (%(default)s)")
    asked = parser.parse_args(arguments)
    parts = checkpoint.load(asked.folder / NAME, DEVICE)
    net = export(parts, last_outcomes(asked.folder), asked.games, asked.seed)
    content = format_net(net)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_bytes(content)
    print(f"{asked.out}: {len(content):,} bytes of at most {LARGEST_FILE:,}")
    for figure in net.about["figures"]:
        print(" ".join(f"{name} {value}" for name, value in figure.items()))
    if len(content) > LARGEST_FILE:
        print("larger than a net may be: train a narrower one", file=sys.stderr)
        sys.exit(1)


def last_outcomes(folder: Path) -> list[object]:
    """What the last report of a training said about its wins: of weights in floating point."""
    *_, report = reports_of(folder)
    return [{**outcome, "weights": "floating point"} for outcome in report["outcomes"]]


def export(parts: Checkpoint, outcomes: list[object], games: int, seed: int) -> NetFile:
    """The net in whole numbers, with what is known about it; `outcomes` are those of its training."""
    training = parts["training"]
    id, seats, widths = str(training["game"]), training["seats"], training["shape"]
    assert isinstance(seats, int)
    assert isinstance(widths, dict)
    game, shape = load_game(id, engine="compiled"), Shape(**widths)
    inputs = inputs_of(game, seats)
    net = Net(inputs, seats, shape, DEVICE)
    net.load(parts["average"])
    weights = {name: each.detach().double().numpy() for name, each in net.weights.items()}
    weights = pruned(weights, inputs, count_inputs(game, net, seed))
    net.load({name: torch.from_numpy(each).float() for name, each in weights.items()})
    net_shape, numbers = quantise(inputs, shape, seats, weights)
    about = {
        "game": id,
        "seats": [seats],
        "rules": game.rules_version,
        "layout": layout_of(id).version,
        "inputs": VERSION,
        "trainings": parts_of(parts),
    }
    file = NetFile({**about, "figures": []}, net_shape, numbers)
    figures: list[object] = [*outcomes, rounding(game, net, file, seed)]
    for opponent in (FITTED, GREEDY) if games else ():
        new = Games(game, seats, games, seed, DEVICE)
        outcome = contest(new, lambda games: games.net_moves(file).clone(), bot(opponent), opponent)
        figures.append({**outcome.to_json(), "seed": seed})
    return NetFile({**about, "figures": figures}, net_shape, numbers)


def count_inputs(game: Game, net: Net, seed: int) -> NDArray[np.int64]:
    """By input how often it is 1, in games of the net's lottery against itself."""
    counts = torch.zeros(net.inputs.size, dtype=torch.int64)
    games = Games(game, net.seats, SIDE_BY_SIDE, seed, DEVICE)
    with torch.no_grad():
        for _ in range(STEPS):
            bits = net.encode(games.seen, games.masks)
            counts += bits.sum(0)
            logits, _ = net(bits, games.masks)
            games.moves.copy_(torch.distributions.Categorical(logits=logits).sample())
            games.step()
    found: NDArray[np.int64] = counts.numpy()
    return found


def rounding(game: Game, net: Net, file: NetFile, seed: int) -> dict[str, object]:
    """How often whole numbers choose the same move as the net in floating point, in games between them."""
    games, same, positions = Games(game, net.seats, SIDE_BY_SIDE, seed + 1, DEVICE), 0, 0
    with torch.no_grad():
        for _ in range(STEPS):
            whole = games.net_moves(file).long().clone()
            exact = likeliest(net)(games)
            same += int((whole == exact).sum())
            positions += games.count
            games.moves.copy_(exact)
            games.step()
    return {"same moves, %": round(100 * same / positions, 2), "positions": positions}


if __name__ == "__main__":
    run(main)
