"""Server: uvicorn with our listener in front, that drains on SIGTERM and reads its certificate anew on SIGHUP."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn

from wishstone.server.config.settings import ServerSettings
from wishstone.server.http.app import make_app
from wishstone.server.http.connection_guard import GuardedConnection, refusal_bytes
from wishstone.server.http.listener import Listener, Reception
from wishstone.server.http.occupancy import Occupancy, Visit
from wishstone.server.http.websocket_transport import DirectWebSocket
from wishstone.server.live.hub import Hub
from wishstone.server.ops.tls import Certificate
from wishstone.server.table.refusal import Busy

BACKLOG = 4096
SHUTDOWN = 10  # seconds for requests in flight at shutdown
FAREWELL = 2.0  # seconds for clients to close their connections at shutdown
BEAT = 20.0  # seconds between two pings on a WebSocket


class Server(uvicorn.Server):
    """A uvicorn server that stops gracefully on signals, with status 0; uvicorn's own would raise the signal again."""

    def __init__(self, settings: ServerSettings, hub: Hub, certificate: Certificate, capacity: int) -> None:
        self._settings, self._hub, self._certificate = settings, hub, certificate
        self.occupancy = Occupancy(settings.limits, hub.metrics, capacity)
        self._is_urgent = False
        super().__init__(_uvicorn_config(settings, hub, self.occupancy))

    def handle_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """Stop on SIGINT and SIGTERM, and read the certificate anew on SIGHUP."""
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, self.handle_exit)
        if self._certificate.context is not None:  # without one, SIGHUP means what it always means
            signal.signal(signal.SIGHUP, lambda *_: loop.call_soon_threadsafe(self._certificate.read_anew))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop soon; Ctrl-C, and any second signal, does not wait for a proxy to notice."""
        self._is_urgent = self.should_exit or sig == signal.SIGINT
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: the handlers are installed from the beginning, so that no signal comes too early."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, and then accept connections, each counted from its first moment."""
        await super().startup(sockets=[])  # given one, uvicorn would have the event loop accept them
        reception = Reception(
            self._make_protocol,
            lambda host: host in getattr(self.config.loaded_app, "trusted_hosts", ()),
            lambda: self._certificate.context,
            self._settings.limits.request_seconds,
            refusal_bytes(Busy("too-many-connections")),
        )
        for listening in sockets or []:
            listener = Listener(listening, self.occupancy, reception, BACKLOG)
            self.servers.append(listener)  # type: ignore[arg-type] # it has what is called of it

    def _make_protocol(self, visit: Visit) -> GuardedConnection:
        return GuardedConnection(
            self._settings.limits,
            visit,
            self._hub.metrics,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain: let a proxy notice, accept no more, and tell everybody at a table to come back."""
        self._hub.is_draining = True
        await self._wait_for_proxy()
        for server in self.servers:
            server.close()
        await self._hub.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                while self._hub.metrics.connections:
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)

    async def _wait_for_proxy(self) -> None:
        """Serve on for a while, not ready any more, so that a proxy leads nobody here who would be turned away."""
        until = time.monotonic() + (self._settings.drain_seconds if self._settings.proxies else 0)
        while time.monotonic() < until and not self._is_urgent:
            await asyncio.sleep(0.05)


def _uvicorn_config(settings: ServerSettings, hub: Hub, occupancy: Occupancy) -> uvicorn.Config:
    """The configuration for uvicorn; what speaks HTTP, and with TLS, is made by the server."""
    return uvicorn.Config(
        make_app(hub, occupancy),
        log_config=None,
        access_log=False,
        server_header=False,
        ws=DirectWebSocket,
        ws_max_size=settings.limits.message_bytes,
        ws_ping_interval=BEAT,
        ws_ping_timeout=BEAT,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=SHUTDOWN,
    )
