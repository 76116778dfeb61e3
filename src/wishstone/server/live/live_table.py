"""Who is at a table right now? A table at hand, with those connected to it, here and at other processes.

Other processes whisper who is connected to them, and again from time to time: one that is not heard any more is gone.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from wishstone.server.live.connection import Connection
from wishstone.server.table.refusal import Forbidden
from wishstone.server.table.state import NOBODY, Table

WHISPER = 20.0  # seconds between two whispers about a table where somebody is connected
FADING = 50.0  # seconds after which what was whispered counts no more


@dataclass(frozen=True)
class Elsewhere:
    """Who is connected to another process."""

    seats: frozenset[int]
    watching: int
    heard: float  # when, by this process's clock

    @classmethod
    def read(cls, text: str) -> Elsewhere:
        """What was whispered: a question mark or none, seats, each a digit, and how many watch."""
        seats, _, watching = text.partition("+")
        digits = frozenset(int(each) for each in seats if each.isdigit())
        return cls(digits, int(watching) if watching.isdigit() else 0, time.monotonic())


@dataclass(eq=False)
class Live:
    """A table at hand: as it stands, and who is connected to it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    gone: dict[int, int] = field(default_factory=dict)  # when the last connection of a seat was lost
    elsewhere: dict[str, Elsewhere] = field(default_factory=dict)  # by process
    shown: dict[str, Any] | None = None  # the view that all who are connected have
    touched: float = field(default_factory=time.monotonic)
    whispered: float = 0.0
    timer: asyncio.TimerHandle | None = None
    thinking: asyncio.Task[None] | None = None
    hinting: set[int] = field(default_factory=set)  # the seats for which a hint is thought about
    snapshot: int = 0  # entries at the last snapshot
    loaded_at: int = 0
    came_from: dict[str, str] = field(default_factory=dict)  # addresses of those who sat down here, by their seat's key
    barred: frozenset[str] = frozenset()  # addresses from where nobody may sit down; nowhere but in memory

    def present(self) -> list[bool]:
        """Of every seat, whether its owner is connected."""
        here = {connection.seat for connection in self.connections}.union(*(each.seats for each in self._others()))
        return [seat in here for seat in range(len(self.table.seats))]

    @property
    def watching(self) -> int:
        """How many onlookers there are."""
        here = sum(connection.seat == NOBODY for connection in self.connections)
        return here + sum(each.watching for each in self._others())

    def check_link(self, connection: Connection) -> None:
        """Whoever has waited until it was its turn may have lost its seat meanwhile."""
        if not self.table.lets_in(connection.seat, connection.secret):
            raise Forbidden("no-key")

    def sat(self, key: str, address: str) -> None:
        """Note from where somebody came who has sat down; of those who are gone, nothing is known any more."""
        sitting = {seat.key for seat in self.table.seats}
        self.came_from = {each: known for each, known in self.came_from.items() if each in sitting} | {key: address}

    def bar(self, seat: int) -> None:
        """Let nobody sit down from where a seat's owner came, unless others here came from there, or may have."""
        others = {self.came_from.get(self.table.seats[n].key) for n in self.table.persons if n != seat}
        address = self.came_from.get(self.table.seats[seat].key)
        if address and not others & {address, None}:
            self.barred |= {address}

    def check_address(self, address: str) -> None:
        """Whoever comes without a player key is known by nothing else."""
        if address in self.barred:
            raise Forbidden("blocked-address")

    def away(self, seat: int) -> int | None:
        """Since when nobody has been connected for a seat; None while somebody is."""
        return None if self.present()[seat] else self.gone.get(seat, self.loaded_at)

    def leave(self, seat: int, now: int) -> None:
        """Note that a connection of a seat is lost, if it was the last."""
        if seat != NOBODY and not self.present()[seat]:
            self.gone[seat] = now

    def whisper(self) -> str:
        """Who is connected here, for the other processes; the first time, with a question who is there with them."""
        asks = "" if self.whispered else "?"
        self.whispered = time.monotonic()
        seats = {connection.seat for connection in self.connections} - {NOBODY}
        watching = sum(connection.seat == NOBODY for connection in self.connections)
        return f"{asks}{''.join(map(str, sorted(seats)))}+{watching}"

    def hear(self, process: str, text: str, now: int) -> bool:
        """Note who is connected to another process; whether that is news."""
        before = self.present(), self.watching
        self.elsewhere[process] = Elsewhere.read(text)
        after = self.present(), self.watching
        for seat, (was, here) in enumerate(zip(before[0], after[0], strict=True)):
            if was and not here:
                self.gone[seat] = now
        return before != after

    def _others(self) -> list[Elsewhere]:
        horizon = time.monotonic() - FADING
        return [each for each in self.elsewhere.values() if each.heard > horizon]
