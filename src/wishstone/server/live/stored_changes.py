"""Stored changes: what the store is given when a table changes, besides the entries themselves.

That is the table's row for the lobby and the sweep, who sits there, and the results of a finished game.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wishstone.server.live.live_table import LiveTable
from wishstone.server.store.interface import Change, Finish, TableSummary
from wishstone.server.table import entries
from wishstone.server.table.decision_types import Decision
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.secrets import hash_secret
from wishstone.server.table.state import TableState

SEATING = (entries.Sat, entries.Left)  # entries after which others sit there
_WITH_PLAYER = (entries.Sat, entries.Asked)


def make_change(live: LiveTable, decision: Decision, count: int, now: int) -> Change:
    """The change that stores a decision at a table, which had `count` entries before."""
    table, bodies = live.table, decision.bodies
    moved = any(isinstance(body, SEATING) for body in bodies)
    ended = isinstance(bodies[-1], entries.Finished)
    return Change(
        table.id,
        count,
        entries.to_stored(bodies, count, now),
        summarize(table, now),
        table.sittings if moved else None,
        _finishes(table) if ended else (),
        _players_of(bodies),
        () if ended else live.attendance(now) if moved else None,
        decision.blocks,
    )


def summarize(table: TableState, now: int) -> TableSummary:
    """What can be listed of a table without reading its entries."""
    setup = table.setup
    if table.actor not in table.lobby:
        table.lobby[table.actor] = _lobby_json(table)
    listed = setup.public and table.status != "over"
    code = hash_secret(table.opened.code) if table.status == "open" else ""
    return TableSummary(setup.game, table.status, listed, table.next_wake(now), table.lobby[table.actor], code)


def _players_of(bodies: Sequence[EntryBody]) -> tuple[str, ...]:
    """The players who sit down or ask for a seat."""
    return tuple(body.player for body in bodies if isinstance(body, _WITH_PLAYER) and body.player)


def _lobby_json(table: TableState) -> bytes:
    """What the lobby shows of a table."""
    setup = table.setup
    return msgspec.json.encode(
        {
            "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in table.seats],
            "options": setup.options,
            "clock": setup.clock,
            "onlookers": setup.onlookers,
            "rated": setup.rated,
            "actor": table.actor,
        }
    )


def _finishes(table: TableState) -> tuple[Finish, ...]:
    """The results of those with a player key; only games that were played to their end count."""
    if table.match is None or table.how != "rules" or table.is_temporary:
        return ()
    result = table.match.result()
    return tuple(
        Finish(seat.player, n, len(table.seats), result.places[n], result.scores[n], table.setup.rated)
        for n, seat in enumerate(table.seats)
        if seat.is_person and seat.player
    )
