"""Thinking time: every level that thinks ahead, and a time cap while all cores are busy.

    python benchmarks/thinking.py [--game keltis-card …] [--positions 24]

The positions are from games of greedy bots, spread over the whole game, with as few and as many seats as can be. The
first part runs alone, on one core. In the second, twice as many processes as there are cores keep them busy, and the
bot asked has far more simulations than fit into its time. Exits with 1 where the mean is above what is promised.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time

from wishstone.bots import make
from wishstone.bots.levels import LevelBot
from wishstone.game.chance import stream
from wishstone.game.contract import Game, Position
from wishstone.games import GAMES, load
from wishstone.lab.simulate import Player

PROMISED = {"hard": 0.3, "expert": 2.0}  # seconds for a move, on one free core
CAP = 0.25
LATE = 0.25  # seconds that a capped move may take longer, where four processes share two cores


def positions_of(game: Game, seats: int, count: int) -> list[Position]:
    """Positions with something to decide, spread over games of greedy bots."""
    found: list[Position] = []
    for number in range(4):
        match = Player(game, seats, ["greedy"], seed=21).play(number)
        state = game.start(seats, match.first)
        for event in match.events:
            if event.by >= 0 and len(game.legal(state)) > 1:
                found.append(game.redealt(state, event.by, stream(number, len(found))))
            game.apply(state, event.move)
    return found[:: max(1, len(found) // count)][:count]


def times(bot: LevelBot, positions: list[Position], seconds: float | None = None) -> list[float]:
    """How long the bot takes in each position."""
    taken = []
    for number, position in enumerate(positions):
        began = time.perf_counter()
        bot.choose(position, stream(9, number), seconds)
        taken.append(time.perf_counter() - began)
    return taken


def work(until: float) -> None:
    """Keep a core busy for a while."""
    while time.monotonic() < until:
        sum(range(10_000))


def main() -> int:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", help="the id of a game; all of them")
    parser.add_argument("--positions", type=int, default=24)
    asked = parser.parse_args()
    ids = asked.game or [about.id for about in GAMES]
    missed = 0
    for id in ids:
        game = load(id, engine="compiled")
        for seats in dict.fromkeys(game.about.seats):
            positions = positions_of(game, seats, asked.positions)
            for level, promised in PROMISED.items():
                bot = make(level, game)
                assert isinstance(bot, LevelBot)
                bot.get_ready()
                taken = times(bot, positions)
                mean = sum(taken) / len(taken)
                missed += mean > promised
                print(
                    f"{id:<17} {seats} seats  {level:<7} {mean:6.3f} s a move, slowest {max(taken):6.3f} s", flush=True
                )
    jobs = 2 * (os.cpu_count() or 1)
    until = time.monotonic() + len(ids) * (asked.positions * (CAP + LATE) + 2)
    others = [multiprocessing.Process(target=work, args=(until,), daemon=True) for _ in range(jobs)]
    for other in others:
        other.start()
    for id in ids:
        game = load(id, engine="compiled")
        bot = make("expert:1000000", game)
        assert isinstance(bot, LevelBot)
        bot.get_ready()
        taken = times(bot, positions_of(game, game.about.seats[1], asked.positions), CAP)
        missed += sum(taken) / len(taken) > CAP + LATE
        print(f"{id:<17} capped at {CAP} s beside {jobs} busy processes: {sum(taken) / len(taken):.3f} s, ", end="")
        print(f"slowest {max(taken):.3f} s", flush=True)
    for other in others:
        other.kill()
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
