"""Luck of the coin game: the toss is drawn from a bag that holds, for each seat, as many lots as it named."""

from __future__ import annotations

import numpy as np

from tests.lab.coin.rules import NAMED
from wishstone.game.contract import Position, Settings
from wishstone.game.luck import Luck, from_bag

BAGS = np.array([(NAMED, NAMED)])


def luck(state: Position, data: Settings) -> Luck:
    return from_bag(0, 0)
