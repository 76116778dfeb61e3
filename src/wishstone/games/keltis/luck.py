"""Sources of outcomes in Keltis: tiles are laid out from a pack of their own; cards are dealt and drawn from theirs."""

from __future__ import annotations

from wishstone.api import Luck, Position, Settings, from_pack, rule
from wishstone.games.keltis.rules import TILING, outcome_base

TILES, CARDS = range(2)  # the packs


@rule
def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return from_pack(TILES if state.step == TILING else CARDS, outcome_base(state))
