"""What is a row worth? The same in every Keltis game."""

from __future__ import annotations

from wishstone.game.rule import rule

ROW_POINTS = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)  # KC-26, K-18, KD-18, by cards or tiles in the row; more count like 9


@rule
def row_points(length: int) -> int:
    """The points of a row of so many cards or tiles."""
    return ROW_POINTS[min(length, 9)]
