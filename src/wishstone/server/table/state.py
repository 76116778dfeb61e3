"""Table state: the seats, the game, the clocks and the pending proposal of a table, after all its entries so far.

A table changes only by an entry: `decisions.py` decides which entries a command leads to, `replay.py` applies them, and
`views.py` decides what each viewer is told of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.match import Event, Match
from wishstone.game.registry import versions_text
from wishstone.server.store.interface import Sitting, Status
from wishstone.server.table import entries
from wishstone.server.table.entries import TableSetup
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
    cached_actor: int | None = field(default=None, compare=False)  # the actor, cached

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
        if self.cached_actor is None:
            who = self.match.actor
            self.cached_actor = NOBODY if who in (CHANCE, OVER) else who
        return self.cached_actor

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

    def position_at_start(self, first: int) -> Position:
        """The position before the first event: as the rules set it up, or where a sandbox begins."""
        origin = self.opened.origin
        if origin is None or not origin.state:
            return self.game.start(self.setup.seats, first)
        if origin.layout != layout_hash(self.game):
            raise Refusal("rules-gone", began=self.setup.rules, known=versions_text(self.game.about))
        return decode_position(self.game, origin.state)

    def position_after(self, count: int, events: Sequence[Event] | None = None) -> Position:
        """The position after the first `count` events of the game."""
        assert self.match is not None
        state = self.position_at_start(self.match.first)
        for event in (self.match.events if events is None else events)[:count]:
            self.game.apply(state, event.move)
        return state
