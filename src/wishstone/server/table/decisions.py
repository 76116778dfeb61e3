"""May this be done, and what follows from it? Every command meets the table here, and becomes entries or a refusal.

Nothing is changed here and nothing stored: a decision is what would be added to the table, and the position that it
would lead to. A person's move, a bot's and one that the clock demands take the same way.
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
from wishstone.server.table.entries import Kind
from wishstone.server.table.refusal import Forbidden, Refusal
from wishstone.server.table.secrets import hashed, new_number, new_secret
from wishstone.server.table.state import NOBODY, Table

Via = Literal["person", "bot", "time"]


class Decision(msgspec.Struct, frozen=True):
    """What is added to a table, and the position after it where the game goes on."""

    kinds: list[Kind]
    position: Position | None = None
    secret: str = ""  # a new one, for the one who asked and nobody else


class Asking(msgspec.Struct, frozen=True):
    """Who asks, and when; `away` tells since when the owner of a seat has not been seen, if it is not there."""

    seat: int
    now: int
    is_bot: Callable[[str], bool]
    away: Callable[[int], int | None]
    stand_in: str = "medium"


def decide(table: Table, command: commands.Command, asking: Asking) -> Decision:
    """What follows from a command, or a `Refusal`; a `MoveError` where the rules forbid a move."""
    if asking.seat == NOBODY and not isinstance(command, commands.Say):
        raise Forbidden("onlooker-only")
    decision = _DECIDE[type(command)](table, command, asking)
    if isinstance(decision, Decision):
        return decision
    return Decision(decision)


# ── Before the game ──────────────────────────────────────────────────────────────────────────────────────────────


def sit(
    table: Table,
    seat: int | None,
    name: str,
    player: str,
    sealed: str,
    is_kept: Callable[[int], bool] = lambda seat: False,
) -> Decision:
    """A person takes a free seat, or one that `is_kept` for it; `sealed` is the hash of its number, if it has one."""
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
    sat = entries.Sat(seat, name, hashed(secret), player, sealed or number_hash(number), number)
    return Decision([sat], secret=secret)


def place(seat: int, bot: str) -> entries.Placed:
    """A bot on a seat, with its number for the dice."""
    number = new_number()
    return entries.Placed(seat, bot, number, number_hash(number))


def _place(table: Table, command: commands.Place, asking: Asking) -> list[Kind]:
    _host_only(table, asking)
    _open_only(table)
    _seat_there(table, command.seat)
    if table.seats[command.seat].is_person:
        raise Refusal("seat-taken", seat=command.seat)
    if not asking.is_bot(command.bot):
        raise Refusal("bot-unknown-here", 422, name=command.bot)
    return [place(command.seat, command.bot)]


def _dismiss(table: Table, command: commands.Dismiss, asking: Asking) -> list[Kind]:
    _host_only(table, asking)
    _open_only(table)
    _seat_there(table, command.seat)
    seat = table.seats[command.seat]
    if command.seat == asking.seat:
        raise Refusal("dismiss-self")
    if seat.kind == "free":
        raise Refusal("seat-free", seat=command.seat)
    return [entries.Left(command.seat, asked=True, blocked=seat.player if command.block else "")]


def _start(table: Table, command: commands.Start, asking: Asking) -> Decision:
    _host_only(table, asking)
    return start(table)


def start(table: Table) -> Decision:
    """Ask everybody for the numbers; where the server holds them all, begin."""
    _open_only(table)
    if any(seat.kind in ("free", "reserved") for seat in table.seats):
        raise Refusal("seats-empty")
    unsealed = [number for number, seat in enumerate(table.seats) if not seat.number_hash]
    if unsealed:
        raise Refusal("seal-missing", seats=", ".join(map(str, unsealed)))
    if all(seat.number for seat in table.seats):
        return _begin(table, [entries.Starting()], [seat.number for seat in table.seats])
    return Decision([entries.Starting()])


def _wait(table: Table, command: commands.Wait, asking: Asking) -> list[Kind]:
    _host_only(table, asking)
    if table.status != "starting":
        raise Refusal("not-starting")
    return [entries.Waiting()]


def _number(table: Table, command: commands.Number, asking: Asking) -> Decision:
    seat = table.seats[asking.seat]
    if table.status != "starting":
        raise Refusal("not-starting")
    if seat.number:
        raise Refusal("number-shown")
    if number_hash(command.number) != seat.number_hash:
        raise Refusal("number-wrong", 422)
    shown: list[Kind] = [entries.Shown(asking.seat, command.number)]
    numbers = [command.number if n == asking.seat else each.number for n, each in enumerate(table.seats)]
    return _begin(table, shown, numbers) if all(numbers) else Decision(shown)


def _seal(table: Table, command: commands.Seal, asking: Asking) -> list[Kind]:
    _open_only(table)
    if table.seats[asking.seat].number_hash:
        raise Refusal("sealed")
    return [entries.Sealed(asking.seat, command.number_hash)]


def _begin(table: Table, kinds: list[Kind], numbers: list[str]) -> Decision:
    """All numbers are known: who is first, and what is dealt."""
    fairness = Fairness.of(table.opened.secret, numbers)
    lot = table.setup.first == entries.LOT
    first = first_by_lot(fairness, table.setup.seats) if lot else table.setup.first
    for number, seat in enumerate(table.seats):  # those that the server has held until now
        if seat.number and not seat.shown:
            kinds.append(entries.Shown(number, seat.number))
    kinds.append(entries.Began(first))
    state = table.position_at_start(first)
    _let_happen(table, state, fairness, 1 if lot else 0, kinds)
    return Decision(kinds, state)


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _move(table: Table, command: commands.Move, asking: Asking) -> Decision:
    _in_play(table)
    if table.seats[asking.seat].bot:
        raise Refusal("bot-plays-for-you")
    _current(table, command.basis)
    return move(table, command.move, asking.seat, "person")


def move(table: Table, text: str | int, seat: int, via: Via) -> Decision:
    """A move by a seat, whoever chose it, and all that follows until the next decision."""
    assert table.match is not None
    game, state = table.game, table.match.state
    chosen = check_move(game, state, text, seat)
    kinds: list[Kind] = [entries.Moved(seat, game.move_names[chosen], via)]
    after = game.copy(state)
    game.apply(after, chosen)
    _let_happen(table, after, fairness_of(table), table.next_draw, kinds)
    return Decision(kinds, after)


def fairness_of(table: Table) -> Fairness:
    """Where the outcomes at a table come from."""
    return Fairness(table.opened.commitment, tuple(seat.number for seat in table.seats), table.opened.secret)


def _let_happen(table: Table, state: Position, fairness: Fairness, number: int, kinds: list[Kind]) -> None:
    """Draw outcomes until a seat has to decide or the game is over."""
    game = table.game
    who = game.actor(state)
    while who == CHANCE:
        outcome = draw(game, state, fairness, number)
        kinds.append(entries.Drawn(game.outcome_names[outcome], number))
        game.apply(state, outcome)
        number += 1
        who = game.actor(state)
    if who == OVER:
        kinds.append(entries.Finished("rules"))


def refused_move(table: Table, text: str, seat: int) -> MoveError | None:
    """What the rules say to a move of a seat, without making it."""
    _in_play(table)
    assert table.match is not None
    return find_error(table.game, table.match.state, text, seat)


# ── Undo, and what else needs consent ────────────────────────────────────────────────────────────────────────────


def own_undo(table: Table, seat: int) -> int:
    """The first event that a seat may take back by itself: its moves since anything else happened.

    What the clock demanded stays: else the time that is over would be given once more.
    """
    if table.match is None or table.status != "playing":
        return 0
    events = table.match.events
    keep = len(events)
    while keep > table.timed and events[keep - 1].by == seat:
        keep -= 1
    return keep


def last_own(table: Table, seat: int) -> int | None:
    """The last event that was a move of this seat."""
    return table.last_moves.get(seat)


def _undo(table: Table, command: commands.Undo, asking: Asking) -> Decision | list[Kind]:
    _in_play(table)
    _current(table, command.basis)
    if table.seats[asking.seat].bot:
        raise Refusal("bot-plays-for-you")
    keep = last_own(table, asking.seat) if command.keep is None else command.keep
    assert table.match is not None
    if keep is None or keep >= len(table.match.events) or not any(e.by != CHANCE for e in table.match.events[keep:]):
        raise Refusal("nothing-to-undo")
    if table.match.events[keep].by == CHANCE:
        raise Refusal("undo-chance", keep=keep)
    if keep >= own_undo(table, asking.seat):
        return Decision([_undone(table, asking.seat, keep)])
    if table.setup.rated:
        raise Refusal("undo-rated")
    return _ask(table, entries.Asked("undo", asking.seat, keep=keep), asking)


def _undone(table: Table, seat: int, keep: int) -> Kind:
    return entries.Undone(seat, keep, [draw for draw in table.draws[keep:] if draw >= 0])


def _end(table: Table, command: commands.End, asking: Asking) -> Decision | list[Kind]:
    _in_play(table)
    _current(table, command.basis)
    return _ask(table, entries.Asked("end", asking.seat), asking)


def ask_for_seat(table: Table, seat: int, name: str, player: str) -> Decision:
    """Somebody wants to take over a bot's seat in the middle of the game."""
    if table.status != "playing":
        raise Refusal("table-not-playing")
    _seat_there(table, seat)
    if player and player in table.blocked:
        raise Forbidden("blocked")
    if table.seats[seat].kind != "bot":
        raise Refusal("seat-taken", seat=seat)
    if table.proposal is not None:
        raise Refusal("proposal-pending")
    if not table.persons:
        raise Refusal("nobody-to-ask")
    secret = new_secret()
    return Decision([entries.Asked("seat", seat, name=name, key=hashed(secret), player=player)], secret=secret)


def _ask(table: Table, asked: entries.Asked, asking: Asking) -> Decision | list[Kind]:
    """Propose something; where nobody else is to be asked, it is done. Somebody from outside has to stand back."""
    before: list[Kind] = []
    if table.proposal is not None:
        if table.proposal.asked.what != "seat":
            raise Refusal("proposal-pending")
        before.append(entries.Dropped())
    return before + (_agreed(table, asked) if _concerned(table, asked) <= {asking.seat} else [asked])


def _answer(table: Table, command: commands.Answer, asking: Asking) -> Decision | list[Kind]:
    proposal = table.proposal
    if proposal is None or proposal.number != command.to:
        raise Refusal("no-proposal")
    if asking.seat not in to_agree(table):
        raise Refusal("not-asked")
    answered: list[Kind] = [entries.Answered(asking.seat, command.yes)]
    if command.yes and to_agree(table) == {asking.seat}:
        return answered + _agreed(table, proposal.asked)
    return answered


def _concerned(table: Table, asked: entries.Asked) -> set[int]:
    """Who has a say in what is proposed: all who sit here, away or not.

    Only who has left the game to a bot by its own wish has none in how it goes on, unless it counts.
    """
    all_of_them = asked.what == "seat" or table.setup.rated
    return {
        number for number, seat in enumerate(table.seats) if seat.is_person and (all_of_them or seat.handed != "wish")
    }


def to_agree(table: Table) -> set[int]:
    """Who has still to agree to what is proposed."""
    if table.proposal is None:
        return set()
    asked = table.proposal.asked
    return _concerned(table, asked) - table.proposal.yes - ({asked.seat} if asked.what != "seat" else set())


def _agreed(table: Table, asked: entries.Asked) -> list[Kind]:
    if asked.what == "undo":
        return [_undone(table, asked.seat, asked.keep)]
    if asked.what == "end":
        return [entries.Finished("agreed")]
    return [entries.Sat(asked.seat, asked.name, asked.key, asked.player)]


def _withdraw(table: Table, command: commands.Withdraw, asking: Asking) -> list[Kind]:
    if table.proposal is None:
        raise Refusal("no-proposal")
    if table.proposal.asked.what == "seat" or table.proposal.asked.seat != asking.seat:
        raise Refusal("not-yours")
    return [entries.Dropped()]


# ── Coming and going ─────────────────────────────────────────────────────────────────────────────────────────────


def _leave(table: Table, command: commands.Leave, asking: Asking) -> list[Kind]:
    """Before the game the seat is free again; in it a bot plays on, if anybody is left to play with, or it counts."""
    if table.status == "over":
        raise Refusal("table-over")
    if table.status == "starting":
        return [entries.Left(asking.seat), entries.Waiting()]
    if table.status != "playing":
        return [entries.Left(asking.seat)]
    if set(table.persons) <= {asking.seat} and not table.counts:
        return [entries.Finished("abandoned")]
    if table.seats[asking.seat].bot:
        raise Refusal("bot-plays-for-you")
    return _handed(table, asking.seat, asking.stand_in, "wish")


def _stand(table: Table, command: commands.Stand, asking: Asking) -> list[Kind]:
    _in_play(table)
    number = asking.seat if command.seat is None else command.seat
    _seat_there(table, number)
    bot = command.bot or asking.stand_in
    if not asking.is_bot(bot):
        raise Refusal("bot-unknown-here", 422, name=bot)
    if not table.seats[number].plays:
        raise Refusal("bot-plays-there", seat=number)
    if number == asking.seat:
        return _handed(table, number, bot, "wish")
    since = asking.away(number)
    waited = 0 if since is None else (asking.now - max(since, table.since)) // 1000
    if since is None or table.actor != number or waited < table.setup.grace:
        raise Refusal("not-away", seat=number, grace=table.setup.grace)
    return _handed(table, number, bot, "away")


def _handed(table: Table, seat: int, bot: str, why: Literal["wish", "away"]) -> list[Kind]:
    """A bot plays on; what only this seat had still to agree to is off the table."""
    handed: list[Kind] = [entries.Handed(seat, bot, why)]
    return [*handed, entries.Dropped()] if to_agree(table) == {seat} else handed


def _return(table: Table, command: commands.Return, asking: Asking) -> list[Kind]:
    _in_play(table)
    if not table.seats[asking.seat].bot:
        raise Refusal("not-handed")
    return [entries.Back(asking.seat, table.actor == asking.seat)]


def renew(table: Table, seat: int, secret: str) -> Decision:
    """A new secret for a seat, for whoever has its present one; the old link and every other device are out."""
    if not table.is_secret_of(seat, secret):
        raise Forbidden("no-key")
    secret = new_secret()
    return Decision([entries.Renewed(seat, hashed(secret))], secret=secret)


def _rematch(table: Table, command: commands.Rematch, asking: Asking) -> list[Kind]:
    if table.status != "over":
        raise Refusal("table-not-over")
    if table.again:
        raise Refusal("rematch-there", table=table.again)
    return []  # the hub opens the other table, and then says so here


# ── Talking ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _say(table: Table, command: commands.Say, asking: Asking) -> list[Kind]:
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


def _mute(table: Table, command: commands.Mute, asking: Asking) -> list[Kind]:
    _host_only(table, asking)
    _seat_there(table, command.seat)
    as_it_is = table.seats[command.seat].muted == command.on and (command.on or not table.hushed)
    return [] if as_it_is else [entries.Muted(command.seat, command.on)]


# ── What has to be so ────────────────────────────────────────────────────────────────────────────────────────────


def _host_only(table: Table, asking: Asking) -> None:
    if asking.seat != table.host:
        raise Forbidden("host-only", seat=table.host)


def _open_only(table: Table) -> None:
    if table.status != "open":
        raise Refusal("table-not-open")


def _seat_there(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise Refusal("seat-wrong", 422, seat=seat, last=len(table.seats) - 1)


def _in_play(table: Table) -> None:
    if table.status == "over":
        raise Refusal("table-over")
    if table.status != "playing":
        raise Refusal("table-not-playing")


def _current(table: Table, basis: int) -> None:
    if basis != table.basis:
        raise Refusal("stale", number=basis, current=table.basis)


_DECIDE: dict[type, Callable[[Table, Any, Asking], Decision | list[Kind]]] = {
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
    commands.Place: _place,
    commands.Stand: _stand,
    commands.Return: _return,
    commands.Say: _say,
    commands.Mute: _mute,
    commands.Rematch: _rematch,
}
