"""Cairns for tests: examples/cairns, installed by pip into a folder of its own, of which no source of ours knows.

With that folder on Python's path, programs find the game as they find one of anybody else.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.server.processes import SOURCES

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "cairns"
PACKAGE = "wishstone_cairns"
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
OFFLINE = ("--no-deps", "--no-build-isolation", "--no-index", "--no-compile")

Change = Callable[[Path], object]


def install(folder: Path, source: Path = EXAMPLE) -> Path:
    """Install the game; returns the folder that has to be on the path. Our own tree stays as it is."""
    site, copy = folder / "site", folder / "source"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    subprocess.run([sys.executable, *PIP, *OFFLINE, "--target", site, copy], check=True, timeout=300)
    return site


def install_once(config: pytest.Config) -> Path:
    """The same in pytest's cache, once for each content: what is compiled of it is found by the place where it lies."""
    digest = hashlib.sha256()
    for file in sorted(file for file in EXAMPLE.rglob("*") if file.suffix in (".py", ".toml", ".md")):
        digest.update(file.read_bytes())
    place = Path(config.cache.mkdir("cairns")) / digest.hexdigest()[:16]
    if not place.exists():
        with tempfile.TemporaryDirectory(dir=place.parent) as folder, suppress(OSError):  # another one was faster
            install(Path(folder)).rename(place)
    return place


def path_with(*sites: Path) -> str:
    """Python's path with our sources and these folders."""
    return ":".join(map(str, (SOURCES, *sites)))


def edit(file: str, old: str, new: str) -> Change:
    """A change of the game: another text in one of its files, where the old one stands once."""

    def change(package: Path) -> None:
        text = (package / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has {old!r} {text.count(old)} times"
        (package / file).write_text(text.replace(old, new), encoding="utf-8")

    return change


def append(file: str, line: str) -> Change:
    """A change of the game: one more line at the end of one of its files."""

    def change(package: Path) -> None:
        with (package / file).open("a", encoding="utf-8") as end:
            end.write(f"{line}\n")

    return change


def add_variant(site: Path, original: Path, name: str, change: Change) -> None:
    """Install a distribution with a changed game: a package, an entry point and an id of this name."""
    package = site / name.replace("-", "_")
    shutil.copytree(original / PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace(PACKAGE, package.name)
        file.write_text(text.replace('id="cairns"', f'id="{name}"'), encoding="utf-8")
    (info,) = original.glob("*.dist-info")
    copy = site / f"{package.name}-0.1.0.dist-info"
    copy.mkdir()
    for file in (info / "METADATA", info / "entry_points.txt"):
        text = file.read_text(encoding="utf-8").replace("wishstone-cairns", name)
        text = text.replace("cairns = wishstone_cairns", f"{name} = {package.name}")
        (copy / file.name).write_text(text, encoding="utf-8")
    change(package)
