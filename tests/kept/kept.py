"""Kept fixtures: the folders that `make.py` has made, one for each version, and what is known of them."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Told = dict[str, Any]
Run = Callable[..., tuple[int, str, str]]


class Kept:
    """What one version has made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __str__(self) -> str:
        return self.folder.name

    @cached_property
    def summary(self) -> Told:
        """What opens every table and how it stands, and what is known of the players."""
        told: Told = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))
        return told

    @cached_property
    def seen(self) -> Told:
        """Every table as each of its people, and an onlooker, was told it."""
        told: Told = json.loads(gzip.decompress((self.folder / "seen.json.gz").read_bytes()))
        return told

    @property
    def is_whole(self) -> bool:
        """Whether there is everything that the version stores, and not only its database with a few tables."""
        return (self.folder / "browser.json").exists()

    @cached_property
    def operators(self) -> Told:
        """What operators were told of bans, reports and their own acts; nothing where there was nothing of that."""
        file = self.folder / "operators.json"
        told: Told = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return told

    @property
    def titles(self) -> list[str]:
        """What its tables are called."""
        return [table["title"] for table in self.summary["tables"]]

    @cached_property
    def browser(self) -> Told:
        """The storage of a browser."""
        told: Told = json.loads((self.folder / "browser.json").read_text(encoding="utf-8"))
        return told

    def unpacked(self, name: str, folder: Path) -> Path:
        """A copy of a compressed file."""
        copy = folder / name
        copy.write_bytes(gzip.decompress((self.folder / f"{name}.gz").read_bytes()))
        return copy

    def copied(self, name: str, folder: Path) -> Path:
        """A copy of a file, or of a folder."""
        place, copy = self.folder / name, folder / Path(name).name
        return Path(shutil.copytree(place, copy) if place.is_dir() else shutil.copyfile(place, copy))

    def table(self, title: str) -> Told:
        """A table by what it is called."""
        (found,) = [table for table in self.summary["tables"] if table["title"] == title]
        return dict(found)

    def files(self, pattern: str) -> list[Path]:
        """Files of a kind."""
        return sorted(self.folder.glob(pattern))


VERSIONS = [Kept(path.parent) for path in sorted(HERE.glob("*/summary.json"))]
WHOLE = [kept for kept in VERSIONS if kept.is_whole]


def differences(before: Any, now: Any, at: str = "") -> list[str]:
    """Where something is not any more what it was; that something new is told beside it is no difference."""
    if isinstance(before, dict) and isinstance(now, dict):
        found = [f"{at}/{key} is gone" for key in before if key not in now]
        both = [(f"{at}/{key}", value, now[key]) for key, value in before.items() if key in now]
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        found = []
        both = [(f"{at}/{place}", *pair) for place, pair in enumerate(zip(before, now, strict=True))]
    else:
        return [] if before == now else [f"{at} was {before!r}, is {now!r}"]
    return found + [each for where, one, other in both for each in differences(one, other, where)]
