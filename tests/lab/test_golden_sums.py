"""Golden sums: all kinds of bots come to the same results as when they were written down."""

from __future__ import annotations

import json

import pytest

from tests.conftest import thorough
from tests.lab.golden_sums import FILE, Case, cases

KEPT = json.loads(FILE.read_text("utf-8"))
CASES = [
    (key, case) if is_usual else thorough(key, case, why="by default every kind of bot plays every game")
    for key, case, is_usual in cases()
]


@pytest.mark.parametrize(("key", "case"), CASES)
def test_the_same_games_come_to_the_same_sums(key: str, case: Case) -> None:
    assert case() == KEPT[key]


def test_every_case_is_kept_and_no_other() -> None:
    assert sorted(KEPT) == sorted(key for key, _, _ in cases())
