"""Natural policy gradient, for players whose moves have features.

Each step plays a batch of games against itself, with a lottery among the moves. The weights then move so that what was
done in games that went well becomes likelier, and by so much that the player changes equally in every direction (the
slopes' own covariance tells how far that is).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from wishstone.bots.policies import policy_of
from wishstone.bots.weights import Weights
from wishstone.game.contract import Game
from wishstone.game.registry import rules_of
from wishstone.game.rule import bound
from wishstone.lab.process_pool import cores
from wishstone.lab.seating import RATED_TIER, Convention, GameLoop
from wishstone.train import selfplay

Floats = NDArray[np.float64]


GAMES = 1_600_000
STEP = 4096  # games with the same weights
RATE = 0.4  # how far the first step goes: the change of the player, as a distance; later ones go less far
DAMPING = 0.02
MEMORY = 0.1  # how much the last weights count in the mean of all, which is what is kept
WAITING = Convention(redealt=False, spared=True)  # every move is made from outside, where there is a choice


def fit(game: Game, seats: int, games: int, seed: int, tell: Callable[[str], None]) -> Weights:
    """Weights fitted by so many games; `tell` hears a line now and then."""
    student = Student(game, seats, seed)
    steps = max(1, games // STEP)
    for step in range(steps):
        points = student.step(step, min(games, STEP), RATE * (1.0 - step / steps) ** 0.5)
        if step % 10 == 0 or step == steps - 1:
            tell(f"step {step + 1} of {steps}: {points:.2f} points a seat")
    weights: Weights = student.whole(student.mean)
    return weights


class Student:
    """A player that learns, with everything that its games need."""

    def __init__(self, game: Game, seats: int, seed: int) -> None:
        self.game, self.seats, self.seed = game, seats, seed
        self.policy = policy_of(game.folder, game.engine)
        self._loops = [
            GameLoop(game, [[None] * seats], seed, convention=WAITING, tier=RATED_TIER) for _ in range(cores())
        ]
        self._bound = bound(
            selfplay,
            game.engine,
            game.folder.rpartition(".")[2],
            rules=rules_of(game.folder, game.engine),
            policy=self.policy,
            playing=self._loops[0].bound,
        )
        self.weights = np.zeros(self.policy.WEIGHTS)
        self.mean = np.zeros(self.policy.WEIGHTS)

    def whole(self, weights: Floats) -> Weights:
        """Weights in nats as the whole numbers that the player reads."""
        numbers: Weights = np.rint(weights * self.policy.SOFTNESS).astype(np.int32)
        return numbers

    def step(self, number: int, games: int, rate: float) -> float:
        """Play some games and learn from them; returns the mean total of a seat."""
        slopes = np.zeros((games * self.seats, self.policy.WEIGHTS))
        totals = np.zeros((games, self.seats), np.int64)
        self._play(number * games, slopes, totals)
        gain = results(totals, self.game.margin).reshape(-1)
        slope = slopes.T @ gain / len(gain)
        spread = slopes.T @ slopes / len(gain)
        spread[np.diag_indices_from(spread)] += DAMPING
        way = np.linalg.solve(spread, slope)
        length = sqrt(max(float(way @ spread @ way), 1e-12))
        self.weights += way * (rate / length)
        self.mean += MEMORY * (self.weights - self.mean)
        return float(totals.mean())

    def _play(self, start: int, slopes: Floats, totals: NDArray[np.int64]) -> None:
        """Play the games of one step on all cores; a game depends on its number alone."""
        weights, games = self.whole(self.weights)[None], len(totals)
        each = -(-games // len(self._loops))

        def part(place: int) -> None:
            low, high = min(place * each, games), min((place + 1) * each, games)
            loop, mine = self._loops[place], slopes[low * self.seats : high * self.seats]
            tables = loop.plays, loop.tables, loop.memories, loop.tools._replace(weights=weights)
            self._bound.play_games(*tables, start + low, mine, totals[low:high])

        with ThreadPoolExecutor(len(self._loops)) as pool:
            list(pool.map(part, range(len(self._loops))))


def results(totals: NDArray[np.int64], margin: int) -> Floats:
    """What each seat made of each game: its share of the win and its lead, less the mean of all seats.

    A lead of the game's margin counts like the win.
    """
    best = totals.max(axis=1, keepdims=True)
    share = (totals == best) / (totals == best).sum(axis=1, keepdims=True)
    others = np.stack([np.delete(totals, seat, axis=1).max(axis=1) for seat in range(totals.shape[1])], axis=1)
    worth: Floats = share + (totals - others) / margin
    worth -= worth.mean(axis=0)
    return worth
