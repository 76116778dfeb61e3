"""Pytest fixtures of the lab: on a busy machine no line about progress comes between what a test looks at."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_progress_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe hears of progress only after days."""
    monkeypatch.setattr("wishstone.terminal.output.progress.FIRST_LINES", (1e6,))
