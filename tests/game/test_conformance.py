"""Conformance: every game passes the suite, and both its engines play the same game."""

from __future__ import annotations

import pytest

from benchmarks.records import Table, tables
from tests.conftest import amount
from wishstone.game.conformance import CHECKS, Finding, assert_conforms, lockstep
from wishstone.games import load

every_table = pytest.mark.parametrize("table", list(tables()), ids=str)


@every_table
def test_every_game_conforms(table: Table) -> None:
    assert_conforms(load(table.game, table.options, engine="interpreted"), seats=table.seats, games=amount(1, 2))


@every_table
def test_both_engines_play_the_same_game(table: Table) -> None:
    """More of it: benchmarks/lockstep.py."""
    interpreted, compiled = (load(table.game, table.options, engine=engine) for engine in ("interpreted", "compiled"))
    games = amount(3, 10) if table.options else amount(8, 30)
    findings = lockstep(interpreted, compiled, table.seats, games, every=24)
    assert not findings, "\n".join(map(str, findings))


def test_every_check_says_in_a_sentence_what_it_asks_for() -> None:
    for name, sentence in CHECKS.items():
        assert sentence[:1].isupper() or sentence.startswith("`"), name
        assert sentence.endswith("."), name


def test_a_finding_reads_as_a_sentence() -> None:
    finding = Finding("legal_moves_rise", 3, 0, 41, "move 5 is followed by move 4")
    assert str(finding) == "legal_moves_rise, 3 seats, game 0, event 41: move 5 is followed by move 4"
    assert str(Finding("constants", None, None, None, "SEATS is (0, 4)")) == "constants: SEATS is (0, 4)"
