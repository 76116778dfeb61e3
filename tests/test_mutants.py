"""List of mutants: the text that each one changes is in the source once, and every rule has one."""

from __future__ import annotations

import pytest

from benchmarks.mutants import is_stale, mutants
from benchmarks.mutations import Mutant
from tests.rules.test_pages import PAGES, rules_on

MUTANTS = mutants()


@pytest.mark.parametrize("mutant", MUTANTS, ids=[f"{mutant.rule}: {mutant.wrong}" for mutant in MUTANTS])
def test_the_text_that_a_mutant_changes_stands_there_once(mutant: Mutant) -> None:
    assert is_stale(mutant) is None
    assert mutant.old != mutant.new


@pytest.mark.parametrize("page", ["KC-", "KD-"])
def test_every_rule_of_a_game_has_a_mutant(page: str) -> None:
    broken = {mutant.rule for mutant in MUTANTS if mutant.rule.startswith(page)}
    assert broken == {rule for rule in rules_on(PAGES) if rule.startswith(page)}


def test_every_mutant_breaks_a_rule_that_stands_on_a_page() -> None:
    assert {mutant.rule for mutant in MUTANTS} <= set(rules_on(PAGES))


def test_every_game_has_at_least_a_dozen() -> None:
    for page in PAGES.glob("*-*.md"):
        rules = {rule for rule in rules_on(PAGES) if f"**{rule} [" in page.read_text(encoding="utf-8")}
        assert sum(mutant.rule in rules for mutant in MUTANTS) >= 12, page.name
