"""Profile of a training: `python -m wishstone.train.nets.profile GAME --seats N` tells where its time goes.

Milliseconds for all games side by side, or for one update; the median of several calls. What a part takes at its first
call, where it is compiled, is told in seconds. `--trace` adds the kernels that take longest in a decision and an
update.
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
from wishstone.train.nets.settings import MEANINGS, Training
from wishstone.train.nets.shape import shape_of

CALLS, LONG_CALLS = 20, 3
MIXING = 40  # random moves, so that the games are at different points
TRACED = 5  # calls
LINES = 25  # of kernels
MEGABYTE = 1 << 20


class Stopwatch:
    """Times parts, prints them, and keeps them by name."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.milliseconds: dict[str, float] = {}
        self.first_seconds: dict[str, float] = {}

    def time(self, name: str, function: Callable[[], object], calls: int = CALLS) -> None:
        """Call a function several times."""
        self.first_seconds[name] = round(self._seconds(function), 2)
        self.milliseconds[name] = round(1000 * median(self._seconds(function) for _ in range(calls)), 3)
        first, each = self.first_seconds[name], self.milliseconds[name]
        print(f"{name:24} {each:9.3f} ms {first:9.2f} s at first", flush=True)

    def _seconds(self, function: Callable[[], object]) -> float:
        self._finish()
        began = time.perf_counter()
        function()
        self._finish()
        return time.perf_counter() - began

    def _finish(self) -> None:
        from wishstone.train.nets.pytorch import torch

        if self.device == "cuda":
            torch.cuda.synchronize()


def profile(training: Training, device: str, trace: bool = False) -> dict[str, object]:
    """What each part takes, and decisions a second."""
    from wishstone.train.nets.games import OPPONENTS, RANDOM, Games
    from wishstone.train.nets.inputs import inputs_of
    from wishstone.train.nets.model import Net
    from wishstone.train.nets.ppo import Learner
    from wishstone.train.nets.pytorch import torch
    from wishstone.train.nets.rollout import Rollout

    watch = Stopwatch(device)
    game: Game = load(training.game, engine="compiled")
    found: list[Games] = []
    watch.time(
        "begin", lambda: found.append(Games(game, training.seats, training.games, training.seed, device)), LONG_CALLS
    )
    games = found[-1]
    net = Net(inputs_of(game, training.seats), training.seats, training.shape, device)
    print(f"{net.size:,} weights, {net.inputs.size:,} inputs, {len(net.inputs.parts)} moves", flush=True)

    def step() -> None:
        games.moves.copy_(games.bot_moves(RANDOM))
        games.step()

    for name in OPPONENTS:
        watch.time(f"{name} moves", lambda name=name: games.bot_moves(name))  # type: ignore[misc]
    watch.time("step and look", step, MIXING)
    watch.time("look", games.look)
    with torch.no_grad():
        bits = net.encode(games.seen, games.masks)
        watch.time("encode", lambda: net.encode(games.seen, games.masks))
        watch.time("forward", lambda: net(bits, games.masks))
    rollout = Rollout(games, net, training)
    watch.time("decide", rollout.decide)
    watch.time("play", rollout.play, LONG_CALLS)
    began = time.perf_counter()
    learner = Learner(net, rollout, training)
    watch.first_seconds["learner"] = round(time.perf_counter() - began, 2)
    print(f"{'learner':24} {watch.first_seconds['learner']:23.2f} s to record", flush=True)
    watch.time("update", learner.update)
    watch.time("learn", learner.learn, LONG_CALLS)
    decisions = training.games * training.steps
    rate = round(1000 * decisions / (watch.milliseconds["play"] + watch.milliseconds["learn"]))
    print(f"decisions a second {rate:,.0f}", flush=True)
    figures: dict[str, object] = {"milliseconds": watch.milliseconds, "first_seconds": watch.first_seconds}
    if device == "cuda":
        most = torch.cuda.max_memory_allocated() // MEGABYTE
        print(f"megabytes {most:,}", flush=True)
        figures["megabytes"] = most
    if trace:
        for name, function in (("decide", rollout.decide), ("update", learner.update)):
            print(f"{name}:\n{kernels(function)}", flush=True)
    return {**figures, "decisions_a_second": rate}


def kernels(function: Callable[[], object]) -> str:
    """A table of the kernels that take longest."""
    from wishstone.train.nets.pytorch import torch

    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as found:
        for _ in range(TRACED):
            function()
        torch.cuda.synchronize()
    rows = sorted(found.key_averages(), key=lambda row: -row.device_time_total)[:LINES]
    return "\n".join(
        f"{row.device_time_total / TRACED:9.0f} µs {row.count / TRACED:5.0f} calls  {row.key[:150]}" for row in rows
    )


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
    parser.add_argument("--fused", action=argparse.BooleanOptionalAction, default=True, help=MEANINGS["fused"])
    parser.add_argument("--trace", action="store_true", help="tell which kernels take longest")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    asked = parser.parse_args(arguments)
    shape = shape_of(asked.game)
    shape = replace(shape, width=asked.width or shape.width)
    settings = {name: getattr(asked, name) for name in ("games", "batch", "steps", "fused")}
    found = profile(Training(asked.game, asked.seats, shape, **settings), asked.device, asked.trace)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    run(main)
