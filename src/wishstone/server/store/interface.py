"""Store interface: what is kept of tables and players, and the operations on it that every database supports.

A table is its list of entries; everything else here can be derived from them. An entry is one thing that happened at a
table: a seat taken, a move, an outcome, something said. `(table, number)` is its key, and numbers have no gaps. What
happens together is one `Change`: it is stored whole or not at all, and only if nothing else was stored for that table
in the meantime. When `append` returns, the change is on disk.

There are two implementations: `sqlite_store.py` for one server process, `postgres_store.py` for several.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import msgspec

log = logging.getLogger("wishstone.store")

Status = Literal["open", "starting", "playing", "over"]
BLOCKS_CHANGED = "/blocks"  # what other processes are told when somebody is kept out of the whole server, or let in


class Conflict(Exception):
    """Another change was stored for this table in the meantime: read on and decide again."""


class StoreDown(Exception):
    """The database cannot be reached, or cannot store anything.

    The change was not stored, unless the connection was lost during the commit; then reading the table tells.
    """


def report_down(reason: str) -> StoreDown:
    """Log that the database is down, and return the exception for those who wait."""
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
    """What is stored about a table beside its entries, so that it can be listed without reading them."""

    game: str
    status: Status
    listed: bool  # whether the lobby shows it
    wake: int | None  # when a server has to act by itself (a bot's turn, a clock), in milliseconds since 1970
    about: bytes  # JSON: what the lobby shows of it
    code: str = ""  # the hash of the code that claims a free seat; empty once there is none


@dataclass(frozen=True)
class Sitting:
    """A player's place at a table; `player` is the hash of a player key."""

    player: str
    seat: int


@dataclass(frozen=True)
class Finish:
    """The result of one person's seat in a finished game, for the statistics of that player."""

    player: str
    seat: int
    seats: int
    place: int
    score: int
    rated: bool


@dataclass(frozen=True)
class Attendance:
    """Somebody at a table: from where they came, and when they were last seen to be connected.

    `origin` has no address: only marks, by which two origins can be compared as long as the table is there.
    """

    seat: int
    origin: str  # the marks of the networks, the smallest first, with spaces between; empty if it is not known
    is_host: bool = False
    seen: int = 0


@dataclass(frozen=True)
class Block:
    """Somebody who is kept out until a time: of one table, by its host, or of the whole server, by an operator."""

    id: str
    table: str  # empty: the whole server
    kind: Literal["origin", "network", "player"]
    subject: str  # an origin as in `Attendance`, a network (`203.0.113.9/32`), or the hash of a player key
    began: int
    ends: int
    by: str  # who did it
    why: str


@dataclass(frozen=True)
class Change:
    """What is stored together, as a whole or not at all."""

    table: str
    after: int  # how many entries there were before; 0 for a new table
    entries: tuple[Entry, ...]
    summary: TableSummary
    sittings: tuple[Sitting, ...] | None = None  # who sits there now; None: unchanged
    finishes: tuple[Finish, ...] = ()
    visitors: tuple[str, ...] = ()  # players named in an entry, whether they got a seat or not
    attendance: tuple[Attendance, ...] | None = None  # of those who sit there now; None: unchanged
    blocks: tuple[Block, ...] = ()  # that are new


@dataclass(frozen=True)
class Rating:
    """The estimated strength of a player in a game."""

    mean: float
    deviation: float
    games: int = 0


@dataclass(frozen=True)
class ListedTable:
    """A row of the table list: for the lobby, for a player's own tables, and for the sweep."""

    table: str
    summary: TableSummary
    count: int  # of its entries
    created: int
    updated: int


@dataclass(frozen=True)
class LobbyTable:
    """A listed table, and who is its host."""

    listed: ListedTable
    host: Attendance | None = None  # None where nothing is known of the host
    player: str = ""  # the hash of the host's player key


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of one player."""

    table: str
    game: str
    ended: int
    finish: Finish


@dataclass(frozen=True)
class Webhook:
    """The address that is called when it is a player's turn, and the secret that signs the notices."""

    url: str
    secret: str


@dataclass(frozen=True)
class Snapshot:
    """The position after `count` entries, so that a replay need not start from the beginning."""

    count: int
    layout: str  # a hash of the record's layout; with another one, the snapshot is useless
    state: bytes


@dataclass(frozen=True)
class Report:
    """What somebody told the operator about a player or about what was said at a table."""

    id: str
    at: int
    table: str  # which may be gone by now
    player: str  # the hash of the player key of whoever reported it; empty without one
    body: bytes  # JSON: what it is about
    settled: int | None = None  # when an operator was done with it


@dataclass(frozen=True)
class Act:
    """Something that an operator did."""

    id: str
    at: int
    uid: int  # of the operator, as the operating system knows them
    act: str
    about: bytes  # JSON: to what or whom it was done
    why: str


Rate = Callable[[Sequence[Rating], Sequence[int]], Sequence[Rating]]  # (ratings, places) -> new ratings


class Store(Protocol):
    """A database of tables. Times are milliseconds since 1970."""

    is_exclusive: bool  # whether no other process uses it

    async def open(self) -> None:
        """Connect, and migrate the schema."""

    async def close(self) -> None:
        """Finish what is under way, and disconnect."""

    async def append(self, change: Change) -> None:
        """Store a change durably; raises `Conflict` unless the table has exactly `change.after` entries."""

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table from number `after` on; none if there is no such table."""

    async def lobby(self, since: int, limit: int) -> list[LobbyTable]:
        """The listed tables that are not over, and where the host was seen or something happened since a time.

        Those whose host was seen last come first, then the newest.
        """

    async def note_seen(self, tables: Sequence[str], now: int) -> None:
        """Note that the hosts of these tables are connected."""

    async def attendance(self, table: str) -> list[Attendance]:
        """From where those at a table came, by seat."""

    async def blocks(self, table: str = "") -> list[Block]:
        """Who is kept out of a table, or of the whole server, the latest first; those that have ended, too."""

    async def add_block(self, block: Block) -> None:
        """Keep somebody out; the other processes are told by `BLOCKS_CHANGED`."""

    async def lift_block(self, id: str) -> bool:
        """End a block at once; returns whether there was one. The other processes are told by `BLOCKS_CHANGED`."""

    async def delete_ended_blocks(self, now: int) -> int:
        """Delete the blocks that have ended; returns how many."""

    async def shared_secret(self, name: str) -> str:
        """A random text that all processes share, made when it is first asked for."""

    async def find_by_code(self, code: str) -> str | None:
        """The id of the table whose code has this hash."""

    async def count_open_tables(self) -> int:
        """How many tables are not over."""

    async def due(self, now: int, limit: int) -> list[ListedTable]:
        """The tables whose `wake` time has come, the longest overdue first."""

    async def claim(self, table: str, count: int, wake: int, until: int) -> bool:
        """Move the wake time of a table from `wake` to `until`, if it and the number of entries are unchanged.

        The process that succeeds may act; the others leave the table alone until then.
        """

    async def tables_of(self, player: str, limit: int) -> list[ListedTable]:
        """The tables where a player sits, the latest first."""

    async def visited_tables(self, player: str) -> list[str]:
        """The tables where a player ever sat or asked for a seat."""

    async def games_of(self, player: str, limit: int) -> list[PlayedGame]:
        """The finished games of a player, the latest first."""

    async def ratings_of(self, player: str) -> dict[str, Rating]:
        """A player's ratings, by game."""

    async def set_rated(self, player: str, wanted: bool) -> None:
        """Set whether a player wants a rating; if not, their ratings are deleted."""

    async def is_rated(self, player: str) -> bool:
        """Whether a player wants a rating."""

    async def set_webhook(self, player: str, webhook: Webhook | None) -> None:
        """Set or remove a player's webhook."""

    async def webhook_of(self, player: str) -> Webhook | None:
        """A player's webhook, if there is one."""

    async def rewrite(self, table: str, number: int, body: bytes) -> None:
        """Replace the body of one entry, which is how its content is deleted; other processes are told of the table."""

    async def delete_player(self, player: str) -> None:
        """Delete everything stored under a player key: sittings, finished games, ratings, the webhook, own reports."""

    async def old_chat(self, kind: str, before: int, limit: int) -> list[tuple[str, Entry]]:
        """Entries of one kind from before a time whose body is not yet empty (`{}`), with their tables."""

    async def delete_tables(self, tables: Sequence[str], before: int | None = None) -> None:
        """Delete whole tables; with `before`, only those where nothing has happened since then."""

    async def stale_open(self, before: int, limit: int) -> list[str]:
        """Tables that never began and where nothing has happened since a time."""

    async def left_open(self, before: int, limit: int) -> list[str]:
        """Of these, the tables whose host was not seen since then either, those that were left longest ago first."""

    async def stale_playing(self, before: int, limit: int) -> list[str]:
        """Tables in play where nothing has happened since a time."""

    async def stale_finished(self, before: int, limit: int) -> list[str]:
        """Finished tables where nothing has happened since a time."""

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Replace the snapshot of a table."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The latest snapshot of a table."""

    async def keep_page_files(self, version: str, files: bytes, now: int) -> None:
        """Keep the files of a version of the page, or note that they are still in use."""

    async def page_files(self, version: str) -> bytes | None:
        """The files of a version of the page, if they are kept."""

    async def drop_page_files(self, before: int) -> None:
        """Delete the files of versions of the page that were last in use before a time."""

    async def running_tables(self, limit: int) -> list[ListedTable]:
        """The tables that are not over, listed or not; those where something happened last come first."""

    async def listed_table(self, table: str) -> ListedTable | None:
        """The row of one table."""

    async def unlist(self, table: str) -> None:
        """Have the lobby never show a table again."""

    async def add_report(self, report: Report, limit: int) -> bool:
        """Store a report, unless so many wait for an operator already; returns whether it was stored."""

    async def reports(self, limit: int, settled: bool = False) -> list[Report]:
        """The reports that wait for an operator, the oldest first; or those that are settled, the latest first."""

    async def report(self, id: str) -> Report | None:
        """A report by its id."""

    async def reports_by(self, player: str) -> list[Report]:
        """The reports that a player has made."""

    async def count_reports(self) -> int:
        """How many reports wait for an operator."""

    async def settle_report(self, id: str, at: int) -> bool:
        """Mark a report as settled; returns whether it was waiting."""

    async def delete_reports(self, before: int) -> int:
        """Delete the reports from before a time; returns how many."""

    async def add_act(self, act: Act) -> None:
        """Store what an operator does."""

    async def acts(self, limit: int) -> list[Act]:
        """What operators did, the latest first."""

    async def delete_acts(self, before: int) -> int:
        """Delete what operators did before a time; returns how many acts those were."""

    def changes_elsewhere(self) -> AsyncIterator[str]:
        """Yield the ids of tables that another process has changed, as they come; an id may be repeated.

        An empty id means that some may have been missed, and every loaded table must catch up. A text that another
        process sent with `notify_others` follows the id of its table after a slash.
        """

    async def notify_others(self, table: str, text: str) -> None:
        """Send the other processes a text that is not stored, about a table or, with an empty id, about all of them.

        It contains no spaces.
        """

    async def is_available(self) -> bool:
        """Whether something can be stored right now."""
