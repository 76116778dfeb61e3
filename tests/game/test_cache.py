"""Compilation cache: compiled code is discarded when a rule changes and only then, tried on a copy of the package."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from wishstone.game import cache

PACKAGE = Path(__file__).parents[2] / "src" / "wishstone"
RULE_MODULES = ("wishstone.game.rule", "wishstone.api")

# A generic function in another file than the rule that it calls, specialised by binding `rules`.
CALLER = """
from wishstone.game.rule import rule

@rule
def worth_of_three_rows(length):
    return 3 * rules.row_points(length)
"""
SCRIPT = """
from wishstone.game.rule import bound
from wishstone.games.shared import rows
import caller

print(bound(caller, "compiled", "rows", rules=bound(rows, "compiled")).worth_of_three_rows(7))
"""
RULE = "ROW_POINTS = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)"
OTHER_RULE = "ROW_POINTS = (0, -4, -3, -2, 1, 2, 3, 8, 7, 10)"


class Copy:
    """A copy of the package in a folder of its own, and a program that plays with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "src" / "wishstone"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "caller.py").write_text(CALLER)
        for name in ("home", "temporary", "cache"):
            (folder / name).mkdir()

    def run(self, script: str = SCRIPT, **names: str) -> str:
        """What the program prints, with these names in its environment and none that say where caches go."""
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("NUMBA_", "WISHSTONE_", "XDG_", "HOME", "TMP", "TEMP"))
        }
        environment |= {
            "PYTHONPATH": os.pathsep.join([str(self.package.parent), str(self.folder)]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "temporary"),
            **names,
        }
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", script], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def code(self, place: str) -> dict[str, int]:
        """The files of compiled code under a folder, with the time when each was written."""
        files = (self.folder / place).rglob("*.nb[ci]")
        return {str(file.relative_to(self.folder)): file.stat().st_mtime_ns for file in files}

    def edit(self, old: str, new: str, file: str = "src/wishstone/games/shared/rows.py") -> None:
        """Change a rule, in a file that the caller's file does not mention."""
        text = (self.folder / file).read_text(encoding="utf-8")
        assert old in text
        (self.folder / file).write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="the user's cache is elsewhere there")
def test_an_edited_rule_is_played_by_a_cached_caller(copy: Copy) -> None:
    kept_in = {"XDG_CACHE_HOME": str(copy.folder / "cache")}
    assert copy.run(**kept_in) == "18"
    first = copy.code("cache")
    assert any("worth_of_three_rows" in name for name in first)

    assert copy.run(**kept_in) == "18"
    assert copy.code("cache") == first, "a second run reuses the code and writes nothing"

    copy.edit(RULE, OTHER_RULE)
    assert copy.run(**kept_in) == "24"
    both = copy.code("cache")
    assert both.items() > first.items(), "the code of the edited rules lies beside the old"

    copy.edit(OTHER_RULE, RULE)
    assert copy.run(**kept_in) == "18"
    assert copy.code("cache") == both, "and the old is found again"


# Two games and the core, a rule function of each: a game of ours, and one of somebody else's distribution.
PEBBLES = {
    "__init__.py": """
from wishstone.api import About

GAMES = (About("pebbles", ("Pebbles", "Kiesel"), ("", ""), (2, 2), (1, 1)),)
""",
    "rules.py": """
from wishstone.api import lowest, rule

WORTH = 7

@rule
def worth(stones):
    return WORTH * lowest(stones)
""",
}
BOTH_GAMES = """
from wishstone.game.rule import shared
from wishstone.games import EVERY
import pebbles.rules

game = EVERY.load("miniature", engine="compiled")
print(shared("pebbles.rules", "compiled").worth(4), game.actor(game.start(2)))
"""
MINIATURE, PEBBLE_RULES = "src/wishstone/games/miniature/rules.py", "pebbles/rules.py"


@pytest.mark.skipif(sys.platform == "win32", reason="the user's cache is elsewhere there")
def test_an_edit_of_one_game_compiles_that_game_and_an_edit_of_the_core_all(copy: Copy) -> None:
    (copy.folder / "pebbles").mkdir()
    for name, text in PEBBLES.items():
        (copy.folder / "pebbles" / name).write_text(text)
    known: dict[str, int] = {}

    def compiled() -> tuple[str, set[str]]:
        """What the program prints, and of whom it compiled something: of the core, or of which games."""
        said = copy.run(BOTH_GAMES, XDG_CACHE_HOME=str(copy.folder / "cache"))
        new = {name: when for name, when in copy.code("cache").items() if name not in known}
        known.update(new)
        owners = {"".join(Path(name).parts[2].split("-")[2:3]) or "core" for name in new}
        return said, owners

    assert compiled() == ("14 -1", {"core", "miniature", "pebbles"})
    assert compiled() == ("14 -1", set())
    copy.edit("WORTH = 7", "WORTH = 8", PEBBLE_RULES)
    assert compiled() == ("16 -1", {"pebbles"})
    copy.edit("import numpy as np", "import numpy as np  # as before", MINIATURE)
    assert compiled() == ("16 -1", {"miniature"})
    copy.edit(RULE, OTHER_RULE)  # which both games could have been compiled with
    assert compiled() == ("16 -1", {"core", "miniature", "pebbles"})
    copy.edit("WORTH = 8", "WORTH = 7", PEBBLE_RULES)
    assert compiled() == ("14 -1", {"pebbles"}), "compiled with the core as it is now"


@pytest.mark.skipif(sys.platform == "win32", reason="folders are made read-only otherwise there")
def test_a_package_that_cannot_be_written_to_is_compiled_all_the_same(copy: Copy) -> None:
    before = sorted(copy.package.rglob("*"))
    folders = [copy.package, *(path for path in before if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert copy.run() == "18"
        assert sorted(copy.package.rglob("*")) == before, "nothing is written there, even by who could"
        assert copy.code("home/.cache" if sys.platform != "darwin" else "home/Library/Caches")
    finally:
        for folder in folders:
            folder.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no home like that there")
def test_without_a_home_the_temporary_folder_is_used(copy: Copy) -> None:
    nowhere = copy.folder / "caller.py" / "home"  # below a file: nobody can write there, not even the superuser
    assert copy.run(HOME=str(nowhere)) == "18"
    first = copy.code("temporary")
    assert any("worth_of_three_rows" in name for name in first)
    assert copy.run(HOME=str(nowhere)) == "18"
    assert copy.code("temporary") == first


def test_a_user_without_a_home_gets_the_temporary_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    clear(monkeypatch, tmp_path)
    monkeypatch.setattr(Path, "home", no_home)
    place = cache.folder()
    assert place is not None
    assert tmp_path in place.parents


def test_where_nothing_can_be_written_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clear(monkeypatch, tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setenv("WISHSTONE_CACHE", str(tmp_path / "file" / "below"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file" / "below"))
    assert cache.folder() is None


def test_checked_code_is_kept_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clear(monkeypatch, tmp_path)
    monkeypatch.setenv("WISHSTONE_CACHE", str(tmp_path))
    names = set()
    for value in ("0", "1"):
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", value)
        names.add(cache.folder())
    assert len(names) == 2


def test_code_that_nobody_has_run_for_a_month_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clear(monkeypatch, tmp_path)
    monkeypatch.setenv("WISHSTONE_CACHE", str(tmp_path))
    old, recent, other = tmp_path / "compiled-old", tmp_path / "compiled-recent", tmp_path / "settings"
    for folder, days in ((old, cache.KEPT_DAYS + 1), (recent, cache.KEPT_DAYS - 1), (other, 1_000)):
        folder.mkdir()
        os.utime(folder, times=(time.time() - 86_400 * days,) * 2)
    current = cache.folder()
    assert sorted(tmp_path.iterdir()) == sorted([folder for folder in (current, recent, other) if folder])


def test_every_file_of_the_rules_counts(tmp_path: Path) -> None:
    names = ("game/rule.py", "games/shared/rows.py", "bots/greedy.py", "report/walk.py")
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("0")
    hashes = {cache.core_hash(tmp_path)}
    for name in names:
        (tmp_path / name).write_text("1")
        hashes.add(cache.core_hash(tmp_path))
    (tmp_path / "games/shared/rows.py").rename(tmp_path / "games/shared/other.py")
    hashes.add(cache.core_hash(tmp_path))
    assert len(hashes) == 6
    (tmp_path / "report/page.py").write_text("no rule function is here")
    (tmp_path / "games/one").mkdir()
    (tmp_path / "games/one/rules.py").write_text("these are the rules of one game")
    assert cache.core_hash(tmp_path) in hashes


def test_what_a_game_reads_when_it_is_imported_counts_and_what_the_core_reads_does_not(tmp_path: Path) -> None:
    hashes = set()
    for name in ("rules.py", "parts/odds.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("0")
        hashes.add(cache.files_hash(tmp_path))
    assert len(hashes) == 2
    for name in ("web/stones.js", "weights/stones-2.json", "__pycache__/rules.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("0")
    assert cache.files_hash(tmp_path) in hashes


def imports(file: Path) -> dict[str, set[str]]:
    """The modules of ours that a file imports from, wherever it does, with the names that it takes."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.setdefault(node.module, set()).update(alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update({alias.name: set() for alias in node.names})
    return {module: names for module, names in found.items() if module.partition(".")[0] == "wishstone"}


def has_rules(file: Path) -> bool:
    """Whether a file imports the mark of rule functions."""
    return any("rule" in imports(file).get(module, ()) for module in RULE_MODULES)


def files_of(module: str, names: set[str]) -> Iterator[Path]:
    """The files that such an import reads: the module's, and those of the modules that it takes out of a folder."""
    place = PACKAGE.joinpath(*module.split(".")[1:])
    below = [place / f"{name}.py" for name in sorted(names)]
    yield from [file for file in (place.with_suffix(".py"), place / "__init__.py", *below) if file.is_file()]


def test_every_file_with_rule_functions_counts_and_all_that_it_imports() -> None:
    """Numba sees neither another file's functions nor its constants, which are compiled in: the hash has to."""
    games = [file for folder in (PACKAGE / "games").iterdir() if folder.is_dir() for file in cache.game_files(folder)]
    counted = {*cache.sources(PACKAGE), *games}
    template = PACKAGE / "cli" / "new_game" / "template"  # of a game that is somebody else's as soon as it is made
    own = (file for file in sorted(PACKAGE.rglob("*.py")) if template not in file.parents)
    holders = [file for file in own if has_rules(file)]
    read = {file for holder in holders for one in imports(holder).items() for file in files_of(*one)}
    assert len(holders) > 30
    assert [str(file) for file in sorted({*holders, *read} - counted)] == [], "name them in game/cache.py"
    assert {file.relative_to(PACKAGE).parts[0] for file in holders} >= {
        "game",
        "games",
        "bots",
        "lab",
        "train",
        "env",
        "report",
        "server",
    }


def test_every_name_of_a_source_is_there() -> None:
    for name in cache.SOURCES:
        assert (PACKAGE / name).exists(), name


def clear(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Forget what the environment says about caches, and take a folder as the temporary one."""
    for name in ("WISHSTONE_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "NUMBA_BOUNDSCHECK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(folder))
