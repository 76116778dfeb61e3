"""Fixture: hints of few simulations, since most tests of the terminal only need that there are any."""

import pytest


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.terminal.hints.SIMULATIONS", 64)
