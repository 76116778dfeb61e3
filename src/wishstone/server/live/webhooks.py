"""Webhooks: a signed HTTP request tells players who are away that it is their turn.

The address is supplied by a stranger, so it is checked twice: its host must be one that the operator allows, and what
the host's name resolves to must be in the public internet. The connection goes to the very address that was checked,
since a second lookup might return another. Redirects are not followed, and only the status line of the answer is read.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

import msgspec

from wishstone import __version__
from wishstone.game.errors import WishstoneError
from wishstone.game.words import sentence
from wishstone.server.config.settings import WebhookSettings
from wishstone.server.live.hub import Hub
from wishstone.server.live.rate_limits import TokenBuckets
from wishstone.server.store.interface import StoreDown, Webhook
from wishstone.server.table.refusal import Forbidden, Refusal
from wishstone.server.table.state import TableState

log = logging.getLogger("wishstone.notices")

DELAY = 10.0  # seconds, for somebody who is just reloading the page
MINUTE = 60.0
PAUSES = (5.0, 30.0)  # seconds before the second and third attempts
MOST_AT_ONCE = 20
LONGEST_LINE = 4096  # bytes of an answer to read
PUBLIC_6 = ipaddress.ip_network("2000::/3")
CARRIERS_6 = tuple(map(ipaddress.ip_network, ("2001::/32", "2002::/16")))  # with an embedded IPv4 address

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
Connect = Callable[..., Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


class DeliveryFailed(Exception):
    """A notice was not accepted."""

    def __init__(self, reason: str, again: bool) -> None:
        super().__init__(reason)
        self.can_retry = again


# ── Where notices may go ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class WebhookTarget:
    """A checked address for notices."""

    host: str
    port: int
    path: str
    secure: bool


def check_url(url: str, settings: WebhookSettings) -> WebhookTarget:
    """Parse a webhook URL, or raise a `Refusal` if notices may not go there."""
    if not settings.hosts:
        raise Forbidden("webhooks-off")
    parts = _parse_url(url)
    secure = parts.scheme == "https"
    if not secure and not (settings.plain and parts.scheme == "http"):
        raise _wrong_url("webhook-https")
    usual = 443 if secure else 80
    host, port = str(parts.hostname), usual if parts.port is None else parts.port
    if not _is_allowed(host if port == usual else f"{host}:{port}", settings.hosts):
        raise _wrong_url("webhook-host", host=host if port == usual else f"{host}:{port}")
    return WebhookTarget(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), secure)


def _parse_url(url: str) -> SplitResult:
    # urlsplit strips line feeds and the like, which would otherwise end up in our request head.
    if not url.isascii() or not url.isprintable() or any(sign in url for sign in ' "<>\\^`{|}#'):
        raise _wrong_url("webhook-url")
    try:
        parts = urlsplit(url)
        if parts.hostname and "@" not in parts.netloc and parts.port != 0:
            return parts
    except ValueError:
        pass
    raise _wrong_url("webhook-url")


def _is_allowed(place: str, hosts: Sequence[str]) -> bool:
    """Whether the operator allows a host (with its port, where that is not the usual one)."""
    return any(place == each or (each.startswith(".") and place.endswith(each)) for each in map(str.lower, hosts))


def _wrong_url(reason: str, **values: str) -> Refusal:
    return Refusal("webhook-wrong", 422, reason=sentence(reason, **values))


def is_public(address: str) -> bool:
    """Whether an address is in the public internet, and does not lead into a network behind it."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # an address with a zone (fe80::1%eth0) is not public
        return False
    if found.version == 6 and (found not in PUBLIC_6 or any(found in carrier for carrier in CARRIERS_6)):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_link_local)


async def resolve(host: str, port: int) -> list[str]:
    """The IP addresses of a host name."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


# ── Sending ──────────────────────────────────────────────────────────────────────────────────────────────────────


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """The HMAC that proves that a notice is ours, and its time."""
    return hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


class WebhookSender:
    """Sends one notice to a checked address."""

    def __init__(
        self,
        settings: WebhookSettings,
        resolve: Resolve = resolve,
        connect: Connect = asyncio.open_connection,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._settings, self._resolve, self._connect = settings, resolve, connect
        self._trust = trust or ssl.create_default_context()

    async def send(self, webhook: Webhook, timestamp: str, body: bytes) -> None:
        """Send a notice, or raise `DeliveryFailed`."""
        try:
            target = check_url(webhook.url, self._settings)
        except Refusal as refusal:  # the settings may have changed since
            raise DeliveryFailed(refusal.code, again=False) from refusal
        try:
            async with asyncio.timeout(self._settings.seconds):
                status = await self._post(target, webhook.secret, timestamp, body)
        except TimeoutError as error:
            raise DeliveryFailed("it took too long", again=True) from error
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            raise DeliveryFailed(type(error).__name__, again=True) from error
        if not 200 <= status < 300:
            raise DeliveryFailed(f"the answer was {status}", again=status == 429 or status >= 500)

    async def _post(self, target: WebhookTarget, secret: str, timestamp: str, body: bytes) -> int:
        address = await self._address(target)
        reader, writer = await self._connect(
            address,
            target.port,
            limit=LONGEST_LINE,
            ssl=self._trust if target.secure else None,
            server_hostname=target.host if target.secure else None,
        )
        try:
            writer.write(_request_head(target, secret, timestamp, body) + body)
            await writer.drain()
            return _parse_status(await reader.readuntil(b"\n"))
        except asyncio.LimitOverrunError as error:
            raise DeliveryFailed("the answer was too long", again=False) from error
        finally:
            writer.transport.abort()  # the rest of the answer is ignored

    async def _address(self, target: WebhookTarget) -> str:
        """The address to connect to. A host with any address outside the public internet is refused."""
        found = await self._resolve(target.host, target.port)
        if not found or not all(map(is_public, found)):
            raise DeliveryFailed("the host is not in the public internet", again=False)
        return found[0]


def _request_head(target: WebhookTarget, secret: str, timestamp: str, body: bytes) -> bytes:
    host = f"[{target.host}]" if ":" in target.host else target.host
    lines = (
        f"POST {target.path} HTTP/1.1",
        f"Host: {host}" if target.port in (80, 443) else f"Host: {host}:{target.port}",
        f"User-Agent: wishstone/{__version__}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"Wishstone-Timestamp: {timestamp}",
        f"Wishstone-Signature: sha256={signature(secret, timestamp, body)}",
        "Connection: close",
    )
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def _parse_status(line: bytes) -> int:
    protocol, _, rest = line.partition(b" ")
    code = rest[:3]
    if not protocol.startswith(b"HTTP/1.") or not code.isdigit():
        raise DeliveryFailed("the answer was not HTTP", again=False)
    return int(code)


# ── Who is told, and when ────────────────────────────────────────────────────────────────────────────────────────


class TurnNotifier:
    """Notifies players who are away that it is their turn, at most once a minute for each table."""

    def __init__(
        self, hub: Hub, sender: WebhookSender | None = None, delay: float = DELAY, every: float = MINUTE
    ) -> None:
        self._hub = hub
        self._sender = sender or WebhookSender(hub.settings.webhooks)
        self._delay = delay
        self._buckets = TokenBuckets(1, 1 / every)
        self._waiting: set[tuple[str, str]] = set()
        self._at_once = asyncio.Semaphore(MOST_AT_ONCE)

    def notify(self, table: TableState, seat: int) -> None:
        """Notify the player of a seat that it is their turn, unless they are at the table."""
        player = table.seats[seat].player
        key = table.id, player
        if player and key not in self._waiting and self._is_away(table.id, seat):
            self._waiting.add(key)
            self._hub.spawn(self._notify_later(table.id, player))

    def _is_away(self, id: str, seat: int) -> bool:
        live = self._hub.live_tables.get(id)
        return live is None or live.away_since(seat) is not None

    async def _notify_later(self, id: str, player: str) -> None:
        try:
            await asyncio.sleep(self._delay)
            webhook = await self._hub.store.webhook_of(player)
            if webhook is None:
                return
            allowance = self._buckets.bucket_of(f"{id} {player}")
            while not allowance.take():
                await asyncio.sleep(allowance.seconds_to_wait)
            await self._deliver(webhook, id, player)
        except (StoreDown, WishstoneError):
            log.warning("a notice could not be sent", extra={"table": id})
        finally:
            self._waiting.discard((id, player))

    async def _deliver(self, webhook: Webhook, id: str, player: str) -> None:
        """Send a notice while it is still due, with up to three attempts."""
        for pause in (*PAUSES, None):
            due = await self._notice_if_due(id, player)
            if due is None:
                return
            try:
                async with self._at_once:
                    await self._sender.send(webhook, str(self._hub.now() // 1000), msgspec.json.encode(due))
                return
            except DeliveryFailed as failure:
                host = urlsplit(webhook.url).hostname  # only the host: the rest may contain credentials
                log.warning("a notice was not taken", extra={"table": id, "host": host, "reason": str(failure)})
                if pause is None or not failure.can_retry:
                    return
            await asyncio.sleep(pause)

    async def _notice_if_due(self, id: str, player: str) -> dict[str, object] | None:
        """The notice for a player, if it is still their turn and they are away."""
        table = (await self._hub.get_table(id)).table
        seat = table.actor
        if (
            seat < 0
            or table.seats[seat].player != player
            or not table.seats[seat].is_playing
            or not self._is_away(id, seat)
        ):
            return None
        return {"table": id, "game": table.setup.game, "seat": seat, "at": table.since}
