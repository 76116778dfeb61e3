"""WebSocket transport: writes messages directly to uvicorn's WebSocket, for tables with thousands of viewers.

ASGI's send takes longer than the write itself, and does not know when a client stops reading. So the protocol class
puts itself into each connection's scope, and the endpoint writes to it directly.
"""

from __future__ import annotations

import struct
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from wishstone.server.http.occupancy import Visit
from wishstone.server.live.rate_limits import TokenBucket

EXTENSION = "wishstone.wire"
TEXT = 0x81  # the first byte of a message in one frame
PIECE = 1024  # bytes that are parsed before they are judged: the smallest frames cost two microseconds for each byte
PINGS = 60  # and pongs, at once; and one more each second
PARTS = 64  # fragments of one message
LATE = 16 * 1024  # bytes that may still come after it was told that the connection is closed
UNREAD = 100  # messages that may wait until those before them are dealt with; nobody who waits for answers has as many
SHORT, MIDDLE = 126, 1 << 16  # below these sizes, the length takes one byte or three


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that writes messages at once, and gives up on clients that do not read."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._pings = TokenBucket(PINGS, 1)
        self._visit: Visit | None = None
        self._is_given_up = False
        self._late = 0

    @classmethod
    def from_scope(cls, scope: Scope) -> DirectWebSocket:
        """The transport of a connection."""
        wire: DirectWebSocket = scope["extensions"][EXTENSION]
        return wire

    def take_over(self, visit: Visit) -> None:
        """Go on with a connection that began with a request."""
        visit.upgrade()
        self._visit = visit

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        if self._visit is not None:
            self._visit.end()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Accept a connection, and put this transport into its scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def write(self, message: bytes) -> bool:
        """Send a message, unless too much is unread; returns whether it was dealt with."""
        if not self.writable.is_set():
            return False
        if self.conn.state is State.OPEN and not self.disconnected:
            self.transport.write(text_frame(message))
        return True

    async def drain(self) -> None:
        """Wait until there is room for another message, or the connection is lost."""
        await self.writable.wait()

    def abort(self) -> None:
        """Close the connection at once, whatever is unread."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Receive data, and give up on a client that sends more than can be dealt with."""
        for start in range(0, len(data), PIECE):
            if self.close_sent:
                self._late += PIECE
            super().data_received(data[start : start + PIECE])
            if self.queue.qsize() > UNREAD or self._late > LATE:
                self._give_up()
            if self._is_given_up:
                return

    def _give_up(self) -> None:
        """Close a connection whose frames cost more than they are worth."""
        self._is_given_up = True
        if self._visit is not None:
            self._visit.fine()
        self.abort()

    def ensure_closed(self) -> None:
        """Make sure that the connection closes, even if the client does not read the last message."""
        if not self.disconnected:
            self.loop.call_later(self.close_timeout if self.writable.is_set() else 0, self.abort)

    def handle_ping(self) -> None:
        """Answer a ping, and give up on a client that sends nothing else."""
        super().handle_ping()
        if not self._pings.take():
            self._give_up()

    def handle_pong(self, event: Frame) -> None:
        """Note a sign of life, and give up on a client that sends nothing else."""
        super().handle_pong(event)
        if not self._pings.take():
            self._give_up()

    def handle_cont(self, event: Frame) -> None:
        """Receive a fragment, and give up on a client that sends too many: each of them costs something."""
        super().handle_cont(event)
        if len(self.frames) > PARTS:
            self._give_up()

    def keepalive_timeout(self) -> None:
        """Give up on a client that answers no pings; uvicorn would wait until it has read everything."""
        super().keepalive_timeout()
        self.abort()


def text_frame(message: bytes) -> bytes:
    """Encode a text as one WebSocket frame."""
    size = len(message)
    if size < SHORT:
        return struct.pack("!BB", TEXT, size) + message
    if size < MIDDLE:
        return struct.pack("!BBH", TEXT, SHORT, size) + message
    return struct.pack("!BBQ", TEXT, SHORT + 1, size) + message
