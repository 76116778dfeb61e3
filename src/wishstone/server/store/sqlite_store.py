"""SQLite store: tables in one file for one server; one thread writes, others read, and the event loop never blocks."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import TypeVar, cast

from wishstone.server.store.batch_writes import check_change
from wishstone.server.store.interface import Change, Rate, StoreDown, report_down
from wishstone.server.store.sql import SQLITE, Row, SqlSession
from wishstone.server.store.sql_store import SqlStore
from wishstone.server.store.sqlite_connection import PATIENCE, connect, is_damage, is_down, lock_file
from wishstone.server.store.sqlite_writer import SqliteWriter

T = TypeVar("T")

READERS = 2


class SqliteStore(SqlStore):
    """A store in an SQLite file, for one server. `patience` is how long it waits while others lock the file."""

    dialect = SQLITE
    is_exclusive = True

    def __init__(self, path: Path, rate: Rate, patience: float = PATIENCE) -> None:
        self._path = path
        self._lock: int | None = None
        self._damaged = Event()  # once anything was found to be damaged
        self._writer = SqliteWriter(path, rate, patience, self._damaged)
        self._patience = patience
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()  # free read connections
        self._readers: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        """See `Store`."""
        self._lock = lock_file(self._path)
        try:
            await self._writer.start()
        except BaseException:
            self._release()
            raise
        for _ in range(READERS):
            self._idle.put(connect(self._path, "ro", self._patience))
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="wishstone-reader")

    async def close(self) -> None:
        """See `Store`."""
        if self._readers:
            readers, self._readers = self._readers, None
            await asyncio.to_thread(readers.shutdown)
            while not self._idle.empty():
                self._idle.get().close()
        await self._writer.stop()  # after the readers, since closing it checkpoints the log
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def append(self, change: Change) -> None:
        """See `Store`."""
        check_change(change)
        await self._writer.write(change)

    async def is_available(self) -> bool:
        """See `Store`. A damaged file stays damaged, though not everything that is asked of it fails."""
        return not self._damaged.is_set() and await super().is_available()

    async def delete_player(self, player: str) -> None:
        """See `Store`. What was written before is in the log, until that is written back and begins anew."""
        await super().delete_player(player)
        await asyncio.to_thread(self._write_back)

    def _write_back(self) -> None:
        with suppress(sqlite3.Error), closing(connect(self._path, "rw", self._patience)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    async def changes_elsewhere(self) -> AsyncIterator[str]:
        """See `Store`. No other server shares the file, so there never are any."""
        await asyncio.get_running_loop().create_future()
        yield ""

    async def notify_others(self, table: str, text: str) -> None:
        """See `Store`. There is nobody to hear it."""

    async def _read(self, sql: str, **values: object) -> list[Row]:
        if not self._readers:
            raise StoreDown("the database is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._rows, sql, values)

    def _announce(self, run: SqlSession, notice: str) -> None:
        """There is nobody to hear it."""

    async def _write(self, work: Callable[[SqlSession], T]) -> T:
        return cast(T, await self._writer.write(work))

    def _rows(self, sql: str, values: dict[str, object]) -> list[Row]:
        connection = self._idle.get()
        try:
            with closing(connection.execute(sql, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            if is_damage(error):
                self._damaged.set()
            if is_down(error):
                raise report_down(str(error)) from error
            raise
        finally:
            self._idle.put(connection)
