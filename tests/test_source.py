"""Source files in every language: no line is too long to be read, and none outside its folder names a game."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from wishstone.games import EVERY

ROOT = Path(__file__).parents[1]
LONGEST = 120  # characters
KINDS = (".css", ".html", ".js", ".mjs", ".py", ".sh", ".toml", ".webmanifest")
SCRIPTS = ("Dockerfile", "play", "test", "scripts/pin")
# What programs write, or fetch: environments, packages, builds, caches.
ELSEWHERE = {"node_modules", "build", "dist", "__pycache__"}
# Their values are texts for people, one to a line, and no source.
TEXTS = ("learning", "lesson", "rulebook")  # folders


def sources() -> list[Path]:
    found = [ROOT / name for name in SCRIPTS]
    for folder, below, files in os.walk(ROOT):
        below[:] = [name for name in below if name not in ELSEWHERE and not name.startswith(".")]
        found += [Path(folder, name) for name in files if name.endswith(KINDS)]
    return sorted(found)


def too_long(file: Path) -> list[str]:
    """The lines of a file that are, each with its number."""
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    data = file.suffix == ".toml" and file.parent.name in TEXTS
    return [
        f"{file.relative_to(ROOT)}:{number} has {len(line)} characters"
        for number, line in lines
        if len(line) > LONGEST and (line.startswith("#") or not data)
    ]


def test_no_line_of_source_is_too_long() -> None:
    files = sources()
    assert {file.suffix for file in files} >= {".py", ".js", ".css", ".html", ".sh", ""}
    assert [line for file in files for line in too_long(file)] == []


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("page.js", "x" * 120, 0),
        ("page.js", "é" * 120 + "\n" + "x" * 121, 1),
        ("page.css", "\n" + "é" * 121, 1),
    ],
)
def test_a_long_line_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, count: int
) -> None:
    monkeypatch.setattr("tests.test_source.ROOT", tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(too_long(tmp_path / name)) == count


# ── No source outside its folder names a game ────────────────────────────────────────────────────────────────────

PACKAGE = ROOT / "src" / "wishstone"


def named_in(file: Path, names: re.Pattern[str]) -> list[str]:
    """The lines of a file that name a game, each with its number."""
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    return [f"{file.name}:{number} {line.strip()}" for number, line in lines if names.search(line)]


def test_no_source_outside_its_folder_names_a_game() -> None:
    folders = {package.folder.rpartition(".")[2] for package in EVERY.packages()}
    words = {re.split("[-_]", name)[0] for name in (*folders, *(about.id for about in EVERY))}
    assert words >= {"keltis", "quartz", "miniature"}
    names = re.compile("|".join(sorted(words)), re.IGNORECASE)
    files = [file for file in sources() if file.is_relative_to(PACKAGE)]
    outside = [file for file in files if not file.is_relative_to(PACKAGE / "games")]
    assert len(outside) > 300
    assert [line for file in outside for line in named_in(file, names)] == []
