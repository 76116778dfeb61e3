"""Default selection of the tests: every value of a parameter is tried, and a run says what it left for --thorough."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests import conftest
from tests.conftest import spread, thorough


@pytest.mark.parametrize("axes", [("abc", range(5), (True, False)), ("ab", "cd"), ("abcd", "ef")])
def test_by_default_every_value_of_each_parameter_is_tried(axes: tuple[Any, ...]) -> None:
    sets = spread(*axes)
    chosen = [each.values for each in sets if not each.marks]
    for place, axis in enumerate(axes):
        assert {values[place] for values in chosen} == set(axis)
    assert len(chosen) <= max(map(len, axes))


def test_together_they_are_all_combinations() -> None:
    sets = spread("abc", "de", why="some reason")
    assert [each.values for each in sets] == [(one, two) for one in "abc" for two in "de"]
    marks = [mark for each in sets for mark in each.marks]
    assert {(mark.name, mark.args) for mark in marks} == {("thorough", ("some reason",))}
    assert thorough(1, 2, why="another").values == (1, 2)


def test_what_workers_left_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    reporter = cast(pytest.TerminalReporter, SimpleNamespace(write_line=said.append))
    monkeypatch.setattr(conftest, "_left", 0)
    conftest.pytest_terminal_summary(reporter)
    assert not said
    for node in ({conftest.LEFT: 7}, {conftest.LEFT: 7}, {}):  # every worker has collected them all
        conftest.pytest_testnodedown(SimpleNamespace(workeroutput=node))
    conftest.pytest_terminal_summary(reporter)
    assert said == ["7 tests were left for --thorough."]
