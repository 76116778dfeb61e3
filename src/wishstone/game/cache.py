"""Folders for Numba's compiled code, in the user's cache, named by hashes of the sources it was compiled from.

Numba looks only at the file of a function to see whether its cached code is old; not at the files of the functions
it calls. So a folder's name has a hash of every source that compiled code can come from: change one and the old
code is simply not found. Code of the core lies in a folder of its own, and what was compiled for a game, its rules or a
loop that was bound to it, in one with the hash of that game's own sources as well: who edits a game compiles that game.
The folders are the user's, so an installed, read-only package works too.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
OURS = "wishstone.games."
# The layers that rules are made of, and the single files above them that hold rule functions as well: of a layer such
# as the server most files change often and have none, and each edit costs everybody half a minute for every game.
SOURCES = (
    "game",
    "games/__init__.py",
    "games/shared",
    "api",
    "bots",
    "lab",
    "train",
    "env/retracing.py",
    "env/stepping.py",
    "env/turns.py",
    "report/walk.py",
    "server/table/fast_game.py",
)
# What lies in the folder of a game besides its rules: pictures and data, of which nothing is ever compiled.
DATA = ("web", "weights", "nets", "rulebook", "lesson", "terminal", "terminal.py", "__pycache__")
KEPT_DAYS = 30


def sources(package: Path = PACKAGE) -> Iterator[Path]:
    """Every source file of the core that rule functions can come from."""
    for name in SOURCES:
        place = package / name
        yield from [place] if place.is_file() else sorted(place.rglob("*.py"))


def core_hash(package: Path = PACKAGE) -> str:
    """A hash of the path and content of every source file of the core that rule functions can come from."""
    return _hash(sources(package), package)


def game_hash(folder: str) -> str:
    """A hash of the path and content of all that the compiled code of the game in this package can come from.

    Files that are not Python count, too: a constant that a module reads from one is compiled in.
    """
    return files_hash(Path(str(import_module(folder).__file__)).parent)


def files_hash(place: Path) -> str:
    """The same for the files below this folder of a game."""
    return _hash((file for file in game_files(place) if file.relative_to(place).parts[0] not in DATA), place)


def game_files(place: Path) -> list[Path]:
    """Every file below a game's folder, but what Python has compiled."""
    return sorted(file for file in place.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


def _hash(files: Iterable[Path], below: Path) -> str:
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(below).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:20]


def user_cache() -> Path:
    """The user's cache folder: as an environment variable names it, or by the platform's convention."""
    if named := os.environ.get("WISHSTONE_CACHE") or os.environ.get("NUMBA_CACHE_DIR"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "wishstone" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "wishstone"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wishstone"


def folder(game: str = "") -> Path | None:
    """The folder for code compiled from the sources as they are now, made where needed; None if none can be.

    For the core alone, or for the game in this package.
    """
    name = f"compiled-{_core_hash()}"
    if game:
        name += f"-{game.removeprefix(OURS)}-{game_hash(game)}"
    if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0"):
        name += "-boundscheck"  # Numba would take checked and unchecked code for the same
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    for base in (user_cache, lambda: Path(tempfile.gettempdir()) / f"wishstone-{user}"):
        try:
            place = base() / name
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                pass
        except (OSError, RuntimeError):  # RuntimeError: this user has no home folder
            continue
        os.utime(place)
        _forget_old(place)
        return place
    return None


@cache
def _core_hash() -> str:
    """The core's hash, which this process has imported."""
    return core_hash()


def _forget_old(current: Path) -> None:
    """Remove the code of sources that nobody has run for a month."""
    oldest = time.time() - KEPT_DAYS * 86_400
    for other in current.parent.glob("compiled-*"):
        try:
            if other != current and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:
            continue
