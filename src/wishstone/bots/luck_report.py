"""Luck report: for each outcome of a game, the points it promised each seat less what had been expected before it.

What is expected is the mean of the final points when every seat plays on by the fitted player's lottery. Before an
outcome that is the mean over all outcomes, by their chances; after it, over what may follow from there. Both are played
in pairs, with the same random numbers, so that what is left is the outcome's own. Outcomes with no decision between
them (the deal, several crystals drawn at once) count as one stroke of luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from wishstone.bots import outcome_values
from wishstone.bots.analyse import CERTAINTY
from wishstone.bots.outcome_values import AFTER, BEFORE, memory_dtype
from wishstone.bots.policies import policy_of, rollout_of
from wishstone.bots.weights import weights_of
from wishstone.game.contract import CHANCE, Game, Position
from wishstone.game.match import Event
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound

PORTION = 128  # rounds among which the outcomes are shared out evenly


@dataclass(frozen=True)
class Stroke:
    """Outcomes of a game with no decision between them."""

    event: int  # the number of the first
    count: int
    happened: int  # the outcome, if it was one alone; -1 otherwise
    before: Position
    after: Position


@dataclass(frozen=True)
class LuckEstimate:
    """What a stroke was worth to each seat, in final points, and how far that may be off (95 %)."""

    event: int
    gains: tuple[float, ...]
    errors: tuple[float, ...]


def strokes_of(game: Game, start: Position, events: Iterable[Event]) -> Iterator[Stroke]:
    """The strokes of luck of a game that began in a position, one after the other."""
    state, before, count, happened, number = game.copy(start), game.copy(start), 0, -1, 0
    for number, event in enumerate(events):
        if event.by == CHANCE:
            if not count:
                before = game.copy(state)
            count, happened = count + 1, event.move
        elif count:
            yield Stroke(number - count, count, happened if count == 1 else -1, before, game.copy(state))
            count = 0
        game.apply(state, event.move)
    if count:
        yield Stroke(number + 1 - count, count, happened if count == 1 else -1, before, state)


class LuckEstimator:
    """Estimator of what the outcomes of one game were worth, with its memory allocated once."""

    def __init__(self, game: Game) -> None:
        rules, policy = game.rules, policy_of(game.folder, game.engine)
        self.game = game
        self._loop = _bound_loop(game.folder, game.engine)
        self._memory = game.records(memory_dtype(rules, policy.SCRATCH), 1)
        self._memory["softness"] = policy.SOFTNESS
        self._gains = np.zeros((PORTION, rules.SEATS[1]), np.int64)

    def estimate(self, stroke: Stroke, rounds: int, seed: int) -> LuckEstimate:
        """What a stroke was worth to each seat, by so many rounds at least."""
        seats = int(stroke.before["seats"])
        weights = weights_of(self.game, seats).copy()
        memory = self._memory[0]
        memory["mind"][BEFORE], memory["mind"][AFTER] = stroke.before, stroke.after
        memory["seed"], memory["event"], memory["happened"] = seed, stroke.event, stroke.happened
        total, squares, done = np.zeros(seats), np.zeros(seats), 0
        while done < rounds:
            self._loop.compare(PORTION, done, memory, self.game.data, weights, self._gains)
            gains = self._gains[:, :seats].astype(np.float64)
            total, squares, done = total + gains.sum(axis=0), squares + (gains**2).sum(axis=0), done + PORTION
        means = total / done
        errors = CERTAINTY * np.sqrt(np.maximum(squares / done - means**2, 0.0) / done)
        return LuckEstimate(stroke.event, tuple(means.tolist()), tuple(errors.tolist()))


@cache
def _bound_loop(folder: str, engine: Engine) -> ModuleType:
    """The loop of one game on one engine."""
    label, rules = folder.rpartition(".")[2], rules_of(folder, engine)
    return bound(outcome_values, engine, label, rules=rules, rollout=rollout_of(folder, engine))
