"""How does a message reach somebody? At once, or through a queue of its own, so that nobody waits for a slow reader.

The server's way of sending waits before it does anything, and only while a reader has too much unread. So what does not
wait is sent right here, without a task having to wake up for it; with thousands of readers that is most of the work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

LAST_WORDS = 0.1  # seconds in which the last answer goes out


class Connection:
    """Somebody connected to a table: for a seat, or as an onlooker."""

    GOING_AWAY = 1001
    NOT_YOURS = 4003  # the link to the seat is not valid any more
    TOO_SLOW = 4008

    def __init__(self, seat: int, secret: str, most: int) -> None:
        self.seat, self.secret = seat, secret
        self.code: int | None = None  # with which it is closed
        self.is_retired = False  # whether nothing that it asks for is heard any more
        self.give_up: Callable[[], object] = lambda: None  # stops waiting for a reader who is too slow
        self._greeted = False
        self._most = most
        self._waiting = 0
        self._messages: list[bytes] = []
        self._send: Callable[[str], Coroutine[Any, Any, None]] | None = None
        self._sending = False  # whether messages are on their way that came before
        self._wants_all = False
        self._something = asyncio.Event()

    def greet(self, whole: bytes) -> None:
        """Have the whole table sent; nothing is sent before it, since nothing can be understood without it."""
        self._greeted = True
        self.send(whole)

    def send(self, message: bytes) -> None:
        """Have a message sent as soon as it can be; a reader who is too slow is dropped."""
        if self.code is not None or not self._greeted or (not self._sending and self._at_once(message)):
            return
        self._messages.append(message)
        self._waiting += len(message)
        if self._waiting > self._most:
            self.drop(self.TOO_SLOW)
        self._something.set()

    def _at_once(self, message: bytes) -> bool:
        """Send a message if that takes no waiting; whether it is done with."""
        if self._send is None or self._messages:
            return False
        sending = self._send(message.decode())
        try:
            sending.send(None)
        except StopIteration:
            return True
        except Exception:  # whoever reads is gone, which the one who reads from them notices, too
            return True
        sending.close()  # it waits, and has done nothing yet
        return False

    @property
    def is_behind(self) -> bool:
        """Whether the whole table is yet to be sent: what happens until then is part of it."""
        return self._wants_all

    def wants_all(self) -> None:
        """Have the whole table sent anew."""
        self._wants_all = True
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

    async def write(
        self, send: Callable[[str], Coroutine[Any, Any, None]], whole: Callable[[], Awaitable[bytes]]
    ) -> int:
        """Send what waits until the connection is to end; the code to close it with."""
        self._send = send
        while True:
            self._sending = False
            await self._something.wait()
            self._something.clear()
            self._sending = True
            while self._messages:
                messages, self._messages = self._messages, []
                for message in messages:
                    await send(message.decode())
                    self._waiting -= len(message)
                    if self.code == self.TOO_SLOW:
                        return self.code
            if self._wants_all:
                everything = await whole()
                self._wants_all = False  # only now: what happened until here is in it
                await send(everything.decode())
            if self.code is not None:
                return self.code
