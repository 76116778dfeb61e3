"""Source files in every language: no line is too long to be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

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
