"""Saved games: a folder with one file for each unfinished game, and a subfolder with the finished ones."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from wishstone.game import record, record_reader
from wishstone.game.errors import RecordError
from wishstone.game.match import Match
from wishstone.game.words import LANGUAGES
from wishstone.games import GAMES
from wishstone.terminal.seating import Seating, read_seating

SUFFIX = ".jsonl"


def data_folder() -> Path:
    """The folder where this user's games are kept."""
    if named := os.environ.get("WISHSTONE_DATA"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "wishstone"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "wishstone"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wishstone"


@dataclass(frozen=True)
class SavedGame:
    """An unfinished game read from its file, every event checked by the rules."""

    path: Path
    match: Match
    seating: Seating
    language: str
    date: str


class SaveFolder:
    """The games in a folder, which is made when the first game is saved."""

    def __init__(self, folder: Path | None = None) -> None:
        self._given_folder = folder

    @property
    def folder(self) -> Path:
        """The folder of unfinished games."""
        return self._given_folder or data_folder()

    def unfinished(self) -> list[Path]:
        """The files of unfinished games, newest first."""
        try:
            files = [(path.stat().st_mtime_ns, path) for path in self.folder.glob(f"*{SUFFIX}")]
        except (OSError, RuntimeError):  # RuntimeError: this user has no home folder
            return []
        return [path for _, path in sorted(files, reverse=True)]

    def new_path(self, game: str, now: datetime) -> Path:
        """A file that does not exist yet, named by the game and the date."""
        for name in _file_names(f"{game}-{now:%Y-%m-%d-%H%M%S}"):
            path = self.folder / name
            if not path.exists() and not self._finished_path(path).exists():
                return path
        raise AssertionError  # there is always another name

    def save(self, path: Path, text: str) -> None:
        """Write an unfinished game, whole or not at all."""
        _write_atomically(path, text)

    def finish(self, path: Path, text: str) -> Path:
        """Write a finished game into the folder of finished ones and delete the unfinished one; returns its path."""
        finished = self._finished_path(path)
        _write_atomically(finished, text)
        path.unlink(missing_ok=True)
        return finished

    def _finished_path(self, path: Path) -> Path:
        return self.folder / "finished" / path.name


def load_game(path: Path) -> SavedGame:
    """Read an unfinished game, checked by the rules; raises a `RecordError` or an `OSError`."""
    told = record_reader.read(path.read_bytes())
    seating = read_seating(told.header)
    match = record_reader.verify(told, told.load(GAMES), unfinished=True)
    if match is None:  # what only one seat has seen cannot be played on
        raise RecordError("record-seen", seat=int(told.seen_by or 0))
    language = told.header.get("language")
    date = told.header.get("date")
    return SavedGame(
        path,
        match,
        seating,
        language if language in LANGUAGES else LANGUAGES[0],
        date if isinstance(date, str) else "",
    )


@dataclass
class AutoSave:
    """Saves one game while it is played; after a failure `error` says why."""

    folder: SaveFolder
    seating: Seating
    language: str
    date: str
    path: Path | None = None
    error: str = ""

    def save(self, match: Match) -> None:
        """Write the game as it stands; after a failure it is not tried again."""
        if self.error:
            return
        try:
            self.folder.save(self._ensure_path(match), self._write_record(match))
        except (OSError, RuntimeError) as error:
            self.error = _describe_error(error)

    def finish(self, match: Match) -> Path | None:
        """Write the finished game with its result; returns its path, or None if that failed."""
        if self.error:
            return None
        try:
            return self.folder.finish(self._ensure_path(match), self._write_record(match, finished=True))
        except (OSError, RuntimeError) as error:
            self.error = _describe_error(error)
            return None

    def _ensure_path(self, match: Match) -> Path:
        if self.path is None:
            self.path = self.folder.new_path(match.game.id, datetime.fromisoformat(self.date))
        return self.path

    def _write_record(self, match: Match, finished: bool = False) -> str:
        extra: dict[str, Any] = {**self.seating.header(), "language": self.language, "date": self.date}
        return record.write(match, self.seating.names, result=match.result() if finished else None, extra=extra)


def _file_names(stem: str) -> Iterator[str]:
    yield stem + SUFFIX
    number = 2
    while True:
        yield f"{stem}-{number}{SUFFIX}"
        number += 1


def _write_atomically(path: Path, text: str) -> None:
    """Replace the content of a file; the old content stays until the new one is completely on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _describe_error(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
