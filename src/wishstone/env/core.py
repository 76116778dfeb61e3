"""Core of the single-game environments: the position, its outcomes, and what a seat is shown of it."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from wishstone.env.layout import layout_of
from wishstone.env.rewards import rewards_of
from wishstone.env.settings import MOST_SEED, EnvSetup, checked_seed
from wishstone.env.words import refuse
from wishstone.game.chance import DEALER, Generator, below, stream
from wishstone.game.contract import CHANCE, OVER, Position
from wishstone.game.move_check import check_move
from wishstone.lab.playing import BOTS, BY_LOT

CUT_OFF = "cut-off"


class EnvCore:
    """One game after the other, with the same outcomes as game `number` of `wishstone simulate --seed`."""

    def __init__(self, setup: EnvSetup) -> None:
        self.game, self.seats, self.first, self.reward = setup.game, setup.seats, setup.first, setup.reward
        self.skip_forced, self.max_decisions = setup.skip_forced, setup.max_decisions
        self.layout = layout_of(self.game.id)
        self.seed = int.from_bytes(np.random.default_rng().bytes(8), "little") & MOST_SEED
        self.number = -1
        self.state: Position | None = None
        self.decisions = 0
        self.dealer: Generator = stream(0)
        self.player: Generator = stream(0)

    def reset(self, seed: int | None = None) -> None:
        """Begin game 0 of a seed, or without one the next game of the last seed, and let outcomes happen."""
        if seed is None:
            self.number += 1
        else:
            self.seed, self.number = checked_seed(seed), 0
        self.dealer = stream(self.seed, self.number, DEALER)
        self.player = stream(self.seed, self.number, BOTS)
        lot = below(self.dealer, self.seats)
        self.state = self.game.start(self.seats, lot if self.first == BY_LOT else self.first)
        self.decisions = 0
        self._go_on()

    def play(self, move: SupportsIndex) -> None:
        """Make a legal move for the seat that decides, and go on; any other raises the `MoveError` that says why."""
        state = self.position("step")
        if self.is_done:
            raise refuse("env-over")
        self._make(check_move(self.game, state, move))
        self._go_on()

    def _make(self, move: int) -> None:
        assert self.state is not None
        self.game.apply(self.state, move)
        self.decisions += 1

    def _go_on(self) -> None:
        """Let outcomes and, where they are skipped, forced moves happen."""
        state, game = self.position("step"), self.game
        while True:
            if (who := game.actor(state)) == CHANCE:
                game.apply(state, game.sample(state, self.dealer))
            elif who == OVER or not self.skip_forced or self.is_cut_off or len(legal := game.legal(state)) > 1:
                return
            else:
                self._make(legal[0])

    def position(self, name: str) -> Position:
        """The position, if there is one."""
        if self.state is None:
            raise refuse("env-not-reset", name=name)
        return self.state

    @property
    def actor(self) -> int:
        """The seat that decides, or `OVER`."""
        return self.game.actor(self.position("step"))

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.actor == OVER

    @property
    def is_cut_off(self) -> bool:
        """Whether the game goes on, but not here: it has had its most decisions."""
        return self.decisions >= self.max_decisions and not self.is_over

    @property
    def is_done(self) -> bool:
        """Whether nobody decides any more."""
        return self.is_over or self.is_cut_off

    def observation(self, seat: int) -> NDArray[Any]:
        """What a seat knows, as the layout says."""
        out = np.zeros(self.layout.size, self.layout.dtype)
        self.game.rules.observe(self.position("observe"), self.game.data, seat, out)
        return out

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal moves of a seat: 1 for each of them, nothing but 0 while it has none."""
        mask = np.zeros(self.game.rules.MOVES, np.int8)
        if self.actor == seat and not self.is_cut_off:
            mask[self.game.legal(self.position("observe"))] = 1
        return mask

    def rewards(self) -> list[float]:
        """By seat what the game is worth as it stands."""
        return rewards_of(self.game, self.position("step"), self.reward)

    def summary(self) -> dict[str, object]:
        """How the game ended: why, every seat's points, and the decisions it took."""
        rows, total = self.game.score_rows(self.position("step")), len(self.game.rules.ITEMS) - 1
        end = CUT_OFF if self.is_cut_off else self.game.end(self.position("step"))
        return {"end": end, "points": tuple(row[total] for row in rows), "decisions": self.decisions}
