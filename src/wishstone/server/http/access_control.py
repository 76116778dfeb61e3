"""Access control: seat cookies and bearer secrets, player keys, and the checks of the Host and Origin headers."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from wishstone.server.live.hub import Hub
from wishstone.server.live.live_table import LiveTable
from wishstone.server.table.refusal import Forbidden, Missing, Refusal
from wishstone.server.table.secrets import has_hash, hash_secret
from wishstone.server.table.state import NOBODY, TableState

HALF_A_YEAR = 182 * 24 * 3600
LONGEST_KEY = 100
COOKIE = "wishstone"
# Browsers take a cookie of such a name over TLS only, from this very host, and for it alone: no page of a neighbouring
# host can plant one. Without TLS, and until 0.2 with it, cookies have the bare name; what a browser has, goes on.
HOST_ONLY = "__Host-"
EVERYWHERE = ("localhost", ".localhost")  # names of this machine, whichever it is
MOST_COOKIES = 50  # per browser: they are sent with every request, and its head must stay short


def cookie_name(table: str, seat: int) -> str:
    """The name of the cookie that holds a seat's secret; one browser may hold several seats."""
    return f"{COOKIE}-{table}-{'watch' if seat == NOBODY else seat}"


def set_seat_cookie(asked: HTTPConnection, response: Response, table: str, seat: int, secret: str) -> None:
    """Store the secret of a seat in a cookie that no script can read, and drop the cookies of the oldest tables."""
    secure, name = is_secure(asked.url.scheme), cookie_name(table, seat)
    ours = [each for each in asked.cookies if each.removeprefix(HOST_ONLY).startswith(COOKIE)]  # the oldest come first
    dropped = [each for each in ours if table not in each][:-MOST_COOKIES]
    if secure:
        dropped += [name] if name in ours else []
        name = HOST_ONLY + name
    for each, value, life in ((name, secret, HALF_A_YEAR), *((each, "", 0) for each in dropped)):
        path = "/" if each.startswith(HOST_ONLY) else "/api"  # elsewhere browsers do not take it
        response.set_cookie(each, value, life, path=path, httponly=True, samesite="strict", secure=secure)


def secret_of(asked: HTTPConnection, table: str, seat: int) -> str:
    """The secret that a request carries for a seat: a program's bearer token or a browser's cookie."""
    kind, _, value = asked.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value[:LONGEST_KEY]
    name = cookie_name(table, seat)
    return str(asked.cookies.get(HOST_ONLY + name) or asked.cookies.get(name, ""))[:LONGEST_KEY]


def player_of(asked: HTTPConnection) -> str:
    """The hash of the player key that a request carries."""
    kind, _, value = asked.headers.get("authorization", "").partition(" ")
    if kind.lower() != "player" or not 16 <= len(value) <= LONGEST_KEY:
        raise Refusal("no-player", 401)
    return hash_secret(value)


def check_seat(live: LiveTable, seat: int, asked: HTTPConnection) -> str:
    """Return the secret that lets a request take a seat's place or watch, or raise a `Refusal`."""
    secret = secret_of(asked, live.table.id, seat)
    if seat == NOBODY:
        secret = secret or watch_secret_of(asked, live.table)
        if not live.table.setup.onlookers:
            raise Forbidden("no-onlookers")
    if not live.table.can_enter(seat, secret):
        raise Forbidden("no-key") if secret else Missing("no-table")
    return secret


async def can_view(hub: Hub, live: LiveTable, asked: HTTPConnection) -> bool:
    """Whether a request may see a table at all: it is public, or the request has a link to it or to the game before.

    A public table without onlookers is visible to people who might join; its game is not, once it is over.
    """
    table = live.table
    seats = range(NOBODY, len(table.seats))
    return (
        (table.setup.public and (table.setup.onlookers or table.status != "over"))
        or any(table.is_secret_of(seat, secret_of(asked, table.id, seat)) for seat in seats)
        or table.is_secret_of(NOBODY, watch_secret_of(asked, table))
        or any(map(await reservation_check(hub, table, asked), seats))
    )


def watch_secret_of(asked: HTTPConnection, table: TableState) -> str:
    """The onlookers' secret that a request carries for the table before this one; a rematch keeps the same secret."""
    return secret_of(asked, table.opened.before, NOBODY)


async def reservation_check(hub: Hub, table: TableState, asked: HTTPConnection) -> Callable[[int], bool]:
    """A predicate that tells which reserved seats of a rematch belong to a request: those whose secret it has."""
    kept = {number: seat.key for number, seat in enumerate(table.seats) if seat.kind == "reserved"}
    before: LiveTable | None = None
    with suppress(Missing):  # if that table is gone, the keys it had at its end count
        before = await hub.get_table(table.opened.before) if kept else None

    def is_kept(seat: int) -> bool:
        secret = secret_of(asked, table.opened.before, seat)
        known = before.table.is_secret_of(seat, secret) if before else has_hash(secret, kept.get(seat, ""))
        return seat in kept and known

    return is_kept


def allowed_hosts(hosts: Sequence[str]) -> tuple[str, ...]:
    """The host names that this server answers to: those of this machine, and those that the operator allows."""
    machine = socket.gethostname().lower()
    return (*EVERYWHERE, machine, f"{machine}.local", *(host.lower() for host in hosts))


def check_host(headers: Headers, names: Sequence[str]) -> None:
    """Refuse a request whose Host header is neither an IP address nor one of the server's own names.

    Otherwise any site could point its own name here (DNS rebinding), and the browser would treat it as ours.
    """
    for host in headers.getlist("host"):
        name = _name_of(host)
        if not _is_named(name, names) and not _is_address(name):
            raise Refusal("host-wrong", 421, host=(name or host)[:200])


def is_public_name(host: str, hosts: Sequence[str]) -> bool:
    """Whether a Host header has a name that the operator allows: no address, and none that every machine has."""
    name = _name_of(host)
    return _is_named(name, [each.lower() for each in hosts]) and not (_is_address(name) or _is_named(name, EVERYWHERE))


def _is_named(name: str, names: Sequence[str]) -> bool:
    """Whether a host is one of these names, or below one that begins with a full stop."""
    return any(own in (name, "*") or (own.startswith(".") and name.endswith(own)) for own in names)


def _name_of(host: str) -> str:
    """The name or address in a Host header, in lower case and without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_secure(scheme: str) -> bool:
    """Whether a request, or a WebSocket, came over TLS."""
    return scheme in ("https", "wss")


def check_origin(headers: Mapping[str, str], scheme: str, origins: list[str]) -> None:
    """Refuse requests from pages that are neither ours nor allowed by the operator.

    A page that came without TLS may be anybody's, so it is none of ours where we are asked with TLS. The other way
    round there is a proxy in front that speaks TLS and that the settings do not name, which does no harm here.
    """
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return
    safe = ("https",) if is_secure(scheme) else ("http", "https")
    if headers.get("host") is None or headers.get("host") not in (_host_of(origin, each) for each in safe):
        raise Forbidden("origin-wrong", origin=origin[:200])


def _host_of(origin: str, scheme: str) -> str | None:
    """The host and port of an Origin header of this scheme; None where it has none."""
    try:
        found = urlsplit(origin)
    except ValueError:  # an unclosed bracket, for example
        return None
    return found.netloc if found.scheme == scheme else None
