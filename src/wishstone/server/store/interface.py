"""What is kept, and how is it asked for? A table is its list of entries; everything else here is found from them.

An entry is one thing that happened at a table: a seat taken, a move, an outcome, something said. `(table, number)` is
its key, and numbers have no gaps. What happens together is one `Change`: it is stored whole or not at all, and only if
nothing else was stored for that table meanwhile. When `append` returns, the change is on the disk.

Two stores keep to this: `sqlite_store.py` for one machine, `postgres_store.py` for several.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import msgspec

log = logging.getLogger("wishstone.store")

Status = Literal["open", "starting", "playing", "over"]


class Conflict(Exception):
    """Something else was stored for this table meanwhile; read on and decide again."""


class StoreDown(Exception):
    """The database cannot be reached, or cannot store anything.

    What was to be stored was not; only where the database went away in the middle of a commit nobody knows, and whoever
    reads on sees.
    """


def report_down(reason: str) -> StoreDown:
    """The same for those who wait, with a word to the operator."""
    log.warning("the database cannot be used", extra={"reason": reason})
    return StoreDown(reason)


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened at a table."""

    number: int  # from 0, in order, without gaps
    at: int  # milliseconds since 1970
    kind: str
    body: bytes  # JSON


@dataclass(frozen=True)
class TableSummary:
    """What is known of a table without reading its entries."""

    game: str
    status: Status
    listed: bool  # whether the lobby shows it
    wake: int | None  # when a server has to act by itself (a bot's turn, a clock), in milliseconds since 1970
    about: bytes  # JSON: what the lobby tells about it
    code: str = ""  # the hash of the code that claims a free seat; empty once there is none


@dataclass(frozen=True)
class Sitting:
    """A player's place at a table; `player` is the hash of a player key."""

    player: str
    seat: int


@dataclass(frozen=True)
class Finish:
    """How a finished game went, for the statistics of those players who sat there: one for each seat with a person."""

    player: str
    seat: int
    seats: int
    place: int
    score: int
    rated: bool


@dataclass(frozen=True)
class Change:
    """What is stored together."""

    table: str
    after: int  # how many entries there were before; 0 for a new table
    entries: tuple[Entry, ...]
    summary: TableSummary
    sittings: tuple[Sitting, ...] | None = None  # who sits there now; None: as before
    finishes: tuple[Finish, ...] = ()
    visitors: tuple[str, ...] = ()  # players of whom an entry tells, whether they get a seat or not


@dataclass(frozen=True)
class Rating:
    """How strong a player is in a game, as far as is known."""

    mean: float
    deviation: float
    games: int = 0


@dataclass(frozen=True)
class ListedTable:
    """A table as the lobby, a player's own list or the sweep finds it."""

    table: str
    summary: TableSummary
    count: int  # of its entries
    created: int
    updated: int


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of one player."""

    table: str
    game: str
    ended: int
    finish: Finish


@dataclass(frozen=True)
class Webhook:
    """An address that a player wants to be told at when it is its turn, and the secret that notices are signed with."""

    url: str
    secret: str


@dataclass(frozen=True)
class Snapshot:
    """A position as it was after so many entries."""

    count: int
    layout: str  # a hash of the record's layout; where it differs from today's the snapshot is of no use
    state: bytes


Rate = Callable[[Sequence[Rating], Sequence[int]], Sequence[Rating]]  # ratings and places before, ratings after


class Store(Protocol):
    """Where tables are kept. Times are milliseconds since 1970."""

    is_exclusive: bool  # whether no other process uses it

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Finish what is under way, and let go."""

    async def append(self, change: Change) -> None:
        """Store a change durably; raises `Conflict` if the table has other than `change.after` entries."""

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table from number `after` on; none if there is no such table."""

    async def lobby(self, limit: int) -> list[ListedTable]:
        """The listed tables that are not over, the newest first."""

    async def find_by_code(self, code: str) -> str | None:
        """The id of the table with this hash of a code."""

    async def count_open_tables(self) -> int:
        """How many tables are not over."""

    async def due(self, now: int, limit: int) -> list[ListedTable]:
        """The tables whose `wake` has come, the longest overdue first."""

    async def claim(self, table: str, count: int, wake: int, until: int) -> bool:
        """Move the wake of a table from `wake` to `until`, if it and the number of entries are still the same.

        Whoever succeeds may act; the others leave it alone until then.
        """

    async def tables_of(self, player: str, limit: int) -> list[ListedTable]:
        """The tables where a player sits, the latest first."""

    async def visited_tables(self, player: str) -> list[str]:
        """The tables where a player ever sat, or asked for a seat."""

    async def games_of(self, player: str, limit: int) -> list[PlayedGame]:
        """The finished games of a player, the latest first."""

    async def ratings_of(self, player: str) -> dict[str, Rating]:
        """A player's ratings, by game."""

    async def set_rated(self, player: str, wanted: bool) -> None:
        """Whether a player wants a rating; without one, the ratings so far are deleted."""

    async def is_rated(self, player: str) -> bool:
        """Whether a player wants a rating."""

    async def set_webhook(self, player: str, webhook: Webhook | None) -> None:
        """Where a player is told that it is its turn; None: nowhere."""

    async def webhook_of(self, player: str) -> Webhook | None:
        """Where a player is told that it is its turn."""

    async def rewrite(self, table: str, number: int, body: bytes) -> None:
        """Replace the body of one entry: the way to delete what somebody wants deleted."""

    async def delete_player(self, player: str) -> None:
        """Delete all that hangs on a player key: sittings, finished games, ratings, its webhook."""

    async def old_chat(self, kind: str, before: int, limit: int) -> list[tuple[str, Entry]]:
        """Entries of one kind from before a time whose body is not yet empty (`{}`), with their tables."""

    async def delete_tables(self, tables: Sequence[str], before: int | None = None) -> None:
        """Delete whole tables; with a time, only those where nothing has happened since."""

    async def stale_open(self, before: int, limit: int) -> list[str]:
        """Tables that never began and where nothing has happened since a time."""

    async def stale_playing(self, before: int, limit: int) -> list[str]:
        """Tables that are being played and where nothing has happened since a time."""

    async def stale_finished(self, before: int, limit: int) -> list[str]:
        """Tables that were over before a time, and where nothing has happened since."""

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot instead of the one before."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The latest snapshot of a table."""

    def changes_elsewhere(self) -> AsyncIterator[str]:
        """The ids of tables to which another process has added something, as they come; may repeat itself.

        An empty id says that some may have been missed: read on in every table at hand. What another process has only
        whispered follows its table's id after a slash.
        """

    async def notify_others(self, table: str, text: str) -> None:
        """Tell the other processes something about a table that is not kept; a word without spaces."""

    async def is_available(self) -> bool:
        """Whether something can be stored now."""
