"""Hints: an evaluation of a seat's legal moves, computed from nothing but what that seat knows."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from wishstone.server.live.connection import Connection
from wishstone.server.live.live_table import LiveTable
from wishstone.server.table.refusal import Busy, Refusal
from wishstone.server.table.state import NOBODY
from wishstone.server.workers.bot_pool import Claim
from wishstone.server.workers.lane import TooLate
from wishstone.server.workers.worker_tasks import FALLBACK, BotTask

if TYPE_CHECKING:
    from wishstone.server.live.hub import Hub

AGAIN = 30  # seconds after which a hint may be asked for again where many others think


async def begin_hint(hub: Hub, live: LiveTable, connection: Connection) -> Coroutine[Any, Any, dict[str, Any]]:
    """Check that a seat may have a hint now, and return the coroutine that computes it."""
    async with live.lock:
        table, seat = live.table, connection.seat
        live.check_link(connection)
        if not table.setup.hints or table.setup.rated:
            raise Refusal("hints-off")
        if seat == NOBODY or table.actor != seat:
            raise Refusal("hint-not-now")
        if table.setup.game not in hub.games.compiled:
            raise Refusal("hint-not-ready", 503)
        if seat in live.seats_hinted:
            raise Busy("hint-thinking")
        task, basis = hub.turns.make_task(table, seat, FALLBACK), table.basis
        live.seats_hinted.add(seat)
    return _think(hub, live, seat, task, basis)


async def _think(hub: Hub, live: LiveTable, seat: int, task: BotTask, basis: int) -> dict[str, Any]:
    try:
        return {"basis": basis, **await hub.bot_pool.analyse_moves(task, Claim(live.path))}
    except TooLate as error:
        raise Busy("hint-late", seconds=AGAIN) from error
    finally:
        live.seats_hinted.discard(seat)
