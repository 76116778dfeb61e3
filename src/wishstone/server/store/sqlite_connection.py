"""How is an SQLite file opened and spoken to? With a write-ahead log, and so that what is committed is on the disk."""

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

OURS = 0x57495348  # the file's header says whose it is: WISH
PATIENCE = 5.0  # seconds to wait while another process has the file locked
PAUSE = 0.02  # seconds between two attempts
TOGETHER = 64  # rows that are written by one statement
STATEMENTS = 8 * TOGETHER  # that are kept, since there is one for every number of rows
PART = 5_000  # rows that are read at once where a whole table is copied
CHECKPOINT = (
    4_000  # pages of the log that are written back at once: rarely enough to cost little, soon enough to be quick
)
CACHE = 32 * 1024  # KiB of the file that the writer keeps at hand: the last page of every table that is played at
LOG = 64 * 2**20  # bytes that the log keeps on the disk once it was longer

# What speaks against the database as a whole, and not against what was to be written.
DOWN = frozenset(
    {
        sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOTADB,
    }
)  # fmt: skip


class SqliteSession:
    """A transaction under way in SQLite."""

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
        # Between two rows of `executemany` the writer waits for the interpreter, which everybody else wants, too.
        marks = f"({', '.join('?' * len(rows[0]))})"
        for begin in range(0, len(rows), TOGETHER):
            part = rows[begin : begin + TOGETHER]
            values = list(chain.from_iterable(part))
            self.connection.execute(f"INSERT INTO {into} VALUES {', '.join([marks] * len(part))} {otherwise}", values)


def open_file(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """A file for reading and writing, made if there is none, with today's schema; what cannot be is a `UsageError`."""
    try:
        # It holds secrets, so it is its owner's alone; SQLite's other files get the same rights.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = connect(path, "rw", patience)
    except (OSError, sqlite3.Error) as error:
        raise unusable_file(path, error) from error
    try:
        _enable_wal(connection, patience)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # what somebody wants deleted is not in the file any more
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
    """Keep a file for one server, as long as what this gives is open: two would not hear of each other's moves."""
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
    """Have a write-ahead log. While others open or close the file this fails at once, so the waiting is ours."""
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
    """A connection to a file that exists; transactions are begun and ended by hand."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(
        uri, uri=True, timeout=patience, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
    )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """What is done inside is stored whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise


def mark_as_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Mark an empty file as ours; that of another program is refused."""
    if is_ours(connection):
        return
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise UsageError("database-foreign", LEXICON, where=str(path))
    connection.execute(f"PRAGMA application_id = {OURS}")


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether a file's header says that it is Wishstone's."""
    (found,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(found == OURS)


def is_down(error: Exception) -> bool:
    """Whether an error is the database's, and not that of what was to be written."""
    code = getattr(error, "sqlite_errorcode", 0)  # only errors of SQLite itself have one
    return code & 0xFF in DOWN  # the rest of it is detail


def unusable_file(path: Path, error: Exception) -> UsageError:
    """Why a file cannot be a database, in a sentence."""
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB:
        return UsageError("database-not", LEXICON, path=str(path))
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return UsageError("database-file", LEXICON, path=str(path), reason=reason or "unknown")
