"""Live table: the state of a table in memory, and who is connected to it, at this process and at others.

Processes announce to one another who is connected to them, and repeat it from time to time; an announcement that is not
repeated expires.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from wishstone.server.live.connection import Connection
from wishstone.server.live.origins import are_neighbours, is_blocked, path_of
from wishstone.server.store.interface import Attendance, Block
from wishstone.server.table import entries
from wishstone.server.table.decision_types import Decision
from wishstone.server.table.refusal import Forbidden
from wishstone.server.table.state import NOBODY, TableState
from wishstone.server.workers.fair_queue import Path

ANNOUNCE_EVERY = 20.0  # seconds between two announcements for a table with connections
EXPIRES_AFTER = 50.0  # seconds after which an announcement expires
BLOCKED = 30 * 24 * 3600 * 1000  # milliseconds for which a host's block of an origin holds


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
    origins: dict[int, str] = field(default_factory=dict)  # of those who sit here, by seat, as far as they are known
    seen: dict[int, int] = field(default_factory=dict)  # when they were last seen, by what is stored
    blocks: list[Block] = field(default_factory=list)  # of origins from which nobody may sit down

    def seats_present(self) -> list[bool]:
        """For each seat, whether its owner is connected."""
        here = {connection.seat for connection in self.connections}.union(
            *(each.seats for each in self._remote_presences())
        )
        return [seat in here for seat in range(len(self.table.seats))]

    @property
    def is_listed(self) -> bool:
        """Whether the lobby may show the table."""
        return self.table.setup.public and self.table.status != "over"

    @property
    def has_host_here(self) -> bool:
        """Whether the host is connected to this process."""
        return any(connection.seat == self.table.host != NOBODY for connection in self.connections)

    @property
    def watching(self) -> int:
        """How many onlookers there are."""
        here = sum(connection.seat == NOBODY for connection in self.connections)
        return here + sum(each.watching for each in self._remote_presences())

    def check_link(self, connection: Connection) -> None:
        """Refuse a connection that has lost its seat while it waited."""
        if not self.table.can_enter(connection.seat, connection.secret):
            raise Forbidden("no-key")

    def note_people(self, people: Sequence[Attendance], blocks: Sequence[Block]) -> None:
        """Take over what is stored of those at the table, and of those who are kept out of it."""
        sitting = [each for each in people if self.table.seats[each.seat].is_person]
        self.origins = {each.seat: each.origin for each in sitting}
        self.seen = {each.seat: each.seen for each in sitting}
        self.blocks = list(blocks)

    def note_decision(self, decision: Decision, now: int) -> None:
        """Note who comes and goes by a decision, and who is kept out from now on."""
        for body in decision.bodies:
            if isinstance(body, entries.Sat):
                self.origins[body.seat], self.seen[body.seat] = decision.origin, now
            elif isinstance(body, entries.Left):
                self.origins.pop(body.seat, None)
        self.blocks += decision.blocks

    @property
    def path(self) -> Path:
        """Where its bots' work waits: in the networks of its host, or of somebody else who sits here."""
        known = [self.origins.get(seat, "") for seat in (self.table.host, *self.table.persons)]
        return (*path_of(next(filter(None, known), "")), (self.table.id, 1))

    def address_of(self, seat: int) -> str:
        """The address of a seat's owner, while they are connected to this process."""
        here = [connection for connection in self.connections if connection.seat == seat]
        return max(here, key=lambda connection: connection.since).address if here else ""

    def attendance(self, now: int) -> tuple[Attendance, ...]:
        """From where those at the table came, and when they were last seen, as it is stored."""
        present = self.seats_present()
        return tuple(
            Attendance(
                seat,
                self.origins.get(seat, ""),
                seat == self.table.host,
                now if present[seat] else self.gone_since.get(seat, self.seen.get(seat, 0)),
            )
            for seat, each in enumerate(self.table.seats)
            if each.is_person
        )

    def block_of(self, seat: int, now: int) -> tuple[Block, ...]:
        """The block of the origin of a seat's owner, unless others at the table have, or may have, the same one."""
        origin = self.origins.get(seat, "")
        if not origin or any(are_neighbours(origin, self.origins.get(n, "")) for n in self.table.persons if n != seat):
            return ()
        return (Block(secrets.token_bytes(8).hex(), self.table.id, "origin", origin, now, now + BLOCKED, "host", ""),)

    def check_origin(self, origin: str, now: int) -> None:
        """Refuse somebody from a blocked origin."""
        if is_blocked(origin, (block.subject for block in self.blocks if block.ends > now)):
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
