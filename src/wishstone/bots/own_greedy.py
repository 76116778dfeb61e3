"""Greedy player of a game's own, asked as `plain_greedy.py` is: `own` is bound to `greedy.py`, which needs no sheet."""

from __future__ import annotations

from wishstone.bots.choice import OwnGreedy
from wishstone.game.contract import Numbers, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

own: OwnGreedy = TO_BE_BOUND


@rule
def choose(mind: Numbers, data: Settings, moves: Numbers, sheet: Numbers) -> int:
    """The move that looks best in position `mind[0]`."""
    return int(own.choose(mind, data, moves))
