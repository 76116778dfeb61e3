"""Decisions: checks a command against the state of its table, and turns it into entries or a refusal.

Nothing is changed or stored here: a decision is what would be added to the table, and the position that it leads to.
A person's move, a bot's, and one that the clock forces all go through `move`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from wishstone.game.contract import CHANCE, OVER, Position
from wishstone.game.errors import MoveError
from wishstone.game.fairness import Fairness, draw, first_by_lot, number_hash
from wishstone.game.move_check import check_move, find_error
from wishstone.server.table import commands, entries
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.refusal import Forbidden, Refusal
from wishstone.server.table.secrets import hash_secret, new_number, new_secret
from wishstone.server.table.state import NOBODY, TableState

Via = Literal["person", "bot", "time"]


class Decision(msgspec.Struct, frozen=True):
    """What is added to a table, and the resulting position if the game goes on."""

    bodies: list[EntryBody]
    position: Position | None = None
    secret: str = ""  # a new secret, for the sender only


class CommandContext(msgspec.Struct, frozen=True):
    """Who sent a command, and when; `away` tells since when a seat's owner has been away, or None."""

    seat: int
    now: int
    is_bot: Callable[[str], bool]
    away: Callable[[int], int | None]
    stand_in: str = "medium"


def decide(table: TableState, command: commands.Command, asking: CommandContext) -> Decision:
    """Turn a command into a decision, or raise a `Refusal`; a `MoveError` if the rules forbid a move."""
    if asking.seat == NOBODY and not isinstance(command, commands.Chat):
        raise Forbidden("onlooker-only")
    decision = _DECIDE[type(command)](table, command, asking)
    if isinstance(decision, Decision):
        return decision
    return Decision(decision)


# ── Before the game ──────────────────────────────────────────────────────────────────────────────────────────────


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


def _place(table: TableState, command: commands.PlaceBot, asking: CommandContext) -> list[EntryBody]:
    _require_host(table, asking)
    _require_open(table)
    _require_seat(table, command.seat)
    if table.seats[command.seat].is_person:
        raise Refusal("seat-taken", seat=command.seat)
    if not asking.is_bot(command.bot):
        raise Refusal("bot-unknown-here", 422, name=command.bot)
    return [place(command.seat, command.bot)]


def _dismiss(table: TableState, command: commands.Dismiss, asking: CommandContext) -> list[EntryBody]:
    _require_host(table, asking)
    _require_open(table)
    _require_seat(table, command.seat)
    seat = table.seats[command.seat]
    if command.seat == asking.seat:
        raise Refusal("dismiss-self")
    if seat.kind == "free":
        raise Refusal("seat-free", seat=command.seat)
    return [entries.Left(command.seat, asked=True, blocked=seat.player if command.block else "")]


def _start(table: TableState, command: commands.Start, asking: CommandContext) -> Decision:
    _require_host(table, asking)
    return start(table)


def start(table: TableState) -> Decision:
    """Ask all seats for their numbers; if the server holds all of them, begin."""
    _require_open(table)
    if any(seat.kind in ("free", "reserved") for seat in table.seats):
        raise Refusal("seats-empty")
    unsealed = [number for number, seat in enumerate(table.seats) if not seat.number_hash]
    if unsealed:
        raise Refusal("seal-missing", seats=", ".join(map(str, unsealed)))
    if all(seat.number for seat in table.seats):
        return _begin(table, [entries.Starting()], [seat.number for seat in table.seats])
    return Decision([entries.Starting()])


def _wait(table: TableState, command: commands.Wait, asking: CommandContext) -> list[EntryBody]:
    _require_host(table, asking)
    if table.status != "starting":
        raise Refusal("not-starting")
    return [entries.Waiting()]


def _number(table: TableState, command: commands.Number, asking: CommandContext) -> Decision:
    seat = table.seats[asking.seat]
    if table.status != "starting":
        raise Refusal("not-starting")
    if seat.number:
        raise Refusal("number-shown")
    if number_hash(command.number) != seat.number_hash:
        raise Refusal("number-wrong", 422)
    shown: list[EntryBody] = [entries.Shown(asking.seat, command.number)]
    numbers = [command.number if n == asking.seat else each.number for n, each in enumerate(table.seats)]
    return _begin(table, shown, numbers) if all(numbers) else Decision(shown)


def _seal(table: TableState, command: commands.Seal, asking: CommandContext) -> list[EntryBody]:
    _require_open(table)
    if table.seats[asking.seat].number_hash:
        raise Refusal("sealed")
    return [entries.Sealed(asking.seat, command.number_hash)]


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
    _draw_outcomes(table, state, fairness, 1 if lot else 0, bodies)
    return Decision(bodies, state)


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _move(table: TableState, command: commands.Move, asking: CommandContext) -> Decision:
    _require_playing(table)
    if table.seats[asking.seat].bot:
        raise Refusal("bot-plays-for-you")
    _require_current(table, command.basis)
    return move(table, command.move, asking.seat, "person")


def move(table: TableState, text: str | int, seat: int, via: Via) -> Decision:
    """A seat's move, whoever chose it, and everything that follows until the next decision."""
    assert table.match is not None
    game, state = table.game, table.match.state
    chosen = check_move(game, state, text, seat)
    bodies: list[EntryBody] = [entries.Moved(seat, game.move_names[chosen], via)]
    after = game.copy(state)
    game.apply(after, chosen)
    _draw_outcomes(table, after, fairness_of(table), table.next_draw, bodies)
    return Decision(bodies, after)


def fairness_of(table: TableState) -> Fairness:
    """The source of the table's random outcomes."""
    return Fairness(table.opened.commitment, tuple(seat.number for seat in table.seats), table.opened.secret)


def _draw_outcomes(
    table: TableState, state: Position, fairness: Fairness, number: int, bodies: list[EntryBody]
) -> None:
    """Draw outcomes until a seat has to decide or the game is over."""
    game = table.game
    who = game.actor(state)
    while who == CHANCE:
        outcome = draw(game, state, fairness, number)
        bodies.append(entries.Drawn(game.outcome_names[outcome], number))
        game.apply(state, outcome)
        number += 1
        who = game.actor(state)
    if who == OVER:
        bodies.append(entries.Finished("rules"))


def explain_move(table: TableState, text: str, seat: int) -> MoveError | None:
    """The rule that forbids a seat's move, if any, without making it."""
    _require_playing(table)
    assert table.match is not None
    return find_error(table.game, table.match.state, text, seat)


# ── Undo, and what else needs consent ────────────────────────────────────────────────────────────────────────────


def first_undoable(table: TableState, seat: int) -> int:
    """The first event that a seat may take back without asking: its moves since anything else happened.

    What the clock forced stays: otherwise its time would be given back.
    """
    if table.match is None or table.status != "playing":
        return 0
    events = table.match.events
    keep = len(events)
    while keep > table.timed_events and events[keep - 1].by == seat:
        keep -= 1
    return keep


def last_move_of(table: TableState, seat: int) -> int | None:
    """The last event that was a move of this seat."""
    return table.last_moves.get(seat)


def _undo(table: TableState, command: commands.Undo, asking: CommandContext) -> Decision | list[EntryBody]:
    _require_playing(table)
    _require_current(table, command.basis)
    if table.seats[asking.seat].bot:
        raise Refusal("bot-plays-for-you")
    keep = last_move_of(table, asking.seat) if command.keep is None else command.keep
    assert table.match is not None
    if keep is None or keep >= len(table.match.events) or not any(e.by != CHANCE for e in table.match.events[keep:]):
        raise Refusal("nothing-to-undo")
    if table.match.events[keep].by == CHANCE:
        raise Refusal("undo-chance", keep=keep)
    if keep >= first_undoable(table, asking.seat):
        return Decision([_undo_entry(table, asking.seat, keep)])
    if table.setup.rated:
        raise Refusal("undo-rated")
    return _propose(table, entries.Asked("undo", asking.seat, keep=keep), asking)


def _undo_entry(table: TableState, seat: int, keep: int) -> EntryBody:
    return entries.Undone(seat, keep, [draw for draw in table.draws[keep:] if draw >= 0])


def _end(table: TableState, command: commands.End, asking: CommandContext) -> Decision | list[EntryBody]:
    _require_playing(table)
    _require_current(table, command.basis)
    return _propose(table, entries.Asked("end", asking.seat), asking)


def ask_for_seat(table: TableState, seat: int, name: str, player: str) -> Decision:
    """Propose that somebody takes over a bot's seat during the game."""
    if table.status != "playing":
        raise Refusal("table-not-playing")
    _require_seat(table, seat)
    if player and player in table.blocked:
        raise Forbidden("blocked")
    if table.seats[seat].kind != "bot":
        raise Refusal("seat-taken", seat=seat)
    if table.proposal is not None:
        raise Refusal("proposal-pending")
    if not table.persons:
        raise Refusal("nobody-to-ask")
    secret = new_secret()
    return Decision([entries.Asked("seat", seat, name=name, key=hash_secret(secret), player=player)], secret=secret)


def _propose(table: TableState, asked: entries.Asked, asking: CommandContext) -> Decision | list[EntryBody]:
    """Make a proposal, or carry it out if nobody else has a say. A newcomer's request gives way to it."""
    before: list[EntryBody] = []
    if table.proposal is not None:
        if table.proposal.asked.what != "seat":
            raise Refusal("proposal-pending")
        before.append(entries.Dropped())
    return before + (_carry_out_proposal(table, asked) if _seats_concerned(table, asked) <= {asking.seat} else [asked])


def _answer(table: TableState, command: commands.Answer, asking: CommandContext) -> Decision | list[EntryBody]:
    proposal = table.proposal
    if proposal is None or proposal.number != command.to:
        raise Refusal("no-proposal")
    if asking.seat not in seats_to_agree(table):
        raise Refusal("not-asked")
    answered: list[EntryBody] = [entries.Answered(asking.seat, command.yes)]
    if command.yes and seats_to_agree(table) == {asking.seat}:
        return answered + _carry_out_proposal(table, proposal.asked)
    return answered


def _seats_concerned(table: TableState, asked: entries.Asked) -> set[int]:
    """The seats that have a say in a proposal: all people who sit here, away or not.

    Who has handed the game to a bot by choice has no say in it, unless the game is rated.
    """
    all_of_them = asked.what == "seat" or table.setup.rated
    return {
        number for number, seat in enumerate(table.seats) if seat.is_person and (all_of_them or seat.handed != "wish")
    }


def seats_to_agree(table: TableState) -> set[int]:
    """The seats that have yet to agree to the proposal."""
    if table.proposal is None:
        return set()
    asked = table.proposal.asked
    return _seats_concerned(table, asked) - table.proposal.yes - ({asked.seat} if asked.what != "seat" else set())


def _carry_out_proposal(table: TableState, asked: entries.Asked) -> list[EntryBody]:
    if asked.what == "undo":
        return [_undo_entry(table, asked.seat, asked.keep)]
    if asked.what == "end":
        return [entries.Finished("agreed")]
    return [entries.Sat(asked.seat, asked.name, asked.key, asked.player)]


def _withdraw(table: TableState, command: commands.Withdraw, asking: CommandContext) -> list[EntryBody]:
    if table.proposal is None:
        raise Refusal("no-proposal")
    if table.proposal.asked.what == "seat" or table.proposal.asked.seat != asking.seat:
        raise Refusal("not-yours")
    return [entries.Dropped()]


# ── Coming and going ─────────────────────────────────────────────────────────────────────────────────────────────


def _leave(table: TableState, command: commands.Leave, asking: CommandContext) -> list[EntryBody]:
    """Before the game the seat becomes free; during it a bot plays on, if a person remains or the game is rated."""
    if table.status == "over":
        raise Refusal("table-over")
    if table.status == "starting":
        return [entries.Left(asking.seat), entries.Waiting()]
    if table.status != "playing":
        return [entries.Left(asking.seat)]
    if set(table.persons) <= {asking.seat} and not table.is_rated_match:
        return [entries.Finished("abandoned")]
    if table.seats[asking.seat].bot:
        raise Refusal("bot-plays-for-you")
    return _hand_over(table, asking.seat, asking.stand_in, "wish")


def _stand(table: TableState, command: commands.Stand, asking: CommandContext) -> list[EntryBody]:
    _require_playing(table)
    number = asking.seat if command.seat is None else command.seat
    _require_seat(table, number)
    bot = command.bot or asking.stand_in
    if not asking.is_bot(bot):
        raise Refusal("bot-unknown-here", 422, name=bot)
    if not table.seats[number].is_playing:
        raise Refusal("bot-plays-there", seat=number)
    if number == asking.seat:
        return _hand_over(table, number, bot, "wish")
    since = asking.away(number)
    waited = 0 if since is None else (asking.now - max(since, table.since)) // 1000
    if since is None or table.actor != number or waited < table.setup.grace:
        raise Refusal("not-away", seat=number, grace=table.setup.grace)
    return _hand_over(table, number, bot, "away")


def _hand_over(table: TableState, seat: int, bot: str, why: Literal["wish", "away"]) -> list[EntryBody]:
    """Hand a seat to a bot; a proposal that only this seat had yet to answer is dropped."""
    handed: list[EntryBody] = [entries.Handed(seat, bot, why)]
    return [*handed, entries.Dropped()] if seats_to_agree(table) == {seat} else handed


def _return(table: TableState, command: commands.Return, asking: CommandContext) -> list[EntryBody]:
    _require_playing(table)
    if not table.seats[asking.seat].bot:
        raise Refusal("not-handed")
    return [entries.Back(asking.seat, table.actor == asking.seat)]


def renew(table: TableState, seat: int, secret: str) -> Decision:
    """Issue a new secret to whoever has a seat's present one; the old link and every other device lose access."""
    if not table.is_secret_of(seat, secret):
        raise Forbidden("no-key")
    secret = new_secret()
    return Decision([entries.Renewed(seat, hash_secret(secret))], secret=secret)


def _rematch(table: TableState, command: commands.Rematch, asking: CommandContext) -> list[EntryBody]:
    if table.status != "over":
        raise Refusal("table-not-over")
    if table.rematch:
        raise Refusal("rematch-there", table=table.rematch)
    return []  # the hub opens the other table, and then adds the entry


# ── Talking ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _say(table: TableState, command: commands.Chat, asking: CommandContext) -> list[EntryBody]:
    text = " ".join("".join(c if c.isprintable() else " " for c in command.text).split())
    if bool(text) == bool(command.phrase):
        raise Refusal("say-what", 422)
    if asking.seat == NOBODY:
        raise Forbidden("onlookers-silent")
    if table.seats[asking.seat].muted:
        raise Forbidden("muted")
    if text and table.setup.public:
        raise Refusal("phrases-only")
    return [entries.Said(asking.seat, text, command.phrase or "")]


def _mute(table: TableState, command: commands.Mute, asking: CommandContext) -> list[EntryBody]:
    _require_host(table, asking)
    _require_seat(table, command.seat)
    as_it_is = table.seats[command.seat].muted == command.on and (command.on or not table.has_muted_leaver)
    return [] if as_it_is else [entries.Muted(command.seat, command.on)]


# ── What has to be so ────────────────────────────────────────────────────────────────────────────────────────────


def _require_host(table: TableState, asking: CommandContext) -> None:
    if asking.seat != table.host:
        raise Forbidden("host-only", seat=table.host)


def _require_open(table: TableState) -> None:
    if table.status != "open":
        raise Refusal("table-not-open")


def _require_seat(table: TableState, seat: int) -> None:
    if seat >= len(table.seats):
        raise Refusal("seat-wrong", 422, seat=seat, last=len(table.seats) - 1)


def _require_playing(table: TableState) -> None:
    if table.status == "over":
        raise Refusal("table-over")
    if table.status != "playing":
        raise Refusal("table-not-playing")


def _require_current(table: TableState, basis: int) -> None:
    if basis != table.basis:
        raise Refusal("stale", number=basis, current=table.basis)


_DECIDE: dict[type, Callable[[TableState, Any, CommandContext], Decision | list[EntryBody]]] = {
    commands.Move: _move,
    commands.Undo: _undo,
    commands.End: _end,
    commands.Answer: _answer,
    commands.Withdraw: _withdraw,
    commands.Start: _start,
    commands.Wait: _wait,
    commands.Number: _number,
    commands.Seal: _seal,
    commands.Leave: _leave,
    commands.Dismiss: _dismiss,
    commands.PlaceBot: _place,
    commands.Stand: _stand,
    commands.Return: _return,
    commands.Chat: _say,
    commands.Mute: _mute,
    commands.Rematch: _rematch,
}
