"""Minimal WebSocket client for load generators: the frames of RFC 6455 that our server uses.

A load generator shares its processor with the server that it measures, so it does no more than it has to.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
# Masks keep foreign pages from forging requests of other programs. Nobody is to be kept from anything here, and this
# one leaves a message as it is.
MASK = b"\0\0\0\0"


class Socket(asyncio.Protocol):
    """A connection to a WebSocket; `take` gets every message, `ended` is called when there will be none any more."""

    def __init__(self, request: bytes, take: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self._request, self._take, self._ended = request, take, ended
        self._buffer = b""
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.WriteTransport, transport)  # uvloop's are none by their class
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        """It is over."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))
        self._ended()

    def data_received(self, data: bytes) -> None:
        """Read what came, as far as it is whole."""
        self._buffer += data
        if not self._is_open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self._transport.close()
                return
            self._is_open, self._buffer = True, rest
            if not self.opened.done():
                self.opened.set_result(None)
        self._read_frames()

    def _read_frames(self) -> None:
        buffer, place = self._buffer, 0
        while len(buffer) >= place + 2:
            size, start = buffer[place + 1], place + 2
            if size == 126:
                size, start = int.from_bytes(buffer[start : start + 2]), start + 2
            elif size == 127:
                size, start = int.from_bytes(buffer[start : start + 8]), start + 8
            if len(buffer) < start + size:
                break
            self._frame(buffer[place] & 15, buffer[start : start + size])
            place = start + size
        self._buffer = buffer[place:]

    def _frame(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self._take(content)
        elif kind == PING:
            self._write(PONG, content)
        elif kind == CLOSE:
            self._transport.close()

    def send(self, message: bytes) -> None:
        """Send a text."""
        self._write(TEXT, message)

    def _write(self, kind: int, content: bytes) -> None:
        size = len(content)
        sizes = bytes((128 | size,)) if size < 126 else struct.pack("!BH", 128 | 126, size)
        self._transport.write(bytes((128 | kind,)) + sizes + MASK + content)

    def close(self) -> None:
        """Hang up, without a word."""
        self._transport.abort()


async def connect(
    url: str,
    path: str,
    secret: str,
    take: Callable[[bytes], None],
    ended: Callable[[], None] = lambda: None,
    source: str = "",
) -> Socket:
    """A connection to a path of a server, with a seat's secret; `source` is the address that it comes from."""
    address = urlsplit(url)
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: d2lzaHN0b25lLWJlbmNoLg==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {secret}\r\n\r\n"
    )
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: Socket(request.encode(), take, ended),
        address.hostname or "",
        address.port or 80,
        local_addr=(source, 0) if source else None,
    )
    await socket.opened
    return socket
