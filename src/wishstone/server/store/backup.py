"""Backup and restore: one SQLite file that can be made from, and restored into, either kind of database.

A backup can be made while a server runs. An SQLite file is copied by SQLite's own backup function; the tables of a
PostgreSQL database are copied from one snapshot, in parts, however large they are.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from wishstone.game.errors import UsageError, unreadable, unwritable
from wishstone.server.store.factory import parse_url
from wishstone.server.store.schema import STEPS, TABLES, migrate, read_known_schema, read_schema
from wishstone.server.store.sql import SqlSession
from wishstone.server.store.sqlite_connection import (
    SqliteSession,
    connect,
    is_ours,
    lock_file,
    mark_as_ours,
    open_file,
    transaction,
    unusable_file,
)
from wishstone.server.store.words import LEXICON

T = TypeVar("T")


def backup(database: str, file: Path) -> None:
    """Write everything in a database to a new file, which appears only once it is complete."""
    kind, place = parse_url(database)
    with _new_file(file) as copy:
        if kind == "sqlite":
            with _open_existing(Path(place)) as source:
                source.backup(copy)  # in one step: in parts, it would restart whenever a server writes
        else:
            _dump_postgres(place, copy, file)
        _make_one_file(copy, file)


def restore(file: Path, database: str) -> None:
    """Fill a new database from a backup."""
    kind, place = parse_url(database)
    with _open_backup(file) as source:
        if kind == "sqlite":
            _restore_sqlite(source, Path(place))
        else:
            _restore_postgres(source, place)


# SQLite


@contextmanager
def _open_existing(path: Path) -> Iterator[sqlite3.Connection]:
    """Open an existing database of ours."""
    try:
        path.stat()
        connection = connect(path, "rw")
    except FileNotFoundError as error:
        raise UsageError("database-missing", LEXICON, where=str(path)) from error
    except (OSError, sqlite3.Error) as error:
        raise unusable_file(path, error) from error
    with closing(connection):
        try:
            is_known = is_ours(connection) and read_schema(SqliteSession(connection), str(path)).applied
        except sqlite3.Error as error:
            raise unusable_file(path, error) from error
        if not is_known:
            raise UsageError("database-foreign", LEXICON, where=str(path))
        yield connection


@contextmanager
def _new_file(file: Path) -> Iterator[sqlite3.Connection]:
    """An empty database next to `file`, renamed to it once everything has succeeded."""
    if os.path.lexists(file):
        raise UsageError("backup-exists", LEXICON, path=str(file))
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)  # left by an interrupted attempt
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))  # it holds secrets, as the database does
    except OSError as error:
        raise unwritable(file, error) from error
    try:
        with closing(connect(part, "rw")) as connection:
            yield connection
        part.rename(file)
        _sync_folder(file.parent)
    except (sqlite3.Error, OSError) as error:
        raise UsageError("backup-failed", LEXICON, path=str(file), reason=str(error)) from error
    finally:
        part.unlink(missing_ok=True)


def _make_one_file(copy: sqlite3.Connection, file: Path) -> None:
    """Leave no write-ahead log beside a copy, and check its integrity."""
    copy.execute("PRAGMA journal_mode = DELETE")
    if damage := _find_damage(copy):
        raise UsageError("backup-failed", LEXICON, path=str(file), reason=damage)


def _find_damage(copy: sqlite3.Connection) -> str:
    """What SQLite's integrity check finds, or an empty string."""
    (said,) = copy.execute("PRAGMA integrity_check").fetchone()
    return "" if said == "ok" else " ".join(str(said).split())


def _sync_folder(folder: Path) -> None:
    """Sync the folder, since a new file name is durable only then; some systems cannot."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _open_backup(file: Path) -> Iterator[sqlite3.Connection]:
    """A private copy of a backup, migrated to today's schema."""
    try:
        with file.open("rb"):
            pass
    except OSError as error:
        raise unreadable(file, error) from error
    # An empty name makes a private temporary database, in which an older backup is migrated and itself left alone.
    with closing(sqlite3.connect("", isolation_level=None)) as copy:
        try:
            with closing(connect(file, "ro")) as source:
                source.backup(copy)
            if not is_ours(copy) or not (version := read_known_schema(SqliteSession(copy), str(file)).applied):
                raise UsageError("backup-not", LEXICON, path=str(file), reason="it holds no tables of Wishstone's")
            if damage := _find_damage(copy):
                raise UsageError("backup-not", LEXICON, path=str(file), reason=damage)
        except sqlite3.Error as error:
            raise UsageError("backup-not", LEXICON, path=str(file), reason=str(error)) from error
        if version < len(STEPS):
            with transaction(copy):
                migrate(SqliteSession(copy), str(file))
        yield copy


def _restore_sqlite(source: sqlite3.Connection, path: Path) -> None:
    held = lock_file(path)  # a running server would not notice new tables
    try:
        with closing(open_file(path)) as target, transaction(target):
            _fill(source, SqliteSession(target), str(path))
    finally:
        os.close(held)


# PostgreSQL


def _restore_postgres(source: sqlite3.Connection, url: str) -> None:
    from wishstone.server.store.postgres_connection import name_of

    _in_postgres(url, lambda run: _fill(source, run, name_of(url)))


def _dump_postgres(url: str, copy: sqlite3.Connection, file: Path) -> None:
    from wishstone.server.store.postgres_connection import name_of

    def work(run: SqlSession) -> None:
        run.write("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        where = name_of(url)
        version = read_known_schema(run, where).applied
        if not version:
            raise UsageError("database-missing", LEXICON, where=where)
        with transaction(copy):
            mark_as_ours(copy, file)
            migrate(SqliteSession(copy), str(file), STEPS[:version])
            _copy(run, SqliteSession(copy), copy)

    _in_postgres(url, work)


def _in_postgres(url: str, work: Callable[[SqlSession], T]) -> T:
    """Run a function in one PostgreSQL transaction, and translate its errors."""
    from wishstone.server.store import postgres_connection
    from wishstone.server.store.postgres_store import create_engine, in_transaction

    async def run() -> T:
        engine = create_engine(url)
        try:
            return await in_transaction(engine, work)
        finally:
            await engine.dispose()

    try:
        return asyncio.run(run())
    except Exception as error:
        if isinstance(error, UsageError | sqlite3.Error):
            raise
        raise postgres_connection.unusable_database(url, error) from None  # the cause may name the password


# both


def _fill(source: sqlite3.Connection, target: SqlSession, where: str) -> None:
    """Copy a backup into an empty database."""
    migrate(target, where)
    if any(target.select(f"SELECT 1 FROM {table} LIMIT 1") for table in TABLES):
        raise UsageError("database-in-use", LEXICON, where=where)
    _copy(SqliteSession(source), target, source)


def _copy(source: SqlSession, target: SqlSession, described: sqlite3.Connection) -> None:
    """Copy every table, in parts. The columns are read from the SQLite side."""
    for table in TABLES:
        columns = [(name, kind) for _, name, kind, *_ in described.execute(f"PRAGMA table_info({table})")]
        if not columns:  # a database of an older version
            continue
        names = ", ".join(name for name, _ in columns)
        flags = [place for place, (_, kind) in enumerate(columns) if kind == "BOOLEAN"]
        for part in source.select_in_parts(f"SELECT {names} FROM {table}"):
            rows = [list(row) for row in part]
            for row in rows:
                for place in flags:
                    row[place] = bool(row[place])  # SQLite returns integers
            target.insert(f"{table} ({names})", [tuple(row) for row in rows])
