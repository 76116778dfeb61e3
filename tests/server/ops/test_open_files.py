"""Limit of open files: the soft one is raised to the hard one, and some are kept back for the server itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.processes import environment
from wishstone.server.ops.open_files import KEPT_BACK, connection_capacity

RAISE = "from wishstone.server.ops.open_files import raise_limit; print(raise_limit())"


def test_the_soft_limit_becomes_the_hard_one(tmp_path: Path) -> None:
    """In a process of its own: a limit that was lowered stays lowered."""
    line = f'ulimit -S -n 200 && ulimit -H -n 1000 && exec {sys.executable} -c "{RAISE}"'
    told = subprocess.run(["sh", "-c", line], capture_output=True, text=True, env=environment(tmp_path))
    assert told.stdout == "1000\n", told.stderr


@pytest.mark.parametrize(("limit", "capacity"), [(1024, 1024 - KEPT_BACK), (100_000, 100_000 - KEPT_BACK), (64, 32)])
def test_some_files_are_for_the_server_itself(limit: int, capacity: int) -> None:
    assert connection_capacity(limit) == capacity
