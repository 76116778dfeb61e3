"""Who chooses a move: random and greedy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType

import numpy as np

from wishstone.bots import choice
from wishstone.bots.bot import Bot
from wishstone.bots.choice import MIND, RANDOM
from wishstone.bots.choice import NAMES as NAMES
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, MoveNumber, Position
from wishstone.game.errors import UsageError
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound, shared


def numbers_of(names: Sequence[str], seats: int) -> tuple[int, ...]:
    """The bots of these names, one for each seat; one name alone stands for all."""
    for name in names:
        if name not in NAMES:
            raise UsageError("bot-unknown", name=name, known=", ".join(NAMES))
    chosen = list(names) * seats if len(names) == 1 else list(names)
    if len(chosen) != seats:
        raise UsageError("bots-count", seats=seats, count=len(chosen))
    return tuple(NAMES.index(name) for name in chosen)


def decide(game: Game, bot: int, state: Position, rng: Generator) -> int:
    """The move of a bot for the seat whose decision it is. It is handed a redealt position, never the true one."""
    chooser, moves = choice_of(game), np.zeros(game.rules.MAX_LEGAL, MoveNumber)
    if bot == RANDOM:
        return int(chooser.random_move(state, game.data, rng, moves))
    return int(chooser.think(state, game.data, game.actor(state), rng, moves, game.array(MIND)))


class Quick:
    """A bot that looks at a position once: random or greedy."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        (self._number,) = numbers_of([name], 1)

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is."""
        return decide(self.game, self._number, position, rng)

    def close(self) -> None:
        """Nothing is held."""


def make(name: str, game: Game) -> Bot:
    """The bot of this name, for a game with its options."""
    return Quick(game, name)


def choice_of(game: Game) -> ModuleType:
    """The bots of one game, on the game's engine."""
    return _choice(game.folder, game.engine)


@cache
def _choice(folder: str, engine: Engine) -> ModuleType:
    return bound(
        choice,
        engine,
        folder.rpartition(".")[2],
        rules=rules_of(folder, engine),
        greedy=shared(f"{folder}.greedy", engine),
    )
