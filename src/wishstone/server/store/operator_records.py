"""Operator records: reports of players and acts of operators, with the SQL that both databases share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from wishstone.server.store.interface import Act, Report
from wishstone.server.store.sql import Row, SqlSession

T = TypeVar("T")

REPORT = "SELECT id, at, table_id, player, body, settled FROM reports"


class OperatorRecords(ABC):
    """The part of a store that operators use; see `interface.Store`."""

    @abstractmethod
    async def _read(self, sql: str, **values: object) -> list[Row]:
        """All rows of a query; raises `StoreDown`."""

    @abstractmethod
    async def _write(self, work: Callable[[SqlSession], T]) -> T:
        """Run a function in a durable transaction; raises `StoreDown`."""

    async def add_report(self, report: Report, limit: int) -> bool:
        """See `Store`."""
        row = (report.id, report.at, report.table, report.player, report.body)

        def work(run: SqlSession) -> bool:
            ((waiting,),) = run.select("SELECT count(*) FROM reports WHERE settled IS NULL")
            if waiting >= limit:
                return False
            run.insert("reports (id, at, table_id, player, body)", [row])
            return True

        return await self._write(work)

    async def reports(self, limit: int, settled: bool = False) -> list[Report]:
        """See `Store`."""
        which = "settled IS NOT NULL ORDER BY settled DESC, id" if settled else "settled IS NULL ORDER BY at, id"
        return [Report(*row) for row in await self._read(f"{REPORT} WHERE {which} LIMIT :limit", limit=limit)]

    async def report(self, id: str) -> Report | None:
        """See `Store`."""
        rows = await self._read(f"{REPORT} WHERE id = :id", id=id)
        return Report(*rows[0]) if rows else None

    async def reports_by(self, player: str) -> list[Report]:
        """See `Store`."""
        sql = f"{REPORT} WHERE player <> '' AND player = :player ORDER BY at, id"
        return [Report(*row) for row in await self._read(sql, player=player)]

    async def count_reports(self) -> int:
        """See `Store`."""
        ((count,),) = await self._read("SELECT count(*) FROM reports WHERE settled IS NULL")
        return int(count)

    async def settle_report(self, id: str, at: int) -> bool:
        """See `Store`."""
        sql = "UPDATE reports SET settled = :at WHERE id = :id AND settled IS NULL"
        return await self._write(lambda run: run.write(sql, id=id, at=at)) == 1

    async def delete_reports(self, before: int) -> int:
        """See `Store`."""
        return await self._write(lambda run: run.write("DELETE FROM reports WHERE at < :before", before=before))

    async def add_act(self, act: Act) -> None:
        """See `Store`."""
        row = (act.id, act.at, act.uid, act.act, act.about, act.why)
        await self._write(lambda run: run.insert("acts (id, at, uid, act, about, why)", [row]))

    async def acts(self, limit: int) -> list[Act]:
        """See `Store`."""
        sql = "SELECT id, at, uid, act, about, why FROM acts ORDER BY at DESC, id LIMIT :limit"
        return [Act(*row) for row in await self._read(sql, limit=limit)]

    async def delete_acts(self, before: int) -> int:
        """See `Store`."""
        return await self._write(lambda run: run.write("DELETE FROM acts WHERE at < :before", before=before))
