"""Record check on a few random games of each table; `benchmarks/records.py` does a thousand of each."""

from __future__ import annotations

import pytest

from benchmarks.records import Table, refusals, tables
from tests.conftest import amount


@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_random_games_are_recorded_and_verified(table: Table) -> None:
    assert not list(refusals(table, games=amount(6, 30)))
