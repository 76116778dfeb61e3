"""Source of outcomes in the dice game: two throws in a turn at most."""

from __future__ import annotations

from wishstone.game.contract import Position, Settings
from wishstone.game.luck import Luck, Throw
from wishstone.games.keltis_dice.rules import REROLLING, ROLL


def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return Throw(int(state.turn), int(state.step == REROLLING), int(state.air), ROLL)
