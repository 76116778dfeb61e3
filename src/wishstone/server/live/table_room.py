"""Table room: how many tables there may be, and which go first where a server is full.

Before somebody is told so, tables make room that never began and were left: nothing has happened there for a while, and
nobody is connected. So whoever opens tables only to fill the server keeps nobody else out for long.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from wishstone.server.table.refusal import Busy

if TYPE_CHECKING:
    from wishstone.server.live.hub import Hub

log = logging.getLogger("wishstone.housekeeping")

LEFT = 3_600_000  # milliseconds after which a table that never began, and where nobody is, makes room
AT_ONCE = 200  # tables that make room together
PACE = 5.0  # seconds between two times that this is tried


class TableRoom:
    """The room for tables of a server."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._tried_at = -PACE

    async def check(self) -> None:
        """Make room for one more table, or raise `Busy`."""
        most = self.hub.settings.limits.open_tables
        if await self.hub.store.count_open_tables() < most:
            return
        if time.monotonic() >= self._tried_at + PACE:
            self._tried_at = time.monotonic()
            await self._remove_left()
            if await self.hub.store.count_open_tables() < most:
                return
        raise Busy("server-full")

    async def _remove_left(self) -> None:
        before = self.hub.now() - LEFT
        found = await self.hub.store.left_open(before, AT_ONCE)
        left = [table for table in found if not self._is_used(table)]
        await self.remove(left, before)
        log.warning("the server is full", extra={"removed": len(left)})

    def _is_used(self, table: str) -> bool:
        live = self.hub.live_tables.get(table)
        return live is not None and bool(live.connections or any(live.seats_present()))

    async def remove(self, tables: Sequence[str], before: int) -> None:
        """Remove tables for good, unless something has happened there since a time."""
        for table in tables:
            if (live := self.hub.live_tables.get(table)) is not None:
                async with live.lock:  # after whatever is being stored there
                    self.hub.unload(live)
        await self.hub.store.delete_tables(tables, before)
