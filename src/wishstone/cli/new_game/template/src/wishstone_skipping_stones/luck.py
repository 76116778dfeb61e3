"""Source of outcomes: one bag, to which the stones return after each turn."""

from __future__ import annotations

import numpy as np

from wishstone.api import Luck, Position, Settings, from_bag, rule

from .rules import COPIES, DRAW

BAG = 0  # the one bag
BAGS = np.array([COPIES], np.int16)  # by kind: how many stones there are


@rule
def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return from_bag(BAG, DRAW)
