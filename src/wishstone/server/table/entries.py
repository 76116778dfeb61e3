"""Table entries: every kind of thing that can happen at a table, as it is stored (an event log).

An entry is never changed, except to delete what somebody wants deleted. It may hold secrets, such as the one that the
dice are derived from: nothing of it leaves the server except through `views.py`.

What a version writes, the one before has to read, since both may serve a table at once: a new field has a default, and
is passed over by those who do not know it; a new kind, or a new value of a choice, is read one version before it is
written.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wishstone.game.about import OptionValue
from wishstone.server.store.interface import Entry as Stored
from wishstone.server.table.refusal import Refusal

LOT = -1  # as `first`: drawn by lot


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long people may think: seconds for each move, or a bank of seconds that grows with every move."""

    kind: Literal["move", "bank"]
    seconds: int
    increment: int = 0


class TableSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings that a table was opened with."""

    game: str
    rules: int  # the version of the rules, from beginning to end
    seats: int
    options: dict[str, OptionValue] = {}
    files: dict[str, Any] = {}  # data files that replace the game's own
    first: int = LOT  # who has the first turn
    clock: Clock | None = None
    grace: int = 120  # seconds until a bot may stand in for somebody who is away
    public: bool = False  # whether the lobby lists it; there, people can only say fixed phrases
    onlookers: bool = True
    hints: bool = True
    rated: bool = False


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of a game that did not begin at its table: another table's game, or a record."""

    kind: Literal["sandbox", "record"]
    table: str = ""  # of a sandbox: the table whose game is continued
    keep: int = 0  # of a sandbox: after how many of its events
    layout: str = ""
    state: bytes = b""  # of a sandbox: the position there, with what the seat cannot know dealt anew
    proved: bool = False  # of a record: whether its dice follow from the secret that it names


class _Body(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """The body of one kind of entry; its tag is stored and sent, and stays whatever its class is called."""


class Opened(_Body, tag="opened", frozen=True):
    """The table is opened, with its secrets."""

    setup: TableSetup
    secret: str  # the source of the dice, in hexadecimal
    commitment: str
    code: str  # claims a free seat
    watch: str  # the hash of the onlookers' secret
    reserved: dict[int, str] = {}  # seats kept for those who sat at the table before: the hashes of their keys there
    before: str = ""  # the table of which this is the rematch
    origin: Origin | None = None  # a table with an origin is temporary


class Sat(_Body, tag="sat", frozen=True):
    """A person takes a seat. `key` is the hash of the seat's secret, `player` of the player key."""

    seat: int
    name: str
    key: str
    player: str = ""
    number_hash: str = ""  # of the seat's number for the dice
    number: str = ""  # the number itself, where the server gives it


class Placed(_Body, tag="placed", frozen=True):
    """A bot takes a seat."""

    seat: int
    bot: str
    number: str = ""
    number_hash: str = ""


class Left(_Body, tag="left", frozen=True):
    """A seat becomes free before the game: its owner left, or was `asked` to leave by the host."""

    seat: int
    asked: bool = False
    blocked: str = ""  # the hash of a blocked player key


class Renewed(_Body, tag="renewed", frozen=True):
    """A seat has a new secret, and the old link is dead."""

    seat: int
    key: str


class Starting(_Body, tag="starting", frozen=True):
    """All seats are taken, and their numbers are to be revealed."""


class Waiting(_Body, tag="waiting", frozen=True):
    """The start was called off."""


class Shown(_Body, tag="shown", frozen=True):
    """A seat reveals the number that it adds to the dice."""

    seat: int
    adds: str


class Sealed(_Body, tag="sealed", frozen=True):
    """A seat commits to a new number, since the last one was revealed in vain."""

    seat: int
    number_hash: str


class Began(_Body, tag="began", frozen=True):
    """The game begins."""

    first: int


class Moved(_Body, tag="moved", frozen=True):
    """A move; `via` tells whether its owner made it, a bot, or a bot because time was over."""

    seat: int
    move: str
    via: Literal["person", "bot", "time"] = "person"
    instead: str = ""  # the bot that made it, where that is not the one that was to


class Drawn(_Body, tag="drawn", frozen=True):
    """A random outcome, and the number of its draw."""

    move: str
    draw: int


class Asked(_Body, tag="asked", frozen=True):
    """A proposal that all others must agree to."""

    what: Literal["undo", "end", "seat"]
    seat: int  # who proposes; for `seat`, the bot's seat that is asked for
    keep: int = 0  # of an undo: how many events of the game are kept
    name: str = ""  # of `seat`: who wants it
    key: str = ""
    player: str = ""


class Answered(_Body, tag="answered", frozen=True):
    """An answer to the proposal; a single no rejects it."""

    seat: int
    yes: bool


class Dropped(_Body, tag="dropped", frozen=True):
    """The proposal is void: withdrawn, or overtaken by a move."""


class Undone(_Body, tag="undone", frozen=True):
    """The game goes back to its first `keep` events; the undone draws keep their numbers."""

    seat: int
    keep: int
    draws: list[int] = []


class Handed(_Body, tag="handed", frozen=True):
    """A bot plays for a person from now on: by the person's wish, or after the grace time."""

    seat: int
    bot: str
    why: Literal["wish", "time", "away"]


class Back(_Body, tag="back", frozen=True):
    """A person plays again."""

    seat: int
    due: bool = False  # whether it is their turn; stored, since a replay from a snapshot has no position before it


class Said(_Body, tag="said", frozen=True):
    """A chat message, of the operator where it has no seat; emptied once it is old, or at its author's wish."""

    seat: int = -1
    text: str = ""
    phrase: str = ""


class Muted(_Body, tag="muted", frozen=True):
    """The host mutes or unmutes a seat."""

    seat: int
    on: bool


class Forgotten(_Body, tag="forgotten", frozen=True):
    """A player wanted to be deleted: the seat has no name from here on, and its earlier entries are emptied of it."""

    seat: int


class Finished(_Body, tag="finished", frozen=True):
    """The game is over: by its rules, by agreement, or abandoned. The secret is open from here on."""

    how: Literal["rules", "agreed", "abandoned"]


class Again(_Body, tag="again", frozen=True):
    """There is a rematch, at another table."""

    table: str


EntryBody = (
    Opened
    | Sat
    | Placed
    | Left
    | Renewed
    | Starting
    | Waiting
    | Shown
    | Sealed
    | Began
    | Moved
    | Drawn
    | Asked
    | Answered
    | Dropped
    | Undone
    | Handed
    | Back
    | Said
    | Muted
    | Forgotten
    | Finished
    | Again
)

EVENTS = (Moved, Drawn)  # those that are events of the game

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(EntryBody)


def to_stored(bodies: list[EntryBody], number: int, at: int) -> tuple[Stored, ...]:
    """Encode entries for the store, numbered from `number` on."""
    return tuple(Stored(number + place, at, tag_of(body), encode_body(body)) for place, body in enumerate(bodies))


def tag_of(body: EntryBody) -> str:
    """The tag of an entry's kind as it is stored and sent."""
    return str(body.__struct_config__.tag)


def encode_body(body: EntryBody) -> bytes:
    """Encode the body of an entry."""
    return _encoder.encode(body)


def decode_body(entry: Stored) -> EntryBody:
    """Decode a stored entry; one that was emptied is a `Said` without text.

    A process of a newer version may have stored what this one cannot read: raises a `Refusal`.
    """
    try:
        return Said() if entry.body == b"{}" else _decoder.decode(entry.body)
    except msgspec.DecodeError as error:
        raise Refusal("table-newer", 503, kind=entry.kind[:40]) from error
