"""Which deals are played already? A file that grows by one line of JSON for each, so that an arena can go on later.

The first line says what is played: the game, its options and data, who plays, the seed, and which version of the rules
and bots, down to every source and weight. Another arena's file is
refused, and so is a file of any other kind. Lines come in the order in which deals were finished. A last line that was
not written to its end, as after a power cut, is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from wishstone import __version__
from wishstone.bots.weights import fitted_hash
from wishstone.game.cache import sources_hash
from wishstone.game.errors import UsageError
from wishstone.lab.arena import Deal, Played
from wishstone.lab.arena_words import LEXICON
from wishstone.lab.plan import Plan

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = "wishstone-arena/1"


class DealsFile:
    """The finished deals of one arena on the disk: those from before, and each new one as it comes."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self._path = path
        self._games, self._seats = len(plan.seatings), plan.seats
        self.deals: dict[int, Deal] = {}
        first = _line(header_of(plan))
        with self._told():
            self._file: BinaryIO = path.open("a+b")
        try:
            self._lock()
            self._file.seek(0)
            content = self._file.read()
            begun = len(content) < len(first) and first.startswith(content)  # not even the first line is whole
            self._file.truncate(0 if begun else self._read(content, header_of(plan)))
            if begun:
                self._write(first)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> DealsFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def keep(self, deal: Deal) -> None:
        """Add one deal."""
        self.deals[deal.number] = deal
        self._write(_line({"deal": deal.number, "games": [asdict(game) for game in deal.games]}))

    def _lock(self) -> None:
        """Keep others from adding to the file, which would be played twice; where there are no locks, trust them."""
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise UsageError("arena-busy", LEXICON, path=str(self._path)) from error

    def _write(self, line: bytes) -> None:
        with self._told():
            self._file.write(line)
            self._file.flush()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell in a sentence what the disk refuses."""
        try:
            yield
        except OSError as error:
            raise UsageError("file-unwritable", path=str(self._path), reason=error.strerror or "unknown") from error

    def _read(self, content: bytes, header: dict[str, Any]) -> int:
        """Take in the deals of a file of this arena; returns where its last whole line ends."""
        whole = content[: content.rfind(b"\n") + 1]
        found, *deals = [self._object(line, number) for number, line in enumerate(whole.splitlines(), 1)] or [{}]
        if found.get("format") != FORMAT:
            raise UsageError("arena-file", LEXICON, path=str(self._path), format=FORMAT)
        for key, wanted in header.items():
            if found.get(key) != wanted:
                there = _short(found.get(key))
                raise UsageError(
                    "arena-other", LEXICON, path=str(self._path), key=key, found=there, wanted=_short(wanted)
                )
        for number, line in enumerate(deals, 2):
            deal = self._deal(line, number)
            self.deals[deal.number] = deal
        return len(whole)

    def _object(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            read = json.loads(line)
        except ValueError:
            read = None
        if isinstance(read, dict):
            return read
        if number == 1:
            raise UsageError("arena-file", LEXICON, path=str(self._path), format=FORMAT)
        raise UsageError("arena-line", LEXICON, path=str(self._path), line=number)

    def _deal(self, line: dict[str, Any], number: int) -> Deal:
        try:
            deal = Deal(int(line["deal"]), tuple(_played(game) for game in line["games"]))
            rows = [row for game in deal.games for row in _rows(game)]
            if len(deal.games) != self._games or any(len(row) != self._seats for row in rows):
                raise ValueError
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError("arena-line", LEXICON, path=str(self._path), line=number) from error
        return deal


def _played(game: dict[str, Any]) -> Played:
    rows = {name: tuple(game[name]) for name in ("scores", "places", "moves", "seconds", "replaced")}
    return Played(**rows, cut_off=bool(game["cut_off"]))


def _rows(game: Played) -> tuple[tuple[float, ...], ...]:
    """All that is there for each seat."""
    return game.scores, game.places, game.moves, game.seconds, game.replaced


def header_of(plan: Plan) -> dict[str, Any]:
    """What a file says of its arena; a plan with the same header has the same deals."""
    header = {
        "format": FORMAT,
        "wishstone": __version__,
        "sources": sources_hash(),
        "weights": fitted_hash(),
        "game": plan.game,
        "options": dict(plan.options),
        "files": dict(plan.files),
        "line_ups": plan.line_ups,
        "seed": plan.seed,
    }
    read: dict[str, Any] = json.loads(_line(header))
    return read


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False, default=str).encode() + b"\n"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
