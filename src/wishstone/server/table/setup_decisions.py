"""Setup decisions: taking seats, placing bots, and starting the game with everybody's number for the dice."""

from __future__ import annotations

from collections.abc import Callable

from wishstone.game.fairness import Fairness, first_by_lot, number_hash
from wishstone.server.table import commands, entries
from wishstone.server.table.decision_types import (
    CommandContext,
    Decision,
    require_host,
    require_open,
    require_seat,
)
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.game_decisions import draw_outcomes
from wishstone.server.table.refusal import Forbidden, Refusal
from wishstone.server.table.secrets import hash_secret, new_number, new_secret
from wishstone.server.table.state import TableState


def sit(
    table: TableState,
    seat: int | None,
    name: str,
    player: str,
    sealed: str,
    is_kept: Callable[[int], bool] = lambda seat: False,
) -> Decision:
    """Seat a person on a free seat or one reserved for them (`is_kept`); `sealed` is their number's hash, if any."""
    if table.status != "open":
        raise Refusal("table-not-open")
    if player and player in table.blocked:
        raise Forbidden("blocked")
    reserved = [n for n, each in enumerate(table.seats) if each.kind == "reserved" and is_kept(n)]
    if reserved and seat is None:
        seat = reserved[0]
    if seat is None:
        free = table.free_seats()
        if not free:
            raise Refusal("table-full")
        seat = free[0]
    if seat >= len(table.seats):
        raise Refusal("seat-wrong", 422, seat=seat, last=len(table.seats) - 1)
    if table.seats[seat].kind != "free" and seat not in reserved:
        raise Refusal("seat-taken", seat=seat)
    secret = new_secret()
    number = "" if sealed else new_number()
    sat = entries.Sat(seat, name, hash_secret(secret), player, sealed or number_hash(number), number)
    return Decision([sat], secret=secret)


def place(seat: int, bot: str) -> entries.Placed:
    """The entry for a bot on a seat, with its number for the dice."""
    number = new_number()
    return entries.Placed(seat, bot, number, number_hash(number))


def place_command(table: TableState, command: commands.PlaceBot, context: CommandContext) -> list[EntryBody]:
    """Put a bot on a seat."""
    require_host(table, context)
    require_open(table)
    require_seat(table, command.seat)
    if table.seats[command.seat].is_person:
        raise Refusal("seat-taken", seat=command.seat)
    if not context.is_bot(command.bot):
        raise Refusal("bot-unknown-here", 422, name=command.bot)
    return [place(command.seat, command.bot)]


def dismiss_command(table: TableState, command: commands.Dismiss, context: CommandContext) -> list[EntryBody]:
    """Free the seat of somebody, or of a bot."""
    require_host(table, context)
    require_open(table)
    require_seat(table, command.seat)
    seat = table.seats[command.seat]
    if command.seat == context.seat:
        raise Refusal("dismiss-self")
    if seat.kind == "free":
        raise Refusal("seat-free", seat=command.seat)
    return [entries.Left(command.seat, asked=True, blocked=seat.player if command.block else "")]


def start_command(table: TableState, command: commands.Start, context: CommandContext) -> Decision:
    """Start the game at the host's command."""
    require_host(table, context)
    return start(table)


def start(table: TableState) -> Decision:
    """Ask all seats for their numbers; if the server holds all of them, begin."""
    require_open(table)
    if any(seat.kind in ("free", "reserved") for seat in table.seats):
        raise Refusal("seats-empty")
    unsealed = [number for number, seat in enumerate(table.seats) if not seat.number_hash]
    if unsealed:
        raise Refusal("seal-missing", seats=", ".join(map(str, unsealed)))
    if all(seat.number for seat in table.seats):
        return _begin(table, [entries.Starting()], [seat.number for seat in table.seats])
    return Decision([entries.Starting()])


def wait_command(table: TableState, command: commands.Wait, context: CommandContext) -> list[EntryBody]:
    """Call off the start."""
    require_host(table, context)
    if table.status != "starting":
        raise Refusal("not-starting")
    return [entries.Waiting()]


def number_command(table: TableState, command: commands.Number, context: CommandContext) -> Decision:
    """Reveal a seat's number; with the last one, the game begins."""
    seat = table.seats[context.seat]
    if table.status != "starting":
        raise Refusal("not-starting")
    if seat.number:
        raise Refusal("number-shown")
    if number_hash(command.number) != seat.number_hash:
        raise Refusal("number-wrong", 422)
    shown: list[EntryBody] = [entries.Shown(context.seat, command.number)]
    numbers = [command.number if n == context.seat else each.number for n, each in enumerate(table.seats)]
    return _begin(table, shown, numbers) if all(numbers) else Decision(shown)


def seal_command(table: TableState, command: commands.Seal, context: CommandContext) -> list[EntryBody]:
    """Commit a seat to a new number."""
    require_open(table)
    if table.seats[context.seat].number_hash:
        raise Refusal("sealed")
    return [entries.Sealed(context.seat, command.number_hash)]


def _begin(table: TableState, bodies: list[EntryBody], numbers: list[str]) -> Decision:
    """Begin the game: all numbers are known, so the first seat and the deal follow."""
    fairness = Fairness.of(table.opened.secret, numbers)
    lot = table.setup.first == entries.LOT
    first = first_by_lot(fairness, table.setup.seats) if lot else table.setup.first
    for number, seat in enumerate(table.seats):  # reveal the numbers that the server has held until now
        if seat.number and not seat.shown:
            bodies.append(entries.Shown(number, seat.number))
    bodies.append(entries.Began(first))
    state = table.position_at_start(first)
    draw_outcomes(table, state, fairness, 1 if lot else 0, bodies)
    return Decision(bodies, state)
