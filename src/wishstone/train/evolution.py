"""Evolution strategy, for players whose weights have no gradient: tries random changes and follows those that paid.

For players that name their `TABLES`: weights that belong together, and may change together. In every step mirrored
pairs of changed players play the same deals from every seat, against the greedy bot and against the player as it is;
the weights then go along the sum of all changes, each counted by how much better it did than its mirror image. What is
kept is the mean of the later steps, in which chance has less of a say than in the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wishstone.bots.choice import GREEDY
from wishstone.bots.deciding import RATED
from wishstone.bots.policies import policy_of
from wishstone.bots.weights import Weights
from wishstone.game.contract import Game
from wishstone.lab.playing import SHARE
from wishstone.lab.seating import RATED_TIER, GameLoop

Floats = NDArray[np.float64]

GAMES = 200_000
PAIRS = 16  # changes that are tried in one step, each with its mirror image
TRIAL = 360  # games of each
TOGETHER, ALONE = 0.15, 0.12  # the size of a change, of a whole table and of each weight in it
PACE, LAST_PACE = 0.35, 0.07  # how far the first step goes, and the last: in changes
SKIPPED = 0.25  # of the steps, those that do not count for the mean
RECENT = 0.15  # how much of the mean is the latest step's
MARGINS = 2.0  # ahead of the others that count like a won game: so many times the game's


def fit(game: Game, seats: int, games: int, seed: int, tell: Callable[[str], None]) -> Weights:
    """Weights fitted by so many games; `tell` hears a line about each step."""
    trials = Trials(game, seats, seed)
    policy = policy_of(game.folder, game.engine)
    rng = np.random.default_rng(seed)
    weights = np.array(policy.GUESS, np.float64)
    mean = weights.copy()
    steps = max(1, games // (2 * PAIRS * TRIAL))
    for step in range(steps):
        way, length, results = np.zeros_like(weights), 0.0, []
        for pair in range(PAIRS):
            change = change_of(weights, policy.TABLES, rng)
            against = (whole(weights),) if pair % 2 else ()
            better, worse = (trials.result(whole(weights + sign * change), *against) for sign in (1, -1))
            trials.next_deals()
            way += (better - worse) * change
            length += (better - worse) ** 2
            results.append((better + worse) / 2)
        pace = PACE + (LAST_PACE - PACE) * step / steps
        weights = weights + way * (pace / max(np.sqrt(length), 1e-9))
        mean = mean + (weights - mean) * RECENT if step > steps * SKIPPED else weights.copy()
        tell(f"step {step}: {np.mean(results[::2]):.3f} against greedy, {np.mean(results[1::2]):.3f} against itself")
    return whole(mean)


def change_of(weights: Floats, tables: tuple[tuple[int, int], ...], rng: np.random.Generator) -> Floats:
    """A change by chance, in proportion to what the weights of a table are."""
    change = np.zeros_like(weights)
    for first, beyond in tables:
        size = np.abs(weights[first:beyond])
        size = (size + size.mean()) / 2 + 1
        change[first:beyond] = size * (TOGETHER * rng.normal() + ALONE * rng.normal(size=beyond - first))
    return change


def whole(weights: Floats) -> Weights:
    """Weights as whole numbers."""
    rounded: Weights = np.rint(weights).astype(np.int32)
    return rounded


@dataclass
class Trials:
    """Games in which players are tried out, with everything that playing them needs."""

    game: Game
    seats: int
    seed: int

    def __post_init__(self) -> None:
        self._loop = GameLoop(self.game, [[None] * self.seats] * self.seats, self.seed, tier=RATED_TIER)
        self._deals = max(1, TRIAL // self.seats)
        self._start = 0

    def next_deals(self) -> None:
        """From now on others are dealt."""
        self._start += self._deals

    def result(self, player: Weights, others: Weights | None = None) -> float:
        """How one player does against others, or against greedy bots: its share of the wins, and its lead."""
        players = np.stack([player, player if others is None else others])
        places = np.arange(self.seats)
        for seating, chairs in enumerate(self._loop.tables["chairs"]):
            is_tried = (places + seating) % self.seats == 0
            chairs["kind"][: self.seats] = np.where(is_tried | (others is not None), RATED, GREEDY)
            chairs["redealt"][: self.seats] = chairs["kind"][: self.seats] == RATED  # the greedy bot redeals for itself
            chairs["weights"][: self.seats] = np.where(is_tried, 0, 1)[:, None]
        loop, outcomes = self._loop, self._loop.outcomes(self._deals * self.seats)
        tools = loop.tools._replace(weights=players)
        loop.bound.play_games(loop.plays, loop.tables, loop.memories, tools, self._start, 0, outcomes)
        won, points = outcomes["shares"], outcomes["sheet"][:, :, len(self.game.rules.ITEMS) - 1].astype(np.int64)
        games = np.arange(len(outcomes))
        tried = -games % self.seats  # where the player sat
        others_points = points[:, : self.seats].sum() - points[games, tried].sum()
        lead = points[games, tried].sum() - others_points / (self.seats - 1)
        return float(won[games, tried].sum() / SHARE + lead / (MARGINS * self.game.margin)) / len(outcomes)
