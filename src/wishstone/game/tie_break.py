"""Comparison of two seats by their totals and then, column by column, by the keys that break ties."""

from __future__ import annotations

from wishstone.game.contract import Numbers
from wishstone.game.rule import rule


@rule
def is_ahead(sheet: Numbers, one: int, other: int, total: int) -> bool:
    """Whether a seat stands before another; the totals are in column `total` of the sheet, the keys behind it."""
    for column in range(total, sheet.shape[1]):
        if sheet[one, column] != sheet[other, column]:
            return bool(sheet[one, column] > sheet[other, column])
    return False
