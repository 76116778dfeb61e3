"""Golden sums: what every kind of bot comes to in every game, for seeds that are kept.

    python -m tests.lab.golden_sums [PART OF A KEY …]     # plays, and writes what is missing to golden_sums.json

Each case is named by a key, `arena keltis-card 2 fitted,greedy`, and its sums are those of the commit that is named in
the file: whatever plays these games later comes to the same. A figure or two is there for people; the digest covers
everything that a case brings about, down to the events of single games.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice, permutations
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from wishstone.bots.analyse import Analyst, variation_to_json
from wishstone.bots.luck_report import LuckEstimator, strokes_of
from wishstone.env.vector import VectorEnv
from wishstone.game.about import OptionValue
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, Game
from wishstone.game.rule import Engine
from wishstone.games import GAMES, load
from wishstone.lab.arena import ArenaRunner
from wishstone.lab.plan import Plan
from wishstone.lab.simulate import Player
from wishstone.report.play import play
from wishstone.train import evolution, gradient
from wishstone.train.__main__ import method_of

FILE = Path(__file__).with_suffix(".json")
SEED = 20_261_119

QUICK = (("random",), ("greedy",), ("greedy", "random"))
RATED = (
    ("fitted",),
    ("novice", "greedy"),
    ("easy", "random", "medium"),
    ("hard", "medium"),
    ("medium+bold", "fitted+spiteful", "hard+cautious"),
)
SEARCHING = (("search:6", "greedy"), ("expert:5", "fitted", "random"), ("expert:4+bold", "novice"))
LINE_UPS = {"quick": QUICK, "rated": RATED, "searching": SEARCHING}
GAMES_OF = {"quick": 60, "rated": 4, "searching": 1}  # how many are played of each
DEALS_OF = {"quick": 6, "rated": 2, "searching": 1}
MOST_SEATINGS = 24
DEFAULT = {  # which are played without `--thorough`: every game, every kind of bot, and all that is done with them
    "simulate keltis-card 4 easy,random,medium,easy",
    "vector keltis-card 2",
    "analyse keltis-card 2",
    "report keltis 3 novice,greedy,novice",
    "simulate keltis-new-paths 4 easy,random,medium,easy",
    "simulate keltis-dice 4 greedy,random,greedy,random",
    "simulate keltis-dice 3 medium+bold,fitted+spiteful,hard+cautious",
    "simulate keltis-dice 2 search:6,greedy default",
    "simulate keltis-dice 2 expert:5,fitted",
    "arena keltis-dice 2 fitted,fitted",
    "luck keltis-dice 2",
    "simulate quartz-dice 6 hard,medium,hard,medium,hard,medium",
    "fit quartz-dice 3",
}

Case = Callable[[], dict[str, Any]]


def cases() -> Iterator[tuple[str, Case]]:
    """Every case, by its key."""
    for about in GAMES:
        low, high = about.seats
        for seats in range(low, high + 1):
            for kind, line_ups in LINE_UPS.items():
                for names in line_ups:
                    bots = tuple(islice(cycle(names), seats))
                    told = f"{about.id} {seats} {','.join(bots)}"
                    yield f"simulate {told}", simulated(about.id, bots, GAMES_OF[kind])
                    if len(set(permutations(bots))) <= MOST_SEATINGS:
                        yield f"arena {told}", arena(about.id, bots, DEALS_OF[kind])
                    if kind != "searching" or seats == low:
                        yield f"report {told}", report(about.id, bots, GAMES_OF[kind])
            yield f"vector {about.id} {seats}", vector(about.id, seats)
        yield f"simulate {about.id} {low} first", simulated(about.id, ("greedy",) * low, 60, first=1)
        bots = ("search:6", "greedy", "fitted")[:low]
        yield f"simulate {about.id} {low} {','.join(bots)} default", simulated(about.id, bots, 1)
        bots = ("medium", "greedy", "random")
        yield f"simulate {about.id} {low} interpreted", simulated(about.id, bots, 1, low)
        bots = ("fitted", "greedy", "random")[:low]
        yield f"arena {about.id} {low} interpreted", arena(about.id, bots, 1, True)
        yield f"fit {about.id} {low}", fitted(about.id, low)
        yield f"luck {about.id} {low}", luck(about.id, low)
        yield f"analyse {about.id} {low}", analysed(about.id, low)
        for option in about.options:
            for value in option.values[1:]:
                options: dict[str, str | bool] = {option.name: value}
                bots = ("fitted", "greedy", "random", "medium")[:low]
                yield f"simulate {about.id} {option.name}", simulated(about.id, bots, 4, options=options)


def simulated(
    id: str,
    bots: Sequence[str],
    games: int,
    seats: int = 0,
    first: int = -1,
    options: dict[str, OptionValue] | None = None,
) -> Case:
    """Games of a simulation: their sums, and the events of two of them."""

    def run() -> dict[str, Any]:
        engine: Engine = "interpreted" if seats else "compiled"
        chosen = tuple(bots)[: seats or None]
        player = Player(load(id, options, engine), len(chosen), chosen, SEED, first)
        results = player.results()
        player.batch(3, games, results)
        events = [[(each.by, each.move) for each in player.play(number).events] for number in (0, 2**33)[: games - 1]]
        player.close()
        told = {key: value for key, value in results.to_json().items() if "second" not in key and key != "by_seat"}
        return sums({**told, "points": results.points, "shares": results.shares}, events)

    return run


def arena(id: str, bots: tuple[str, ...], deals: int, interpreted: bool = False) -> Case:
    """Deals of an arena, in all seatings."""

    def run() -> dict[str, Any]:
        plan = Plan(id, (bots,), SEED, engine="interpreted" if interpreted else "compiled")
        with ArenaRunner(plan) as runner:
            played = [runner.play(number) for number in (0, 7, *range(2**20, 2**20 + deals - 2))[:deals]]
        games = [
            (game.scores, game.places, game.moves, game.replaced, game.cut_off)
            for deal in played
            for game in deal.games
        ]
        return sums({"games": len(games), "points": sum(sum(game[0]) for game in games)}, games)

    return run


def report(id: str, bots: tuple[str, ...], games: int) -> Case:
    """Games of a report, with everything that is noted of them."""

    def run() -> dict[str, Any]:
        loaded = load(id, engine="compiled")
        found = play(lambda: Player(loaded, len(bots), bots, SEED), max(games, 2), jobs=1)
        notes = {name: values.tolist() for name, values in found.notes.items()}
        everything = [notes, found.sheets.tolist(), found.leaders.tolist(), found.gaps.tolist()]
        return sums({"decisions": sum(notes["decisions"]), "turns": sum(notes["turns"])}, everything)

    return run


def fitted(id: str, seats: int) -> Case:
    """Weights after a short training."""

    def run() -> dict[str, Any]:
        game = load(id, engine="compiled")
        with (
            patch.object(evolution, "PAIRS", 2),
            patch.object(evolution, "TRIAL", seats),
            patch.object(gradient, "STEP", 48),
        ):
            method = method_of(game)
            weights = method.fit(game, seats, 96 if method is gradient else 200, SEED, lambda line: None)
        return sums({"weight": int(np.abs(weights.astype(np.int64)).sum())}, weights.tolist())

    return run


def luck(id: str, seats: int) -> Case:
    """What the first strokes of luck of a game were worth."""

    def run() -> dict[str, Any]:
        game = load(id, engine="compiled")
        match = Player(game, seats, ["greedy"], SEED).play(5)
        estimator = LuckEstimator(game)
        strokes = list(strokes_of(game, game.start(seats, match.first), match.events))[:3]
        gains = [estimator.estimate(stroke, 128, SEED).gains for stroke in strokes]
        return sums({"strokes": len(strokes)}, gains)

    return run


def analysed(id: str, seats: int) -> Case:
    """A position in the middle of a game, looked at by a search."""

    def run() -> dict[str, Any]:
        game = load(id, engine="compiled")
        state = position_of(game, seats)
        analyst = Analyst(game, 200)
        analyst.search(state, stream(SEED, 1))
        found = [
            (each.move, each.visits, each.chance, each.score, variation_to_json(game, each.line))
            for each in analyst.analysis(3).moves
        ]
        return sums({"moves": len(found), "best": found[0][0]}, found)

    return run


def position_of(game: Game, seats: int) -> Any:
    """A position of a greedy game where there is a choice."""
    match = Player(game, seats, ["greedy"], SEED).play(1)
    state = game.start(seats, match.first)
    for number, event in enumerate(match.events):
        if number > len(match.events) // 2 and event.by != CHANCE and len(game.legal(state)) > 3:
            break
        game.apply(state, event.move)
    return state


def vector(id: str, seats: int) -> Case:
    """Steps of a vector environment, with a bot or two."""

    def run() -> dict[str, Any]:
        digest, won = hashlib.sha256(), 0.0
        for bots in (None, ([None, "greedy", "random"] * 2)[:seats]):
            env = VectorEnv(id, 3, seats, seed=SEED, bots=bots, skip_forced=bots is not None, max_decisions=90)
            rng = np.random.default_rng(SEED)
            env.reset()
            for _ in range(150):
                env.step(env.legal[np.arange(env.games), rng.integers(0, env.counts)])
                for name in ("observations", "masks", "actors", "rewards", "terminations", "truncations", "numbers"):
                    digest.update(np.ascontiguousarray(getattr(env, name)).tobytes())
                won += float(np.abs(env.rewards).sum())
        return {"rewards": round(won, 3), "digest": digest.hexdigest()[:16]}

    return run


def sums(figures: dict[str, Any], everything: object) -> dict[str, Any]:
    """The figures, and a digest of them and of everything else."""
    text = json.dumps([figures, everything], sort_keys=True, default=int)
    return {**figures, "digest": hashlib.sha256(text.encode()).hexdigest()[:16]}


def main() -> None:
    """Play the cases whose keys have one of the parts, and write down those that are not there yet."""
    parts, kept = sys.argv[1:] or [""], json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for key, case in cases():
        if key not in kept and any(part in key for part in parts):
            kept[key] = case()
            print(key, kept[key], flush=True)
            lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(kept[key])}" for key in kept)
            FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
