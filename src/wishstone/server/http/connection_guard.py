"""Connection guard: limits on the size and duration of what comes over an HTTP connection, below the application.

uvicorn's own protocol class would accept heads, trailers and pipelined requests without end, and wait for ever for a
request that does not arrive, and for somebody who does not read. No ASGI server bounds all of it: hypercorn's parser
bounds heads and trailers, granian's (hyper) these and the time for a head, and neither what follows.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from wishstone.server.config.settings import Limits
from wishstone.server.http.occupancy import Visit
from wishstone.server.http.websocket_transport import DirectWebSocket
from wishstone.server.live.metrics import Metrics
from wishstone.server.table import views
from wishstone.server.table.refusal import Refusal, error_to_json

PIECE = 4096  # bytes that are parsed before they are judged: some requests cost a microsecond for each byte
PIPELINED = 16  # requests that may wait for the answer to the one before
LEAST_READ = 16 * 1024  # bytes that a client reads at least of an answer, within the time that a request may take


class GuardedConnection(HttpToolsProtocol):
    """An HTTP connection on which a request must arrive whole, in time, with a short head and with little around it."""

    def __init__(self, limits: Limits, visit: Visit, metrics: Metrics, **given: Any) -> None:
        super().__init__(**given)
        self.limits, self.metrics = limits, metrics
        self._visit = visit
        self._timeout: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._is_upgraded = False
        self._is_in_head = True
        self._extra = 0  # bytes of this request so far that are not of its body
        self._body = 0

    # ── How long ─────────────────────────────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._start_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._cancel_timeouts()
        self._visit.end()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Go on as a WebSocket, which has limits of its own."""
        self._cancel_timeouts()
        self._is_upgraded = True
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, DirectWebSocket)
        socket.take_over(self._visit)

    # ── How large ────────────────────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        """Receive data, and refuse what grows too large around a body: head, trailers, frames of chunks."""
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._extra += len(piece)
            super().data_received(piece)
            if self._is_upgraded or self.transport.is_closing():
                return
            if self._extra > (self.limits.head_bytes if self._is_in_head else 2 * self.limits.head_bytes + self._body):
                self._refuse_head()
                return

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header of the head; of what comes after the body nothing is read."""
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Continue with a request whose head is short enough, if not too many wait before it."""
        self._is_in_head = False
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.limits.head_bytes:
            self._refuse_head()
            raise ValueError("the head is too large")  # this makes the parser stop
        if len(self.pipeline) >= PIPELINED:
            self._refuse(Refusal("too-fast", 429, seconds=1))
            raise ValueError("too many requests at once")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count what comes; the application reads no more of it than it may, but a client could go on after that."""
        self._extra -= len(body)
        self._body += len(body)
        super().on_body(body)
        most = max(self.limits.body_bytes, self.limits.record_bytes) + self.limits.head_bytes
        if self._body > most and not self.transport.is_closing():
            self._refuse(Refusal("too-large", 413, most=most))

    def send_400_response(self, msg: str) -> None:
        """Answer what is not valid HTTP."""
        if not self.transport.is_closing():
            self._refuse(Refusal("malformed", 400, reason=msg))

    def _refuse_head(self) -> None:
        self._refuse(Refusal("head-too-large", 431, most=self.limits.head_bytes))

    # ── How slow ─────────────────────────────────────────────────────────────────────────────────────────────────

    def on_message_complete(self) -> None:
        """Stop the timeout: the request has arrived."""
        super().on_message_complete()
        self._cancel_timeout()
        self._is_in_head, self._extra, self._body = True, 0, 0

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of this one."""
        is_last = not self.pipeline
        super().on_response_complete()
        if is_last and self._timeout is None and not self.transport.is_closing():
            self._start_timeout()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which no further request came."""
        self._hang_up()

    def pause_writing(self) -> None:
        """Wait for a client that reads slowly, but not for ever."""
        super().pause_writing()
        if self._stalled is None:
            self._watch_reader(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """The client reads on."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._forget_reader()

    def _watch_reader(self, unread: int) -> None:
        self._stalled = self.loop.call_later(self.limits.request_seconds, self._check_reader, unread)

    def _check_reader(self, before: int) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread > before - LEAST_READ:
            self.transport.abort()
        else:
            self._watch_reader(unread)

    def _forget_reader(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _start_timeout(self) -> None:
        self._timeout = self.loop.call_later(self.limits.request_seconds, self._refuse_slow)

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _cancel_timeouts(self) -> None:
        self._cancel_timeout()
        self._forget_reader()

    def _refuse_slow(self) -> None:
        self._refuse(Refusal("too-slow", 408, seconds=round(self.limits.request_seconds)))

    # ── What is said to it ───────────────────────────────────────────────────────────────────────────────────────

    def _refuse(self, refusal: Refusal) -> None:
        """Answer with an error, unless a response is already being sent, and close the connection."""
        self.metrics.refusals[refusal.code] += 1
        self._visit.fine()
        is_answering = getattr(self.cycle, "response_started", False) and not self.cycle.response_complete
        if not is_answering:
            self.transport.write(refusal_bytes(refusal))
        self._hang_up()

    def _hang_up(self) -> None:
        """Close the connection, even if the client does not read the last answer."""
        self.transport.close()
        if (unread := self.transport.get_write_buffer_size()) and self._stalled is None:
            self._watch_reader(unread)


def refusal_bytes(refusal: Refusal) -> bytes:
    """A refusal as an HTTP answer after which the connection is closed."""
    body = views.encode(error_to_json(refusal))
    head = f"HTTP/1.1 {refusal.status} \r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return f"{head}connection: close\r\n\r\n".encode() + body
