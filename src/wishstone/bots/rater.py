"""Fitted player as a bot: rates every move once, and takes the best or draws one by lot.

In the dice games its ratings of what to throw again are exact expectations, and it is called `odds`.
"""

from __future__ import annotations

import numpy as np

from wishstone.bots.lottery import best_of, draw_ticket, give_tickets
from wishstone.bots.policies import policy_of
from wishstone.bots.weights import Weights
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, MoveNumber, Position


class Rater:
    """The fitted player of one game, with the memory that it needs."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.policy = policy_of(game.folder, game.engine)
        self.moves = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
        self.ratings = np.zeros(game.rules.MAX_LEGAL, np.int64)
        self._tickets = np.zeros(game.rules.MAX_LEGAL, np.int64)
        self._scratch = np.zeros(self.policy.SCRATCH, np.int64)

    def choose(self, position: Position, weights: Weights, rng: Generator, softness: float) -> int:
        """The move rated best; with some softness, one that is drawn by lot."""
        count = self.rate(position, weights)
        if softness == 0:
            return int(self.moves[best_of(self.ratings, count)])
        total = give_tickets(self.ratings, count, max(1, round(softness * self.policy.SOFTNESS)), self._tickets)
        return int(self.moves[draw_ticket(self._tickets, total, rng)])

    def rate(self, position: Position, weights: Weights) -> int:
        """Rate every legal move, into `moves` and `ratings`; returns how many there are."""
        game = self.game
        count = int(game.rules.legal(position, game.data, self.moves))
        self.policy.rate(position, game.data, weights, self.moves, count, self.ratings, self._scratch)
        return count
