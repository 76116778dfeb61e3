"""Lobby: the public tables as everybody is told of them, with few for each host and network, and no stale ones.

Tables whose host is connected come first, and of those the first table of every network before anybody's second. A
table whose host is gone, and where nothing happens, is not listed any more. The list is made for all who ask for it
together, at most ten times a second. Each process stores which hosts are connected to it, so that all can list them.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from wishstone.server.config.settings import Limits
from wishstone.server.live.networks import PREFIXES
from wishstone.server.store.interface import ListedTable, LobbyTable
from wishstone.server.table import entries, views
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.state import NOBODY, TableState

if TYPE_CHECKING:
    from wishstone.server.live.hub import Hub

MOST_LISTED = 200
CANDIDATES = 2_000  # tables that are looked at
LINGERS = 60_000  # milliseconds for which a table stays whose host is gone, and where nothing happens
NOTED_EVERY = 20_000  # milliseconds between two times that it is stored which hosts are connected
PRESENT = 45_000  # milliseconds for which a host who is connected to another process counts as present
PACE = 0.1  # seconds between two lists at least
LASTS = 2.0  # seconds for which a list is told where nothing has changed here


class Lobby:
    """The list of public tables."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._told, self._made_at = b"", -LASTS  # the list as it was last made, and when
        self._has_changed = False
        self._making: asyncio.Task[bytes] | None = None
        self._noted_at = 0

    def note_change(self) -> None:
        """Note that the list is no longer true."""
        self._has_changed = True

    def note_news(self, table: TableState, bodies: Sequence[EntryBody] = ()) -> None:
        """Note that somebody came or went, or that something was stored; a move can wait for the next list."""
        is_move = bool(bodies) and all(isinstance(body, entries.EVENTS) for body in bodies)
        if table.setup.public and not is_move:
            self.note_change()

    async def to_json(self) -> bytes:
        """The list, encoded, as it was a moment ago at most."""
        if not self._has_changed and time.monotonic() < self._made_at + LASTS:
            return self._told
        if self._making is None:
            self._making = asyncio.create_task(self._make())
            self._making.add_done_callback(self._end_making)
        return await asyncio.shield(self._making)

    def _end_making(self, task: asyncio.Task[bytes]) -> None:
        self._making = None
        if not task.cancelled():
            task.exception()  # everybody who waits has been told of it

    async def _make(self) -> bytes:
        await asyncio.sleep(max(0.0, self._made_at + PACE - time.monotonic()))
        self._has_changed, self._made_at = False, time.monotonic()
        try:
            found = await self.hub.store.lobby(self.hub.now() - LINGERS, CANDIDATES)
        except BaseException:
            self._has_changed = True
            raise
        played = {about.id for about in self.hub.games.catalogue()}
        found = [each for each in found if each.listed.summary.game in played]
        shown = choose_listed(found, self.is_present, self.hub.settings.limits)
        self._told = views.encode(
            {"tables": [{**listed_to_json(each.listed), "present": here} for each, here in shown]}
        )
        return self._told

    def is_present(self, each: LobbyTable) -> bool:
        """Whether the host of a table is connected, here or elsewhere."""
        live = self.hub.live_tables.get(each.listed.table)
        if live is not None and live.table.host != NOBODY and live.seats_present()[live.table.host]:
            return True
        is_here = live is not None and self.hub.store.is_exclusive
        return not is_here and each.host is not None and each.host.seen > self.hub.now() - PRESENT

    async def note_hosts(self) -> None:
        """Store which hosts of public tables, and of those that have not begun, are connected here, now and then."""
        now = self.hub.now()
        if now < self._noted_at + NOTED_EVERY:
            return
        self._noted_at = now
        tables = [
            live.table.id
            for live in self.hub.live_tables.values()
            if live.has_host_here and (live.is_listed or live.table.status in ("open", "starting"))
        ]
        if tables:
            await self.hub.store.note_seen(tables, now)


def choose_listed(
    found: Iterable[LobbyTable], is_present: Callable[[LobbyTable], bool], limits: Limits
) -> list[tuple[LobbyTable, bool]]:
    """The tables to list, each with whether its host is present: few of each host and network, and all in turn."""
    newest = sorted(found, key=lambda each: -each.listed.created)
    present = {each.listed.table: is_present(each) for each in newest}
    tables: Counter[str] = Counter()  # so far, by host and by network
    turns: list[tuple[bool, int, LobbyTable]] = []
    for each in sorted(newest, key=lambda each: not present[each.listed.table]):
        most = _allowances(each, limits)
        if any(tables[name] >= count for name, count in most.items()):
            continue
        turn = max((tables[name] for name in most), default=0)
        tables.update(dict.fromkeys(most, 1))
        turns.append((not present[each.listed.table], turn, each))
    turns.sort(key=lambda each: each[:2])
    return [(each, not is_absent) for is_absent, _, each in turns[:MOST_LISTED]]


def _allowances(each: LobbyTable, limits: Limits) -> dict[str, int]:
    """How many tables the host of this one and the networks around them may have in the list, as far as is known."""
    marks = each.host.origin.split() if each.host is not None else []
    networks = {mark: limits.listed_per_address * share for mark, share in zip(marks, PREFIXES.values(), strict=False)}
    return networks | ({f"player {each.player}": limits.listed_per_player} if each.player else {})


def listed_to_json(each: ListedTable) -> dict[str, Any]:
    """A table in a list."""
    about = msgspec.json.decode(each.summary.about)
    return {
        "table": each.table,
        "game": each.summary.game,
        "status": each.summary.status,
        "created": each.created,
        "updated": each.updated,
        **about,
    }
