"""Exactness: what our bots lose against a perfect opponent in the miniature, and in proved endings of the dice games.

    python benchmarks/exact.py [--simulations 10 100 1000] [--times 8] [--endings 20] [--json]

The miniature (docs/miniature.md) is gone through whole. OpenSpiel's CFR+ finds its value, and its best responses say
what a bot loses: its exploitability, in points a game, is the mean over both seats of what a perfect opponent wins from
it beyond the value; 0 is perfect play. A bot that draws by lot counts with its probabilities. A search has none that
could be written down: it is asked so many `--times` in every information state, and counts with what it answered.

In the endings of `tests/bots/endings` the dice games are solved by backward induction, with an ever longer look ahead
until the bounds of every move meet, so that the best share of the win is known exactly. Told is how many of them are,
and the share of the win that a bot's move gives away there in the mean.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability, gambit

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import wishstone.env.open_spiel  # noqa: E402, F401 - registers the games
from benchmarks.endings import KINDS, Ending, read, replay  # noqa: E402 - found once the root is on the path
from benchmarks.solving import Bounds, Solver  # noqa: E402
from wishstone.bots import make  # noqa: E402
from wishstone.bots.bot import Bot  # noqa: E402
from wishstone.bots.levels import LevelBot  # noqa: E402
from wishstone.bots.lottery import give_tickets  # noqa: E402
from wishstone.game.chance import stream  # noqa: E402
from wishstone.game.contract import Game, Position  # noqa: E402
from wishstone.games import EVERY, load  # noqa: E402

MINIATURE = "wishstone_miniature(skip_forced=True)"
ITERATIONS = 2000  # of CFR+, in OpenSpiel's C++
EXACT = 1e-6  # bounds that are no farther apart have met
TURNS = {"keltis-dice": (2, 4, 8, 16, 32), "quartz-dice": (1,)}  # looked ahead, one after the other, until they do
PLACES = 1 << 21  # positions that the solver keeps
QUICK = ("random", "greedy", "fitted", "novice", "easy", "medium")


class Line(NamedTuple):
    """What a bot loses."""

    bot: str
    lost: float


class Solution(NamedTuple):
    """A game as its perfect players see it."""

    value: float  # of the first seat, in points
    exploitability: float  # of the strategies found


def solution(game: Any) -> Solution:
    """The value of a game by CFR+ over its whole tree, which OpenSpiel reads as a game of its own."""
    tree = pyspiel.load_efg_game(gambit.export_gambit(game))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    value = pyspiel.expected_returns(tree.new_initial_state(), found, -1, False)[0]
    return Solution(value, pyspiel.nash_conv(tree, found) / 2)


def strategy(game: Any, weigh: Callable[[Position], dict[int, float]]) -> policies.TabularPolicy:
    """What a bot does in every information state, as weights of its moves."""
    table = policies.TabularPolicy(game)
    for place, state in enumerate(table.states):
        row = np.zeros(game.num_distinct_actions())
        for move, weight in weigh(state.past.position).items():
            row[move] += weight
        table.action_probability_array[place] = row / row.sum()
    return table


def weighing(game: Game, name: str, times: int) -> Callable[[Position], dict[int, float]]:
    """How a bot weighs its moves: all of its lottery's tickets, or how often it has chosen a move when asked."""
    bot, number = make(name, game), iter(range(1 << 40))

    def tickets(position: Position) -> dict[int, float]:
        assert isinstance(bot, LevelBot)
        rater, softness = bot._rater, bot.recipe.softness
        count, numbers = rater.rate(position, bot.weights(position)), np.zeros(game.rules.MAX_LEGAL, np.int64)
        give_tickets(rater.ratings, count, max(1, round(softness * rater.policy.SOFTNESS)), numbers)
        return dict(zip(rater.moves[:count].tolist(), numbers[:count].tolist(), strict=True))

    def asked(position: Position) -> dict[int, float]:
        weights: dict[int, float] = {}
        for _ in range(times):
            rng = stream(1, next(number))
            mind = game.redealt(position, game.actor(position), rng)
            move = bot.choose(mind, rng)
            weights[move] = weights.get(move, 0.0) + 1.0
        return weights

    if name == "random":
        return lambda position: dict.fromkeys(game.legal(position), 1.0)
    return tickets if isinstance(bot, LevelBot) and not bot.recipe.simulations and bot.recipe.softness else asked


def in_the_miniature(simulations: list[int], times: int) -> Iterator[Line]:
    """What each bot loses in the miniature against a perfect opponent, in points a game."""
    game, engine = pyspiel.load_game(MINIATURE), EVERY.load("miniature", engine="compiled")
    for name in (*QUICK, *(f"search:{count}" for count in simulations)):
        played = strategy(game, weighing(engine, name, times if name.startswith("search") else 1))
        yield Line(name, exploitability.exploitability(game, played))


def exact(solver: Solver, state: Position) -> dict[int, Bounds]:
    """The bounds of every move, looked ahead until they meet; nothing where they do not."""
    for turns in TURNS[solver.game.id]:
        solver.turns = (turns,)
        found = solver.bounds([(state, 1.0)], lambda bounds: True)
        if found and max(high - low for low, high in found.values()) <= EXACT:
            return found
    return {}


def in_endings(id: str, count: int, names: list[str]) -> tuple[int, int, list[Line]]:
    """How many endings of a dice game are solved exactly, of how many, and what share of the win bots give away."""
    game = load(id, engine="compiled")
    solver, bots = Solver(game, TURNS[id], PLACES), [make(name, game) for name in names]
    endings: list[Ending] = read(id)[1][:count]
    lost = np.zeros(len(bots))
    solved = 0
    for ending in endings:
        state = replay(game, KINDS[id].seats, ending)
        values = {move: (low + high) / 2 for move, (low, high) in exact(solver, state).items()}
        if values:
            solved += 1
            best = max(values.values())
            lost += [best - values[chosen(game, bot, state, solved)] for bot in bots]
    return (
        solved,
        len(endings),
        [Line(name, float(loss) / max(solved, 1)) for name, loss in zip(names, lost, strict=True)],
    )


def chosen(game: Game, bot: Bot, state: Position, number: int) -> int:
    """A bot's move, by random numbers of the ending's own."""
    return bot.choose(game.copy(state), stream(1, number))


def main() -> None:
    """Print what is lost, by game and bot."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--simulations", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--times", type=int, default=8, help="that a search is asked in every information state")
    parser.add_argument("--endings", type=int, default=20, help="of each dice game")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = solution(pyspiel.load_game(MINIATURE))
    told: dict[str, Any] = {"miniature": {"value": found.value, "exploitability of CFR+": found.exploitability}}
    if not asked.json:
        print(f"miniature: worth {found.value:+.4f} points to whoever begins; CFR+ is exploitable by", end=" ")
        print(f"{found.exploitability:.5f}, and in points a game", flush=True)
    for line in in_the_miniature(asked.simulations, asked.times):
        told["miniature"][line.bot] = line.lost
        if not asked.json:
            print(f"  {line.bot:<14}{line.lost:8.4f}", flush=True)
    names = ["random", "greedy", "fitted", *(f"search:{count}" for count in asked.simulations)]
    for id in TURNS if asked.endings else ():
        solved, count, lines = in_endings(id, asked.endings, names)
        told[id] = {"solved": solved, "endings": count, **{line.bot: line.lost for line in lines}}
        if not asked.json:
            print(f"{id}: {solved} of {count} endings solved exactly; of the win is given away by a move of")
            print("".join(f"  {line.bot:<14}{line.lost:8.4f}\n" for line in lines), end="", flush=True)
    if asked.json:
        print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
