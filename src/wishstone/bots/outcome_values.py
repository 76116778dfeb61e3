"""Outcome values: games played on from what happened and from what might have happened, compiled.

`rules` and `rollout` are bound to one game. Every seat plays on by the fitted player's lottery, in the true position:
this is for games that are over. Two games that are compared go on with the same random numbers.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from wishstone.bots.rollout import rating_fields, sheet_field
from wishstone.game.chance import STREAM, below, seed_stream
from wishstone.game.contract import MoveNumber, Numbers, Position, Rules, Settings
from wishstone.game.fields import record
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND
rollout: ModuleType = TO_BE_BOUND

BEFORE, AFTER, TRIED = 0, 1, 2  # positions in `mind`
ROUNDS = 1 << 20  # more than are ever played for one event


def memory_dtype(of_game: Rules, scratch: int) -> np.dtype[np.void]:
    """The record of what is compared, and of the memory that it takes."""
    return record(
        ("seed", np.int64),
        ("event", np.int64),
        ("happened", np.int64),  # the outcome between the two positions; -1 if there were several
        ("softness", np.int64),  # of the lottery
        ("mind", of_game.State, 3),
        ("outcomes", MoveNumber, of_game.OUTCOMES),
        ("chances", MoveNumber, of_game.OUTCOMES),
        ("rng", np.int64, STREAM),
        *rating_fields(of_game, scratch),
        sheet_field(of_game),
    )


@rule
def compare(count: int, done: int, memory: Position, data: Settings, weights: Numbers, gains: Numbers) -> None:
    """Play on so many times from `mind[AFTER]` and from `mind[BEFORE]`: the difference in final points, by seat.

    `done` rounds were played before. In `mind[BEFORE]` chance is due: the rounds share its outcomes out by their
    weights as evenly as they can. Where a round meets the outcome that happened there is nothing to compare.
    """
    mind, chances, rng = memory.mind, memory.chances, memory.rng
    seed, event, softness = int(memory.seed), int(memory.event), int(memory.softness)
    seats = int(mind[BEFORE].seats)
    total = len(rules.ITEMS) - 1
    kinds = rules.chances(mind[BEFORE], data, memory.outcomes, chances)
    weight = 0
    for i in range(kinds):
        weight += int(chances[i])
    seed_stream(rng, seed, event * ROUNDS + done, 1)
    shift = below(rng, weight)
    for number in range(count):
        left = (number * weight + shift) // count
        place = 0
        while left >= chances[place]:
            left -= int(chances[place])
            place += 1
        outcome = int(memory.outcomes[place])
        for seat in range(seats):
            gains[number, seat] = 0
        if outcome == memory.happened:
            continue
        for sign in (1, -1):
            if sign == 1:
                mind[TRIED] = mind[AFTER]
            else:
                mind[TRIED] = mind[BEFORE]
                rules.apply(mind[TRIED], data, outcome)
            seed_stream(rng, seed, event * ROUNDS + done + number, 2)
            rollout.play_on(mind[TRIED], data, weights, softness, memory, 0, rng)
            rules.score(mind[TRIED], data, memory.sheet)
            for seat in range(seats):
                gains[number, seat] += sign * int(memory.sheet[seat, total])
