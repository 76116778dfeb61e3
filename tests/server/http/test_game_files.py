"""Files of games for the page: read as package data, also from an archive; what is broken harms nobody."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugins import python_path
from wishstone.game.about import About
from wishstone.game.package import GamePackage
from wishstone.server.http.game_files import describe_games, read_game_files
from wishstone.server.http.pages import FOLDER, ClientFiles

ABOUT = About(id="moor", title=("The moor", "Das Moor"), line=("", ""), seats=(2, 2), minutes=(1, 1))
FILES = {
    "moor.js": "export default () => ({});",
    "moor.css": '@import "./near/stone.css";',
    "near/stone.css": "main { color: red }",
    "moor.en.json": '{"short": "Moor", "one": "one", "two": "two"}',
    "moor.de.json": '{"@import": "./bog.de.json", "one": "eins"}',
    "bog.de.json": '{"one": "nie", "bog": "Sumpf"}',
    "moor.svg": "<svg/>",
    "engine.wasm": "\0asm",
    "types.d.ts": "export {};",
    "notes.md": "nothing for a page",
    "tool.py": "print()",
}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """A folder of Python's path."""
    with python_path(tmp_path / "site", tmp_path / "cache"):
        yield tmp_path / "site"


@pytest.fixture
def moor(site: Path) -> GamePackage:
    """A game with files for the page."""
    for name, text in FILES.items():
        file = site / "moor/web" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (site / "moor/__init__.py").touch()
    return GamePackage(ABOUT, "moor")


def test_a_page_is_given_what_it_needs_and_nothing_else(moor: GamePackage) -> None:
    bodies = read_game_files([moor])
    served = {name for name in FILES if not name.endswith((".ts", ".md", ".py"))}
    assert set(bodies) == {f"games/moor/{name}" for name in served}
    assert bodies["games/moor/near/stone.css"] == b"main { color: red }"
    assert describe_games([moor], bodies) == {
        "moor": {
            "title": {"en": "The moor", "de": "Das Moor"},
            "short": {"en": "Moor", "de": "Moor"},
            "files": ["moor.css", "moor.de.json", "moor.en.json", "moor.js", "moor.svg"],
        }
    }


def test_sentences_are_whole_in_every_language(moor: GamePackage) -> None:
    bodies = read_game_files([moor])
    german = json.loads(bodies["games/moor/moor.de.json"])
    assert german == {"short": "Moor", "one": "eins", "two": "two", "bog": "Sumpf"}


@pytest.mark.parametrize("text", ["{", "[]", '{"@import": "./none.json"}', '{"@import": "./moor.de.json"}', '"x"'])
def test_broken_sentences_are_those_of_english(
    moor: GamePackage, site: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (site / "moor/web/moor.de.json").write_text(text, encoding="utf-8")
    bodies = read_game_files([moor])
    assert json.loads(bodies["games/moor/moor.de.json"]) == json.loads(FILES["moor.en.json"])
    assert {record.getMessage() for record in caplog.records} == {"sentences of a game cannot be read"}


def test_a_link_out_of_the_folder_is_not_followed(
    moor: GamePackage, site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (site / "secret.json").write_text('{"key": "secret"}', encoding="utf-8")
    (site / "moor/web/moor.secret.json").symlink_to(site / "secret.json")
    (site / "moor/web/all").symlink_to(site)
    assert not [name for name in read_game_files([moor]) if "secret" in name or "all/" in name]
    assert [record.getMessage() for record in caplog.records] == [
        "a link that leads out of a game's folder is not served"
    ] * 2


def test_a_game_without_files_has_none(site: Path) -> None:
    (site / "bare").mkdir(parents=True)
    (site / "bare/__init__.py").touch()
    bare = GamePackage(ABOUT, "bare")
    assert read_game_files([bare]) == {}
    assert describe_games([bare], {})["moor"]["files"] == []


def test_files_are_read_from_an_archive(moor: GamePackage, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(site / "archive.zip", "w") as archive:
        for file in sorted((site / "moor").rglob("*")):
            archive.write(file, Path("packed") / file.relative_to(site / "moor"))
    monkeypatch.syspath_prepend(site / "archive.zip")
    assert read_game_files([GamePackage(ABOUT, "packed")]) == read_game_files([moor])


def test_the_version_of_the_page_is_that_of_its_games_too(moor: GamePackage, site: Path) -> None:
    versions = [ClientFiles(FOLDER, ()).version, ClientFiles(FOLDER, [moor]).version]
    os.utime(site / "moor/web/moor.js", (1, 1))
    assert ClientFiles(FOLDER, [moor]).version == versions[1]
    (site / "moor/web/near/stone.css").write_text("main { color: blue }", encoding="utf-8")
    versions.append(ClientFiles(FOLDER, [moor]).version)
    assert len(set(versions)) == 3
