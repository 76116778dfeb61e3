"""Retention: once an hour, deletes old chat, blocks that have ended, tables that never began, and, where the operator
wants it, finished games.

Reports of players and the log of what operators did go, too, and games that nobody has gone on with are ended. Several
servers on one database all do this; what one has removed, the next no longer finds.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from wishstone.game.errors import WishstoneError
from wishstone.server.live.hub import Hub
from wishstone.server.live.rate_limits import HOUR
from wishstone.server.store.interface import StoreDown
from wishstone.server.table import entries
from wishstone.server.table.decision_types import Decision

log = logging.getLogger("wishstone.housekeeping")

DAY = 24 * HOUR
AT_ONCE = 500  # rows of any kind


async def run_hourly(hub: Hub) -> None:
    """Delete expired data at the start, and then once an hour."""
    while True:
        try:
            await delete_expired(hub)
        except StoreDown:
            log.warning("the database does not answer")
        except Exception:
            log.exception("housekeeping failed")
        await asyncio.sleep(HOUR)


async def delete_expired(hub: Hub) -> None:
    """Delete everything that has been kept long enough."""
    settings, now = hub.settings, hub.now()
    chat = await _delete_old_chat(hub, now - settings.chat_days * DAY * 1000)
    idle = await _remove_idle(hub, now - settings.idle_hours * HOUR * 1000)
    unplayed = await _end_unplayed(hub, now - settings.unplayed_days * DAY * 1000) if settings.unplayed_days else 0
    finished = await _remove_finished(hub, now - settings.finished_days * DAY * 1000) if settings.finished_days else 0
    blocks = await hub.store.delete_ended_blocks(now)
    reports = await hub.store.delete_reports(now - settings.report_days * DAY * 1000)
    acts = await hub.store.delete_acts(now - settings.act_days * DAY * 1000)
    told = {"chat": chat, "idle": idle, "unplayed": unplayed, "finished": finished}
    told |= {"blocks": blocks, "reports": reports, "acts": acts}
    if any(told.values()):
        log.info("cleared away", extra=told)


async def _delete_old_chat(hub: Hub, before: int) -> int:
    """Delete chat from before a time. Nobody is notified: a log is always read from the database."""
    total = 0
    while said := await hub.store.old_chat("said", before, AT_ONCE):
        await asyncio.gather(*(hub.rewrite(table, entry.number, b"{}") for table, entry in said))
        total += len(said)
    return total


async def _remove_idle(hub: Hub, before: int) -> int:
    """Remove tables that never began."""
    total = 0
    while tables := await hub.store.stale_open(before, AT_ONCE):
        await hub.room.remove(tables, before)
        total += len(tables)
    return total


async def _end_unplayed(hub: Hub, before: int) -> int:
    """End games that nobody has gone on with; one batch an hour, since some of them may be unreadable."""
    tables = await hub.store.stale_playing(before, AT_ONCE)
    for table in tables:
        with suppress(WishstoneError):
            await hub.change(
                await hub.get_table(table),
                lambda table: Decision([entries.Finished("abandoned")] if table.status == "playing" else []),
            )
    return len(tables)


async def _remove_finished(hub: Hub, before: int) -> int:
    """Remove finished tables, and with them their part in the players' statistics."""
    total = 0
    while tables := await hub.store.stale_finished(before, AT_ONCE):
        await hub.room.remove(tables, before)
        total += len(tables)
    return total
