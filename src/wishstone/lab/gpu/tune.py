"""Tuning of the GPU lab: measures which number of games at once, and of threads in a block, is fastest."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from wishstone.game.contract import Game
from wishstone.lab.gpu.batch import BLOCK
from wishstone.lab.gpu.player import AT_ONCE, GpuPlayer

SIZES = tuple(1 << power for power in range(13, 19))
BLOCKS = (64, 128, 256)


@dataclass(frozen=True)
class Speed:
    """How fast one game ran."""

    game: str
    seats: int
    bots: str
    at_once: int
    block: int
    decisions_per_second: float
    games_per_second: float


def tune(game: Game, seats: int, seconds: float) -> Iterator[Speed]:
    """The speed of random games at every size of a batch, and then, at the best, with every size of a block."""
    found = []
    for at_once in SIZES:
        found.append(speed(game, seats, "random", seconds, at_once))
        yield found[-1]
    best = max(found, key=lambda each: each.decisions_per_second)
    for block in BLOCKS:
        if block != best.block:
            yield speed(game, seats, "random", seconds, best.at_once, block)


def speed(
    game: Game, seats: int, bots: str, seconds: float, at_once: int = AT_ONCE, block: int = BLOCK, seed: int = 1
) -> Speed:
    """Decisions a second in whole games, for about so many seconds."""
    player = GpuPlayer(game, seats, [bots], seed, at_once=at_once, block=block)
    player.warm_up()
    player.batch(0, player.batch_games, player.results())  # the GPU's clock rises, too
    results = player.results()
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        player.batch(results.games, player.batch_games, results)
    spent = time.perf_counter() - begin
    return Speed(game.id, seats, bots, at_once, block, round(results.decisions / spent), round(results.games / spent))
