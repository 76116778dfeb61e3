"""Game packages for tests: copies of the miniature under another name, from which parts are left out or changed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

import wishstone.games.miniature
from wishstone.game.package import GamePackage
from wishstone.game.registry import Registry

ORIGINAL = Path(str(wishstone.games.miniature.__file__)).parent
OPTIONAL = frozenset({"greedy.py", "policy.py", "weights", "layout.py"})


def write_package(
    folder: Path, name: str, without: Collection[str] = (), changes: Mapping[str, tuple[str, str]] | None = None
) -> None:
    """Write a copy of the miniature as the package `name`, with that id; `changes` replace a text in a file."""
    package = folder / name
    shutil.copytree(ORIGINAL, package, ignore=shutil.ignore_patterns("__pycache__", *without))
    for file in package.rglob("*.py"):
        text = file.read_text("utf-8").replace("wishstone.games.miniature", name)
        file.write_text(text.replace('id="miniature"', f'id="{name}"'), "utf-8")
    for weights in package.glob("weights/miniature-*"):
        weights.rename(weights.with_name(weights.name.replace("miniature", name)))
    for path, (old, new) in (changes or {}).items():
        text = (package / path).read_text("utf-8")
        assert old in text, f"{path} has no {old!r}"
        (package / path).write_text(text.replace(old, new), "utf-8")


def offer_package(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str) -> GamePackage:
    """Have every registry find a package that lies in a folder, as if it were installed, until the test ends."""
    monkeypatch.syspath_prepend(str(folder))
    for module in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        monkeypatch.delitem(sys.modules, module)
    return add_package(monkeypatch, GamePackage(__import__(name).GAMES[0], name))


def add_package(monkeypatch: pytest.MonkeyPatch, package: GamePackage) -> GamePackage:
    """Have every registry find a package, until the test ends."""
    ours = Registry.packages

    def packages(self: Registry) -> Iterator[GamePackage]:
        yield from ours(self)
        yield package

    monkeypatch.setattr(Registry, "packages", packages)
    return package
