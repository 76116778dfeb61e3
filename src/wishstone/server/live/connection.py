"""How does a message reach somebody? At once, or through a queue of its own, so that nobody waits for a slow reader.

Writing waits only while a reader has too much unread. So what does not wait is sent right here, without a task having
to wake up for it; with thousands of readers that is most of the work.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

LAST_WORDS = 0.1  # seconds in which the last answer goes out


class Transport(Protocol):
    """Where messages go: `http/websocket_transport.py` has the one to the network."""

    def write(self, message: bytes) -> bool:
        """Send a message, unless it has to wait; whether it is done with."""

    async def drain(self) -> None:
        """Wait until there is room for another message."""


class Connection:
    """Somebody connected to a table: for a seat, or as an onlooker."""

    GOING_AWAY = 1001
    LINK_REVOKED = 4003  # the link to the seat is not valid any more
    TOO_SLOW = 4008

    def __init__(self, seat: int, secret: str, most: int, wire: Transport) -> None:
        self.seat, self.secret = seat, secret
        self.code: int | None = None  # with which it is closed
        self.is_retired = False  # whether nothing that it asks for is heard any more
        self.give_up: Callable[[], object] = lambda: None  # stops waiting for a reader who is too slow
        self._transport = wire
        self._is_greeted = False
        self._most = most
        self._waiting = 0
        self._messages: deque[bytes] = deque()
        self._needs_snapshot = False
        self._something = asyncio.Event()

    def send_first(self, whole: bytes) -> None:
        """Have the whole table sent; nothing is sent before it, since nothing can be understood without it."""
        self._is_greeted = True
        self.send(whole)

    def send(self, message: bytes) -> None:
        """Have a message sent as soon as it can be; a reader who is too slow is dropped."""
        if self.code is not None or not self._is_greeted or (not self._messages and self._transport.write(message)):
            return
        self._messages.append(message)
        self._waiting += len(message)
        if self._waiting > self._most:
            self.drop(self.TOO_SLOW)
        self._something.set()

    @property
    def needs_snapshot(self) -> bool:
        """Whether the whole table is yet to be sent: what happens until then is part of it."""
        return self._needs_snapshot

    def request_snapshot(self) -> None:
        """Have the whole table sent anew."""
        self._needs_snapshot = True
        self._something.set()

    def drop(self, code: int) -> None:
        """End the connection, after what waits if it goes in peace."""
        if self.code is None:
            self.code = code
            if code == self.TOO_SLOW:
                self._messages.clear()
                self.give_up()
            self._something.set()

    def retire(self, code: int) -> None:
        """End the connection as soon as what it has asked for is answered; it can ask for nothing more."""
        self.is_retired = True
        asyncio.get_running_loop().call_later(LAST_WORDS, self.drop, code)

    async def write(self, whole: Callable[[], Awaitable[bytes]]) -> int:
        """Send what waits until the connection is to end; the code to close it with."""
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
                self._needs_snapshot = False  # only now: what happened until here is in it
                self.send(everything)
