"""Do recorded games pass their own check? A few of each table; a thousand of each: benchmarks/records.py."""

from __future__ import annotations

import pytest

from benchmarks.records import Table, refusals, tables


@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_thirty_random_games_are_recorded_and_verified(table: Table) -> None:
    assert not list(refusals(table, games=30))
