"""Admin requests: what `wishstone admin` can ask a running server for, one JSON object each."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

LONGEST_TEXT = 300  # characters of a reason or an announcement
LONGEST_SPAN = 366 * 24 * 3600  # seconds: whatever an operator forbids has an end
MOST = 10_000  # rows of anything

Why = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Span = Annotated[int, msgspec.Meta(ge=1, le=LONGEST_SPAN)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
JsonObject = dict[str, Any]


class _Request(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A request."""


class Hello(_Request, tag="hello", frozen=True):
    """Ask which server this is."""


class Who(_Request, tag="who", frozen=True):
    """Ask who is connected to this process, everywhere or at one table."""

    table: str = ""


class Tables(_Request, tag="tables", frozen=True):
    """Ask for the tables that are not over."""

    limit: Limit


class Table(_Request, tag="table", frozen=True):
    """Ask how a table stands."""

    table: str


class Unlist(_Request, tag="unlist", frozen=True):
    """Have the lobby show a table no more."""

    table: str
    why: Why


class Close(_Request, tag="close", frozen=True):
    """End a table; who sits there is told why."""

    table: str
    why: Why


class Ban(_Request, tag="ban", frozen=True):
    """Keep players (by the hashes of their keys), addresses and networks out for some seconds."""

    players: list[str]
    networks: list[str]
    seconds: Span
    why: Why


class Lift(_Request, tag="lift", frozen=True):
    """Lift a ban before its end."""

    ban: str
    why: Why


class Bans(_Request, tag="bans", frozen=True):
    """Ask for the bans that hold."""


class Reports(_Request, tag="reports", frozen=True):
    """Ask for what players have reported: what waits, or what is settled."""

    limit: Limit
    settled: bool = False


class Settle(_Request, tag="settle", frozen=True):
    """Be done with a report."""

    report: str
    why: Why


class Announce(_Request, tag="announce", frozen=True):
    """Tell everybody at a table a sentence, by language; with none, withdraw the one before."""

    text: dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]]
    seconds: Span


class Log(_Request, tag="log", frozen=True):
    """Ask what operators did."""

    limit: Limit


Request = Hello | Who | Tables | Table | Unlist | Close | Ban | Lift | Bans | Reports | Settle | Announce | Log


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes back: what was asked for, or why it cannot be (a code, and a sentence in every language)."""

    done: JsonObject | None = None
    refused: JsonObject | None = None
