"""Files of games for the page: what lies in `web/` of each game's folder, served under `games/ID/`.

They are read as package data, so that a game may come from another distribution, or from a zip file.
"""

from __future__ import annotations

import json
import logging
import posixpath
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from wishstone.game.package import GamePackage
from wishstone.game.words import LANGUAGES

log = logging.getLogger("wishstone.pages")

FOLDER = "games"  # below the prefix of the page
SUFFIXES = (".js", ".css", ".json", ".svg", ".png", ".woff2", ".wasm")
OF_ENGLISH = LANGUAGES[0]  # what a sentence is read in where there is none in the language spoken
IMPORT = "@import"  # in a file with sentences: another one, whose sentences are there too


def read_game_files(packages: Iterable[GamePackage]) -> dict[str, bytes]:
    """All files of games for the page, by their names below its prefix."""
    bodies: dict[str, bytes] = {}
    for package in packages:
        id = package.about.id
        own = {name: file.read_bytes() for name, file in _files(package.web)}
        own |= _sentences(id, own)
        bodies |= {f"{FOLDER}/{id}/{name}": body for name, body in own.items()}
    return bodies


def describe_games(packages: Iterable[GamePackage], bodies: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    """What the page knows of every game before it asks: names, what the numbers of rules begin with, files."""
    described: dict[str, dict[str, Any]] = {}
    for package in packages:
        id = package.about.id
        start = f"{FOLDER}/{id}/"
        files = [name.removeprefix(start) for name in bodies if name.startswith(f"{start}{id}.")]
        short = {
            language: name
            for language in LANGUAGES
            if isinstance(name := _parse(bodies.get(f"{start}{id}.{language}.json", b"{}")).get("short"), str)
        }
        title = dict(zip(LANGUAGES, package.about.title, strict=True))
        described[id] = {"title": title, **({"short": short} if short else {}), "files": files}
        if package.has("rulebook"):
            described[id]["rules"] = package.about.rule_prefix
        if package.has("lesson"):
            described[id]["lesson"] = True
    return described


def watched_files(packages: Iterable[GamePackage]) -> list[Path]:
    """Those of the files that lie on disk, where they may be edited."""
    return [file for package in packages for _, file in _files(package.web) if isinstance(file, Path)]


def _files(folder: Traversable, below: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files that a page needs, by their names below the folder; none to which a link leads out of it."""
    if not folder.is_dir():
        return
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if isinstance(each, Path) and isinstance(folder, Path) and each.resolve() != folder.resolve() / each.name:
            log.warning("a link that leads out of a game's folder is not served", extra={"file": str(each)})
        elif each.is_dir():
            yield from _files(each, f"{below}{each.name}/")
        elif each.name.endswith(SUFFIXES):
            yield f"{below}{each.name}", each


def _sentences(id: str, own: dict[str, bytes]) -> dict[str, bytes]:
    """A game's sentences in each language, with those of files that it imports, and English where one is missing."""
    names = {language: f"{id}.{language}.json" for language in LANGUAGES}
    read = {language: _read_sentences(id, name, own) for language, name in names.items() if name in own}
    return {
        names[language]: json.dumps({**read.get(OF_ENGLISH, {}), **sentences}, ensure_ascii=False).encode()
        for language, sentences in read.items()
    }


def _read_sentences(id: str, name: str, own: dict[str, bytes], depth: int = 0) -> dict[str, str]:
    try:
        content = json.loads(own[name])
        sentences = {key: str(text) for key, text in content.items() if key != IMPORT}
        if IMPORT not in content:
            return sentences
        if depth > len(own):
            raise ValueError("its files import each other")
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), content[IMPORT]))
        return {**_read_sentences(id, other, own, depth + 1), **sentences}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        log.warning("sentences of a game cannot be read", extra={"game": id, "file": name, "error": str(error)})
        return {}


def _parse(body: bytes) -> dict[str, Any]:
    return dict(json.loads(body))
