"""Connection guard: limits on the number, header size and duration of HTTP connections, below the ASGI application.

uvicorn's own protocol class would accept headers without end, and wait for ever for a request that does not arrive.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from wishstone.server.config.settings import Limits
from wishstone.server.live.networks import counted_address
from wishstone.server.table import views
from wishstone.server.table.refusal import Busy, Refusal, error_to_json


class GuardedConnection(HttpToolsProtocol):
    """An HTTP connection on which a request must arrive whole, in time, and with a short head.

    `connections_by_address` is shared by all connections of a server.
    """

    def __init__(self, limits: Limits, callers: Counter[str], **given: Any) -> None:
        super().__init__(**given)
        self.limits, self.connections_by_address = limits, callers
        self._counted = ""  # the address that it is counted for; empty while it is not
        self._timeout: asyncio.TimerHandle | None = None
        self._head: int | None = 0  # bytes of the head so far; None while a body is read

    # ── How many ─────────────────────────────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, unless it comes from a proxy, which stands for many people."""
        super().connection_made(transport)
        self._start_timeout()
        if self.client is None or self.client[0] in getattr(self.app, "trusted_hosts", ()):
            return
        address = counted_address(self.client[0])
        if self.connections_by_address[address] >= self.limits.calls_per_address:
            self._refuse(Busy("too-many-connections"))
            return
        self._counted = address
        self.connections_by_address[address] += 1

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._stop_counting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Stop counting the connection: from here on it is limited as a WebSocket."""
        self._stop_counting()
        super().handle_websocket_upgrade()

    def _stop_counting(self) -> None:
        self._cancel_timeout()
        if self._counted:
            self.connections_by_address[self._counted] -= 1
            if not self.connections_by_address[self._counted]:
                del self.connections_by_address[self._counted]
            self._counted = ""

    # ── How large ────────────────────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        """Receive data, and refuse a head that grows too large."""
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > self.limits.head_bytes and not self.transport.is_closing():
            self._refuse_head()

    def on_headers_complete(self) -> None:
        """Continue with a request whose head is short enough."""
        self._head = None
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.limits.head_bytes:
            self._refuse_head()
            raise ValueError("the head is too large")  # this makes the parser stop
        super().on_headers_complete()

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
        self._head = 0

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of this one."""
        is_last = not self.pipeline
        super().on_response_complete()
        if is_last and self._timeout is None and not self.transport.is_closing():
            self._start_timeout()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which no further request came."""
        self._hang_up()

    def _start_timeout(self) -> None:
        self._timeout = self.loop.call_later(self.limits.request_seconds, self._refuse_slow)

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _refuse_slow(self) -> None:
        self._refuse(Refusal("too-slow", 408, seconds=round(self.limits.request_seconds)))

    # ── What is said to it ───────────────────────────────────────────────────────────────────────────────────────

    def _refuse(self, refusal: Refusal) -> None:
        """Answer with an error, unless a response is already being sent, and close the connection."""
        is_answering = getattr(self.cycle, "response_started", False) and not self.cycle.response_complete
        if not is_answering:
            body = views.encode(error_to_json(refusal))
            head = f"HTTP/1.1 {refusal.status} \r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
            self.transport.write(f"{head}connection: close\r\n\r\n".encode() + body)
        self._hang_up()

    def _hang_up(self) -> None:
        """Close the connection, even if the client does not read the last answer."""
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(self.limits.request_seconds, self.transport.abort)
