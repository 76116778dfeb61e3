"""Outcomes from a stream of random numbers: the usual luck of a game.

`rules` is bound to one game.
"""

from __future__ import annotations

import numpy as np

from wishstone.game.contract import Position, Rules
from wishstone.game.fields import record
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND


def deal_dtype(of_game: Rules) -> np.dtype[np.void]:
    """The record of what is arranged beforehand: nothing."""
    return record(("nothing", np.int64))


@rule
def begin(play: Position) -> None:
    """A game begins: its stream is at its beginning already."""


@rule
def outcome(play: Position, table: Position) -> int:
    """The next outcome, drawn by its weight."""
    return rules.sample(play.state, table.settings, play.dealer)
