"""Decisions: checks a command against the state of its table, and turns it into entries or a refusal.

Nothing is changed or stored here: a decision is what would be added to the table, and the position that it leads to.
`setup_decisions.py`, `game_decisions.py` and `proposals.py` have the commands before the game, in it, and those that
need consent; coming, going and talking are here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from wishstone.server.table import commands, entries, game_decisions, proposals, setup_decisions
from wishstone.server.table.decision_types import (
    CommandContext,
    Decision,
    require_host,
    require_playing,
    require_seat,
)
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.proposals import seats_to_agree
from wishstone.server.table.refusal import Forbidden, Refusal
from wishstone.server.table.secrets import hash_secret, new_secret
from wishstone.server.table.state import NOBODY, TableState
from wishstone.server.table.visible_text import without_invisible


def decide(table: TableState, command: commands.Command, context: CommandContext) -> Decision:
    """Turn a command into a decision, or raise a `Refusal`; a `MoveError` if the rules forbid a move."""
    if context.seat == NOBODY and not isinstance(command, commands.Chat):
        raise Forbidden("onlooker-only")
    decision = _DECIDE[type(command)](table, command, context)
    if isinstance(decision, Decision):
        return decision
    return Decision(decision)


# ── Coming and going ──────────────────────────────────────────────────────────────────────────────────────────────────


def _leave(table: TableState, command: commands.Leave, context: CommandContext) -> list[EntryBody]:
    """Before the game the seat becomes free; during it a bot plays on, if a person remains or the game is rated."""
    if table.status == "over":
        raise Refusal("table-over")
    if table.status == "starting":
        return [entries.Left(context.seat), entries.Waiting()]
    if table.status != "playing":
        return [entries.Left(context.seat)]
    if set(table.persons) <= {context.seat} and not table.is_rated_match:
        return [entries.Finished("abandoned")]
    if table.seats[context.seat].bot:
        raise Refusal("bot-plays-for-you")
    return _hand_over(table, context.seat, context.stand_in, "wish")


def _stand(table: TableState, command: commands.Stand, context: CommandContext) -> list[EntryBody]:
    require_playing(table)
    number = context.seat if command.seat is None else command.seat
    require_seat(table, number)
    bot = command.bot or context.stand_in
    if not context.is_bot(bot):
        raise Refusal("bot-unknown-here", 422, name=bot)
    if not table.seats[number].is_playing:
        raise Refusal("bot-plays-there", seat=number)
    if number == context.seat:
        return _hand_over(table, number, bot, "wish")
    since = context.away(number)
    waited = 0 if since is None else (context.now - max(since, table.since)) // 1000
    if since is None or table.actor != number or waited < table.setup.grace:
        raise Refusal("not-away", seat=number, grace=table.setup.grace)
    return _hand_over(table, number, bot, "away")


def _hand_over(table: TableState, seat: int, bot: str, why: Literal["wish", "away"]) -> list[EntryBody]:
    """Hand a seat to a bot; a proposal that only this seat had yet to answer is dropped."""
    handed: list[EntryBody] = [entries.Handed(seat, bot, why)]
    return [*handed, entries.Dropped()] if seats_to_agree(table) == {seat} else handed


def _return(table: TableState, command: commands.Return, context: CommandContext) -> list[EntryBody]:
    require_playing(table)
    if not table.seats[context.seat].bot:
        raise Refusal("not-handed")
    return [entries.Back(context.seat, table.actor == context.seat)]


def renew(table: TableState, seat: int, secret: str) -> Decision:
    """Issue a new secret to whoever has a seat's present one; the old link and every other device lose access."""
    if not table.is_secret_of(seat, secret):
        raise Forbidden("no-key")
    secret = new_secret()
    return Decision([entries.Renewed(seat, hash_secret(secret))], secret=secret)


def close(table: TableState, text: str) -> Decision:
    """Close a table for an operator, whose words all who sit there are told: it is over, however far it had come."""
    if table.status == "over":
        raise Refusal("table-over")
    return Decision([entries.Said(NOBODY, text), entries.Finished("abandoned")])


def _rematch(table: TableState, command: commands.Rematch, context: CommandContext) -> list[EntryBody]:
    if table.status != "over":
        raise Refusal("table-not-over")
    if table.rematch:
        raise Refusal("rematch-there", table=table.rematch)
    return []  # the hub opens the other table, and then adds the entry


# ── Talking ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _say(table: TableState, command: commands.Chat, context: CommandContext) -> list[EntryBody]:
    text = " ".join(without_invisible(command.text).split())
    if bool(text) == bool(command.phrase):
        raise Refusal("say-what", 422)
    if context.seat == NOBODY:
        raise Forbidden("onlookers-silent")
    if table.seats[context.seat].muted:
        raise Forbidden("muted")
    if text and table.setup.public:
        raise Refusal("phrases-only")
    return [entries.Said(context.seat, text, command.phrase or "")]


def _mute(table: TableState, command: commands.Mute, context: CommandContext) -> list[EntryBody]:
    require_host(table, context)
    require_seat(table, command.seat)
    as_it_is = table.seats[command.seat].muted == command.on and (command.on or not table.has_muted_leaver)
    return [] if as_it_is else [entries.Muted(command.seat, command.on)]


_DECIDE: dict[type, Callable[[TableState, Any, CommandContext], Decision | list[EntryBody]]] = {
    commands.Move: game_decisions.move_command,
    commands.Undo: proposals.undo_command,
    commands.End: proposals.end_command,
    commands.Answer: proposals.answer_command,
    commands.Withdraw: proposals.withdraw_command,
    commands.Start: setup_decisions.start_command,
    commands.Wait: setup_decisions.wait_command,
    commands.Number: setup_decisions.number_command,
    commands.Seal: setup_decisions.seal_command,
    commands.Leave: _leave,
    commands.Dismiss: setup_decisions.dismiss_command,
    commands.PlaceBot: setup_decisions.place_command,
    commands.Stand: _stand,
    commands.Return: _return,
    commands.Chat: _say,
    commands.Mute: _mute,
    commands.Rematch: _rematch,
}
