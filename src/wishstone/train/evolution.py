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

from wishstone.bots import choice_of
from wishstone.bots.choice import MIND
from wishstone.bots.policies import policy_of
from wishstone.bots.weights import Weights
from wishstone.game.chance import STREAM
from wishstone.game.contract import Game, MoveNumber
from wishstone.game.registry import rules_of
from wishstone.game.rule import bound
from wishstone.lab import playing
from wishstone.lab.playing import SHARE
from wishstone.train import contests
from wishstone.train.contests import GREEDY

Floats = NDArray[np.float64]

GAMES = 200_000
PAIRS = 16  # changes that are tried in one step, each with its mirror image
TRIAL = 360  # games of each
TOGETHER, ALONE = 0.15, 0.12  # the size of a change, of a whole table and of each weight in it
PACE, LAST_PACE = 0.35, 0.07  # how far the first step goes, and the last: in changes
SKIPPED = 0.25  # of the steps, those that do not count for the mean
RECENT = 0.15  # how much of the mean is the latest step's
MARGIN = 60.0  # points ahead of the others that count like a won game


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
        game, rules = self.game, self.game.rules
        policy = policy_of(game.folder, game.engine)
        label = game.folder.rpartition(".")[2]
        names = {"rules": rules_of(game.folder, game.engine), "choice": choice_of(game)}
        shares = bound(playing, game.engine, label, **names)
        self._loop = bound(contests, game.engine, label, **names, policy=policy, playing=shares)
        self._deals = max(1, TRIAL // self.seats)
        self._start = 0
        self._tools = (
            game.array(1),
            np.zeros(STREAM, np.int64),
            np.zeros(STREAM, np.int64),
            np.zeros(rules.MAX_LEGAL, MoveNumber),
            np.zeros(rules.MAX_LEGAL, np.int64),
            np.zeros(policy.SCRATCH, np.int64),
            game.array(MIND),
            np.zeros((rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS)), MoveNumber),
            np.zeros((1, rules.SEATS[1]), MoveNumber),
        )

    def next_deals(self) -> None:
        """From now on others are dealt."""
        self._start += self._deals

    def result(self, player: Weights, others: Weights | None = None) -> float:
        """How one player does against others, or against greedy bots: its share of the wins, and its lead."""
        players = np.stack([player, player if others is None else others])
        roles = np.full(self.seats, GREEDY if others is None else 1, np.int8)
        roles[0] = 0
        won, points = np.zeros((2, self.seats), np.int64)
        key = (self._deals, self.game.data, self.seats, self.seed, self._start)
        self._loop.contest(*key, players, roles, *self._tools, won, points)
        lead = points[0] - points[1:].mean()
        return float(won[0] / SHARE + lead / MARGIN) / (self._deals * self.seats)
