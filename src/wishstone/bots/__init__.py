"""Who chooses a move: random and greedy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType

import numpy as np

from wishstone.bots import choice
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
