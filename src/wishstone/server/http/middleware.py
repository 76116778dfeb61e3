"""ASGI middleware: request limits, host and origin checks, security headers and metrics for every request."""

from __future__ import annotations

import logging
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wishstone.game.errors import WishstoneError
from wishstone.server.http.access_control import (
    HALF_A_YEAR,
    allowed_hosts,
    check_host,
    check_origin,
    is_public_name,
    is_secure,
)
from wishstone.server.http.occupancy import Occupancy
from wishstone.server.live.hub import Hub
from wishstone.server.live.networks import NetworkCounts, client_address
from wishstone.server.table import views
from wishstone.server.table.refusal import CLOSED, Busy, Refusal, error_to_json

log = logging.getLogger("wishstone.http")

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
RECORDS = "/api/records"
API = "/api/"  # what somebody who is banned cannot use; the page says why
OWN_DATA = "/api/player"  # except to have or to delete what is stored of them
OPERATION = ("/health", "/ready", "/metrics")  # a monitor may use any host name
ALIVE = OPERATION[0]  # not rate-limited: it costs nothing, and a monitor must get an answer
CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFETY = {
    "content-security-policy": CONTENT_SECURITY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
TLS_ONLY = f"max-age={HALF_A_YEAR}"  # from now on, browsers ask for this name with TLS only


class RequestGuard:
    """Middleware in front of the whole server."""

    def __init__(self, app: ASGIApp, hub: Hub, occupancy: Occupancy) -> None:
        self.app, self.hub, self.occupancy = app, hub, occupancy
        self.settings, self.metrics = hub.settings, hub.metrics
        self._names = allowed_hosts(self.settings.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it is admitted."""
        if scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._guard_request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _guard_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = client_address(scope)
        try:
            check_host(Headers(scope=scope), self._names)
            await self.hub.limits.requests.spend_from(address)
            _check_room(self.occupancy.sockets, address)
        except Refusal as refusal:
            self.metrics.refusals[refusal.code] += 1
            await receive()
            await send({"type": "websocket.accept"})
            refused = views.encode({"type": "refused", "id": "", **error_to_json(refusal)})
            await send({"type": "websocket.send", "text": refused.decode()})
            await send({"type": "websocket.close", "code": CLOSED + refusal.status})
            return
        self.occupancy.sockets.add(address)
        self.metrics.connections += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.metrics.connections -= 1
            self.occupancy.sockets.remove(address)

    async def _guard_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500
        address = client_address(scope)
        more_headers = self._headers_for(scope)

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in more_headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api") or status >= 400:
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        # HEAD is answered like GET; the body, of which only the length is told, is left out by uvicorn.
        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        requests, shares = self.occupancy.requests, self.hub.loop_shares

        async def answer() -> None:
            body = BodyLimit(receive, self.occupancy, address, self._max_bytes(scope))
            try:
                await self.app(asked, body.receive, send_safely)
            finally:
                body.release()

        try:
            await self._check(scope, address)
            requests.add(address)
            try:
                await (answer() if scope["path"] == ALIVE else shares.run(shares.client(address), answer()))
            finally:
                requests.remove(address)
        except Refusal as refusal:
            self.metrics.refusals[refusal.code] += 1
            await send_error(refusal, send_safely)
        finally:
            self.metrics.count_request(scope["method"], status, time.perf_counter() - began)
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"][:200],
                    "status": status,
                    "ms": round(1000 * (time.perf_counter() - began), 1),
                },
            )

    def _headers_for(self, scope: Scope) -> dict[str, str]:
        """What every answer to this request says, unless it says something else of it."""
        told = dict(SAFETY)
        if is_secure(scope["scheme"]) and is_public_name(Headers(scope=scope).get("host", ""), self.settings.hosts):
            told["strict-transport-security"] = TLS_ONLY
        if self.hub.is_draining:
            told["connection"] = "close"
        return told

    async def _check(self, scope: Scope, address: str) -> None:
        headers = Headers(scope=scope)
        if scope["path"] not in OPERATION:
            check_host(headers, self._names)
        if scope["path"] != ALIVE:
            await self.hub.limits.requests.spend_from(address)
            _check_room(self.occupancy.requests, address)
        if scope["path"].startswith(API) and not scope["path"].startswith(OWN_DATA):
            self.hub.bans.check(address)
        if scope["method"] not in SAFE_METHODS:
            check_origin(headers, scope["scheme"], self.settings.origins)
        length = headers.get("content-length", "0")
        most = self._max_bytes(scope)
        if not (length.isascii() and length.isdigit()) or int(length[:18]) > most:
            raise Refusal("too-large", 413, most=most)

    def _max_bytes(self, scope: Scope) -> int:
        """How many bytes of a request's body are read; a record may be longer than anything else."""
        limits = self.settings.limits
        return limits.record_bytes if scope["path"] == RECORDS else limits.body_bytes


class BodyLimit:
    """Reads the body of one request up to its limit, whatever its Content-Length says, while there is room for it."""

    def __init__(self, receive: Receive, occupancy: Occupancy, address: str, most: int) -> None:
        self._receive, self._occupancy, self._address, self._most = receive, occupancy, address, most
        self._held = 0

    async def receive(self) -> Message:
        """Receive some of the body."""
        message = await self._receive()
        if size := len(message.get("body", b"")):
            if self._held + size > self._most:
                raise HTTPException(413)  # the only exception that FastAPI passes on while it reads a body
            if not self._occupancy.hold(self._address, size):
                raise HTTPException(429)
            self._held += size
        return message

    def release(self) -> None:
        """Make room for other bodies."""
        self._occupancy.release(self._address, self._held)
        self._held = 0


def _check_room(counts: NetworkCounts, address: str) -> None:
    """Refuse one more where a network has too many already."""
    if not counts.has_room(address):
        raise Busy("too-many-connections")


async def send_error(error: WishstoneError, send: Send) -> None:
    """Send an error as an HTTP response."""
    status = error.status if isinstance(error, Refusal) else 422
    body = views.encode(error_to_json(error))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
