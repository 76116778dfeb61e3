"""Installed games for tests: the miniature under another name, as a distribution in a folder of Python's path."""

from __future__ import annotations

import shutil
from pathlib import Path

import wishstone.games.miniature

MINIATURE = Path(str(wishstone.games.miniature.__file__)).parent
PARTS = ("__init__.py", "rules.py", "knowledge.py", "luck.py", "table.py", "words.py")  # what a game must have


def write_game(site: Path, name: str = "pebbles", parts: tuple[str, ...] = PARTS) -> Path:
    """Write a game into a folder, as if it were installed there; returns the game's own folder."""
    folder = site / name
    folder.mkdir(parents=True)
    for part in parts:
        text = (MINIATURE / part).read_text(encoding="utf-8")
        text = text.replace("wishstone.games.miniature", name).replace('id="miniature"', f'id="{name}"')
        (folder / part).write_text(text, encoding="utf-8")
    write_entry_points(site, name, {name: name})
    return folder


def write_entry_points(site: Path, distribution: str, games: dict[str, str]) -> None:
    """Write what an installer writes for a distribution with these games."""
    info = site / f"{distribution}-1.0.dist-info"
    shutil.rmtree(info, ignore_errors=True)
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    lines = [f"{name} = {package}" for name, package in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[wishstone.games]", *lines, ""]))
