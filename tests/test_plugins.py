"""Commands with installed games: what is missing or has failed is told in one sentence, and is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugins import OPPONENTS, PARTS, write_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder where a game is installed that fails in its rules once there is a file `fail`."""
    game = write_game(tmp_path / "site", "pebbles", (*PARTS, *OPPONENTS))
    rules = (game / "rules.py").read_text("utf-8")
    failing = f"""
_setup = setup


@rule
def setup(state, data, seats, first):
    if Path({str(tmp_path / "fail")!r}).exists():
        raise ValueError("the stones are too heavy")
    _setup(state, data, seats, first)
"""
    (game / "rules.py").write_text(rules.replace("import numpy", "from pathlib import Path\n\nimport numpy") + failing)
    return tmp_path


def wishstone(folder: Path, *arguments: str, **names: str) -> subprocess.CompletedProcess[str]:
    """A command beside which the game is installed."""
    environment = {**os.environ, "WISHSTONE_CACHE": str(folder / "cache"), "WISHSTONE_ENGINE": "interpreted", **names}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder / "site"), *sys.path])
    return subprocess.run(
        [sys.executable, "-m", "wishstone", "--lang", "en", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def test_a_record_of_a_missing_game_is_refused_by_name_and_good_again_once_it_is_back(folder: Path) -> None:
    arguments = ("record", "pebbles", "--seats", "2", "--bots", "random", "--seed", "5", "-o", "game.jsonl")
    assert wishstone(folder, *arguments).returncode == 0
    for command in ("verify", "replay"):
        refused = wishstone(folder, command, "game.jsonl", WISHSTONE_PLUGINS="0")
        assert refused.returncode == 1
        assert "there is no game called «pebbles»" in refused.stderr
        assert "Traceback" not in refused.stderr
        assert wishstone(folder, command, "game.jsonl").returncode == 0


def test_a_game_that_fails_is_told_in_a_sentence_and_its_traceback_is_in_a_file(folder: Path) -> None:
    assert "pebbles" in wishstone(folder, "games").stdout
    (folder / "fail").touch()
    failed = wishstone(folder, "simulate", "pebbles", "--seats", "2", "--bots", "random", "--games", "3")
    assert failed.returncode == 1
    log = folder / "cache" / "failed-games.log"
    first, second = failed.stderr.strip().splitlines()[-2:]
    assert first == f"a game has failed; for those who write it, {log} has the traceback"
    assert second.startswith("wishstone: the game pebbles is installed, and left out: it failed with ValueError: ")
    assert "the stones are too heavy (rules.py:" in second
    assert "Traceback" not in failed.stderr
    assert "Traceback (most recent call last):" in log.read_text("utf-8")
    ours = wishstone(folder, "record", "keltis-dice", "--seats", "2", "--bots", "random", "--seed", "5")
    assert ours.returncode == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_game_that_fails_in_another_process_is_told_as_well(folder: Path, jobs: str) -> None:
    assert wishstone(folder, "games").returncode == 0
    (folder / "fail").touch()
    failed = wishstone(
        folder, "arena", "pebbles", "--bots", "random,greedy", "--games", "8", "--jobs", jobs, "--seed", "1"
    )
    assert failed.returncode == 1
    assert "the game pebbles is installed, and left out: it failed with " in failed.stderr
    assert "the stones are too heavy" in failed.stderr
    assert "Traceback" not in failed.stderr
