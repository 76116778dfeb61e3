"""Operator views: what an operator is shown of a running server. Nothing here shows a card, a secret or a code.

What was said at a table is shown only with a report that somebody at that table made.
"""

from __future__ import annotations

import msgspec

from wishstone.server.admin.admin_requests import MOST, JsonObject
from wishstone.server.live.connection import Connection
from wishstone.server.live.hub import Hub
from wishstone.server.live.live_table import LiveTable
from wishstone.server.live.reports import body_of
from wishstone.server.store.interface import Act, Block, ListedTable, Report
from wishstone.server.table.state import NOBODY


def people(hub: Hub, table: str = "") -> list[JsonObject]:
    """Who is connected to this process, at one table or everywhere; those who came last come first."""
    tables = [live for live in hub.live_tables.values() if table in ("", live.table.id)]
    found = [_person(live, connection) for live in tables for connection in live.connections]
    return sorted(found, key=lambda person: -person["since"])[:MOST]


def _person(live: LiveTable, connection: Connection) -> JsonObject:
    seat = None if connection.seat == NOBODY else live.table.seats[connection.seat]
    return {
        "table": live.table.id,
        "game": live.table.setup.game,
        "seat": connection.seat,
        "name": seat.name if seat else "",
        "player": seat.player if seat else "",
        "address": connection.address,
        "since": connection.since,
    }


async def tables(hub: Hub, limit: int) -> JsonObject:
    """The tables that are not over, the latest first, and how many there are."""
    rows = await hub.store.running_tables(limit)
    return {"tables": [_row(hub, row) for row in rows], "of": await hub.store.count_open_tables()}


def _row(hub: Hub, row: ListedTable) -> JsonObject:
    live = hub.live_tables.get(row.table)
    about = msgspec.json.decode(row.summary.about)
    return {
        "table": row.table,
        "game": row.summary.game,
        "status": row.summary.status,
        "listed": row.summary.listed,
        "seats": [each["name"] or each["bot"] or each["kind"] for each in about["seats"]],
        "connected": len(live.connections) if live else 0,
        "entries": row.count,
        "created": row.created,
        "updated": row.updated,
    }


async def table(hub: Hub, row: ListedTable) -> JsonObject:
    """How one table stands: who sits there and from where they came, and how far its game is."""
    live = await hub.get_table(row.table)
    state, present = live.table, live.seats_present()
    return {
        "table": state.id,
        "game": state.setup.game,
        "status": state.status,
        "how": state.how,
        "public": state.setup.public,
        "listed": row.summary.listed,
        "rated": state.setup.rated,
        "temporary": state.is_temporary,
        "created": state.created,
        "updated": row.updated,
        "entries": state.count,
        "events": len(state.match.events) if state.match else 0,
        "actor": state.actor,
        "host": state.host,
        "watching": live.watching,
        "before": state.opened.before,
        "again": state.rematch,
        "seats": [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "muted": seat.muted,
                "present": present[number],
                "player": seat.player,
                "address": live.address_of(number) if seat.is_person else "",
            }
            for number, seat in enumerate(state.seats)
        ],
    }


def report(kept: Report) -> JsonObject:
    """A report with the lines that were kept with it."""
    told = {"id": kept.id, "at": kept.at, "table": kept.table, "settled": kept.settled, "by_player": kept.player}
    return {**told, **msgspec.to_builtins(body_of(kept))}


def ban(block: Block) -> JsonObject:
    """A ban of the whole server."""
    told = {"id": block.id, "kind": block.kind, "subject": block.subject}
    return {**told, "began": block.began, "ends": block.ends, "by": block.by, "why": block.why}


def act(kept: Act) -> JsonObject:
    """Something that an operator did."""
    about = msgspec.json.decode(kept.about)
    return {"id": kept.id, "at": kept.at, "uid": kept.uid, "act": kept.act, "about": about, "why": kept.why}
