"""The program, run in the process of a test: interpreted, and with no games but the test's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.kept.kept import Run
from wishstone.cli import main


def run_program(patch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], folder: Path) -> Run:
    """Runs a command; returns its status, output and errors."""
    patch.setenv("WISHSTONE_DATA", str(folder / "saved"))
    patch.setenv("WISHSTONE_ENGINE", "interpreted")
    patch.setenv("LC_ALL", "C")
    patch.setenv("COLUMNS", "200")

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        patch.setattr(sys, "argv", ["wishstone", *map(str, arguments)])
        try:
            main()
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        else:
            status = 0
        return status, *capfd.readouterr()

    return run
