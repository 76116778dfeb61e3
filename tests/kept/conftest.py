"""Fixtures for kept files: the program run in this process, and a server with a kept database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kept.kept import Kept, Run
from tests.kept.party import Inn, inn_with
from tests.kept.program import run_program


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in this process, interpreted; returns its status, output and errors."""
    return run_program(monkeypatch, capfd, tmp_path)


@pytest.fixture(scope="module")
def inn(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inn]:
    """A server with the database of a version."""
    kept: Kept = request.param
    with inn_with(kept, kept.unpacked("tables.db", tmp_path_factory.mktemp("kept"))) as opened:
        yield opened
