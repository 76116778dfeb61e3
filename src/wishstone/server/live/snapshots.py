"""Snapshots of live tables as seats are sent them: each is encoded once, and shared until the table changes.

Reading a whole table costs a third of a millisecond and more, and some clients ask for it again and again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from wishstone import __version__
from wishstone.server.live.live_table import LiveTable
from wishstone.server.table import entries, views
from wishstone.server.table.state import TableState

if TYPE_CHECKING:
    from wishstone.server.live.hub import Hub

AT_ONCE = 64  # entries to encode before other tasks run
MOST_BYTES = 16 * 2**20  # of all that is kept; what was not asked for longest goes first


class Stamp(NamedTuple):
    """What a snapshot depends on: as long as it is the same, so is the snapshot."""

    entries: int
    present: tuple[bool, ...]
    watching: int


@dataclass(frozen=True)
class Snapshot:
    """A whole table as one seat may know it, encoded."""

    stamp: Stamp
    about: bytes
    log: tuple[bytes, ...] | None  # None until somebody asks for it
    scene: bytes  # and all that comes after it

    def message(self, now: int, server: bytes, after: int) -> bytes:
        """The message with the whole table, and its log from entry `after` on."""
        head = b'{"type":"table","now":%d,"server":%b,"about":' % (now, server)
        return b"".join((head, self.about, b',"log":[', b",".join((self.log or ())[after:]), b'],"scene":', self.scene))

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(self.about) + len(self.scene) + sum(len(line) + 40 for line in self.log or ())


class Snapshots:
    """The snapshots that were asked for lately; whoever asks holds the lock of the table."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._kept: OrderedDict[tuple[LiveTable, int], Snapshot] = OrderedDict()
        self._bytes = 0

    async def message(self, live: LiveTable, seat: int, after: int) -> bytes:
        """The message with the whole table as one seat may know it, with the log from entry `after` on."""
        kept = self._kept.get((live, seat))
        log = kept.log if kept is not None and kept.stamp.entries == live.table.count else None
        if log is None and after < live.table.count:
            log = tuple(await self._log(live.table, seat))
        # Only now, since nobody is told who comes and goes before they have the whole table.
        stamp = Stamp(live.table.count, tuple(live.seats_present()), live.watching)
        if kept is None or kept.stamp != stamp or kept.log is not log:
            kept = self._make(live, seat, stamp, log)
        self._keep((live, seat), kept)
        server = views.encode({"version": __version__, "page": self.hub.page_version})
        return kept.message(self.hub.now(), server, after)

    def forget(self, live: LiveTable) -> None:
        """Keep nothing of a table any more: it goes, or an entry of it was emptied."""
        for seat in range(-1, len(live.table.seats)):
            if (old := self._kept.pop((live, seat), None)) is not None:
                self._bytes -= old.size

    def _keep(self, key: tuple[LiveTable, int], snapshot: Snapshot) -> None:
        old = self._kept.pop(key, None)
        self._kept[key] = snapshot
        if old is not snapshot:
            self._bytes += snapshot.size - (old.size if old is not None else 0)
        while self._bytes > MOST_BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.size

    def _make(self, live: LiveTable, seat: int, stamp: Stamp, log: tuple[bytes, ...] | None) -> Snapshot:
        table = live.table
        live.shown_view = views.position(table)
        rest = {
            "scene": views.scene(table, stamp.present, stamp.watching),
            "view": live.shown_view,
            "you": views.own(table, seat),
        }
        return Snapshot(stamp, views.encode(views.about(table)), log, views.encode(rest)[len(b'{"scene":') :])

    async def _log(self, table: TableState, seat: int) -> list[bytes]:
        """The entries as a seat is told them, encoded; other tasks run in between."""
        stored = await self.hub.store.entries(table.id)
        kept = [(entries.decode_body(entry), entry.at) for entry in stored][: table.count]
        told, past = [], views.GameCursor(table.game.empty())
        for begin in range(0, len(kept), AT_ONCE):
            if begin:
                await asyncio.sleep(0)
            lines = views.entry_views(table, kept[begin : begin + AT_ONCE], begin, past)
            told += [views.encode(line.for_seat(seat)) for line in lines]
        return told
