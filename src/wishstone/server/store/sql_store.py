"""SQL store: the operations that SQLite and PostgreSQL share; how a transaction is run is left to each of them."""

from __future__ import annotations

import asyncio
import secrets
from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress

from wishstone.server.store.batch_writes import BLOCK, block_row, store_changes
from wishstone.server.store.interface import (
    BLOCKS_CHANGED,
    Attendance,
    Block,
    Change,
    Entry,
    Finish,
    ListedTable,
    LobbyTable,
    PlayedGame,
    Rating,
    Snapshot,
    StoreDown,
    TableSummary,
    Webhook,
)
from wishstone.server.store.operator_records import OperatorRecords
from wishstone.server.store.sql import Dialect, Row, SqlSession

LISTED = "SELECT id, game, status, listed, wake, about, code, count, created, updated FROM tables"
# By two indexes: hosts who were seen, and tables where something happened. The conditions are those of the indexes.
LOBBY = """SELECT tables.id, game, status, listed, wake, about, code, count, created, updated,
        hosts.seat, hosts.origin, hosts.is_host, hosts.seen, sittings.player
    FROM tables
    LEFT JOIN attendance AS hosts ON hosts.table_id = tables.id AND hosts.is_host
    LEFT JOIN sittings ON sittings.table_id = tables.id AND sittings.seat = hosts.seat
    WHERE listed AND status <> 'over' AND tables.id IN (
        SELECT table_id FROM attendance WHERE is_host AND seen >= :since
        UNION SELECT id FROM tables WHERE status <> 'over' AND updated >= :since)
    ORDER BY COALESCE(hosts.seen, 0) DESC, created DESC, tables.id LIMIT :limit"""
NOT_BEGUN = "status <> 'over' AND status <> 'playing'"
# Another server may store one for the same player between the deletion and the insertion.
WEBHOOK_AGAIN = "ON CONFLICT (player) DO UPDATE SET url = excluded.url, secret = excluded.secret"
PATIENCE = 5.0  # seconds in which a healthy database answers


class SqlStore(OperatorRecords):
    """A store in an SQL database, without its transactions; see `interface.Store`."""

    dialect: Dialect
    is_exclusive: bool

    @abstractmethod
    def _announce(self, run: SqlSession, notice: str) -> None:
        """Tell the other processes something once the transaction is committed."""

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """See `Store`."""
        sql = "SELECT number, at, kind, body FROM entries WHERE table_id = :table AND number >= :after ORDER BY number"
        return [Entry(*row) for row in await self._read(sql, table=table, after=after)]

    async def lobby(self, since: int, limit: int) -> list[LobbyTable]:
        """See `Store`."""
        return [_in_lobby(row) for row in await self._read(LOBBY, since=since, limit=limit)]

    async def note_seen(self, tables: Sequence[str], now: int) -> None:
        """See `Store`."""
        sql = f"UPDATE attendance SET seen = :now WHERE is_host AND table_id {self.dialect.among}"
        await self._write(lambda run: run.write(sql, now=now, ids=self.dialect.ids(list(tables))))

    async def attendance(self, table: str) -> list[Attendance]:
        """See `Store`."""
        sql = "SELECT seat, origin, is_host, seen FROM attendance WHERE table_id = :table ORDER BY seat"
        return [_attendance(row) for row in await self._read(sql, table=table)]

    async def blocks(self, table: str = "") -> list[Block]:
        """See `Store`."""
        values = {"table": table} if table else {}
        which = "= :table" if table else "IS NULL"
        sql = f"""SELECT id, kind, subject, began, ends, done_by, why FROM blocks
            WHERE table_id {which} ORDER BY began DESC, id"""
        return [Block(id, table, *others) for id, *others in await self._read(sql, **values)]

    async def add_block(self, block: Block) -> None:
        """See `Store`."""

        def work(run: SqlSession) -> None:
            run.insert(BLOCK, [block_row(block)])
            self._announce(run, BLOCKS_CHANGED)

        await self._write(work)

    async def lift_block(self, id: str) -> bool:
        """See `Store`."""

        def work(run: SqlSession) -> bool:
            self._announce(run, BLOCKS_CHANGED)
            return run.write("DELETE FROM blocks WHERE id = :id", id=id) > 0

        return await self._write(work)

    async def delete_ended_blocks(self, now: int) -> int:
        """See `Store`."""
        return await self._write(lambda run: run.write("DELETE FROM blocks WHERE ends <= :now", now=now))

    async def shared_secret(self, name: str) -> str:
        """See `Store`."""

        def work(run: SqlSession) -> str:
            made = (name, secrets.token_bytes(32).hex())
            run.insert("shared_secrets (name, value)", [made], "ON CONFLICT (name) DO NOTHING")
            return str(run.select("SELECT value FROM shared_secrets WHERE name = :name", name=name)[0][0])

        return await self._write(work)

    async def running_tables(self, limit: int) -> list[ListedTable]:
        """See `Store`."""
        sql = f"{LISTED} WHERE status <> 'over' ORDER BY updated DESC, id LIMIT :limit"
        return [_listed(row) for row in await self._read(sql, limit=limit)]

    async def listed_table(self, table: str) -> ListedTable | None:
        """See `Store`."""
        rows = await self._read(f"{LISTED} WHERE id = :table", table=table)
        return _listed(rows[0]) if rows else None

    async def unlist(self, table: str) -> None:
        """See `Store`."""
        sql = "UPDATE tables SET listed = :listed WHERE id = :table"
        await self._write(lambda run: run.write(sql, listed=False, table=table))

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

        def work(run: SqlSession) -> None:
            run.write(sql, table=table, number=number, body=body)
            self._announce(run, table)

        await self._write(work)

    async def delete_player(self, player: str) -> None:
        """See `Store`."""
        hanging = ("rated_players", "ratings", "sittings", "visits", "finishes", "webhooks", "reports")
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
        return await self._untouched(NOT_BEGUN, before, limit)

    async def left_open(self, before: int, limit: int) -> list[str]:
        """See `Store`."""
        seen = "SELECT 1 FROM attendance WHERE table_id = tables.id AND is_host AND seen >= :before"
        return await self._untouched(f"{NOT_BEGUN} AND NOT EXISTS ({seen})", before, limit)

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
        """See `Store`. It opens a table and removes it: of a full disk or a damaged file, much can still be read."""
        trial = secrets.token_bytes(8).hex()
        opening = Change(trial, 0, (Entry(0, 0, "trial", b"{}"),), TableSummary("", "open", True, None, b"{}"))

        def write(run: SqlSession) -> None:
            store_changes(run, [opening], lambda ratings, _: ratings)
            run.write("DELETE FROM tables WHERE id = :trial", trial=trial)

        with suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self.count_open_tables()
                await self._write(write)
                return True
        return False


def _delete_of(run: SqlSession, player: str, *tables: str) -> None:
    for table in tables:
        run.write(f"DELETE FROM {table} WHERE player = :player", player=player)


def _listed(row: Row) -> ListedTable:
    table, game, status, listed, wake, about, code, count, created, updated = row
    return ListedTable(table, TableSummary(game, status, bool(listed), wake, about, code), count, created, updated)


def _attendance(row: Row) -> Attendance:
    seat, origin, is_host, seen = row
    return Attendance(seat, origin, bool(is_host), seen)


def _in_lobby(row: Row) -> LobbyTable:
    *table, seat, origin, is_host, seen, player = row
    host = None if seat is None else _attendance((seat, origin, is_host, seen))
    return LobbyTable(_listed(tuple(table)), host, player or "")


def _played(row: Row) -> PlayedGame:
    table, game, ended, player, seat, seats, place, score, rated = row
    return PlayedGame(table, game, ended, Finish(player, seat, seats, place, score, bool(rated)))
