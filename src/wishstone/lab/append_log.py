"""Append-only log of finished work: one line of JSON for each task, so that a job can be resumed.

The first line says what is done there, down to every source and weight. A file of other work is refused, and so is a
file of any other kind. A last line that was not written to its end, as after a power cut, is dropped.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from wishstone import __version__
from wishstone.bots.net_file import net_digests, net_hash
from wishstone.bots.weights import fitted_hash
from wishstone.bots.weights_bot import weights_digests
from wishstone.game.cache import core_hash, game_hash
from wishstone.game.errors import UsageError, unwritable
from wishstone.game.words import Lexicon
from wishstone.games import GAMES

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]


class AppendLog(ABC):
    """Finished tasks of one job on the disk: those from before, and each new one as it comes."""

    FORMAT = ""  # what the first line calls itself
    KIND = ""  # what its errors begin with
    LEXICON = Lexicon({})  # where their sentences are

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self._path = path
        first = encode_line(header)
        with self._errors_explained():
            self._file: BinaryIO = path.open("a+b")
        try:
            self._lock()
            self._file.seek(0)
            content = self._file.read()
            begun = len(content) < len(first) and first.startswith(content)  # not even the first line is whole
            self._file.truncate(0 if begun else self._read(content, header))
            if begun:
                self._write(first)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    @abstractmethod
    def take(self, line: dict[str, Any]) -> None:
        """Take in one line from before; raises a KeyError, TypeError or ValueError for one that is not as it should."""

    def add(self, line: dict[str, Any]) -> None:
        """Add one line."""
        self._write(encode_line(line))

    def _lock(self) -> None:
        """Keep others from adding to the file, which would be played twice; where there are no locks, trust them."""
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise self._error("busy") from error

    def _write(self, line: bytes) -> None:
        with self._errors_explained():
            self._file.write(line)
            self._file.flush()

    @contextmanager
    def _errors_explained(self) -> Iterator[None]:
        """Turn an error of the disk into one that says so in a sentence."""
        try:
            yield
        except OSError as error:
            raise unwritable(self._path, error) from error

    def _read(self, content: bytes, header: dict[str, Any]) -> int:
        """Take in the lines of a file of this job; returns where its last whole line ends."""
        whole = content[: content.rfind(b"\n") + 1]
        found, *lines = [self._object(line, number) for number, line in enumerate(whole.splitlines(), 1)] or [{}]
        if found.get("format") != self.FORMAT:
            raise self._error("file", format=self.FORMAT)
        for key, wanted in json.loads(encode_line(header)).items():
            if found.get(key) != wanted:
                raise self._error("other", key=key, found=_shortened(found.get(key)), wanted=_shortened(wanted))
        for number, line in enumerate(lines, 2):
            try:
                self.take(line)
            except (KeyError, TypeError, ValueError) as error:
                raise self._error("line", line=number) from error
        return len(whole)

    def _object(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            read = json.loads(line)
        except ValueError:
            read = None
        if isinstance(read, dict):
            return read
        raise self._error("file", format=self.FORMAT) if number == 1 else self._error("line", line=number)

    def _error(self, what: str, **values: str | int) -> UsageError:
        return UsageError(f"{self.KIND}-{what}", self.LEXICON, path=str(self._path), **values)


def bot_versions(names: Iterable[str]) -> dict[str, dict[str, str]]:
    """Which nets and weights the bots of these names play by that are in files of their own; empty where none is."""
    names = list(names)
    digests = {"nets": net_digests(names), "weights_files": weights_digests(names)}
    return {kind: by_name for kind, by_name in digests.items() if by_name}


def versions(game: str) -> dict[str, str]:
    """Which rules and bots of a game these are, down to every source and weight."""
    sources = f"{core_hash()}-{game_hash(GAMES.find(game).folder)}"
    return {"wishstone": __version__, "sources": sources, "weights": fitted_hash(game) + net_hash(game)}


def encode_line(content: dict[str, Any]) -> bytes:
    """A line of a file."""
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False, default=str).encode() + b"\n"


def _shortened(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
