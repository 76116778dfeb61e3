"""SQLite connections: open, lock and migrate the database file, in WAL mode and durable on commit."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Literal

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from wishstone.game.errors import UsageError
from wishstone.server.store.schema import migrate
from wishstone.server.store.sql import SQLITE, Dialect, Row
from wishstone.server.store.words import LEXICON

OURS = 0x57495348  # the application id in the file's header: WISH
PATIENCE = 5.0  # seconds to wait for another process's lock
PAUSE = 0.02  # seconds between two attempts
TOGETHER = 64  # rows per INSERT statement
STATEMENTS = 8 * TOGETHER  # cached, since there is one for every number of rows
PART = 5_000  # rows to read at once when a whole table is copied
CHECKPOINT = 4_000  # pages of the log before a checkpoint: rare enough to cost little, small enough to be quick
CACHE = 32 * 1024  # KiB of page cache, enough for the last page of every table in play
LOG = 64 * 2**20  # bytes to which a longer log is truncated

# Errors that concern the database as a whole, not the data being written.
DOWN = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB,
    }
)


class SqliteSession:
    """A running transaction in SQLite."""

    dialect: Dialect = SQLITE

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def select(self, sql: str, **values: object) -> list[Row]:
        """See `SqlSession`."""
        return self.connection.execute(sql, values).fetchall()

    def select_in_parts(self, sql: str) -> Iterator[Sequence[Row]]:
        """See `SqlSession`."""
        with closing(self.connection.execute(sql)) as cursor:
            while rows := cursor.fetchmany(PART):
                yield rows

    def write(self, sql: str, **values: object) -> int:
        """See `SqlSession`."""
        return self.connection.execute(sql, values).rowcount

    def insert(self, into: str, rows: Sequence[Row], otherwise: str = "") -> None:
        """See `SqlSession`."""
        # `executemany` would have to take the GIL again for every row, for which other threads compete.
        marks = f"({', '.join('?' * len(rows[0]))})"
        for begin in range(0, len(rows), TOGETHER):
            part = rows[begin : begin + TOGETHER]
            values = list(chain.from_iterable(part))
            self.connection.execute(f"INSERT INTO {into} VALUES {', '.join([marks] * len(part))} {otherwise}", values)


def open_file(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """Open a file for writing, created and migrated if necessary; raises a `UsageError` if it cannot be used."""
    try:
        # It holds secrets, so only its owner may read it; SQLite gives its other files the same mode.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = connect(path, "rw", patience)
    except (OSError, sqlite3.Error) as error:
        raise unusable_file(path, error) from error
    try:
        _enable_wal(connection, patience)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # deleted data is overwritten
        connection.execute(f"PRAGMA cache_size = -{CACHE}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        connection.execute(f"PRAGMA journal_size_limit = {LOG}")
        with transaction(connection):
            mark_as_ours(connection, path)
            migrate(SqliteSession(connection), str(path))
    except sqlite3.Error as error:
        connection.close()
        raise unusable_file(path, error) from error
    except BaseException:
        connection.close()
        raise
    return connection


def lock_file(path: Path) -> int:
    """Lock a file for one server while the returned descriptor is open: two would not notice each other's moves."""
    try:
        held = os.open(f"{path}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unusable_file(path, error) from error
    try:
        if fcntl is not None:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        raise UsageError("database-held", LEXICON, path=str(path)) from error
    return held


def _enable_wal(connection: sqlite3.Connection, patience: float) -> None:
    """Switch to a write-ahead log; SQLite does not wait here for other processes, so this does."""
    end = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(PAUSE)


def connect(path: Path, mode: Literal["ro", "rw"], patience: float = PATIENCE) -> sqlite3.Connection:
    """Connect to an existing file, without automatic transactions."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(
        uri, uri=True, timeout=patience, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
    )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a block as one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has already ended it
            connection.execute("ROLLBACK")
        raise


def mark_as_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Mark an empty file as ours, and refuse one of another program."""
    if is_ours(connection):
        return
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise UsageError("database-foreign", LEXICON, where=str(path))
    connection.execute(f"PRAGMA application_id = {OURS}")


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether a file's header marks it as Wishstone's."""
    (found,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(found == OURS)


def is_down(error: Exception) -> bool:
    """Whether an error concerns the database as a whole, not the data being written."""
    code = getattr(error, "sqlite_errorcode", 0)  # only SQLite's own errors have one
    return code & 0xFF in DOWN  # the higher bits are details


def is_damage(error: Exception) -> bool:
    """Whether an error says that the file is damaged, which does not pass."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def unusable_file(path: Path, error: Exception) -> UsageError:
    """The error that says why a file cannot be used as a database."""
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB:
        return UsageError("database-not", LEXICON, path=str(path))
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return UsageError("database-file", LEXICON, path=str(path), reason=reason or "unknown")
