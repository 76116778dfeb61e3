"""Plain greedy player, for games without `greedy.py`: tries every move and takes the one with the best score at once.

`rules` is bound to one game. What counts is the seat's total on the score sheet, less the best total of the others.
"""

from __future__ import annotations

from wishstone.game.contract import Numbers, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule

rules: Rules = TO_BE_BOUND


@rule
def choose(mind: Numbers, data: Settings, moves: Numbers, sheet: Numbers) -> int:
    """The move after which the seat is farthest ahead in position `mind[0]`; `mind[1]` is where moves are tried out."""
    seat, count = int(rules.actor(mind[0], data)), int(rules.legal(mind[0], data, moves))
    best, best_lead = int(moves[0]), -(1 << 40)
    for i in range(count):
        mind[1] = mind[0]
        rules.apply(mind[1], data, int(moves[i]))
        rules.score(mind[1], data, sheet)
        lead = lead_of(sheet, seat, int(mind[1].seats))
        if lead > best_lead:
            best, best_lead = int(moves[i]), lead
    return best


@rule
def lead_of(sheet: Numbers, seat: int, seats: int) -> int:
    """A seat's total less the best of the others; who plays alone is ahead by its whole total."""
    total = len(rules.ITEMS) - 1
    best, others = 0, 0
    for other in range(seats):
        if other != seat:
            best = max(best, int(sheet[other, total])) if others else int(sheet[other, total])
            others += 1
    return int(sheet[seat, total]) - best
