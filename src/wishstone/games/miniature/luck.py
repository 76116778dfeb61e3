"""Source of outcomes in the miniature: one pack, dealt and drawn from."""

from __future__ import annotations

from wishstone.api import Luck, Position, Settings, from_pack, rule
from wishstone.games.miniature.rules import outcome_base

CARDS = 0  # the one pack


@rule
def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return from_pack(CARDS, outcome_base(state))
