"""Source of outcomes in the card game: one pack, dealt and turned up; with two players 30 cards stay in it."""

from __future__ import annotations

from wishstone.game.contract import Position, Settings
from wishstone.game.luck import Luck, Pack
from wishstone.games.keltis_card.rules import outcome_base

CARDS = 0  # the one pack


def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return Pack(CARDS, outcome_base(state))
