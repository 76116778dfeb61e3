"""Source of outcomes in the card game: one pack, dealt and turned up; with two players 30 cards stay in it."""

from __future__ import annotations

from wishstone.api import Luck, Position, Settings, from_pack, rule
from wishstone.games.keltis_card.rules import outcome_base

CARDS = 0  # the one pack


@rule
def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return from_pack(CARDS, outcome_base(state))
