"""Retraced games: what each seat saw, could do and did, written down from the log of a game that was played.

`rules` is bound to one game.
"""

from __future__ import annotations

from typing import NamedTuple

from wishstone.game.contract import Numbers, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND


class Rows(NamedTuple):
    """Room for the decisions of a game, a row for each."""

    seats: Numbers
    observations: Numbers
    masks: Numbers
    moves: Numbers


@rule
def retrace(states: Numbers, data: Settings, seats: int, first: int, log: Numbers, legal: Numbers, rows: Rows) -> int:
    """Go through a game once more; returns how many decisions it had, and leaves its end in `states[0]`."""
    state, row = states[0], 0
    observations, masks = rows.observations, rows.masks
    rules.setup(state, data, seats, first)
    for event in range(len(log)):
        who = rules.actor(state, data)
        if who >= 0:
            rules.observe(state, data, who, observations[row])
            for place in range(rules.legal(state, data, legal)):
                masks[row, legal[place]] = 1
            rows.seats[row] = who
            rows.moves[row] = log[event]
            row += 1
        rules.apply(state, data, int(log[event]))
    return row
