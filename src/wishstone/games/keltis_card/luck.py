"""Where does an outcome come from? Cards are dealt and turned up from one pack; 30 stay in it with two players."""

from __future__ import annotations

from wishstone.game.contract import Position, Settings
from wishstone.game.luck import Luck, Pack
from wishstone.games.keltis_card.rules import outcome_base

CARDS = 0  # the one pack


def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return Pack(CARDS, outcome_base(state))
