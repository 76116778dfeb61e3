"""PostgreSQL entry writer: stores changes that only add entries to tables, as nearly all do, in one statement.

A statement by itself is a transaction, so these changes take one round trip, whatever their number; the way of all
others (`batch_writes.py`) takes six. That is what a move costs a server, since moves that come one by one are stored
one by one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import asyncpg  # type: ignore[import-untyped]

from wishstone.server.store.interface import Change
from wishstone.server.store.postgres_notifications import CHANNEL, FAULTS

CLOSE = 5.0  # seconds that it may take to say goodbye

# The rows of the tables are locked in order, so that two servers cannot deadlock. A table that has grown since the
# change was decided is left as it is, also if it grew while its lock was waited for; see `TABLE_AGAIN` for what stays.
STORE = f"""
WITH given AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::boolean[], $6::bigint[], $7::bytea[],
        $8::text[], $9::bigint[]) AS change (id, after, count, status, listed, wake, about, code, updated)
), locked AS MATERIALIZED (
    SELECT id FROM tables WHERE id = ANY($1) ORDER BY id FOR UPDATE
), fitting AS (
    UPDATE tables SET status = given.status, listed = (tables.listed AND given.listed), count = given.count,
        wake = given.wake, about = given.about, code = given.code, updated = GREATEST(tables.updated, given.updated)
    FROM locked JOIN given USING (id)
    WHERE tables.id = given.id AND tables.count = given.after
    RETURNING tables.id
), stored AS (
    INSERT INTO entries (table_id, number, at, kind, body)
    SELECT entry.* FROM unnest($10::text[], $11::int[], $12::bigint[], $13::text[], $14::bytea[])
        AS entry (table_id, number, at, kind, body) JOIN fitting ON fitting.id = entry.table_id
)
SELECT array_agg(id), pg_notify('{CHANNEL}', $15 || ' ' || string_agg(id, ' ')) FROM fitting HAVING count(*) > 0
"""


def only_adds_entries(change: Change) -> bool:
    """Whether nothing but the entries and the row of a table that is there already has to be written."""
    others = change.finishes or change.visitors or change.blocks
    return change.after > 0 and change.sittings is None and change.attendance is None and not others


def has_repeated_tables(changes: Sequence[Change]) -> bool:
    """Whether several changes are of one table, and have to be stored one after the other."""
    return len({change.table for change in changes}) < len(changes)


class EntryWriter:
    """A connection of its own, which is replaced when it is lost."""

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]], sender: str) -> None:
        self._connect, self._sender = connect, sender
        self._connection: asyncpg.Connection | None = None

    async def store(self, changes: Sequence[Change]) -> list[bool]:
        """Store every change that still fits its table, and tell the other servers; returns which ones fitted.

        Their tables are different ones. If the connection is lost meanwhile, it is not known what was stored.
        """
        if self._connection is None or self._connection.is_closed():  # as after a restart of the database
            self._connection = await self._connect()
        try:
            found = await self._connection.fetchrow(
                STORE, *_table_columns(changes), *_entry_columns(changes), self._sender
            )
        except asyncpg.PostgresError:
            raise
        except BaseException:  # an answer may still be on its way
            self._connection.terminate()
            raise
        fitting = set() if found is None else set(found[0])
        return [change.table in fitting for change in changes]

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*FAULTS):  # the database may be gone
                await connection.close(timeout=CLOSE)


def _table_columns(changes: Sequence[Change]) -> tuple[list[object], ...]:
    """The rows of the tables, column by column."""
    rows = [
        (
            change.table,
            change.after,
            change.after + len(change.entries),
            change.summary.status,
            change.summary.listed,
            change.summary.wake,
            change.summary.about,
            change.summary.code,
            change.entries[-1].at if change.entries else 0,
        )
        for change in changes
    ]
    return tuple(list(column) for column in zip(*rows, strict=True))


def _entry_columns(changes: Sequence[Change]) -> tuple[list[object], ...]:
    """The entries, column by column."""
    entries = [(change.table, entry) for change in changes for entry in change.entries]
    return (
        [table for table, _ in entries],
        [entry.number for _, entry in entries],
        [entry.at for _, entry in entries],
        [entry.kind for _, entry in entries],
        [entry.body for _, entry in entries],
    )
