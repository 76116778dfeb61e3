"""Table state: the replay of a table's entries, with its seats, the game, the clocks and the pending proposal.

A table changes only by an entry. `decisions.py` decides which entries a command leads to, and `views.py` what each
viewer is told of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.match import Event, Match, event_of
from wishstone.server.store.interface import Entry, Sitting, Status
from wishstone.server.table import entries
from wishstone.server.table.entries import EntryBody, TableSetup
from wishstone.server.table.game_cache import decode_position, layout_hash
from wishstone.server.table.refusal import Refusal
from wishstone.server.table.secrets import has_hash

SHOWING = 30_000  # milliseconds for all seats to reveal their numbers
PASSING = 24 * 3600 * 1000  # milliseconds after which a temporary table is removed
LEASE = 10_000  # milliseconds after which another server may take over a bot's turn
NOBODY = -1


@dataclass
class SeatState:
    """A seat at the table, and who has it."""

    kind: Literal["free", "reserved", "person", "bot"] = "free"
    name: str = ""
    key: str = ""  # the hash of its secret; of a reserved seat, of the secret at the table before
    player: str = ""  # the hash of a player key
    bot: str = ""  # the bot that moves; empty: the person
    handed: Literal["", "wish", "time", "away"] = ""  # why a bot moves for a person
    handed_at: int = 0
    number_hash: str = ""
    number: str = ""
    shown: bool = False  # whether the number was revealed
    muted: bool = False
    bank: int = 0  # milliseconds left in the time bank
    late: int | None = None  # since when the clock has moved for it, without a move of its own

    @property
    def is_person(self) -> bool:
        """Whether a person sits here, playing or not."""
        return self.kind == "person"

    @property
    def is_playing(self) -> bool:
        """Whether a person makes their own moves here."""
        return self.kind == "person" and not self.bot


@dataclass(frozen=True)
class Proposal:
    """A proposal that all others must agree to."""

    number: int  # of its entry
    asked: entries.Asked
    yes: frozenset[int] = frozenset()


@dataclass
class TableState:
    """The state of a table after all its entries so far."""

    id: str
    opened: entries.Opened
    game: Game
    count: int = 0
    basis: int = 0  # the count when the game last changed, which a move refers to
    status: Status = "open"
    seats: list[SeatState] = field(default_factory=list)
    host: int = NOBODY
    match: Match | None = None
    draws: list[int] = field(default_factory=list)  # for each event: the number of its draw, -1 for a move
    sinces: list[int] = field(default_factory=list)  # for each event: `since` before it
    banks: list[int] = field(default_factory=list)  # for each event: its seat's time bank before it
    timed_events: int = 0  # the number of events up to the last one that the clock forced
    last_moves: dict[int, int] = field(default_factory=dict)  # by seat: the index of its last event
    undone: list[int] = field(default_factory=list)
    next_draw: int = 0
    proposal: Proposal | None = None
    since: int = 0  # when the pending decision began, in milliseconds since 1970
    paused_since: int | None = None  # since when no person has been playing
    how: str = ""  # how it ended: rules, agreed or abandoned
    rematch: str = ""  # the table of the rematch
    blocked: set[str] = field(default_factory=set)
    has_muted_leaver: bool = False  # somebody muted has left, and may come back under any name
    created: int = 0
    lobby: dict[int, bytes] = field(default_factory=dict, compare=False)  # the lobby's JSON, by actor
    _due: int | None = field(default=None, compare=False)  # the actor, cached

    @property
    def setup(self) -> TableSetup:
        """The settings that the table was opened with."""
        return self.opened.setup

    @property
    def is_temporary(self) -> bool:
        """Whether the table is kept only for a while: a sandbox, or a game from a record."""
        return self.opened.origin is not None

    @property
    def actor(self) -> int:
        """The seat that has to decide; `NOBODY` while there is none."""
        if self.match is None or self.status != "playing":
            return NOBODY
        if self._due is None:
            who = self.match.actor
            self._due = NOBODY if who in (CHANCE, OVER) else who
        return self._due

    @property
    def persons(self) -> list[int]:
        """The seats where a person makes their own moves."""
        return [number for number, seat in enumerate(self.seats) if seat.is_playing]

    @property
    def has_players(self) -> bool:
        """Whether bots keep moving: a person plays, or the game is rated for people who are gone."""
        return bool(self.persons) or self.is_rated_match

    @property
    def is_rated_match(self) -> bool:
        """Whether the game may change somebody's rating, so that it is played to its end, whoever leaves."""
        return self.setup.rated and len(self.sittings) > 1

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """The players with a key who sit here."""
        return tuple(
            Sitting(seat.player, number) for number, seat in enumerate(self.seats) if seat.is_person and seat.player
        )

    @property
    def deadline(self) -> int | None:
        """When the time of the person who has to decide is over."""
        clock, actor = self.setup.clock, self.actor
        if clock is None or actor == NOBODY or not self.seats[actor].is_playing:
            return None
        return self.since + (clock.seconds * 1000 if clock.kind == "move" else self.seats[actor].bank)

    @property
    def bot_to_move(self) -> str:
        """The name of the bot whose turn it is; empty if nobody plays with it."""
        actor = self.actor
        bot = self.seats[actor].bot if actor != NOBODY else ""
        return bot if bot and self.has_players else ""

    def next_wake(self, now: int) -> int | None:
        """When a server has to act by itself. Whoever stored a bot's turn acts on it; others wait for the lease."""
        if self.status == "starting":
            return self.since + SHOWING
        if self.bot_to_move:
            return now + LEASE
        return self.since + PASSING if self.is_temporary else self.deadline

    def can_enter(self, seat: int, secret: str) -> bool:
        """Whether this secret lets somebody take a seat's place or watch; a public table needs none for watching."""
        return self.is_secret_of(seat, secret) or (seat == NOBODY and self.setup.public and self.setup.onlookers)

    def is_secret_of(self, seat: int, secret: str) -> bool:
        """Whether this is the secret of a seat, or of the onlookers."""
        if seat == NOBODY:
            return self.setup.onlookers and has_hash(secret, self.opened.watch)
        return seat < len(self.seats) and self.seats[seat].is_person and has_hash(secret, self.seats[seat].key)

    def free_seats(self) -> list[int]:
        """The seats that anybody may take."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "free"]

    # ── Entries ──────────────────────────────────────────────────────────────────────────────────────────────────

    def apply_entries(self, added: Iterable[tuple[EntryBody, int]], position: Position | None = None) -> None:
        """Apply entries, each with its time; with `position`, the game's events are not computed again."""
        for body, at in added:
            _FOLLOW[type(body)](self, body, at, position is None)
            self.count += 1
            if isinstance(body, _CHANGING):
                self.basis = self.count
            if not isinstance(body, entries.EVENTS):  # an event changes only the actor in the lobby's JSON
                self.lobby.clear()
        if position is not None:
            assert self.match is not None
            self.match.state = position
        self._due = None

    def _sat(self, body: entries.Sat, at: int, apply: bool) -> None:
        old = self.seats[body.seat]
        new = SeatState("person", body.name, body.key, body.player, number_hash=body.number_hash, number=body.number)
        if self.status == "playing":  # takes over a bot's seat, whose number for the dice stays
            new = replace(new, number_hash=old.number_hash, number=old.number, shown=True, bank=self._full_bank())
            self.proposal, self.since = None, at
        self.seats[body.seat] = new
        if self.host == NOBODY:
            self.host = body.seat
        else:  # it may be the person who was muted: the host decides
            new.muted = self.has_muted_leaver

    def _placed(self, body: entries.Placed, at: int, apply: bool) -> None:
        self.seats[body.seat] = SeatState("bot", bot=body.bot, number_hash=body.number_hash, number=body.number)

    def _left(self, body: entries.Left, at: int, apply: bool) -> None:
        self.has_muted_leaver = self.has_muted_leaver or self.seats[body.seat].muted
        self.seats[body.seat] = SeatState()
        if body.blocked:
            self.blocked.add(body.blocked)
        if self.host == body.seat:
            self.host = next((n for n, seat in enumerate(self.seats) if seat.is_person), NOBODY)

    def _renewed(self, body: entries.Renewed, at: int, apply: bool) -> None:
        self.seats[body.seat].key = body.key

    def _starting(self, body: entries.Starting, at: int, apply: bool) -> None:
        self.status, self.since = "starting", at

    def _waiting(self, body: entries.Waiting, at: int, apply: bool) -> None:
        """A revealed number could influence the choice of the next one, so revealed numbers are discarded."""
        self.status = "open"
        for seat in self.seats:
            if seat.shown:
                seat.number, seat.number_hash, seat.shown = "", "", False

    def _sealed(self, body: entries.Sealed, at: int, apply: bool) -> None:
        self.seats[body.seat].number_hash = body.number_hash

    def _shown(self, body: entries.Shown, at: int, apply: bool) -> None:
        self.seats[body.seat].number = body.adds
        self.seats[body.seat].shown = True

    def _began(self, body: entries.Began, at: int, apply: bool) -> None:
        self.status, self.since = "playing", at
        self.match = Match(self.game, self.setup.seats, body.first)
        self.match.state = self.position_at_start(body.first)
        self.next_draw = 1 if self.setup.first == entries.LOT else 0
        for seat in self.seats:
            seat.shown, seat.bank = True, self._full_bank()

    def _full_bank(self) -> int:
        clock = self.setup.clock
        return clock.seconds * 1000 if clock is not None and clock.kind == "bank" else 0

    def _moved(self, body: entries.Moved, at: int, apply: bool) -> None:
        event = event_of(body.seat, self.game.moves_by_name[body.move])
        self._append_event(event, -1, self.seats[body.seat].bank, apply)
        seat, clock = self.seats[body.seat], self.setup.clock
        if body.via == "person":
            seat.late = None
        elif body.via == "time":
            seat.late = at if seat.late is None else seat.late
            self.timed_events = len(self.draws)
        if clock is not None and clock.kind == "bank":
            if body.via != "bot":
                seat.bank = max(0, seat.bank - (at - self.since)) + clock.increment * 1000
            elif seat.handed:  # the time used before the owner handed over to the bot
                seat.bank = max(0, seat.bank - max(0, seat.handed_at - self.since))
        self.since = at
        self.proposal = None

    def _drawn(self, body: entries.Drawn, at: int, apply: bool) -> None:
        self._append_event(event_of(CHANCE, self.game.outcomes_by_name[body.move]), body.draw, 0, apply)
        self.next_draw = body.draw + 1

    def _append_event(self, event: Event, draw: int, bank: int, apply: bool) -> None:
        assert self.match is not None
        if apply:
            self.game.apply(self.match.state, event.move)
        if event.by != CHANCE:
            self.last_moves[event.by] = len(self.match.events)
        self.match.events.append(event)
        self.draws.append(draw)
        self.sinces.append(self.since)
        self.banks.append(bank)

    def _asked(self, body: entries.Asked, at: int, apply: bool) -> None:
        self.proposal = Proposal(self.count, body)

    def _answered(self, body: entries.Answered, at: int, apply: bool) -> None:
        if self.proposal is not None:
            agreed = replace(self.proposal, yes=self.proposal.yes | {body.seat})
            self.proposal = agreed if body.yes else None

    def _dropped(self, body: entries.Dropped, at: int, apply: bool) -> None:
        self.proposal = None

    def _undone(self, body: entries.Undone, at: int, apply: bool) -> None:
        assert self.match is not None
        self.undone += body.draws
        self.proposal, self.since = None, at
        gone = self.match.events[body.keep :]
        for event, bank in reversed(list(zip(gone, self.banks[body.keep :], strict=True))):
            if event.by != CHANCE:
                self.seats[event.by].bank = bank
        if gone and all(event.by == body.seat for event in gone):  # the time for one's own move goes on
            self.since = self.sinces[body.keep]
        self.rewind_to(body.keep)

    def rewind_to(self, keep: int) -> None:
        """Go back to the first `keep` events of the game."""
        assert self.match is not None
        before = self.match
        self.match = Match(self.game, self.setup.seats, before.first)
        self.match.events = before.events[:keep]
        self.match.state = self.position_after(keep, before.events)
        del self.draws[keep:], self.sinces[keep:], self.banks[keep:]
        self.timed_events = min(self.timed_events, keep)
        self.last_moves = {event.by: place for place, event in enumerate(self.match.events) if event.by != CHANCE}

    def position_at_start(self, first: int) -> Position:
        """The position before the first event: as the rules set it up, or where a sandbox begins."""
        origin = self.opened.origin
        if origin is None or not origin.state:
            return self.game.start(self.setup.seats, first)
        if origin.layout != layout_hash(self.game):
            raise Refusal("rules-gone", began=self.setup.rules, known=self.game.rules.RULES)
        return decode_position(self.game, origin.state)

    def position_after(self, count: int, events: Sequence[Event] | None = None) -> Position:
        """The position after the first `count` events of the game."""
        assert self.match is not None
        state = self.position_at_start(self.match.first)
        for event in (self.match.events if events is None else events)[:count]:
            self.game.apply(state, event.move)
        return state

    def _handed(self, body: entries.Handed, at: int, apply: bool) -> None:
        seat = self.seats[body.seat]
        seat.bot, seat.handed, seat.handed_at = body.bot, body.why, at
        if self.host == body.seat and self.persons:
            self.host = self.persons[0]
        if not self.has_players:
            self.paused_since = at

    def _back(self, body: entries.Back, at: int, apply: bool) -> None:
        """Whoever left by choice returns to the time they had; others get new time."""
        seat, clock = self.seats[body.seat], self.setup.clock
        why, seat.bot, seat.handed = seat.handed, "", ""
        if not self.seats[self.host].is_playing:
            self.host = body.seat
        if self.paused_since is not None:  # while nobody played, the clock stood still
            self.since, self.paused_since = self.since + at - self.paused_since, None
        if why == "wish":
            return
        seat.late = None
        if body.due:
            self.since = at
        if clock is not None and clock.kind == "bank":  # with some time, even if the bank is empty
            seat.bank = max(seat.bank, clock.increment * 1000, 10_000)

    def _said(self, body: entries.Said, at: int, apply: bool) -> None:
        """Chat changes nothing."""

    def _muted(self, body: entries.Muted, at: int, apply: bool) -> None:
        self.seats[body.seat].muted = body.on
        if not body.on:
            self.has_muted_leaver = False

    def _forgotten(self, body: entries.Forgotten, at: int, apply: bool) -> None:
        self.seats[body.seat].name = self.seats[body.seat].player = ""

    def _finished(self, body: entries.Finished, at: int, apply: bool) -> None:
        self.status, self.how, self.proposal = "over", body.how, None

    def _again(self, body: entries.Again, at: int, apply: bool) -> None:
        self.rematch = body.table


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
        table.apply_entries(((entries.decode_body(entry), entry.at) for entry in kept[1:count]), position)
    table.apply_entries((entries.decode_body(entry), entry.at) for entry in kept[count:])
    return table


_CHANGING = (entries.Began, entries.Moved, entries.Drawn, entries.Undone, entries.Finished)
_FOLLOW: dict[type, Callable[[TableState, Any, int, bool], None]] = {
    entries.Sat: TableState._sat,
    entries.Placed: TableState._placed,
    entries.Left: TableState._left,
    entries.Renewed: TableState._renewed,
    entries.Starting: TableState._starting,
    entries.Waiting: TableState._waiting,
    entries.Shown: TableState._shown,
    entries.Sealed: TableState._sealed,
    entries.Began: TableState._began,
    entries.Moved: TableState._moved,
    entries.Drawn: TableState._drawn,
    entries.Asked: TableState._asked,
    entries.Answered: TableState._answered,
    entries.Dropped: TableState._dropped,
    entries.Undone: TableState._undone,
    entries.Handed: TableState._handed,
    entries.Back: TableState._back,
    entries.Said: TableState._said,
    entries.Muted: TableState._muted,
    entries.Forgotten: TableState._forgotten,
    entries.Finished: TableState._finished,
    entries.Again: TableState._again,
}
