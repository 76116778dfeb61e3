"""SQL store: the operations that SQLite and PostgreSQL share; how a transaction is run is left to each of them."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from wishstone.server.store.interface import (
    Entry,
    Finish,
    ListedTable,
    PlayedGame,
    Rating,
    Snapshot,
    StoreDown,
    TableSummary,
    Webhook,
)
from wishstone.server.store.schema import VERSION
from wishstone.server.store.sql import Dialect, Row, SqlSession

T = TypeVar("T")

LISTED = "SELECT id, game, status, listed, wake, about, code, count, created, updated FROM tables"
# Another server may store one for the same player between the deletion and the insertion.
WEBHOOK_AGAIN = "ON CONFLICT (player) DO UPDATE SET url = excluded.url, secret = excluded.secret"
PATIENCE = 5.0  # seconds in which a healthy database answers


class SqlStore(ABC):
    """A store in an SQL database, without its transactions; see `interface.Store`."""

    dialect: Dialect
    is_exclusive: bool

    @abstractmethod
    async def _read(self, sql: str, **values: object) -> list[Row]:
        """All rows of a query; raises `StoreDown`."""

    @abstractmethod
    async def _write(self, work: Callable[[SqlSession], T]) -> T:
        """Run a function in a durable transaction; raises `StoreDown`."""

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """See `Store`."""
        sql = "SELECT number, at, kind, body FROM entries WHERE table_id = :table AND number >= :after ORDER BY number"
        return [Entry(*row) for row in await self._read(sql, table=table, after=after)]

    async def lobby(self, limit: int) -> list[ListedTable]:
        """See `Store`."""
        sql = f"{LISTED} WHERE listed AND status <> 'over' ORDER BY created DESC, id LIMIT :limit"
        return [_listed(row) for row in await self._read(sql, limit=limit)]

    async def find_by_code(self, code: str) -> str | None:
        """See `Store`."""
        rows = await self._read("SELECT id FROM tables WHERE code <> '' AND code = :code", code=code)
        return str(rows[0][0]) if rows else None

    async def count_open_tables(self) -> int:
        """See `Store`."""
        ((count,),) = await self._read("SELECT count(*) FROM tables WHERE status <> 'over'")
        return int(count)

    async def due(self, now: int, limit: int) -> list[ListedTable]:
        """See `Store`."""
        sql = f"{LISTED} WHERE wake <= :now ORDER BY wake, id LIMIT :limit"
        return [_listed(row) for row in await self._read(sql, now=now, limit=limit)]

    async def claim(self, table: str, count: int, wake: int, until: int) -> bool:
        """See `Store`."""
        sql = "UPDATE tables SET wake = :until WHERE id = :table AND count = :count AND wake = :wake"
        return await self._write(lambda run: run.write(sql, table=table, count=count, wake=wake, until=until)) == 1

    async def tables_of(self, player: str, limit: int) -> list[ListedTable]:
        """See `Store`."""
        sat = "SELECT table_id FROM sittings WHERE player = :player"
        sql = f"{LISTED} WHERE id IN ({sat}) ORDER BY updated DESC, id LIMIT :limit"
        return [_listed(row) for row in await self._read(sql, player=player, limit=limit)]

    async def visited_tables(self, player: str) -> list[str]:
        """See `Store`."""
        rows = await self._read("SELECT table_id FROM visits WHERE player = :player ORDER BY table_id", player=player)
        return [str(table) for (table,) in rows]

    async def games_of(self, player: str, limit: int) -> list[PlayedGame]:
        """See `Store`."""
        sql = """SELECT table_id, game, ended, player, seat, seats, place, score, rated FROM finishes
            WHERE player = :player ORDER BY ended DESC, table_id, seat LIMIT :limit"""
        return [_played(row) for row in await self._read(sql, player=player, limit=limit)]

    async def ratings_of(self, player: str) -> dict[str, Rating]:
        """See `Store`."""
        sql = "SELECT game, mean, deviation, games FROM ratings WHERE player = :player ORDER BY game"
        return {game: Rating(*rating) for game, *rating in await self._read(sql, player=player)}

    async def set_rated(self, player: str, wanted: bool) -> None:
        """See `Store`."""

        def work(run: SqlSession) -> None:
            if wanted:
                run.insert("rated_players (player)", [(player,)], "ON CONFLICT (player) DO NOTHING")
            else:
                _delete_of(run, player, "rated_players", "ratings")

        await self._write(work)

    async def is_rated(self, player: str) -> bool:
        """See `Store`."""
        return bool(await self._read("SELECT 1 FROM rated_players WHERE player = :player", player=player))

    async def set_webhook(self, player: str, webhook: Webhook | None) -> None:
        """See `Store`."""

        def work(run: SqlSession) -> None:
            _delete_of(run, player, "webhooks")
            if webhook is not None:
                run.insert("webhooks (player, url, secret)", [(player, webhook.url, webhook.secret)], WEBHOOK_AGAIN)

        await self._write(work)

    async def webhook_of(self, player: str) -> Webhook | None:
        """See `Store`."""
        rows = await self._read("SELECT url, secret FROM webhooks WHERE player = :player", player=player)
        return Webhook(*rows[0]) if rows else None

    async def rewrite(self, table: str, number: int, body: bytes) -> None:
        """See `Store`."""
        sql = "UPDATE entries SET body = :body WHERE table_id = :table AND number = :number"
        await self._write(lambda run: run.write(sql, table=table, number=number, body=body))

    async def delete_player(self, player: str) -> None:
        """See `Store`."""
        hanging = ("rated_players", "ratings", "sittings", "visits", "finishes", "webhooks")
        await self._write(lambda run: _delete_of(run, player, *hanging))

    async def old_chat(self, kind: str, before: int, limit: int) -> list[tuple[str, Entry]]:
        """See `Store`."""
        if not kind.isalpha():
            raise ValueError(f"{kind!r} is no kind of entry")
        # Both conditions are literals, not parameters: only then can the database use its partial index.
        sql = f"""SELECT table_id, number, at, kind, body FROM entries
            WHERE kind = '{kind}' AND length(body) > 2 AND at < :before ORDER BY at, table_id, number LIMIT :limit"""
        return [(table, Entry(*entry)) for table, *entry in await self._read(sql, before=before, limit=limit)]

    async def delete_tables(self, tables: Sequence[str], before: int | None = None) -> None:
        """See `Store`."""
        sql = f"DELETE FROM tables WHERE id {self.dialect.among}"  # foreign keys cascade to everything else
        values: dict[str, object] = {"ids": self.dialect.ids(list(tables))}
        if before is not None:
            sql, values = f"{sql} AND updated < :before", {**values, "before": before}
        await self._write(lambda run: run.write(sql, **values))

    async def stale_open(self, before: int, limit: int) -> list[str]:
        """See `Store`."""
        return await self._untouched("status <> 'over' AND status <> 'playing'", before, limit)

    async def stale_playing(self, before: int, limit: int) -> list[str]:
        """See `Store`."""
        # Both conditions, as in the partial index.
        return await self._untouched("status <> 'over' AND status = 'playing'", before, limit)

    async def stale_finished(self, before: int, limit: int) -> list[str]:
        """See `Store`."""
        return await self._untouched("status = 'over'", before, limit)

    async def _untouched(self, status: str, before: int, limit: int) -> list[str]:
        """The tables of a status where nothing has happened since a time."""
        sql = f"SELECT id FROM tables WHERE {status} AND updated < :before ORDER BY updated, id LIMIT :limit"
        return [table for (table,) in await self._read(sql, before=before, limit=limit)]

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """See `Store`. Of a table that was removed meanwhile nothing is kept."""
        sql = """INSERT INTO snapshots (table_id, count, layout, state)
            SELECT id, :count, :layout, :state FROM tables WHERE id = :table
            ON CONFLICT (table_id) DO UPDATE
            SET count = excluded.count, layout = excluded.layout, state = excluded.state"""
        values = {"table": table, "count": snapshot.count, "layout": snapshot.layout, "state": snapshot.state}
        await self._write(lambda run: run.write(sql, **values))

    async def snapshot(self, table: str) -> Snapshot | None:
        """See `Store`."""
        rows = await self._read("SELECT count, layout, state FROM snapshots WHERE table_id = :table", table=table)
        return Snapshot(*rows[0]) if rows else None

    async def keep_page_files(self, version: str, files: bytes, now: int) -> None:
        """See `Store`."""

        def work(run: SqlSession) -> None:
            if not run.write("UPDATE page_files SET used = :now WHERE version = :version", now=now, version=version):
                into, again = "page_files (version, used, files)", "ON CONFLICT (version) DO NOTHING"
                run.insert(into, [(version, now, files)], again)

        await self._write(work)

    async def page_files(self, version: str) -> bytes | None:
        """See `Store`."""
        rows = await self._read("SELECT files FROM page_files WHERE version = :version", version=version)
        return bytes(rows[0][0]) if rows else None

    async def drop_page_files(self, before: int) -> None:
        """See `Store`."""
        await self._write(lambda run: run.write("DELETE FROM page_files WHERE used < :before", before=before))

    async def is_available(self) -> bool:
        """See `Store`. It writes something, since a full disk can still be read: not what is there already."""

        def write(run: SqlSession) -> None:
            for _ in range(2):
                run.write(f"UPDATE {VERSION} SET version = -version")

        with suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._write(write)
                return True
        return False


def _delete_of(run: SqlSession, player: str, *tables: str) -> None:
    for table in tables:
        run.write(f"DELETE FROM {table} WHERE player = :player", player=player)


def _listed(row: Row) -> ListedTable:
    table, game, status, listed, wake, about, code, count, created, updated = row
    return ListedTable(table, TableSummary(game, status, bool(listed), wake, about, code), count, created, updated)


def _played(row: Row) -> PlayedGame:
    table, game, ended, player, seat, seats, place, score, rated = row
    return PlayedGame(table, game, ended, Finish(player, seat, seats, place, score, bool(rated)))
