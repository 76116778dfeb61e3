"""Golden sums: all kinds of bots come to the same results as when they were written down."""

from __future__ import annotations

import json

import pytest

from tests.conftest import thorough
from tests.lab.golden_sums import DEFAULT, FILE, Case, cases

KEPT = json.loads(FILE.read_text("utf-8"))
CASES = [
    (key, case)
    if key in DEFAULT
    else thorough(key, case, why="by default every game and every kind of bot comes up once")
    for key, case in cases()
]


@pytest.mark.parametrize(("key", "case"), CASES)
def test_the_same_games_come_to_the_same_sums(key: str, case: Case) -> None:
    assert case() == KEPT[key]


def test_every_case_is_kept_and_no_other() -> None:
    assert sorted(KEPT) == sorted(key for key, _ in cases())
    assert set(KEPT) >= DEFAULT
