"""PostgreSQL store: several servers share one database; any of them serves any table and notifies the others.

All changes of one server go through one task, which commits whatever is waiting together: a commit waits for the disk
as long for one change as for hundreds, and commits that notify others wait for one another. Changes that only add
entries take one statement (`postgres_entries.py`), all others a transaction.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from sqlalchemy import Connection, TextClause, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from wishstone.game.errors import WishstoneError
from wishstone.server.store.batch_writes import check_change, store_changes
from wishstone.server.store.interface import Change, Conflict, Rate, StoreDown, report_down
from wishstone.server.store.postgres_connection import (
    AGAIN,
    ANSWER,
    connect,
    connect_again,
    is_down,
    is_lost_connection,
    name_of,
    reason_of,
    state_of,
    unusable_database,
)
from wishstone.server.store.postgres_entries import EntryWriter, has_repeated_tables, only_adds_entries
from wishstone.server.store.postgres_notifications import CHANNEL, listen, pack_notices
from wishstone.server.store.schema import migrate
from wishstone.server.store.sql import POSTGRES, Dialect, Row, SqlSession
from wishstone.server.store.sql_store import SqlStore

T = TypeVar("T")

MOST = 200  # changes per transaction, so that the first of them need not wait long, and one notice names their tables
ATTEMPTS = 3  # at a transaction that conflicted or whose connection died
CONNECTIONS = 5
PART = 5_000  # rows to read at once when a whole table is copied


class PostgresSession:
    """A transaction under way in PostgreSQL."""

    dialect: Dialect = POSTGRES

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def select(self, sql: str, **values: object) -> list[Row]:
        """See `SqlSession`."""
        return [tuple(row) for row in self.connection.execute(_text(sql), values)]

    def select_in_parts(self, sql: str) -> Iterator[Sequence[Row]]:
        """See `SqlSession`."""
        found = self.connection.execute(_text(sql), execution_options={"yield_per": PART})
        for part in found.partitions():
            yield [tuple(row) for row in part]

    def write(self, sql: str, **values: object) -> int:
        """See `SqlSession`."""
        return self.connection.execute(_text(sql), values).rowcount

    def insert(self, into: str, rows: Sequence[Row], otherwise: str = "") -> None:
        """See `SqlSession`."""
        marks = ", ".join(f"${place}" for place in range(1, len(rows[0]) + 1))
        self.connection.exec_driver_sql(f"INSERT INTO {into} VALUES ({marks}) {otherwise}", list(rows))


Waiting = tuple[Change, asyncio.Future[None]]


class PostgresStore(SqlStore):
    """A store in PostgreSQL.

    If the connection is lost during a commit, it is unknown whether the change was stored: `append` raises `StoreDown`,
    and reading the table tells. Connections are restored automatically.
    """

    dialect = POSTGRES
    is_exclusive = False

    def __init__(self, url: str, rate: Rate) -> None:
        self._url = url
        self._rate = rate
        self._name = secrets.token_hex(8)  # marks this store's own notices
        self._waiting: deque[Waiting] = deque()
        self._something = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._engine: AsyncEngine | None = None
        self._entry_writer = EntryWriter(partial(connect_again, url), self._name)

    async def open(self) -> None:
        """See `Store`."""
        first = create_engine(self._url)
        try:
            await in_transaction(first, lambda run: migrate(run, name_of(self._url)))
        except WishstoneError:
            raise
        except Exception as error:
            raise unusable_database(self._url, error) from None  # the cause may name the password
        finally:
            await first.dispose()
        self._engine = create_engine(self._url, connect_again)
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")  # saves two round trips
        self._task = asyncio.create_task(self._store_waiting(), name="wishstone-writer")

    async def close(self) -> None:
        """See `Store`."""
        if self._task:
            task, self._task = self._task, None
            self._something.set()
            await task
        await self._entry_writer.close()
        if self._engine:
            engine, self._engine = self._engine, None
            await engine.dispose()

    async def append(self, change: Change) -> None:
        """See `Store`."""
        check_change(change)
        if not self._task:
            raise StoreDown("the database is closed")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, answer))
        self._something.set()
        await answer

    def changes_elsewhere(self) -> AsyncIterator[str]:
        """See `Store`. It begins with an empty id, once it hears."""
        return listen(partial(connect_again, self._url), self._name)

    async def notify_others(self, table: str, text: str) -> None:
        """See `Store`."""
        await self._write(lambda run: self._announce(run, f"{table}/{text}"))

    def _announce(self, run: SqlSession, notice: str) -> None:
        run.select("SELECT pg_notify(:channel, :notice)", channel=CHANNEL, notice=f"{self._name} {notice}")

    async def _read(self, sql: str, **values: object) -> list[Row]:
        for attempt in range(1, ATTEMPTS + 1):
            if not self._engine:
                raise StoreDown("the database is closed")
            try:
                async with self._reading.connect() as connection:
                    return [tuple(row) for row in await connection.execute(_text(sql), values)]
            except Exception as error:
                if not is_down(error):
                    raise
                if attempt == ATTEMPTS or not is_lost_connection(error):
                    raise report_down(reason_of(error)) from error
        raise AssertionError

    async def _write(self, work: Callable[[SqlSession], T]) -> T:
        if not self._engine:
            raise StoreDown("the database is closed")
        try:
            return await in_transaction(self._engine, work)
        except Exception as error:
            if is_down(error):
                raise report_down(reason_of(error)) from error
            raise

    async def _store_waiting(self) -> None:
        while self._task or self._waiting:
            if not self._waiting:
                self._something.clear()
                await self._something.wait()
            together = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST))]
            if has_repeated_tables([change for change, _ in together]):
                await self._store_batch(together)
            else:
                await self._store_batch([each for each in together if only_adds_entries(each[0])])
                await self._store_batch([each for each in together if not only_adds_entries(each[0])])

    async def _store_batch(self, together: Sequence[Waiting]) -> None:
        """Store changes together; if that fails, store the two halves separately, so that a bad change fails alone."""
        if not together:
            return
        try:
            fits = await self._store_changes([change for change, _ in together])
        except StoreDown as error:
            for _, answer in together:
                _fail(answer, StoreDown(str(error)))
        except Exception as error:
            if len(together) == 1:
                _fail(together[0][1], error)
            else:
                half = len(together) // 2
                await self._store_batch(together[:half])
                await self._store_batch(together[half:])
        else:
            for (change, answer), fit in zip(together, fits, strict=True):
                if not fit:
                    _fail(answer, Conflict(change.table))
                elif not answer.done():
                    answer.set_result(None)

    async def _store_changes(self, changes: Sequence[Change]) -> list[bool]:
        if has_repeated_tables(changes) or not all(only_adds_entries(change) for change in changes):
            return await self._write(lambda run: self._write_changes(run, changes))
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await self._entry_writer.store(changes)
            except Exception as error:
                if is_down(error):
                    raise report_down(reason_of(error)) from error
                if attempt == ATTEMPTS or state_of(error) not in AGAIN:
                    raise
        raise AssertionError

    def _write_changes(self, run: SqlSession, changes: Sequence[Change]) -> list[bool]:
        fits = store_changes(run, changes, self._rate)
        tables = dict.fromkeys(change.table for change, fit in zip(changes, fits, strict=True) if fit)
        for notice in pack_notices(self._name, list(tables)):
            run.select("SELECT pg_notify(:channel, :notice)", channel=CHANNEL, notice=notice)
        return fits


def create_engine(url: str, connector: Callable[[str], Awaitable[Any]] = connect) -> AsyncEngine:
    """A connection pool that connects on demand and replaces lost connections."""
    # asyncpg gets the URL itself, since it understands all that libpq does; SQLAlchemy only needs the dialect.
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(connector, url),
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=ANSWER,
    )


async def in_transaction(engine: AsyncEngine, work: Callable[[SqlSession], T]) -> T:
    """Run a function in a transaction; retry after a conflict with another server or a dead connection.

    Once the commit has been sent, a lost connection is an error: it may have been stored.
    """
    for attempt in range(1, ATTEMPTS + 1):
        is_commit_on_its_way = False
        try:
            async with engine.begin() as connection:
                result = await connection.run_sync(lambda sync: work(PostgresSession(sync)))
                is_commit_on_its_way = True
            return result
        except Exception as error:
            is_undone = state_of(error) in AGAIN or (is_lost_connection(error) and not is_commit_on_its_way)
            if attempt == ATTEMPTS or not is_undone:
                raise
    raise AssertionError


def _fail(answer: asyncio.Future[None], error: Exception) -> None:
    if not answer.done():  # it may have been cancelled
        answer.set_exception(error)


@cache
def _text(sql: str) -> TextClause:
    """SQL in SQLAlchemy's form; cached, so that each text is compiled once."""
    return text(sql)
