"""Could the mutants be tried? Each one's text stands in the source once; `benchmarks/mutants.py` tries them."""

from __future__ import annotations

import pytest

from benchmarks.mutants import MUTANTS, Mutant, is_stale
from tests.rules.test_pages import PAGES, rules_on


@pytest.mark.parametrize("mutant", MUTANTS, ids=[f"{mutant.rule}: {mutant.wrong}" for mutant in MUTANTS])
def test_the_text_that_a_mutant_changes_stands_there_once(mutant: Mutant) -> None:
    assert is_stale(mutant) is None
    assert mutant.old != mutant.new


def test_every_rule_of_the_card_game_has_a_mutant() -> None:
    assert {mutant.rule for mutant in MUTANTS} == {rule for rule in rules_on(PAGES) if rule.startswith("KC-")}
