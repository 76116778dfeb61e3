"""Connection: sends messages to one client at once where possible, and through a bounded queue where it reads slowly.

A message is queued only while the client has too much unread. Everything else is written immediately, without waking a
task; with thousands of clients that is most of the work.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

LAST_WORDS = 0.1  # seconds for the last answer to be sent


class Transport(Protocol):
    """Where messages are written; `http/websocket_transport.py` has the one to the network."""

    def write(self, message: bytes) -> bool:
        """Send a message, unless it has to wait; returns whether it was dealt with."""

    async def drain(self) -> None:
        """Wait until there is room for another message."""


class Connection:
    """A client connected to a table, for a seat or as an onlooker."""

    GOING_AWAY = 1001
    LINK_REVOKED = 4003  # the link to the seat is no longer valid
    TOO_SLOW = 4008
    BANNED = 4403

    def __init__(self, seat: int, secret: str, most: int, wire: Transport) -> None:
        self.seat, self.secret = seat, secret
        self.address, self.since = "", 0  # from which it comes, and since when, in milliseconds since 1970
        self.code: int | None = None  # the code that it is closed with
        self.is_retired = False  # whether its commands are ignored
        self.give_up: Callable[[], object] = lambda: None  # cancels the write to a client that is too slow
        self._transport = wire
        self._is_greeted = False
        self._most = most
        self._waiting = 0
        self._messages: deque[bytes] = deque()
        self._needs_snapshot = False
        self._something = asyncio.Event()

    def send_first(self, whole: bytes) -> None:
        """Send the whole table; nothing is sent before it, since nothing else makes sense without it."""
        self._is_greeted = True
        self.send(whole)

    def send(self, message: bytes) -> None:
        """Send a message as soon as possible; a client that reads too slowly is dropped."""
        if self.code is not None or not self._is_greeted or (not self._messages and self._transport.write(message)):
            return
        self._messages.append(message)
        self._waiting += len(message)
        if self._waiting > self._most:
            self.drop(self.TOO_SLOW)
        self._something.set()

    @property
    def needs_snapshot(self) -> bool:
        """Whether the whole table is still to be sent: it will contain whatever happens until then."""
        return self._needs_snapshot

    def request_snapshot(self) -> None:
        """Send the whole table anew as soon as possible."""
        self._needs_snapshot = True
        self._something.set()

    def drop(self, code: int) -> None:
        """Close the connection, after what is queued unless the client is too slow."""
        if self.code is None:
            self.code = code
            if code == self.TOO_SLOW:
                self._messages.clear()
                self.give_up()
            self._something.set()

    def retire(self, code: int) -> None:
        """Close the connection soon, once its last command is answered; it can send no more."""
        self.is_retired = True
        asyncio.get_running_loop().call_later(LAST_WORDS, self.drop, code)

    async def write(self, whole: Callable[[], Awaitable[bytes]]) -> int:
        """Send queued messages until the connection is to end; returns the code to close it with."""
        while True:
            await self._something.wait()
            self._something.clear()
            while self._messages:
                if self._transport.write(self._messages[0]):
                    self._waiting -= len(self._messages.popleft())
                else:
                    await self._transport.drain()
            if self.code is not None:
                return self.code
            if self._needs_snapshot:
                everything = await whole()
                self._needs_snapshot = False  # only now: everything until here is in it
                self.send(everything)
