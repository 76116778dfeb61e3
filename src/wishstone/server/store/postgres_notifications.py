"""PostgreSQL notifications (LISTEN/NOTIFY): servers tell one another which tables they have changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence

import asyncpg  # type: ignore[import-untyped]

CHANNEL = "wishstone_tables"
LONGEST = 7_500  # bytes of a notice; PostgreSQL takes 8,000
PULSE = 10.0  # seconds without a notice before the connection is tested
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds between attempts to connect again

# Errors after which to reconnect: a database that refuses us now may come back.
FAULTS = (OSError, asyncio.TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)

Connect = Callable[[], Awaitable[asyncpg.Connection]]


def pack_notices(sender: str, tables: Sequence[str]) -> Iterator[str]:
    """Pack a sender and the ids of tables into as few notices as they fit."""
    notice = sender
    for table in tables:
        if len(notice) + len(table) >= LONGEST:
            yield notice
            notice = sender
        notice += f" {table}"
    if notice != sender:
        yield notice


class NotificationListener:
    """The tables that were named on one connection and not yet consumed, each of them once."""

    def __init__(self, connection: asyncpg.Connection, myself: str) -> None:
        self._connection = connection
        self._myself = myself
        self._tables: dict[str, None] = {}
        self._something = asyncio.Event()
        self._ended = False

    async def listen(self) -> None:
        """Start listening."""
        self._connection.add_termination_listener(self._on_termination)
        await self._connection.add_listener(CHANNEL, self._on_notice)

    def _on_notice(self, _connection: object, _process: int, _channel: str, notice: str) -> None:
        sender, *tables = notice.split(" ")
        if sender != self._myself:
            self._tables.update(dict.fromkeys(tables))
            self._something.set()

    def _on_termination(self, _connection: object) -> None:
        self._ended = True
        self._something.set()

    async def tables(self) -> AsyncIterator[str]:
        """Yield the named tables, until the connection is lost."""
        while not self._ended:
            for table in list(self._tables):
                del self._tables[table]
                yield table
            self._something.clear()
            if not self._tables and not self._ended:
                await self._wait()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(PULSE):  # Python 3.11's wait_for forgets a cancellation that comes with a notice
                await self._something.wait()
        except TimeoutError:
            await self._connection.fetchval("SELECT 1", timeout=PULSE)


async def listen(connect: Connect, myself: str) -> AsyncIterator[str]:
    """Yield the tables that other servers name, for ever; a lost connection is replaced.

    An empty id comes first and after each loss, since notices may have been missed.
    """
    attempt = 0
    while True:
        try:
            connection = await connect()
        except FAULTS:
            await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
            attempt += 1
            continue
        try:
            heard = NotificationListener(connection, myself)
            await heard.listen()
            attempt = 0
            yield ""
            async for table in heard.tables():
                yield table
        except FAULTS:
            pass
        finally:
            connection.terminate()
