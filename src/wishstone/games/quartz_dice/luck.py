"""Sources of outcomes in Quartz: the bag, to which crystals return and black ones are added, and the dice."""

from __future__ import annotations

from wishstone.game.contract import Position, Settings
from wishstone.game.luck import Bag, Luck, Throw
from wishstone.games.quartz_dice.rules import CRYSTALS, DRAW, ROLL, THROWING

BAG = 0  # the one bag
CRYSTALS_BY_KIND = tuple(int(count) for count in CRYSTALS)


def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    if state.step == THROWING:
        return Throw(int(state.turn), int(state.throws), int(state.thrown), ROLL)
    return Bag(BAG, DRAW, CRYSTALS_BY_KIND)
