"""Plug-ins: games of other distributions, found by the entry-point group `wishstone.games`, and checked.

    [project.entry-points."wishstone.games"]
    pebbles = "pebbles"

The value is a package like a folder of ours. It is loaded and checked (`game_check/installed.py`) in a process of its
own with limits of time, once for each content of its files; the verdict is kept in the cache folder. A game that is
missing something or is broken is left out with one sentence, and harms nobody. `WISHSTONE_PLUGINS=0` starts without
any.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING

from wishstone import __version__
from wishstone.game.about import CONTRACT_VERSION
from wishstone.game.cache import game_files, user_cache
from wishstone.game.errors import UsageError
from wishstone.game.failures import describe, find_culprits
from wishstone.game.package import GamePackage
from wishstone.game.words import MESSAGES, Sentence, Value, sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

log = logging.getLogger("wishstone.games")

GROUP = "wishstone.games"
SWITCH = "WISHSTONE_PLUGINS"
CPU_SECONDS = 30  # that a check may compute, where the system can tell; one or two are usual, eight the most of ours
SECONDS = 90.0  # that it may take, with all its waiting
MOST_TOLD = 300  # letters of an exception
SLOW_KEPT = 3_600.0  # seconds for which a check that took too long is not made again: the machine may have been busy

# What runs in the process of its own: with our path, and nothing of the user's.
CHECK = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from wishstone.game_check import installed; "
CHECK += "installed.main(*sys.argv[2:])"


@dataclass(frozen=True)
class LeftOut:
    """An installed game that is not offered, by the name of its entry point, and why."""

    name: str
    reason: Sentence


class InstalledGames:
    """The games of other distributions: those that are offered, and those that are left out.

    Nothing is looked for before somebody asks.
    """

    def __init__(self, taken: Callable[[], Iterable[str]]) -> None:
        self._taken = taken  # the ids that they may not have
        self._failed: dict[str, LeftOut] = {}

    def packages(self) -> list[GamePackage]:
        """The games that can be played, in the order of their entry points."""
        return [package for package in self._found[0] if package.about.id not in self._failed]

    @property
    def left_out(self) -> list[LeftOut]:
        """The games that cannot, each with the reason."""
        return [*self._found[1], *self._failed.values()]

    def offer(self, packages: list[GamePackage]) -> None:
        """Have these games and no others, without a check: for the process that checks them."""
        self.__dict__["_found"] = (packages, [])

    def blame(self, error: BaseException, suspect: str = "") -> UsageError | None:
        """Leave the game out, from now on and in this process, that an exception came from; None if it came from none.

        It came from the suspect, if that is installed, or from the game in whose files it came up. What is told
        to whoever played it comes back; the operator's log has the traceback.
        """
        if "_found" not in self.__dict__:  # nobody has asked for any
            return None
        suspects = [package for package in self._found[0] if package.about.id == suspect]
        culprits = suspects or find_culprits(error, self._found[0])
        for package in culprits:
            id, told = package.about.id, describe(error, package)
            if id not in self._failed:
                log.error("a game failed and is left out from now on", extra={"game": id}, exc_info=error)
            self._failed.setdefault(id, LeftOut(id, sentence("plugin-failed", error=told)))
        if not culprits:
            return None
        first = culprits[0].about.id
        return UsageError("game-left-out", name=first, reason=self._failed[first].reason)

    @property
    def failed(self) -> frozenset[str]:
        """The ids of the games that have failed in this process."""
        return frozenset(self._failed)

    def forget(self) -> None:
        """Look anew when somebody asks next."""
        self.__dict__.pop("_found", None)
        self._failed.clear()

    @cached_property
    def _found(self) -> tuple[list[GamePackage], list[LeftOut]]:
        offered: list[GamePackage] = []
        left_out: list[LeftOut] = []
        taken = set(self._taken())
        for entry in find_entry_points():
            packages, reason = _packages_of(entry)
            for id in [package.about.id for package in packages if package.about.id in taken]:
                reason = reason or sentence("plugin-id", id=id)
            if reason is None:
                offered += packages
                taken.update(package.about.id for package in packages)
            else:
                left_out.append(LeftOut(entry.name, reason))
        return offered, left_out


def find_entry_points() -> list[EntryPoint]:
    """The entry points of installed games, sorted by name; none where plug-ins are switched off."""
    if os.environ.get(SWITCH) == "0" or not any(map(_may_have_games, sys.path)):
        return []
    from importlib.metadata import entry_points  # 30 ms, and most people have no other games

    return sorted(set(entry_points(group=GROUP)), key=lambda entry: (entry.name, entry.value))


def _may_have_games(folder: str) -> bool:
    """Whether a distribution in this folder of Python's path has entry points of our group, at a glance."""
    place = Path(folder or ".")
    if place.is_file():  # an archive: whoever has one waits a moment longer
        return True
    try:
        return any(GROUP in file.read_text("utf-8", "replace") for file in place.glob("*-info/entry_points.txt"))
    except OSError:
        return False


def _packages_of(entry: EntryPoint) -> tuple[list[GamePackage], Sentence | None]:
    """The games of an entry point, or why there are none."""
    try:
        places = _locate(entry.value)
    except Exception as error:  # a finder of somebody else's
        return [], raised(entry.value, error)
    if not places:
        return [], sentence("plugin-package", package=entry.value)
    if (reason := _verdict(entry.value, places)) is not None:
        return [], reason
    try:
        return [GamePackage(about, entry.value) for about in import_module(entry.value).GAMES], None
    except (Exception, SystemExit) as error:  # whatever it is, it was not so when it was checked
        return [], raised(entry.value, error)


def raised(module: str, error: BaseException) -> Sentence:
    """An exception that the import of a module ended with, in one line."""
    told = " ".join(f"{type(error).__name__}: {error}".split())
    return sentence("plugin-raises", module=module, error=told if len(told) <= MOST_TOLD else f"{told[:MOST_TOLD]}…")


def _locate(package: str) -> list[Path]:
    """The `__init__.py` of a package and of those that it lies in, found without running any; empty if it is none."""
    places: list[Path] = []
    path: list[str] | None = None
    parts = package.split(".")
    for depth in range(len(parts)):
        spec = _find_spec(".".join(parts[: depth + 1]), path)
        if spec is None or spec.submodule_search_locations is None:
            return []
        path = list(spec.submodule_search_locations)
        if spec.origin is not None:
            places.append(Path(spec.origin))
        elif depth == len(parts) - 1:  # a folder without an `__init__.py`
            return []
    return places


def _find_spec(name: str, path: list[str] | None) -> ModuleSpec | None:
    """Where a module is; `importlib.util.find_spec` would run the packages that it lies in."""
    for finder in sys.meta_path:
        if (spec := finder.find_spec(name, path)) is not None:
            return spec
    return None


def content_hash(places: list[Path]) -> str:
    """A hash of every file of a game, and of the versions that it is checked against."""
    folder = places[-1].parent
    digest = sha256(f"{__version__} {CONTRACT_VERSION}\n".encode())
    for file in [*places[:-1], *game_files(folder)]:
        content = file.read_bytes()
        name = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else file.parent.name
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:40]


def _verdict(package: str, places: list[Path]) -> Sentence | None:
    """Why a package cannot be offered, as its check says or said when its content was the same; None if it can."""
    try:
        kept = user_cache() / "checked-games" / f"{content_hash(places)}.json"
    except (OSError, RuntimeError) as error:  # RuntimeError: this user has no home folder
        if not isinstance(error, RuntimeError):
            return raised(package, error)
        return check_apart(package)[0]
    with suppress(OSError, ValueError, KeyError):
        told = json.loads(kept.read_text("utf-8"))
        if time.time() < float(told["until"]):
            return decode(told["reason"])
    reason, is_lasting = check_apart(package)
    until = 1e18 if is_lasting else time.time() + SLOW_KEPT
    with suppress(OSError):  # then it is checked again next time
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, delete=False, encoding="utf-8") as file:
            json.dump({"until": until, "package": package, "reason": encode(reason)}, file)
        Path(file.name).replace(kept)
    return reason


def check_apart(package: str) -> tuple[Sentence | None, bool]:
    """Check a package in a process of its own: why it cannot be offered, and whether that stays so."""
    environment = {**os.environ, SWITCH: "0", "WISHSTONE_ENGINE": "interpreted", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "verdict.json"
        command = [sys.executable, "-c", CHECK, json.dumps([each or str(Path.cwd()) for each in sys.path])]
        try:
            done = subprocess.run(
                [*command, package, str(told), str(CPU_SECONDS)],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return sentence("plugin-slow", seconds=int(SECONDS)), False
        except OSError as error:
            return raised(package, error), False
        try:
            return decode(json.loads(told.read_text("utf-8"))), True
        except (OSError, ValueError, KeyError):
            if -done.returncode in _OUT_OF_TIME:
                return sentence("plugin-slow", seconds=CPU_SECONDS), False
            return sentence("plugin-silent", status=done.returncode), True


def _signals() -> Iterator[int]:
    import signal

    for name in ("SIGXCPU", "SIGKILL"):
        if hasattr(signal, name):
            yield int(getattr(signal, name))


_OUT_OF_TIME = frozenset(_signals())


def encode(reason: Sentence | None) -> object:
    """A reason as JSON."""
    if reason is None:
        return None
    values = {name: encode(value) if isinstance(value, Sentence) else value for name, value in reason.values.items()}
    return {"key": reason.key, "values": values}


def decode(told: object) -> Sentence | None:
    """A reason from JSON."""
    if told is None:
        return None
    if not isinstance(told, dict) or told["key"] not in MESSAGES:
        raise ValueError
    values: dict[str, Value] = {}
    for name, value in told["values"].items():
        values[str(name)] = (decode(value) or "") if isinstance(value, dict) else value
    return Sentence(str(told["key"]), values)
