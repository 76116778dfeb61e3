"""Source of outcomes in Cairns: one pack of stones, dealt and drawn from."""

from __future__ import annotations

from wishstone.api import Luck, Position, Settings, from_pack, rule
from wishstone_cairns.rules import outcome_base

STONES = 0  # the one pack


@rule
def luck(state: Position, data: Settings) -> Luck:
    """How the next outcome is come by."""
    return from_pack(STONES, outcome_base(state))
