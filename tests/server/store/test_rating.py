"""Ratings: published example values, and what must hold for any game."""

from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wishstone.server.store.interface import Rating
from wishstone.server.store.rating import DRIFT, NEWCOMER, rate

RATINGS = st.builds(Rating, st.floats(-50, 100), st.floats(0.5, 25 / 3), st.integers(0, 1_000))
GAMES = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(
        st.lists(RATINGS, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


def test_two_newcomers() -> None:
    """Computed by hand: c = √(2·(25/3)² + 2·(25/6)²) = 13.176, so the mean moves by 69.44 / c / 2 = 2.635."""
    winner, loser = rate([NEWCOMER, NEWCOMER], [1, 2])
    assert winner.mean == pytest.approx(27.635, abs=0.002)
    assert loser.mean == pytest.approx(22.365, abs=0.002)
    assert winner.deviation == loser.deviation == pytest.approx(8.066, abs=0.002)
    assert winner.games == loser.games == 1


def test_three_newcomers() -> None:
    """The first beats two, the last loses to two, and who is between stays: each pair counts as a game of two."""
    first, middle, last = rate([NEWCOMER] * 3, [1, 2, 3])
    assert first.mean - 25 == pytest.approx(2 * 2.635, abs=0.004)
    assert middle.mean == pytest.approx(25)
    assert 25 - last.mean == pytest.approx(first.mean - 25)
    assert first.deviation == pytest.approx(25 / 3 * (1 - 2 * 0.06325) ** 0.5, abs=0.002)


def test_a_surprise_says_more() -> None:
    strong, weak = Rating(30, 4), Rating(20, 4)
    expected = rate([strong, weak], [1, 2])[0].mean - strong.mean
    surprise = rate([strong, weak], [2, 1])[1].mean - weak.mean
    assert 0 < expected < surprise


def test_who_is_known_well_moves_little() -> None:
    known, new = rate([Rating(25, 1), NEWCOMER], [2, 1])
    assert 25 - known.mean < 0.1 < 2.5 < new.mean - 25


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_tie_between_equals_moves_nobody(seats: int) -> None:
    for after in rate([Rating(31, 5)] * seats, [1] * seats):
        assert after.mean == pytest.approx(31)
        assert after.deviation < 5


def test_games_without_end() -> None:
    """After thousands of games a rating is neither fixed nor lost."""
    a, b = NEWCOMER, NEWCOMER
    for number in range(5_000):
        a, b = rate([a, b], [1, 2] if number % 2 else [2, 1])
    assert a.mean == pytest.approx(b.mean, abs=1)
    assert 0.3 < a.deviation < 2


@given(GAMES)
def test_any_game(game: tuple[list[Rating], list[int]]) -> None:
    before, places = game
    after = rate(before, places)
    for old, new, place in zip(before, after, places, strict=True):
        assert 0 < new.deviation <= (old.deviation**2 + DRIFT**2) ** 0.5
        assert new.games == old.games + 1
        if place == min(places) and places.count(place) == 1:
            assert new.mean >= old.mean
        if place == max(places) and places.count(place) == 1:
            assert new.mean <= old.mean


@given(GAMES, st.randoms())
def test_the_order_of_seats_does_not_matter(game: tuple[list[Rating], list[int]], random: Random) -> None:
    before, places = game
    order = list(range(len(places)))
    random.shuffle(order)
    straight = rate(before, places)
    shuffled = rate([before[seat] for seat in order], [places[seat] for seat in order])
    for seat, new in zip(order, shuffled, strict=True):
        assert isclose(new.mean, straight[seat].mean, abs_tol=1e-9)
        assert isclose(new.deviation, straight[seat].deviation, abs_tol=1e-9)


@pytest.mark.parametrize(("ratings", "places"), [([NEWCOMER], [1]), ([NEWCOMER] * 2, [1]), ([NEWCOMER] * 7, [1] * 7)])
def test_what_cannot_be_rated(ratings: list[Rating], places: list[int]) -> None:
    with pytest.raises(ValueError, match="cannot be rated"):
        rate(ratings, places)
