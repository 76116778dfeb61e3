"""Who is told what happens at a table? All who are connected to it, each as it may know it; and who is there.

Other processes are told who is connected here, and tell who is there with them.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wishstone.server.live.connection import Connection
from wishstone.server.live.live_table import Live
from wishstone.server.store.interface import StoreDown
from wishstone.server.table import entries, views
from wishstone.server.table.entries import Kind
from wishstone.server.table.state import Table

if TYPE_CHECKING:
    from wishstone.server.live.hub import Hub

NEW_LINK = (entries.Renewed, entries.Sat, entries.Left)  # after which who came by an old one is out
AT_ONCE = 64  # entries that are told before others have their turn


@dataclass
class Question:
    """A command for whose answer somebody waits: the news that it makes are that answer."""

    asker: Connection
    id: str
    is_answered: bool = False


class Audience:
    """Those connected to all live tables."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._process = secrets.token_hex(4)  # by which the others tell this one's whispers apart

    def tell(
        self,
        live: Live,
        added: Sequence[tuple[Kind, int]],
        count: int,
        before: views.Before,
        question: Question | None = None,
    ) -> None:
        """Send what was added to everybody connected, each as it may know it."""
        table = live.table
        changed = table.basis > count
        if live.connections:
            lines = views.lines(table, added, count, before)
            scene = views.scene(table, live.present(), live.watching)
            news = views.News(lines, {"scene": scene, **(self._view(live) if changed else {})})
            messages: dict[int, bytes] = {}
            for connection in tuple(live.connections):
                if connection.is_behind:
                    continue
                seat = connection.seat
                if seat not in messages:
                    messages[seat] = news.to(seat, views.own(table, seat))
                message = messages[seat]
                if question is not None and question.asker is connection:
                    message, question.is_answered = views.answering(question.id, message), True
                connection.send(message)
        else:
            live.shown = None
        for kind, _ in added:
            if isinstance(kind, NEW_LINK):
                self.part_with(live, kind.seat)

    def _view(self, live: Live) -> dict[str, Any]:
        """The position for all who are connected: what is different from what they have, or the whole of it."""
        before, live.shown = live.shown, views.position(live.table)
        if before is not None and live.table.status == "playing":
            with suppress(views.Unlike):
                return {"change": views.difference(before, live.shown)}
        return {"view": live.shown}

    def part_with(self, live: Live, seat: int) -> None:
        """The link to a seat is a new one, or gone: whoever came by the old one is out, but for the answer to it."""
        for connection in tuple(live.connections):
            if connection.seat == seat and not live.table.lets_in(seat, connection.secret):
                live.connections.discard(connection)
                connection.retire(Connection.NOT_YOURS)

    def tell_all(self, live: Live) -> None:
        """Have everybody connected look at the table anew."""
        for connection in live.connections:
            connection.wants_all()

    async def snapshot(self, live: Live, connection: Connection, after: int = 0) -> bytes:
        """The whole table as somebody connected may know it, with the log from entry `after` on."""
        async with live.lock:
            live.check_link(connection)
            return await self._snapshot(live, connection.seat, after)

    async def _snapshot(self, live: Live, seat: int, after: int) -> bytes:
        table = live.table
        log = await self._log(table, seat, after) if after < table.count else []
        live.shown = views.position(table)
        return views.encode(
            {
                "type": "table",
                "now": self.hub.now(),
                "about": views.about(table),
                "log": log,
                "scene": views.scene(table, live.present(), live.watching),
                "view": live.shown,
                "you": views.own(table, seat),
            }
        )

    async def _log(self, table: Table, seat: int, after: int) -> list[views.Told]:
        """The entries from a number on as a seat is told them; others have their turn in between."""
        kept = [(entries.read(entry), entry.at) for entry in await self.hub.store.entries(table.id)][: table.count]
        told, past = [], views.Before(table.game.empty())
        for begin in range(0, len(kept), AT_ONCE):
            if begin:
                await asyncio.sleep(0)
            told += [line.to(seat) for line in views.lines(table, kept[begin : begin + AT_ONCE], begin, past)]
        return told[after:]

    async def join(self, live: Live, connection: Connection) -> None:
        """Somebody connects: it gets the whole table, and from then on what happens."""
        async with live.lock:
            live.check_link(connection)
            live.connections.add(connection)
            live.gone.pop(connection.seat, None)
            connection.greet(await self._snapshot(live, connection.seat, 0))
        self._tell_presence(live)

    def part(self, live: Live, connection: Connection) -> None:
        """Somebody is not connected any more."""
        live.connections.discard(connection)
        live.touched = time.monotonic()
        live.leave(connection.seat, self.hub.now())
        self._tell_presence(live)

    def _tell_presence(self, live: Live, whisper: bool = True) -> None:
        """Tell those at a table who is there; the other processes hear of those who are connected here."""
        if whisper and not self.hub.store.alone:
            self.hub.spawn(self.whisper(live))
        message = views.encode({"type": "present", "seats": live.present(), "watching": live.watching})
        for connection in tuple(live.connections):
            connection.send(message)

    async def whisper(self, live: Live) -> None:
        """Tell the other processes who is connected here."""
        with suppress(StoreDown):
            await self.hub.store.whisper(live.table.id, f"{self._process}/{live.whisper()}")

    def hear(self, live: Live, whispered: str) -> None:
        """Note who is connected to another process, and tell it those who are connected here; it may ask for that."""
        process, _, text = whispered.partition("/")
        if live.hear(process, text, self.hub.now()):
            self._tell_presence(live, whisper=False)
        if text.startswith("?") and live.connections:
            self.hub.spawn(self.whisper(live))
