"""Who is asking? The secret of a seat, from a cookie or a header; the player key; the page a request comes from."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from wishstone.server.hub import Hub
from wishstone.server.live import Live
from wishstone.server.refusal import Forbidden, Missing, Refusal
from wishstone.server.secrets import fits, hashed
from wishstone.server.table import NOBODY, Table

YEAR = 365 * 24 * 3600
LONGEST_KEY = 100


def cookie_name(table: str, seat: int) -> str:
    """The name of the cookie that holds a seat's secret; one browser may hold several seats."""
    return f"wishstone-{table}-{'watch' if seat == NOBODY else seat}"


def give_cookie(response: Response, table: str, seat: int, secret: str, secure: bool) -> None:
    """Let a browser keep the secret of a seat where no script can read it."""
    response.set_cookie(
        cookie_name(table, seat), secret, max_age=YEAR, path="/api", httponly=True, samesite="strict", secure=secure
    )


def secret_of(asked: HTTPConnection, table: str, seat: int) -> str:
    """The secret that a request carries for a seat: from the header of a program, or the cookie of a browser."""
    kind, _, value = asked.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value[:LONGEST_KEY]
    return str(asked.cookies.get(cookie_name(table, seat), ""))[:LONGEST_KEY]


def player_of(asked: HTTPConnection) -> str:
    """The hash of the player key that a request carries."""
    kind, _, value = asked.headers.get("authorization", "").partition(" ")
    if kind.lower() != "player" or not 16 <= len(value) <= LONGEST_KEY:
        raise Refusal("no-player", 401)
    return hashed(value)


def check_seat(hub: Hub, live: Live, seat: int, asked: HTTPConnection) -> str:
    """The secret with which somebody may be at a seat, or watch; a `Refusal` if it may not."""
    secret = secret_of(asked, live.table.id, seat)
    if seat == NOBODY:
        if not live.table.setup.onlookers:
            raise Forbidden("no-onlookers")
        if live.table.setup.public:
            return secret
    if not hub.seat_of(live.table, seat, secret):
        raise Forbidden("no-key") if secret else Missing("no-table")
    return secret


def may_look(hub: Hub, live: Live, asked: HTTPConnection) -> bool:
    """Whether somebody may know of a table at all: it is public, or they have a link to it or to the game before."""
    table = live.table
    return (
        table.setup.public
        or any(hub.seat_of(table, seat, secret_of(asked, table.id, seat)) for seat in range(NOBODY, len(table.seats)))
        or bool(old_secret_of(asked, table))
    )


def old_secret_of(asked: HTTPConnection, table: Table) -> str:
    """The secret that somebody has of a seat at the table before, which keeps it a seat at the rematch."""
    for number, seat in enumerate(table.seats):
        secret = secret_of(asked, table.opened.before, number)
        if seat.kind == "reserved" and secret and fits(secret, seat.key):
            return secret
    return ""


def check_origin(headers: Mapping[str, str], origins: list[str]) -> None:
    """Only our own pages, and those that the operator names, may use the server from a browser."""
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return
    if not (host := _host_of(origin)) or host != headers.get("host"):
        raise Forbidden("origin-wrong", origin=origin[:200])


def _host_of(origin: str) -> str:
    """The host and port of a page's address; empty where it has none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:  # a bracket that is not closed, for one
        return ""
