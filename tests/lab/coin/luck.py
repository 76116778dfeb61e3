"""Luck of the coin game: the toss is drawn from a bag that holds, for each seat, as many lots as it named."""

from __future__ import annotations

from tests.lab.coin.rules import NAMED
from wishstone.game.contract import Position, Settings
from wishstone.game.luck import Bag, Luck


def luck(state: Position, data: Settings) -> Luck:
    return Bag(0, 0, (NAMED, NAMED))
