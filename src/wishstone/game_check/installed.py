"""Check of an installed game, in a process of its own: whether it can be offered, and if not, the first reason why.

`game/installed.py` starts the process and reads the verdict. What is asked for here keeps a game from harming others:
it can be imported, it imports only what a game may, its data can be read, it has the required parts and conforms to
the contract in a random game for each number of seats, and its opponents and layout fit it. `wishstone game-check` asks
for more: compiled rules, every bot and environment, pictures.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

from wishstone.game.about import CONTRACT_VERSION, About, Option
from wishstone.game.cache import game_files
from wishstone.game.conformance import check
from wishstone.game.errors import WishstoneError
from wishstone.game.installed import encode, raised
from wishstone.game.limits import find_faults
from wishstone.game.package import REQUIRED, GamePackage
from wishstone.game.registry import load_package, rules_of
from wishstone.game.words import LANGUAGES, MESSAGES, Sentence, sentence
from wishstone.game_check import engine
from wishstone.game_check.remarks import failed
from wishstone.games import INSTALLED, OURS, RESEARCH

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_ID = 40
PREFIX = re.compile(r"([A-Z]{1,4})?")
PARSERS: dict[str, Callable[[str], object]] = {".json": json.loads, ".toml": tomllib.loads}
MAY_IMPORT = ("numpy", "numba", "wishstone.api", "wishstone.terminal.kit", "__future__")  # the kit for its types only
MOST_MEMORY = 8 << 30  # bytes of address space


def main(package: str, verdict: str, cpu_seconds: str) -> None:
    """Check a package, and write down what is wrong with it, or that nothing is."""
    _limit(int(cpu_seconds))
    try:
        reason = find_fault(package)
    except (Exception, SystemExit) as error:  # a game may be broken in any way
        reason = raised(package, error)
    Path(verdict).write_text(json.dumps(encode(reason)), encoding="utf-8")


def _limit(cpu_seconds: int) -> None:
    """Have the system end this process when it computes too long, or takes too much memory."""
    with suppress(ImportError, ValueError, OSError):  # there is no such thing on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def find_fault(package: str) -> Sentence | None:
    """The first thing that is wrong with the games of a package; None if nothing is."""
    return next(_faults(package), None)


def _faults(package: str) -> Iterator[Sentence]:
    yield from package_faults(package)
    for about in import_module(package).GAMES:
        yield from _findings(GamePackage(about, package))


def package_faults(package: str) -> Iterator[Sentence]:
    """What is wrong with the files and the entries in the catalogue of a package, without playing its games."""
    module, raised = _try_import(package)
    if raised is not None:
        yield raised
    if module is None:
        return
    folder = Path(str(module.__file__)).parent
    yield from _files_outside(folder)
    yield from _unreadable_data(folder)
    games = getattr(module, "GAMES", None)
    if not isinstance(games, tuple) or not games or not all(isinstance(about, About) for about in games):
        yield sentence("plugin-games", package=package)
        return
    for about in games:
        if about.contract != CONTRACT_VERSION:
            yield sentence("plugin-contract", found=str(about.contract), known=CONTRACT_VERSION)
        for what in _catalogue_faults(about):
            yield sentence("plugin-about", what=what)
    yield from _imports_of_others(folder, package)
    for part in REQUIRED:
        if not (folder / f"{part}.py").is_file():
            yield sentence("plugin-part", part=part)
    for file in sorted(folder.glob("*.py")):
        if file.stem not in ("__init__", "__main__"):
            _, raised = _try_import(f"{package}.{file.stem}")
            if raised is not None:
                yield raised


def _try_import(name: str) -> tuple[ModuleType | None, Sentence | None]:
    """A module, or why it cannot be imported."""
    try:
        return import_module(name), None
    except (Exception, SystemExit) as error:
        return None, raised(name, error)


def _files_outside(folder: Path) -> Iterator[Sentence]:
    """Links that lead out of a game's folder: its files are handed out to browsers."""
    inside = folder.resolve()
    for file in game_files(folder):
        if not file.resolve().is_relative_to(inside):
            yield sentence("plugin-outside", file=file.relative_to(folder).as_posix())


def _unreadable_data(folder: Path) -> Iterator[Sentence]:
    """Files of data that are not written as their name says: weights, sentences, a rulebook, a lesson."""
    for file in game_files(folder):
        try:
            if file.suffix in PARSERS:
                PARSERS[file.suffix](file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            name = file.relative_to(folder).as_posix()
            yield sentence("data-form", path=name, kind=file.suffix[1:].upper(), reason=" ".join(str(error).split()))


def _catalogue_faults(about: About) -> Iterator[str]:
    """What is wrong with a game's entry in the catalogue."""
    if not ID.fullmatch(str(about.id)) or len(about.id) > LONGEST_ID:
        yield f"id={about.id!r}"
    for name in ("title", "line"):
        texts = getattr(about, name)
        if not _is_tuple(texts, str, len(LANGUAGES)) or not all(text.strip() for text in texts):
            yield f"{name}={texts!r}"
    for name in ("seats", "minutes"):
        numbers = getattr(about, name)
        if not _is_tuple(numbers, int, 2) or not 1 <= numbers[0] <= numbers[1]:
            yield f"{name}={numbers!r}"
    for name, kind in (("options", Option), ("files", str), ("rules_versions", int)):
        if not _is_tuple(getattr(about, name), kind):
            yield f"{name}={getattr(about, name)!r}"
    if not PREFIX.fullmatch(str(about.rule_prefix)):
        yield f"rule_prefix={about.rule_prefix!r}"
    if not _is_tuple((about.margin,), int) or about.margin < 0:
        yield f"margin={about.margin!r}"
    for file in about.files if _is_tuple(about.files, str) else ():
        if not ID.fullmatch(file):
            yield f"files={about.files!r}"


def _is_tuple(value: object, kind: type, length: int | None = None) -> bool:
    return (
        isinstance(value, tuple)
        and (length is None or len(value) == length)
        and all(isinstance(each, kind) for each in value)
    )


def _imports_of_others(folder: Path, package: str) -> Iterator[Sentence]:
    """Imports of anything but `wishstone.api`, NumPy, Numba, Python's own modules and the game's folder."""
    for file in game_files(folder):
        if file.suffix != ".py":
            continue
        place = file.relative_to(folder)
        try:
            imported = list(imports_in(file, depth=len(place.parts)))
        except (SyntaxError, ValueError) as error:
            yield raised(".".join((package, *place.with_suffix("").parts)), error)
            continue
        for module in imported:
            top = module.partition(".")[0]
            if module == package or module.startswith((f"{package}.", ".")):
                continue
            if module not in MAY_IMPORT and not (top in ("numpy", "numba") or _is_standard(top)):
                yield sentence("plugin-imports", file=place.as_posix(), module=module)


def _is_standard(top: str) -> bool:
    return top in sys.stdlib_module_names


def imports_in(file: Path, depth: int) -> Iterator[str]:
    """The modules that a file imports; one of its own folder begins with a dot, where it is written so."""
    for node in ast.walk(ast.parse(file.read_bytes(), str(file))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                is_inside = node.level <= depth
                yield f"{'.' if is_inside else ''}{node.module or ''}" or "the package above"
            elif node.module == "wishstone":
                yield from (f"wishstone.{alias.name}" for alias in node.names)
            else:
                yield str(node.module)


def _findings(package: GamePackage) -> Iterator[Sentence]:
    """What generic code cannot play, and what the conformance suite finds in a random game for each number of seats."""
    if package.about.id in (about.id for games in (OURS, RESEARCH) for about in games):
        yield sentence("plugin-id", id=package.about.id)
    INSTALLED.offer([package])  # bots and layouts find a game by its id
    yield from find_faults(package.about, rules_of(package.folder, "interpreted"))
    try:
        game = load_package(package)
    except WishstoneError as error:
        is_known = error.code in MESSAGES  # words of the game itself may be anything
        yield error.sentence if is_known else sentence("plugin-conforms", finding=str(error))
        return
    for finding in check(game, games=1):
        yield sentence("plugin-conforms", finding=str(finding))
    for stage in (engine.luck, engine.opponents, engine.observations):
        try:
            found = [remark for remark in stage(game) if remark.is_wrong]
        except Exception as error:  # a game may be broken in any way
            found = [failed(error)]
        for remark in found:
            yield sentence("plugin-conforms", finding=" ".join(remark.text("en").split()))
