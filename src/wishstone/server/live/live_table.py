"""Live table: the state of a table in memory, and who is connected to it, at this process and at others.

Processes announce to one another who is connected to them, and repeat it from time to time; an announcement that is not
repeated expires.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from wishstone.server.live.connection import Connection
from wishstone.server.table.refusal import Forbidden
from wishstone.server.table.state import NOBODY, TableState

ANNOUNCE_EVERY = 20.0  # seconds between two announcements for a table with connections
EXPIRES_AFTER = 50.0  # seconds after which an announcement expires


@dataclass(frozen=True)
class RemotePresence:
    """Who is connected to another process."""

    seats: frozenset[int]
    watching: int
    heard_at: float  # when it was announced, by this process's clock

    @classmethod
    def parse(cls, text: str) -> RemotePresence:
        """Parse an announcement: perhaps a question mark, the seats as digits, a plus and the number of onlookers."""
        seats, _, watching = text.partition("+")
        digits = frozenset(int(each) for each in seats if each.isdigit())
        return cls(digits, int(watching) if watching.isdigit() else 0, time.monotonic())


@dataclass(eq=False)
class LiveTable:
    """A table in memory: its state, and who is connected to it."""

    table: TableState
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    gone_since: dict[int, int] = field(default_factory=dict)  # when the last connection of a seat was lost
    remote: dict[str, RemotePresence] = field(default_factory=dict)  # by process
    shown_view: dict[str, Any] | None = None  # the view that all connections have
    touched_at: float = field(default_factory=time.monotonic)
    presence_sent_at: float = 0.0
    timer: asyncio.TimerHandle | None = None
    bot_turn: asyncio.Task[None] | None = None
    seats_hinted: set[int] = field(default_factory=set)  # seats whose hint is being computed
    snapshot: int = 0  # entries at the last snapshot
    loaded_at: int = 0
    addresses: dict[str, str] = field(default_factory=dict)  # of those who sat down here, by their seat's key
    blocked_addresses: frozenset[str] = frozenset()  # from which nobody may sit down; only in memory

    def seats_present(self) -> list[bool]:
        """For each seat, whether its owner is connected."""
        here = {connection.seat for connection in self.connections}.union(
            *(each.seats for each in self._remote_presences())
        )
        return [seat in here for seat in range(len(self.table.seats))]

    @property
    def watching(self) -> int:
        """How many onlookers there are."""
        here = sum(connection.seat == NOBODY for connection in self.connections)
        return here + sum(each.watching for each in self._remote_presences())

    def check_link(self, connection: Connection) -> None:
        """Refuse a connection that has lost its seat while it waited."""
        if not self.table.can_enter(connection.seat, connection.secret):
            raise Forbidden("no-key")

    def note_address(self, key: str, address: str) -> None:
        """Remember the address of somebody who sat down, and forget those of people who have left."""
        sitting = {seat.key for seat in self.table.seats}
        self.addresses = {each: known for each, known in self.addresses.items() if each in sitting} | {key: address}

    def block_address_of(self, seat: int) -> None:
        """Block the address of a seat's owner, unless others at the table have, or may have, the same one."""
        others = {self.addresses.get(self.table.seats[n].key) for n in self.table.persons if n != seat}
        address = self.addresses.get(self.table.seats[seat].key)
        if address and not others & {address, None}:
            self.blocked_addresses |= {address}

    def check_address(self, address: str) -> None:
        """Refuse somebody from a blocked address."""
        if address in self.blocked_addresses:
            raise Forbidden("blocked-address")

    def away_since(self, seat: int) -> int | None:
        """When a seat's last connection was lost; None while its owner is connected."""
        return None if self.seats_present()[seat] else self.gone_since.get(seat, self.loaded_at)

    def note_departure(self, seat: int, now: int) -> None:
        """Note the time when a seat's last connection is lost."""
        if seat != NOBODY and not self.seats_present()[seat]:
            self.gone_since[seat] = now

    def presence_text(self) -> str:
        """The announcement of who is connected here; the first one asks the other processes for theirs."""
        asks = "" if self.presence_sent_at else "?"
        self.presence_sent_at = time.monotonic()
        seats = {connection.seat for connection in self.connections} - {NOBODY}
        watching = sum(connection.seat == NOBODY for connection in self.connections)
        return f"{asks}{''.join(map(str, sorted(seats)))}+{watching}"

    def note_presence(self, process: str, text: str, now: int) -> bool:
        """Note who is connected to another process; returns whether that changes anything."""
        before = self.seats_present(), self.watching
        self.remote[process] = RemotePresence.parse(text)
        after = self.seats_present(), self.watching
        for seat, (was, here) in enumerate(zip(before[0], after[0], strict=True)):
            if was and not here:
                self.gone_since[seat] = now
        return before != after

    def _remote_presences(self) -> list[RemotePresence]:
        horizon = time.monotonic() - EXPIRES_AFTER
        return [each for each in self.remote.values() if each.heard_at > horizon]
