"""Replay: how each kind of entry changes the state of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from wishstone.game.contract import CHANCE, Game, Position
from wishstone.game.match import Event, Match, event_of
from wishstone.server.store.interface import Entry
from wishstone.server.table import entries
from wishstone.server.table.entries import EntryBody, TableSetup
from wishstone.server.table.state import NOBODY, Proposal, SeatState, TableState


def new_table(id: str, body: entries.Opened, game: Game, at: int) -> TableState:
    """The state of a table after its first entry."""
    seats = [SeatState() for _ in range(body.setup.seats)]
    for number, key in body.reserved.items():
        seats[number] = SeatState("reserved", key=key)
    return TableState(id, body, game, count=1, basis=1, seats=seats, created=at, since=at)


def replay_entries(
    id: str, kept: Sequence[Entry], load: Callable[[TableSetup], Game], snapshot: tuple[int, Position] | None = None
) -> TableState:
    """The state of a table from its stored entries; with a snapshot, earlier events are not computed again."""
    first = entries.decode_body(kept[0])
    assert isinstance(first, entries.Opened)
    table = new_table(id, first, load(first.setup), kept[0].at)
    count, position = snapshot or (1, None)
    if position is not None:
        apply_entries(table, ((entries.decode_body(entry), entry.at) for entry in kept[1:count]), position)
    apply_entries(table, ((entries.decode_body(entry), entry.at) for entry in kept[count:]))
    return table


def apply_entries(table: TableState, added: Iterable[tuple[EntryBody, int]], position: Position | None = None) -> None:
    """Apply entries, each with its time; with `position`, the game's events are not computed again."""
    for body, at in added:
        _APPLY[type(body)](table, body, at, position is None)
        table.count += 1
        if isinstance(body, _CHANGING):
            table.basis = table.count
        if not isinstance(body, entries.EVENTS):  # an event changes only the actor in the lobby's JSON
            table.lobby.clear()
    if position is not None:
        assert table.match is not None
        table.match.state = position
    table.cached_actor = None


def _sat(table: TableState, body: entries.Sat, at: int, apply: bool) -> None:
    old = table.seats[body.seat]
    new = SeatState("person", body.name, body.key, body.player, number_hash=body.number_hash, number=body.number)
    if table.status == "playing":  # takes over a bot's seat, whose number for the dice stays
        new = replace(new, number_hash=old.number_hash, number=old.number, shown=True, bank=_full_bank(table))
        table.proposal, table.since = None, at
    table.seats[body.seat] = new
    if table.host == NOBODY:
        table.host = body.seat
    else:  # it may be the person who was muted: the host decides
        new.muted = table.has_muted_leaver


def _placed(table: TableState, body: entries.Placed, at: int, apply: bool) -> None:
    table.seats[body.seat] = SeatState("bot", bot=body.bot, number_hash=body.number_hash, number=body.number)


def _left(table: TableState, body: entries.Left, at: int, apply: bool) -> None:
    table.has_muted_leaver = table.has_muted_leaver or table.seats[body.seat].muted
    table.seats[body.seat] = SeatState()
    if body.blocked:
        table.blocked.add(body.blocked)
    if table.host == body.seat:
        table.host = next((n for n, seat in enumerate(table.seats) if seat.is_person), NOBODY)


def _renewed(table: TableState, body: entries.Renewed, at: int, apply: bool) -> None:
    table.seats[body.seat].key = body.key


def _starting(table: TableState, body: entries.Starting, at: int, apply: bool) -> None:
    table.status, table.since = "starting", at


def _waiting(table: TableState, body: entries.Waiting, at: int, apply: bool) -> None:
    """A revealed number could influence the choice of the next one, so revealed numbers are discarded."""
    table.status = "open"
    for seat in table.seats:
        if seat.shown:
            seat.number, seat.number_hash, seat.shown = "", "", False


def _sealed(table: TableState, body: entries.Sealed, at: int, apply: bool) -> None:
    table.seats[body.seat].number_hash = body.number_hash


def _shown(table: TableState, body: entries.Shown, at: int, apply: bool) -> None:
    table.seats[body.seat].number = body.adds
    table.seats[body.seat].shown = True


def _began(table: TableState, body: entries.Began, at: int, apply: bool) -> None:
    table.status, table.since = "playing", at
    table.match = Match(table.game, table.setup.seats, body.first)
    table.match.state = table.position_at_start(body.first)
    table.next_draw = 1 if table.setup.first == entries.LOT else 0
    for seat in table.seats:
        seat.shown, seat.bank = True, _full_bank(table)


def _full_bank(table: TableState) -> int:
    clock = table.setup.clock
    return clock.seconds * 1000 if clock is not None and clock.kind == "bank" else 0


def _moved(table: TableState, body: entries.Moved, at: int, apply: bool) -> None:
    event = event_of(body.seat, table.game.moves_by_name[body.move])
    _append_event(table, event, -1, table.seats[body.seat].bank, apply)
    seat, clock = table.seats[body.seat], table.setup.clock
    if body.via == "person":
        seat.late = None
    elif body.via == "time":
        seat.late = at if seat.late is None else seat.late
        table.timed_events = len(table.draws)
    if clock is not None and clock.kind == "bank":
        if body.via != "bot":
            seat.bank = max(0, seat.bank - (at - table.since)) + clock.increment * 1000
        elif seat.handed:  # the time used before the owner handed over to the bot
            seat.bank = max(0, seat.bank - max(0, seat.handed_at - table.since))
    table.since = at
    table.proposal = None


def _drawn(table: TableState, body: entries.Drawn, at: int, apply: bool) -> None:
    _append_event(table, event_of(CHANCE, table.game.outcomes_by_name[body.move]), body.draw, 0, apply)
    table.next_draw = body.draw + 1


def _append_event(table: TableState, event: Event, draw: int, bank: int, apply: bool) -> None:
    assert table.match is not None
    if apply:
        table.game.apply(table.match.state, event.move)
    if event.by != CHANCE:
        table.last_moves[event.by] = len(table.match.events)
    table.match.events.append(event)
    table.draws.append(draw)
    table.sinces.append(table.since)
    table.banks.append(bank)


def _asked(table: TableState, body: entries.Asked, at: int, apply: bool) -> None:
    table.proposal = Proposal(table.count, body)


def _answered(table: TableState, body: entries.Answered, at: int, apply: bool) -> None:
    if table.proposal is not None:
        agreed = replace(table.proposal, yes=table.proposal.yes | {body.seat})
        table.proposal = agreed if body.yes else None


def _dropped(table: TableState, body: entries.Dropped, at: int, apply: bool) -> None:
    table.proposal = None


def _undone(table: TableState, body: entries.Undone, at: int, apply: bool) -> None:
    assert table.match is not None
    table.undone += body.draws
    table.proposal, table.since = None, at
    gone = table.match.events[body.keep :]
    for event, bank in reversed(list(zip(gone, table.banks[body.keep :], strict=True))):
        if event.by != CHANCE:
            table.seats[event.by].bank = bank
    if gone and all(event.by == body.seat for event in gone):  # the time for one's own move goes on
        table.since = table.sinces[body.keep]
    _rewind_to(table, body.keep)


def _rewind_to(table: TableState, keep: int) -> None:
    """Go back to the first `keep` events of the game."""
    assert table.match is not None
    before = table.match
    table.match = Match(table.game, table.setup.seats, before.first)
    table.match.events = before.events[:keep]
    table.match.state = table.position_after(keep, before.events)
    del table.draws[keep:], table.sinces[keep:], table.banks[keep:]
    table.timed_events = min(table.timed_events, keep)
    table.last_moves = {event.by: place for place, event in enumerate(table.match.events) if event.by != CHANCE}


def _handed(table: TableState, body: entries.Handed, at: int, apply: bool) -> None:
    seat = table.seats[body.seat]
    seat.bot, seat.handed, seat.handed_at = body.bot, body.why, at
    if table.host == body.seat and table.persons:
        table.host = table.persons[0]
    if not table.has_players:
        table.paused_since = at


def _back(table: TableState, body: entries.Back, at: int, apply: bool) -> None:
    """Whoever left by choice returns to the time they had; others get new time."""
    seat, clock = table.seats[body.seat], table.setup.clock
    why, seat.bot, seat.handed = seat.handed, "", ""
    if not table.seats[table.host].is_playing:
        table.host = body.seat
    if table.paused_since is not None:  # while nobody played, the clock stood still
        table.since, table.paused_since = table.since + at - table.paused_since, None
    if why == "wish":
        return
    seat.late = None
    if body.due:
        table.since = at
    if clock is not None and clock.kind == "bank":  # with some time, even if the bank is empty
        seat.bank = max(seat.bank, clock.increment * 1000, 10_000)


def _said(table: TableState, body: entries.Said, at: int, apply: bool) -> None:
    """Chat changes nothing."""


def _muted(table: TableState, body: entries.Muted, at: int, apply: bool) -> None:
    table.seats[body.seat].muted = body.on
    if not body.on:
        table.has_muted_leaver = False


def _forgotten(table: TableState, body: entries.Forgotten, at: int, apply: bool) -> None:
    table.seats[body.seat].name = table.seats[body.seat].player = ""


def _finished(table: TableState, body: entries.Finished, at: int, apply: bool) -> None:
    table.status, table.how, table.proposal = "over", body.how, None


def _again(table: TableState, body: entries.Again, at: int, apply: bool) -> None:
    table.rematch = body.table


_CHANGING = (entries.Began, entries.Moved, entries.Drawn, entries.Undone, entries.Finished)
_APPLY: dict[type, Callable[[TableState, Any, int, bool], None]] = {
    entries.Sat: _sat,
    entries.Placed: _placed,
    entries.Left: _left,
    entries.Renewed: _renewed,
    entries.Starting: _starting,
    entries.Waiting: _waiting,
    entries.Shown: _shown,
    entries.Sealed: _sealed,
    entries.Began: _began,
    entries.Moved: _moved,
    entries.Drawn: _drawn,
    entries.Asked: _asked,
    entries.Answered: _answered,
    entries.Dropped: _dropped,
    entries.Undone: _undone,
    entries.Handed: _handed,
    entries.Back: _back,
    entries.Said: _said,
    entries.Muted: _muted,
    entries.Forgotten: _forgotten,
    entries.Finished: _finished,
    entries.Again: _again,
}
