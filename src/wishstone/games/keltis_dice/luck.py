"""Source of outcomes in the dice game: two throws in a turn at most."""

from __future__ import annotations

from wishstone.api import Luck, Position, Settings, from_throw, rule
from wishstone.games.keltis_dice.rules import REROLLING, ROLL


@rule
def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return from_throw(int(state.turn), 1 if state.step == REROLLING else 0, int(state.air), ROLL)
