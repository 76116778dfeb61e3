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
MOST_COOKIES = 50  # per browser: they are sent with every request, and its head must stay short


def cookie_name(table: str, seat: int) -> str:
    """The name of the cookie that holds a seat's secret; one browser may hold several seats."""
    return f"{COOKIE}-{table}-{'watch' if seat == NOBODY else seat}"


def set_seat_cookie(asked: HTTPConnection, response: Response, table: str, seat: int, secret: str) -> None:
    """Store the secret of a seat in a cookie that no script can read, and drop the cookies of the oldest tables."""
    others = [name for name in asked.cookies if name.startswith(COOKIE) and table not in name]  # the oldest come first
    given = {cookie_name(table, seat): (secret, HALF_A_YEAR), **dict.fromkeys(others[:-MOST_COOKIES], ("", 0))}
    for name, (value, life) in given.items():
        response.set_cookie(
            name, value, life, path="/api", httponly=True, samesite="strict", secure=asked.url.scheme == "https"
        )


def secret_of(asked: HTTPConnection, table: str, seat: int) -> str:
    """The secret that a request carries for a seat: a program's bearer token or a browser's cookie."""
    kind, _, value = asked.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value[:LONGEST_KEY]
    return str(asked.cookies.get(cookie_name(table, seat), ""))[:LONGEST_KEY]


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
    return ("localhost", ".localhost", machine, f"{machine}.local", *(host.lower() for host in hosts))


def check_host(headers: Headers, names: Sequence[str]) -> None:
    """Refuse a request whose Host header is neither an IP address nor one of the server's own names.

    Otherwise any site could point its own name here (DNS rebinding), and the browser would treat it as ours.
    """
    for host in headers.getlist("host"):
        name = _name_of(host)
        known = any(own in (name, "*") or (own.startswith(".") and name.endswith(own)) for own in names)
        if not known and not _is_address(name):
            raise Refusal("host-wrong", 421, host=(name or host)[:200])


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


def check_origin(headers: Mapping[str, str], origins: list[str]) -> None:
    """Refuse requests from pages that are neither ours nor allowed by the operator."""
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return
    if not (host := _host_of(origin)) or host != headers.get("host"):
        raise Forbidden("origin-wrong", origin=origin[:200])


def _host_of(origin: str) -> str:
    """The host and port of an Origin header; empty where it has none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:  # an unclosed bracket, for example
        return ""
