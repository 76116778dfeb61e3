"""Profile of a training: `python -m wishstone.train.nets.profile GAME --seats N` tells where its time goes.

Milliseconds for all games side by side, or for one update; the median of several calls.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from wishstone.game.contract import Game
from wishstone.games import load
from wishstone.train.nets.command import run
from wishstone.train.nets.settings import Training
from wishstone.train.nets.shape import shape_of

CALLS, LONG_CALLS = 20, 3
MIXING = 40  # random moves, so that the games are at different points


def profile(training: Training, device: str) -> dict[str, float]:
    """Milliseconds by part, and decisions a second."""
    from wishstone.train.nets.games import OPPONENTS, RANDOM, Games
    from wishstone.train.nets.inputs import inputs_of
    from wishstone.train.nets.model import Net
    from wishstone.train.nets.ppo import Learner
    from wishstone.train.nets.pytorch import torch
    from wishstone.train.nets.rollout import Rollout

    game: Game = load(training.game, engine="compiled")
    games = Games(game, training.seats, training.games, training.seed, device)
    net = Net(inputs_of(game, training.seats), training.seats, training.shape, device)
    found: dict[str, float] = {}

    def finish() -> None:
        if device == "cuda":
            torch.cuda.synchronize()

    def timed(name: str, function: Callable[[], object], calls: int = CALLS) -> None:
        function()
        times = []
        for _ in range(calls):
            finish()
            began = time.perf_counter()
            function()
            finish()
            times.append(1000 * (time.perf_counter() - began))
        found[name] = round(median(times), 3)
        print(f"{name:24} {found[name]:9.3f} ms", flush=True)

    def step() -> None:
        games.moves.copy_(games.bot_moves(RANDOM))
        games.step()

    for name in OPPONENTS:
        timed(f"{name} moves", lambda name=name: games.bot_moves(name))  # type: ignore[misc]
    for _ in range(MIXING):
        step()
    timed("look", games.look)
    timed("step and look", step)
    with torch.no_grad():
        timed("encode", lambda: net.encode(games.seen, games.masks))
        timed("forward", lambda: net(games.seen, games.masks))
    rollout = Rollout(games, net, training)
    timed("decide", rollout.decide)
    timed("play", rollout.play, LONG_CALLS)
    learner = Learner(net, rollout, training)
    timed("update", learner.update)
    timed("learn", learner.learn, LONG_CALLS)
    decisions = training.games * training.steps
    found["decisions_a_second"] = round(1000 * decisions / (found["play"] + found["learn"]))
    print(f"decisions a second {found['decisions_a_second']:,.0f}", flush=True)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the profile."""
    parser = argparse.ArgumentParser(prog="python -m wishstone.train.nets.profile", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=Training.games)
    parser.add_argument("--batch", type=int, default=Training.batch)
    parser.add_argument("--steps", type=int, default=Training.steps)
    parser.add_argument("--width", type=int, help="of the net; without it, what suits the game")
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    asked = parser.parse_args(arguments)
    shape = shape_of(asked.game)
    shape = replace(shape, width=asked.width or shape.width)
    training = Training(asked.game, asked.seats, shape, games=asked.games, batch=asked.batch, steps=asked.steps)
    found = profile(training, asked.device)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    run(main)
