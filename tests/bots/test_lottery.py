"""Softmax lottery: tickets fall with the rating as they should, and each ticket is as likely as any other."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wishstone.bots.lottery import FINE, MOST, best_of, draw_ticket, give_tickets
from wishstone.game.chance import stream
from wishstone.game.rule import shared

Ratings = st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=30)


@given(Ratings, st.integers(1, 5000))
def test_a_rating_lower_by_the_softness_has_e_times_fewer_tickets(ratings: list[int], softness: int) -> None:
    tickets = np.zeros(len(ratings), np.int64)
    total = give_tickets(np.array(ratings), len(ratings), softness, tickets)
    assert total == tickets.sum()
    for rating, number in zip(ratings, tickets, strict=True):
        below = (max(ratings) - rating) / softness
        assert number <= round(MOST * exp(-below + 1 / FINE)) + 1
        if below < 11:
            assert number >= round(MOST * exp(-below)) - 1


@given(Ratings)
def test_the_best_is_the_first_of_equals(ratings: list[int]) -> None:
    assert best_of(np.array(ratings), len(ratings)) == ratings.index(max(ratings))


def test_every_ticket_is_as_likely() -> None:
    tickets = np.array([1, 0, 3, 4])
    drawn = [0, 0, 0, 0]
    rng = stream(7)
    for _ in range(8000):
        drawn[draw_ticket(tickets, 8, rng)] += 1
    assert drawn[1] == 0
    assert drawn == pytest.approx([1000, 0, 3000, 4000], abs=150)


def test_compiled_and_interpreted_draw_the_same() -> None:
    compiled = shared("wishstone.bots.lottery", "compiled")
    ratings, tickets, others = np.array([5, 900, 880, -40]), np.zeros(4, np.int64), np.zeros(4, np.int64)
    assert give_tickets(ratings, 4, 64, tickets) == compiled.give_tickets(ratings, 4, 64, others)
    assert (tickets == others).all()
    total = int(tickets.sum())
    one, other = stream(3), stream(3)
    assert [draw_ticket(tickets, total, one) for _ in range(50)] == [
        compiled.draw_ticket(tickets, total, other) for _ in range(50)
    ]
