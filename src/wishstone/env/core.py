"""Core of the single-game environments: the position, its outcomes, and what a seat is shown of it."""

from __future__ import annotations

from functools import cache
from operator import index
from types import ModuleType
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from wishstone.env import turns
from wishstone.env.layout import layout_of
from wishstone.env.rewards import rewards_of
from wishstone.env.settings import MOST_SEED, EnvSetup, checked_seed
from wishstone.env.turns import CUT_OFF, REFUSED
from wishstone.env.words import refuse
from wishstone.game.chance import STREAM, Generator
from wishstone.game.contract import OVER, MoveNumber, Position
from wishstone.game.move_check import check_move
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound

END_CUT_OFF = "cut-off"
NOT_RESET = -5  # who decides before there is a game


class EnvCore:
    """One game after the other, with the same outcomes as game `number` of `wishstone simulate --seed`.

    A copy, deep or through a pickle, is the same game at the same point, and goes its own way from there.
    """

    def __init__(self, setup: EnvSetup) -> None:
        self.game, self.seats, self.first, self.reward = setup.game, setup.seats, setup.first, setup.reward
        self.layout = layout_of(self.game.id)
        self.seed = int.from_bytes(np.random.default_rng().bytes(8), "little") & MOST_SEED
        self.number = -1  # of the game, among those of the seed
        self.state: Position = self.game.empty()
        self.actor = NOT_RESET  # the seat that decides; `OVER` or `CUT_OFF`: nobody does any more
        self.dealer: Generator = np.zeros(STREAM, np.int64)
        self.player: Generator = np.zeros(STREAM, np.int64)
        self._counts = np.zeros(turns.COUNTS, np.int64)
        self._counts[turns.SEATS], self._counts[turns.FIRST] = setup.seats, setup.first
        self._counts[turns.MOST_DECISIONS], self._counts[turns.SKIP_FORCED] = setup.max_decisions, setup.skip_forced
        self._legal = np.zeros(self.game.rules.MAX_LEGAL, MoveNumber)
        self._mask = np.zeros(self.game.rules.MOVES, np.int8)

    def reset(self, seed: int | None = None) -> None:
        """Begin game 0 of a seed, or without one the next game of the last seed, and let outcomes happen."""
        if seed is None:
            self.number += 1
        else:
            self.seed, self.number = checked_seed(seed), 0
        self._counts[turns.SEED], self._counts[turns.NUMBER] = self.seed, self.number
        self.actor = self._turns.begin(
            self.state, self.game.data, self.dealer, self.player, self._counts, self._legal, self._mask
        )

    def play(self, move: SupportsIndex) -> None:
        """Make a legal move for the seat that decides, and go on; any other raises the `MoveError` that says why."""
        if self.actor < 0:
            self.check_ready("step")
            raise refuse("env-over")
        actor = self._step(_number_of(move))
        self.actor = actor if actor != REFUSED else self._step(check_move(self.game, self.state, move))

    def _step(self, move: int) -> int:
        step = self._turns.step
        return int(step(move, self.state, self.game.data, self.dealer, self._counts, self._legal, self._mask))

    @property
    def _turns(self) -> ModuleType:
        return turns_of(self.game.folder, self.game.engine)

    def check_ready(self, name: str) -> None:
        """Refuse what is asked for before there is a game."""
        if self.actor == NOT_RESET:
            raise refuse("env-not-reset", name=name)

    @property
    def decisions(self) -> int:
        """How many decisions the game has had."""
        return int(self._counts[turns.DECISIONS])

    @property
    def max_decisions(self) -> int:
        """After how many decisions a game is cut off."""
        return int(self._counts[turns.MOST_DECISIONS])

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.actor == OVER

    @property
    def is_cut_off(self) -> bool:
        """Whether the game goes on, but not here: it has had its most decisions."""
        return self.actor == CUT_OFF

    @property
    def is_done(self) -> bool:
        """Whether nobody decides any more."""
        return self.actor < 0

    def observation(self, seat: int) -> NDArray[Any]:
        """What a seat knows, as the layout says."""
        self.check_ready("observe")
        out = np.zeros(self.layout.size, self.layout.dtype)
        self.game.rules.observe(self.state, self.game.data, seat, out)
        return out

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal moves of a seat: 1 for each of them, nothing but 0 while it has none."""
        self.check_ready("observe")
        return self._mask.copy() if self.actor == seat else np.zeros_like(self._mask)

    def rewards(self) -> list[float]:
        """By seat what the game is worth as it stands."""
        return rewards_of(self.game, self.state, self.reward)

    def summary(self) -> dict[str, object]:
        """How the game ended: why, every seat's points, and the decisions it took."""
        rows, total = self.game.score_rows(self.state), len(self.game.rules.ITEMS) - 1
        end = END_CUT_OFF if self.is_cut_off else self.game.end(self.state)
        return {"end": end, "points": tuple(row[total] for row in rows), "decisions": self.decisions}


def _number_of(move: SupportsIndex) -> int:
    """The id of a move; −1, which is none, for what is no whole number, such as a move's notation."""
    try:
        number = index(move)
    except TypeError:
        return -1
    return -1 if isinstance(move, bool) or number > np.iinfo(MoveNumber).max else number


@cache
def turns_of(folder: str, engine: Engine) -> ModuleType:
    """The steps of one game on one engine."""
    return bound(turns, engine, folder.rpartition(".")[2], rules=rules_of(folder, engine))
