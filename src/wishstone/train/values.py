"""Value fitting by temporal differences, from games of the player against itself.

For players that weigh positions (their policy has `gains` and `odds`). The first round is the greedy bot's games, and
in every further one the player draws its moves by the lottery, with the values as they are by then. What is kept is
the mean over the later rounds, in which chance has less of a say than in the last one.
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
from wishstone.train import valuing

GAMES = 200_000
ROUNDS = 100  # in each of which the weights stay the same
BEGINNING = 5  # rounds of the greedy bot's games
SKIPPED = 40  # rounds that do not count for the mean
POINT_RATE, NAT_RATE = 0.4, 0.01  # how far a value moves at first, in points and in nats
TRUST = 0.4  # in what came later, over what is expected after the next turn


def fit(game: Game, seats: int, games: int, seed: int, tell: Callable[[str], None]) -> Weights:
    """Weights fitted by so many games; `tell` hears a line about each round."""
    learner = Learner(game, seats, seed)
    total = np.zeros_like(learner.values)
    for number in range(ROUNDS):
        tell(learner.round(number, max(1, games // ROUNDS)))
        if number >= SKIPPED:
            total += learner.values
    return whole(total / (ROUNDS - SKIPPED))


def whole(values: NDArray[np.float64]) -> Weights:
    """Values as whole numbers."""
    weights: Weights = np.rint(values).astype(np.int32)
    return weights


@dataclass
class Learner:
    """Values that follow the results of games, with everything that playing them needs."""

    game: Game
    seats: int
    seed: int

    def __post_init__(self) -> None:
        game, rules = self.game, self.game.rules
        policy = policy_of(game.folder, game.engine)
        label = game.folder.rpartition(".")[2]
        names = {"rules": rules_of(game.folder, game.engine), "choice": choice_of(game)}
        shares = bound(playing, game.engine, label, **names)
        self._loop = bound(valuing, game.engine, label, **names, policy=policy, playing=shares)
        self.policy = policy
        self.values = np.zeros(policy.WEIGHTS, np.float64)
        for place, value in policy.START:
            self.values[place] = value
        self._moved = np.ones(policy.WEIGHTS, np.float64)
        self._played = 0
        sheet = (rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS))
        self._tools = (
            game.array(rules.MAX_DECISIONS),  # the positions of a game
            game.array(1),
            np.zeros(STREAM, np.int64),
            np.zeros(STREAM, np.int64),
            np.zeros(rules.MAX_LEGAL, MoveNumber),
            np.zeros(rules.MAX_LEGAL, np.int64),
            np.zeros(rules.MAX_LEGAL, np.int64),
            np.zeros(policy.SCRATCH, np.int64),
            game.array(MIND),
            np.zeros(sheet, MoveNumber),
            np.zeros(sheet, MoveNumber),
            np.zeros((1, rules.SEATS[1]), MoveNumber),
            np.zeros(rules.SEATS[1], np.float64),
            np.zeros(policy.ACTIVE, np.int64),
            np.zeros(policy.ACTIVE, np.int64),
        )
        self._rates = np.array([POINT_RATE, NAT_RATE, TRUST])

    def round(self, number: int, games: int) -> str:
        """Play the games of one round and learn from them; returns what there is to tell."""
        if number == BEGINNING:
            self._moved[:] = 1.0  # what the greedy bot's games have taught is only a beginning
        report = np.zeros(valuing.REPORT, np.float64)
        softness = self.policy.SOFTNESS if number >= BEGINNING else 0
        key = (games, self.game.data, self.seats, self.seed, self._played, whole(self.values), softness)
        self._loop.learn(*key, *self._tools, self.values, self._moved, self._rates, report)
        self._played += games
        points, chances = np.sqrt(report[valuing.POINTS_MISSED :] / max(report[valuing.POSITIONS], 1))
        turns = report[valuing.POSITIONS] / max(games, 1)
        return f"round {number}: {turns:.1f} turns a game, off by {points:.3f} points and {chances:.4f} of a win"
