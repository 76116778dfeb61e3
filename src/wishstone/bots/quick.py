"""Quick bots, `random` and `greedy`: they look at a position once."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np

from wishstone.bots import choice
from wishstone.bots.choice import MIND, NAMES, RANDOM
from wishstone.bots.policies import greedy_of
from wishstone.bots.rollout import sheet_shape
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, MoveNumber, Position
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound


class QuickBot:
    """A bot that looks at a position once."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self._number = NAMES.index(name)

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is."""
        return decide(self.game, self._number, position, rng)

    def close(self) -> None:
        """Nothing is held."""


def decide(game: Game, bot: int, state: Position, rng: Generator) -> int:
    """The move of a bot for the seat whose decision it is. It is handed a redealt position, never the true one."""
    chooser, moves = choice_of(game), np.zeros(game.rules.MAX_LEGAL, MoveNumber)
    if bot == RANDOM:
        return int(chooser.random_move(state, game.data, rng, moves))
    mind, sheet = game.array(MIND), np.zeros(sheet_shape(game.rules), MoveNumber)
    return int(chooser.think(state, game.data, game.actor(state), rng, moves, mind, sheet))


def choice_of(game: Game) -> ModuleType:
    """The random and the greedy bot of one game, on the game's engine."""
    return _choice(game.folder, game.engine)


@cache
def _choice(folder: str, engine: Engine) -> ModuleType:
    return bound(
        choice,
        engine,
        folder.rpartition(".")[2],
        rules=rules_of(folder, engine),
        greedy=greedy_of(folder, engine),
    )
