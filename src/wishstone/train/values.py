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

from wishstone.bots.choice import GREEDY
from wishstone.bots.deciding import RATED
from wishstone.bots.policies import policy_of
from wishstone.bots.weights import Weights
from wishstone.game.contract import Game, MoveNumber
from wishstone.game.registry import rules_of
from wishstone.game.rule import bound
from wishstone.lab.seating import AT_A_GLANCE, RATED_TIER, GameLoop
from wishstone.train import valuing
from wishstone.train.valuing import Lesson

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
        self._loop = GameLoop(game, [[None] * self.seats], self.seed, convention=AT_A_GLANCE, tier=RATED_TIER)
        self._bound = bound(
            valuing,
            game.engine,
            game.folder.rpartition(".")[2],
            rules=rules_of(game.folder, game.engine),
            policy=policy,
            playing=self._loop.bound,
        )
        self.policy = policy
        self.values = np.zeros(policy.WEIGHTS, np.float64)
        for place, value in policy.START:
            self.values[place] = value
        self._played = 0
        self._lesson = Lesson(
            values=self.values,
            moved=np.ones(policy.WEIGHTS, np.float64),
            rates=np.array([POINT_RATE, NAT_RATE, TRUST]),
            report=np.zeros(valuing.REPORT, np.float64),
            history=game.array(rules.MAX_DECISIONS + 1),
            outcomes=self._loop.outcomes(1),
            targets=np.zeros(rules.SEATS[1], np.float64),
            sheets=np.zeros((1, rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS)), MoveNumber),
            places=np.zeros(policy.ACTIVE, np.int64),
            amounts=np.zeros(policy.ACTIVE, np.int64),
        )

    def round(self, number: int, games: int) -> str:
        """Play the games of one round and learn from them; returns what there is to tell."""
        if number == BEGINNING:
            self._lesson.moved[:] = 1.0  # what the greedy bot's games have taught is only a beginning
        loop, report = self._loop, self._lesson.report
        report[:] = 0
        chairs = loop.tables["chairs"]
        chairs["kind"], chairs["softness"] = (RATED if number >= BEGINNING else GREEDY), self.policy.SOFTNESS
        tables = loop.plays, loop.tables, loop.memories, loop.tools._replace(weights=whole(self.values)[None])
        self._bound.learn(*tables, self._played, games, self._lesson)
        self._played += games
        points, chances = np.sqrt(report[valuing.POINTS_MISSED :] / max(report[valuing.POSITIONS], 1))
        turns = report[valuing.POSITIONS] / max(games, 1)
        return f"round {number}: {turns:.1f} turns a game, off by {points:.3f} points and {chances:.4f} of a win"
