"""Softmax sampling of moves in whole numbers: a move that is rated better has more tickets in a lottery.

The tickets are whole numbers from a table, so that every engine draws the same move.
"""

from __future__ import annotations

from math import exp

import numpy as np

from wishstone.game.chance import Generator, below
from wishstone.game.contract import Numbers
from wishstone.game.rule import rule

FINE = 16  # steps of the table to a nat
MOST = 1 << 16  # the tickets of the best move
TICKETS = np.array([round(MOST * exp(-step / FINE)) for step in range(12 * FINE)], np.int64)


@rule
def best_of(ratings: Numbers, count: int) -> int:
    """The place of the best rating; the first of equal ones."""
    best = 0
    for i in range(1, count):
        if ratings[i] > ratings[best]:
            best = i
    return best


@rule
def give_tickets(ratings: Numbers, count: int, softness: int, tickets: Numbers) -> int:
    """Turn ratings into tickets, of which a rating lower by `softness` has e times fewer; returns how many in all."""
    top = int(ratings[best_of(ratings, count)])
    total = 0
    for i in range(count):
        step = (top - int(ratings[i])) * FINE // softness
        number = int(TICKETS[step]) if step < len(TICKETS) else 0
        tickets[i] = number
        total += number
    return total


@rule
def draw_ticket(tickets: Numbers, total: int, rng: Generator) -> int:
    """The place whose ticket is drawn."""
    left = below(rng, total)
    place = 0
    while left >= tickets[place]:
        left -= int(tickets[place])
        place += 1
    return place
