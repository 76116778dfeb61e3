"""Roll-out by the fitted player: every seat plays on by its lottery, from a position to the end of the game.

`rules` and `policy` are bound to one game. Whoever rates moves works in a record with the `rating_fields`, whatever
else is in it.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from wishstone.bots.lottery import draw_ticket, give_tickets
from wishstone.game.chance import Generator
from wishstone.game.contract import CHANCE, OVER, MoveNumber, Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
policy: ModuleType = TO_BE_BOUND

Fields = list[tuple[Any, ...]]  # of a record, as NumPy wants them


def rating_fields(of_game: Rules, scratch: int) -> Fields:
    """The fields of a record that whoever rates moves works in."""
    return [
        ("scratch", np.int64, max(scratch, 1)),
        ("ratings", np.int64, of_game.MAX_LEGAL),
        ("tickets", np.int64, of_game.MAX_LEGAL),  # of the lottery
        ("moves", MoveNumber, of_game.MAX_LEGAL),
    ]


def sheet_field(of_game: Rules) -> tuple[Any, ...]:
    """The field of a score sheet: a row for each seat, with points by item and the keys that break ties."""
    return ("sheet", MoveNumber, sheet_shape(of_game))


def sheet_shape(of_game: Rules) -> tuple[int, int]:
    """How many rows and columns a score sheet has."""
    return of_game.SEATS[1], len(of_game.ITEMS) + len(of_game.KEYS)


@rule
def play_on(
    state: Position,
    data: Settings,
    weights: Numbers,
    softness: int,
    memory: Position,
    decisions: int,
    rng: Generator,
) -> None:
    """Play a game to its end, every seat by its lottery, in the true position.

    It is cut off after `MAX_DECISIONS`, of which so many have been made.
    """
    while decisions < rules.MAX_DECISIONS:
        who = rules.actor(state, data)
        if who == OVER:
            return
        if who == CHANCE:
            move = rules.sample(state, data, rng)
        else:
            decisions += 1
            count = rules.legal(state, data, memory.moves)
            move = int(memory.moves[0])
            if count > 1:
                policy.rate(state, data, weights, memory.moves, count, memory.ratings, memory.scratch)
                total = give_tickets(memory.ratings, count, softness, memory.tickets)
                move = int(memory.moves[draw_ticket(memory.tickets, total, rng)])
        rules.apply(state, data, move)
