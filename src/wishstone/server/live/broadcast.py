"""Broadcast: sends what happens at a table to everybody connected to it, each as they may know it, and who is present.

Other processes are told who is connected here, and announce who is connected there.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wishstone.server.live.connection import Connection
from wishstone.server.live.live_table import LiveTable
from wishstone.server.live.snapshots import Snapshots
from wishstone.server.store.interface import StoreDown
from wishstone.server.table import entries, views
from wishstone.server.table.entries import EntryBody

if TYPE_CHECKING:
    from wishstone.server.live.hub import Hub

NEW_LINK = (entries.Renewed, entries.Sat, entries.Left)  # entries after which older links to the seat are invalid


@dataclass
class PendingCommand:
    """A command whose sender waits for an answer: the news that it causes are that answer."""

    asker: Connection
    id: str
    is_answered: bool = False


class Broadcaster:
    """Sends messages to everybody who is connected to a live table."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.snapshots = Snapshots(hub)
        self._process = secrets.token_hex(4)  # marks this process's announcements

    def send_news(
        self,
        live: LiveTable,
        added: Sequence[tuple[EntryBody, int]],
        count: int,
        before: views.GameCursor,
        pending: PendingCommand | None = None,
    ) -> None:
        """Send new entries to everybody connected, each as they may know them."""
        table = live.table
        changed = table.basis > count
        if live.connections:
            lines = views.entry_views(table, added, count, before)
            scene = views.scene(table, live.seats_present(), live.watching)
            news = views.NewsMessage(lines, {"scene": scene, **(self._view_change(live) if changed else {})})
            messages: dict[int, bytes] = {}
            for connection in tuple(live.connections):
                if connection.needs_snapshot:
                    continue
                seat = connection.seat
                if seat not in messages:
                    messages[seat] = news.for_seat(seat, views.own(table, seat))
                message = messages[seat]
                if pending is not None and pending.asker is connection:
                    message, pending.is_answered = views.with_answer_id(pending.id, message), True
                connection.send(message)
        else:
            live.shown_view = None
        for body, _ in added:
            if isinstance(body, NEW_LINK):
                self.drop_old_links(live, body.seat)

    def _view_change(self, live: LiveTable) -> dict[str, Any]:
        """The position for everybody connected: what changed in the view that they have, or the whole view."""
        before, live.shown_view = live.shown_view, views.position(live.table)
        if before is not None and live.table.status == "playing":
            with suppress(views.DifferentShape):
                return {"change": views.difference(before, live.shown_view)}
        return {"view": live.shown_view}

    def drop_old_links(self, live: LiveTable, seat: int) -> None:
        """Disconnect those who came by a link to a seat that is no longer valid, once their command is answered."""
        for connection in tuple(live.connections):
            if connection.seat == seat and not live.table.can_enter(seat, connection.secret):
                live.connections.discard(connection)
                connection.retire(Connection.LINK_REVOKED)

    def request_snapshots(self, live: LiveTable) -> None:
        """Send everybody connected the whole table anew."""
        for connection in live.connections:
            connection.request_snapshot()

    async def snapshot(self, live: LiveTable, connection: Connection, after: int = 0) -> bytes:
        """The whole table as one connection may know it, with the log from entry `after` on."""
        async with live.lock:
            live.check_link(connection)
            return await self.snapshots.message(live, connection.seat, after)

    async def join(self, live: LiveTable, connection: Connection) -> None:
        """Add a connection: it gets the whole table, and from then on the news."""
        async with live.lock:
            live.check_link(connection)
            live.connections.add(connection)
            live.gone_since.pop(connection.seat, None)
            connection.send_first(await self.snapshots.message(live, connection.seat, 0))
            self.hub.announcements.greet(connection)
        self._send_presence(live)

    def leave(self, live: LiveTable, connection: Connection) -> None:
        """Remove a connection."""
        live.connections.discard(connection)
        live.touched_at = time.monotonic()
        live.note_departure(connection.seat, self.hub.now())
        self._send_presence(live)

    def _send_presence(self, live: LiveTable, announce: bool = True) -> None:
        """Tell everybody at a table who is present, and announce to other processes who is connected here."""
        self.hub.lobby.note_news(live.table)
        if announce and not self.hub.store.is_exclusive:
            self.hub.spawn(self.announce_presence(live))
        message = views.encode({"type": "present", "seats": live.seats_present(), "watching": live.watching})
        for connection in tuple(live.connections):
            connection.send(message)

    async def announce_presence(self, live: LiveTable) -> None:
        """Tell the other processes who is connected here."""
        with suppress(StoreDown):
            await self.hub.store.notify_others(live.table.id, f"{self._process}/{live.presence_text()}")

    def receive_presence(self, live: LiveTable, announcement: str) -> None:
        """Note who is connected to another process and tell our clients; answer if that process asks who is here."""
        process, _, text = announcement.partition("/")
        if live.note_presence(process, text, self.hub.now()):
            self._send_presence(live, announce=False)
        if text.startswith("?") and live.connections:
            self.hub.spawn(self.announce_presence(live))
