"""Batch of games on the CPU: thousands of games in a few arrays; `gpu/batch.py` is the same on a GPU."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np

from wishstone.game.chance import STREAM
from wishstone.game.contract import Game, MoveNumber, Numbers
from wishstone.game.errors import UsageError
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound
from wishstone.lab import batch_steps, playing
from wishstone.lab.batch_steps import GamesInPlay, Results, Setting
from wishstone.lab.playing import BY_LOT
from wishstone.lab.simulate import MAX_SEED

MOST_GAMES = 2**24  # in one batch


class Batch:
    """Games side by side on one core, numbered `start` to `start + count - 1` at first."""

    def __init__(self, game: Game, seats: int, count: int, seed: int = 0, first: int = BY_LOT, start: int = 0) -> None:
        check_batch(game, seats, count, seed, first)
        self.game, self.seats, self.count, self.seed, self.first, self.start = game, seats, count, seed, first, start
        self.states = game.array(count)
        self.dealers, self.players = np.zeros((2, count, STREAM), np.int64)
        self.numbers = np.zeros(count, np.int64)
        self.lengths = np.zeros(count, np.int32)
        self.actors = np.zeros(count, np.int8)
        self.games = GamesInPlay(self.states, self.dealers, self.players, self.numbers, self.lengths, self.actors)
        self._kernels = kernels_of(game.folder, game.engine)
        self._moves = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
        self._sheet = np.zeros((game.rules.SEATS[1], len(game.rules.ITEMS) + len(game.rules.KEYS)), MoveNumber)
        self.reset()

    @property
    def setting(self) -> Setting:
        """What all games have in common."""
        return Setting(self.seats, self.first, self.seed)

    def reset(self) -> None:
        """Begin all games anew."""
        self._kernels.reset(self.games, self.game.data, self.setting, self.start)

    def step(self, moves: Numbers) -> None:
        """Make one move in every game that is not over, trusting that it is legal."""
        self._kernels.step(self.games, self.game.data, moves)

    def legal_mask(self, out: Numbers | None = None) -> Numbers:
        """A row for every game with 1 for each legal move and 0 for the others."""
        mask = np.zeros((self.count, self.game.rules.MOVES), np.uint8) if out is None else out
        self._kernels.legal_mask(self.games, self.game.data, self._moves, mask)
        return mask

    def observe(self, out: Numbers | None = None) -> Numbers:
        """A row for every game: what the seat that decides knows, laid out as `OBSERVATION` says."""
        seen = np.zeros((self.count, observation_size(self.game)), np.int16) if out is None else out
        self._kernels.observe(self.games, self.game.data, seen)
        return seen

    def random_moves(self, out: Numbers | None = None) -> Numbers:
        """A random legal move for every game, the next of its own stream."""
        moves = np.zeros(self.count, MoveNumber) if out is None else out
        self._kernels.random_moves(self.games, self.game.data, self._moves, moves)
        return moves

    def results(self, out: tuple[Numbers, Numbers] | None = None) -> tuple[Numbers, Numbers]:
        """Points, and shares of the win in parts of `SHARE`, by game and seat, as the positions stand."""
        scores, shares = out or np.zeros((2, self.count, self.seats), MoveNumber)
        self._kernels.results(self.games, self.game.data, self.seats, Results(self._sheet, scores, shares))
        return scores, shares

    def renew(self, out: Numbers | None = None) -> Numbers:
        """Begin the game `count` numbers on wherever one is over or cut off; tells where."""
        renewed = np.zeros(self.count, np.bool_) if out is None else out
        self._kernels.renew(self.games, self.game.data, self.setting, self.count, renewed)
        return renewed


def observation_size(game: Game) -> int:
    """How many numbers an observation has."""
    return sum(length for _, length in game.rules.OBSERVATION)


def check_batch(game: Game, seats: int, count: int, seed: int, first: int) -> None:
    """Refuse what cannot be played."""
    low, high = game.rules.SEATS
    if not low <= seats <= high:
        raise UsageError("seats-wrong", game=game.id, seats=seats, low=low, high=high)
    if first != BY_LOT and not 0 <= first < seats:
        raise UsageError("first-wrong", first=first, last=seats - 1)
    limits = {"count": (1, count, MOST_GAMES), "seed": (0, seed, MAX_SEED)}
    for name, (least, value, most) in limits.items():
        if not least <= value <= most:
            raise UsageError("count-wrong", name=name, low=least, high=str(most), value=str(value))


@cache
def kernels_of(folder: str, engine: Engine) -> ModuleType:
    """The functions of `batch_steps.py` for one game, on one engine."""
    label, rules = folder.rpartition(".")[2], rules_of(folder, engine)
    shares = bound(playing, engine, f"{label}_shares", rules=rules)
    return bound(batch_steps, engine, label, rules=rules, playing=shares)
