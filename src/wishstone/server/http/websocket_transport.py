"""How do messages get onto the network? By uvicorn's WebSocket, but straight: a table speaks to thousands at once.

What ASGI puts in between takes longer than writing itself, and knows nothing of somebody who never reads. So the
protocol gives itself along with each connection, and whoever serves it writes to it directly.
"""

from __future__ import annotations

import struct
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from wishstone.server.live.rate_limits import TokenBucket

EXTENSION = "wishstone.wire"
TEXT = 0x81  # the first byte of a message in one frame
PINGS = 60  # at once, and another one each second
PARTS = 64  # of one message
SHORT, MIDDLE = 126, 1 << 16  # below which the size of a message takes one byte, or three


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket over which a message goes out at once; nobody who does not read keeps it for ever."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._pings = TokenBucket(PINGS, 1)

    @classmethod
    def from_scope(cls, scope: Scope) -> DirectWebSocket:
        """The wire of a connection."""
        wire: DirectWebSocket = scope["extensions"][EXTENSION]
        return wire

    def handle_connect(self, event: Request) -> None:
        """Serve a connection, and give this along."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def write(self, message: bytes) -> bool:
        """Send a message, unless so much is unread that it has to wait; whether it is done with."""
        if not self.writable.is_set():
            return False
        if self.conn.state is State.OPEN and not self.disconnected:
            self.transport.write(text_frame(message))
        return True

    async def drain(self) -> None:
        """Wait until there is room for another message, or nobody is there any more."""
        await self.writable.wait()

    def abort(self) -> None:
        """End the connection, whatever is unread."""
        self.transport.abort()

    def ensure_closed(self) -> None:
        """See to it that the connection ends, even if nobody reads what was said last."""
        if not self.disconnected:
            self.loop.call_later(self.close_timeout if self.writable.is_set() else 0, self.abort)

    def handle_ping(self) -> None:
        """Answer a sign of life, and give up somebody who sends nothing else."""
        super().handle_ping()
        if not self._pings.take():
            self.abort()

    def handle_cont(self, event: Frame) -> None:
        """Take in a part of a message, and give up somebody who sends it in crumbs: each of them costs something."""
        super().handle_cont(event)
        if len(self.frames) > PARTS:
            self.abort()

    def keepalive_timeout(self) -> None:
        """Give up somebody who shows no sign of life; uvicorn would wait until all is read, which it may never be."""
        super().keepalive_timeout()
        self.abort()


def text_frame(message: bytes) -> bytes:
    """A text as it goes over the network."""
    size = len(message)
    if size < SHORT:
        return struct.pack("!BB", TEXT, size) + message
    if size < MIDDLE:
        return struct.pack("!BBH", TEXT, SHORT, size) + message
    return struct.pack("!BBQ", TEXT, SHORT + 1, size) + message
