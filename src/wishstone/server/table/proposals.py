"""Proposals: undo, ending the game and taking over a bot's seat, with the consent of those concerned."""

from __future__ import annotations

from wishstone.game.contract import CHANCE
from wishstone.server.table import commands, entries
from wishstone.server.table.decision_types import (
    CommandContext,
    Decision,
    require_current,
    require_playing,
    require_seat,
)
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.refusal import Forbidden, Refusal
from wishstone.server.table.secrets import hash_secret, new_secret
from wishstone.server.table.state import TableState


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


def undo_command(table: TableState, command: commands.Undo, context: CommandContext) -> Decision | list[EntryBody]:
    """Take back events, or propose to."""
    require_playing(table)
    require_current(table, command.basis)
    if table.seats[context.seat].bot:
        raise Refusal("bot-plays-for-you")
    keep = last_move_of(table, context.seat) if command.keep is None else command.keep
    assert table.match is not None
    if keep is None or keep >= len(table.match.events) or not any(e.by != CHANCE for e in table.match.events[keep:]):
        raise Refusal("nothing-to-undo")
    if table.match.events[keep].by == CHANCE:
        raise Refusal("undo-chance", keep=keep)
    if keep >= first_undoable(table, context.seat):
        return Decision([_undo_entry(table, context.seat, keep)])
    if table.setup.rated:
        raise Refusal("undo-rated")
    return _propose(table, entries.Asked("undo", context.seat, keep=keep), context)


def _undo_entry(table: TableState, seat: int, keep: int) -> EntryBody:
    return entries.Undone(seat, keep, [draw for draw in table.draws[keep:] if draw >= 0])


def end_command(table: TableState, command: commands.End, context: CommandContext) -> Decision | list[EntryBody]:
    """Propose to end the game."""
    require_playing(table)
    require_current(table, command.basis)
    return _propose(table, entries.Asked("end", context.seat), context)


def ask_for_seat(table: TableState, seat: int, name: str, player: str) -> Decision:
    """Propose that somebody takes over a bot's seat during the game."""
    if table.status != "playing":
        raise Refusal("table-not-playing")
    require_seat(table, seat)
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


def _propose(table: TableState, asked: entries.Asked, context: CommandContext) -> Decision | list[EntryBody]:
    """Make a proposal, or carry it out if nobody else has a say. A newcomer's request gives way to it."""
    before: list[EntryBody] = []
    if table.proposal is not None:
        if table.proposal.asked.what != "seat":
            raise Refusal("proposal-pending")
        before.append(entries.Dropped())
    return before + (_carry_out_proposal(table, asked) if _seats_concerned(table, asked) <= {context.seat} else [asked])


def answer_command(table: TableState, command: commands.Answer, context: CommandContext) -> Decision | list[EntryBody]:
    """Answer the proposal; with the last yes, carry it out."""
    proposal = table.proposal
    if proposal is None or proposal.number != command.to:
        raise Refusal("no-proposal")
    if context.seat not in seats_to_agree(table):
        raise Refusal("not-asked")
    answered: list[EntryBody] = [entries.Answered(context.seat, command.yes)]
    if command.yes and seats_to_agree(table) == {context.seat}:
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


def withdraw_command(table: TableState, command: commands.Withdraw, context: CommandContext) -> list[EntryBody]:
    """Withdraw one's own proposal."""
    if table.proposal is None:
        raise Refusal("no-proposal")
    if table.proposal.asked.what == "seat" or table.proposal.asked.seat != context.seat:
        raise Refusal("not-yours")
    return [entries.Dropped()]
