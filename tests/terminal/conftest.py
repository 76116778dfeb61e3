"""Hints of few simulations: in most tests of the terminal it is enough that there are any."""

import pytest


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.terminal.hints.SIMULATIONS", 64)
