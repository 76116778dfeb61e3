"""Installed games for tests: the miniature under another name, as a distribution in a folder of Python's path."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import wishstone.games.miniature
from wishstone.game.package import has_module
from wishstone.games import INSTALLED

MINIATURE = Path(str(wishstone.games.miniature.__file__)).parent
PARTS = ("__init__.py", "rules.py", "knowledge.py", "luck.py", "table.py", "words.py")  # what a game must have

OPPONENTS = ("greedy.py", "policy.py")


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


@contextmanager
def python_path(site: Path, cache: Path) -> Iterator[None]:
    """Have this process find what is installed in a folder, and keep its verdicts in a cache of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        patch.setenv("WISHSTONE_CACHE", str(cache))
        patch.delenv("WISHSTONE_PLUGINS", raising=False)
        _forget_modules(site)  # another test may have had a game of the same name
        try:
            yield
        finally:
            _forget_modules(site)
    INSTALLED.forget()


def _forget_modules(site: Path) -> None:
    """Have the packages in a folder be looked for anew when somebody imports them."""
    packages = {place.name for place in site.glob("*")}
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]
    has_module.cache_clear()
    INSTALLED.forget()
