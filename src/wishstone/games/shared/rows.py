"""Rows of the Keltis games: which number may come next, and what a row is worth."""

from __future__ import annotations

from wishstone.game.rule import rule

NUMBERS = 11  # 0 to 10
ALL_NUMBERS = (1 << NUMBERS) - 1
OPEN, RISING, FALLING = 0, 1, -1  # KC-10, K-8, KD-6: the direction of a row
ROW_POINTS = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)  # KC-26, KD-18, by cards or tiles in the row; more count like 9


@rule
def row_points(length: int) -> int:
    """The points of a row of so many cards or tiles."""
    return ROW_POINTS[min(length, 9)]


@rule
def direction_after(direction: int, last: int, number: int) -> int:
    """The direction of a row once this number is laid: the first different one fixes it (KC-10, K-8); -1: no last."""
    if direction == OPEN and last >= 0 and number != last:
        return RISING if number > last else FALLING
    return direction


@rule
def numbers_after(direction: int, number: int) -> int:
    """The numbers that may follow this one, as a set: equal ones always (KC-9, K-8)."""
    if direction == RISING:
        return ALL_NUMBERS & ~((1 << number) - 1)
    if direction == FALLING:
        return (2 << number) - 1
    return ALL_NUMBERS
