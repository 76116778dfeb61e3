"""Fitted player by weights of a file: `fitted:FILE`, as `python -m wishstone.train` writes them with `--out`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from wishstone.bots.levels import FITTED, LevelBot, Recipe
from wishstone.bots.policies import policy_of
from wishstone.bots.weights import Weights
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError, unreadable


class WeightsBot(LevelBot):
    """The fitted player by the weights of a file, for the number of seats that they were fitted for."""

    def __init__(self, game: Game, name: str, seats: int, weights: Weights) -> None:
        super().__init__(game, name, Recipe())
        self._seats, self._own_weights = seats, weights

    def weights_for(self, seats: int, first: int, seat: int) -> Weights:
        """The weights by which it plays, in every seat."""
        if seats != self._seats:
            raise UsageError("weights-seats", name=self.name, seats=seats, known=self._seats)
        return self._own_weights


def make_weights_bot(name: str, game: Game) -> WeightsBot | None:
    """The bot that `fitted:FILE` means in a game; None for another name."""
    path = _path_in(name)
    return WeightsBot(game, name, *load_weights(game, path)) if path is not None else None


def load_weights(game: Game, path: Path) -> tuple[int, Weights]:
    """The number of seats and the weights in a file, which must be for this game's player as it is now."""
    policy = policy_of(game.folder, "interpreted")
    try:
        told = json.loads(_read(path))
        of_game, seats, layout = str(told["game"]), int(told["seats"]), int(told["layout"])
        weights: Weights = np.array([int(weight) for weight in told["weights"]], np.int32)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise UsageError("weights-form", path=str(path)) from None
    if of_game != game.id or layout != policy.LAYOUT or len(weights) != policy.WEIGHTS:
        raise UsageError("weights-other", file=str(path), game=game.id)
    return seats, weights


def weights_digests(names: Iterable[str]) -> dict[str, str]:
    """A hash of the file of every bot among these names that plays by the weights of one."""
    found = {name: path for name in names if (path := _path_in(name)) is not None}
    return {name: hashlib.sha256(_read(path)).hexdigest()[:20] for name, path in found.items()}


def _path_in(name: str) -> Path | None:
    """The file that a bot's name says."""
    base, _, path = name.partition(":")
    return Path(path) if base == FITTED and path else None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None
