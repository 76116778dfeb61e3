"""Search speed: simulations a second on one core, each to the end of the game.

    python benchmarks/simulations.py [--seconds 10] [--game keltis-card …]

Beside OpenSpiel's C++ `ISMCTSBot` in the same run, in hearts and gin_rummy; each is timed in turn, several times. Every
simulation begins at the first decision of a game, where it is longest. With random roll-outs, as OpenSpiel's, and with
the fitted player's, as our bots have them.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import pyspiel

from wishstone.bots import uniform_policy
from wishstone.bots.searcher import Searcher
from wishstone.bots.weights import weights_of
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, Game, Position
from wishstone.games import GAMES, load

PEERS = ("hearts", "gin_rummy")
ROUNDS = 3
SIMULATIONS = 2000  # of one search of ours
THEIRS = {"hearts": 2000, "gin_rummy": 200}  # of one search of theirs, which is slower
TARGETS = {"keltis-card": (20_000, 8_000)}  # simulations a second that are promised: at random, by the fitted player

Speed = Callable[[float], float]


def first_decision(game: Game, seats: int, deal: int) -> Position:
    """A game that is dealt."""
    position, rng = game.start(seats), stream(1, deal)
    while game.actor(position) == CHANCE:
        game.apply(position, game.sample(position, rng))
    return position


def ours(id: str, at_random: bool) -> Speed:
    """Our search, ready to be timed."""
    game = load(id, engine="compiled")
    seats = game.about.seats[0]
    searcher = Searcher(game, SIMULATIONS, policy=uniform_policy.__name__ if at_random else "")
    weights = weights_of(game, seats)

    def speed(seconds: float) -> float:
        done, spent, deal = 0, 0.0, 0
        while spent < seconds:
            position, rng = first_decision(game, seats, deal), stream(2, deal)
            began = time.perf_counter()
            done += searcher.run(position, weights, rng)
            spent += time.perf_counter() - began
            deal += 1
        return done / spent

    speed(0.1)  # compiles
    return speed


def theirs(name: str) -> Speed:
    """OpenSpiel's search, ready to be timed."""
    game = pyspiel.load_game(name)
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, THEIRS[name])

    def speed(seconds: float) -> float:
        done, spent, deal = 0, 0.0, 0
        while spent < seconds:
            state, rng = game.new_initial_state(), stream(3, deal)
            while state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng[0]) % len(outcomes)][0])
                rng = stream(3, int(rng[1]))
            began = time.perf_counter()
            bot.step(state)
            spent += time.perf_counter() - began
            done += THEIRS[name]
            deal += 1
        return done / spent

    return speed


def main() -> int:
    """Time everybody in turn, and tell the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--game", action="append", help="the id of a game; all of them")
    asked = parser.parse_args()
    ids = asked.game or [about.id for about in GAMES]
    speeds: dict[str, Speed] = {f"OpenSpiel ISMCTSBot, {name}": theirs(name) for name in PEERS}
    for id in ids:
        speeds[f"{id}, random roll-outs"] = ours(id, at_random=True)
        speeds[f"{id}, fitted roll-outs"] = ours(id, at_random=False)
    measured: dict[str, list[float]] = {name: [] for name in speeds}
    for _ in range(ROUNDS):
        for name, speed in speeds.items():
            measured[name].append(speed(asked.seconds / ROUNDS))
    peer = statistics.median(measured[f"OpenSpiel ISMCTSBot, {PEERS[0]}"])
    missed = 0
    for name, values in measured.items():
        median = statistics.median(values)
        id, _, kind = name.partition(", ")
        target = TARGETS.get(id, (0, 0))[kind.startswith("fitted")] if id in ids else 0
        missed += median < target
        promised = f"  (at least {target:,})" if target else ""
        print(f"{name:<40} {median:>10,.0f} simulations/s  {median / peer:>6.2f} × {PEERS[0]}{promised}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
