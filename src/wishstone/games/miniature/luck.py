"""Source of outcomes in the miniature: one pack, dealt and drawn from."""

from __future__ import annotations

from wishstone.game.contract import Position, Settings
from wishstone.game.luck import Luck, from_pack
from wishstone.game.rule import rule
from wishstone.games.miniature.rules import outcome_base

CARDS = 0  # the one pack


@rule
def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return from_pack(CARDS, outcome_base(state))
