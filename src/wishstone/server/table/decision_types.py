"""Decision types: a decision, the context of its command, and the preconditions that many commands share."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from wishstone.game.contract import Position
from wishstone.server.store.interface import Block
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.refusal import Forbidden, Refusal
from wishstone.server.table.state import TableState


class Decision(msgspec.Struct, frozen=True):
    """What is added to a table, and the resulting position if the game goes on."""

    bodies: list[EntryBody]
    position: Position | None = None
    secret: str = ""  # a new secret, for the sender only
    origin: str = ""  # from where somebody comes who sits down
    blocks: tuple[Block, ...] = ()  # those who are kept out of the table from now on


class CommandContext(msgspec.Struct, frozen=True):
    """Who sent a command, and when; `away` tells since when a seat's owner has been away, or None."""

    seat: int
    now: int
    is_bot: Callable[[str], bool]
    away: Callable[[int], int | None]
    stand_in: str = "medium"


def require_host(table: TableState, context: CommandContext) -> None:
    """Refuse a command of anybody but the host."""
    if context.seat != table.host:
        raise Forbidden("host-only", seat=table.host)


def require_open(table: TableState) -> None:
    """Refuse a command once the game has been started."""
    if table.status != "open":
        raise Refusal("table-not-open")


def require_seat(table: TableState, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if seat >= len(table.seats):
        raise Refusal("seat-wrong", 422, seat=seat, last=len(table.seats) - 1)


def require_playing(table: TableState) -> None:
    """Refuse a command unless the game is being played."""
    if table.status == "over":
        raise Refusal("table-over")
    if table.status != "playing":
        raise Refusal("table-not-playing")


def require_current(table: TableState, basis: int) -> None:
    """Refuse a command meant for another position."""
    if basis != table.basis:
        raise Refusal("stale", number=basis, current=table.basis)
