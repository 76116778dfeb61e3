"""Sources of outcomes in Quartz: the bag, to which crystals return and black ones are added, and the dice."""

from __future__ import annotations

import numpy as np

from wishstone.api import Luck, Position, Settings, from_bag, from_throw, rule
from wishstone.games.quartz_dice.rules import CRYSTALS, DRAW, ROLL, THROWING

BAG = 0  # the one bag
BAGS = np.array([CRYSTALS], np.int16)  # by kind: how many crystals of it there are in the game, in the bag or not


@rule
def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    if state.step == THROWING:
        return from_throw(int(state.turn), int(state.throws), int(state.thrown), ROLL)
    return from_bag(BAG, DRAW)
