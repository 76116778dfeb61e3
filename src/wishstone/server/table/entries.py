"""What can happen at a table? Each kind of entry, as it is stored.

An entry is never changed, but for what somebody wants deleted. It may hold what not everybody may know, such as the
secret that the dice come from: nothing of it leaves the server but through `views.py`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wishstone.game.about import OptionValue
from wishstone.server.store.interface import Entry as Stored

LOT = -1  # as the first seat: drawn by lot


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long people may think: so many seconds for each move, or a bank of them that grows with every move."""

    kind: Literal["move", "bank"]
    seconds: int
    increment: int = 0


class TableSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table was opened for."""

    game: str
    rules: int  # the version under which it began, and ends
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
    """Where a game comes from that did not begin at its table: another table at some event, or a record."""

    kind: Literal["sandbox", "record"]
    table: str = ""  # of a sandbox: the table whose game goes on in another way here
    keep: int = 0  # and after how many of its events
    layout: str = ""
    state: bytes = b""  # and the position there, with what the seat cannot know dealt anew
    proved: bool = False  # of a record: whether its dice follow from the secret that it names


class _Body(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """One kind of entry; its tag is stored and sent, and stays whatever its class is called."""


class Opened(_Body, tag="opened", frozen=True):
    """A table is there; with its secrets."""

    setup: TableSetup
    secret: str  # where the dice come from, in hexadecimal
    commitment: str
    code: str  # claims a free seat
    watch: str  # the hash of the onlookers' secret
    reserved: dict[int, str] = {}  # seats kept for those who sat at the table before: the hashes of their keys there
    before: str = ""  # the table of which this is the rematch
    origin: Origin | None = None  # such a table is kept for a while only


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
    """A seat is free again, before the game; by its owner, or `asked` to leave by the host."""

    seat: int
    asked: bool = False
    blocked: str = ""  # the hash of a player key that may not come back


class Renewed(_Body, tag="renewed", frozen=True):
    """The secret of a seat is a new one, and the old link is dead."""

    seat: int
    key: str


class Starting(_Body, tag="starting", frozen=True):
    """All seats are taken, and the numbers are to be shown."""


class Waiting(_Body, tag="waiting", frozen=True):
    """The start was called off."""


class Shown(_Body, tag="shown", frozen=True):
    """A seat shows the number that it adds to the dice."""

    seat: int
    adds: str


class Sealed(_Body, tag="sealed", frozen=True):
    """A seat gives the hash of a new number, since the one before was shown for nothing."""

    seat: int
    number_hash: str


class Began(_Body, tag="began", frozen=True):
    """The game begins."""

    first: int


class Moved(_Body, tag="moved", frozen=True):
    """A move; `via` tells whether its owner made it, a bot, or a bot because the time was over."""

    seat: int
    move: str
    via: Literal["person", "bot", "time"] = "person"


class Drawn(_Body, tag="drawn", frozen=True):
    """An outcome, and the number of its draw."""

    move: str
    draw: int


class Asked(_Body, tag="asked", frozen=True):
    """Somebody proposes something that all the others must agree to."""

    what: Literal["undo", "end", "seat"]
    seat: int  # who asks; for `seat`, the bot's seat that somebody wants
    keep: int = 0  # of an undo: how many events of the game are kept
    name: str = ""  # of `seat`: who wants it
    key: str = ""
    player: str = ""


class Answered(_Body, tag="answered", frozen=True):
    """One of the others answers. A single no ends it."""

    seat: int
    yes: bool


class Dropped(_Body, tag="dropped", frozen=True):
    """What was proposed is off the table: taken back, or overtaken by a move."""


class Undone(_Body, tag="undone", frozen=True):
    """The game goes back to its first `keep` events; the draws that are lost keep their numbers."""

    seat: int
    keep: int
    draws: list[int] = []


class Handed(_Body, tag="handed", frozen=True):
    """A bot moves for a person from now on: as its owner wishes, or after the grace time."""

    seat: int
    bot: str
    why: Literal["wish", "time", "away"]


class Back(_Body, tag="back", frozen=True):
    """A person plays again."""

    seat: int
    due: bool = False  # whether it is its turn: said here, since a replay from a snapshot knows no position before it


class Said(_Body, tag="said", frozen=True):
    """Something said; the text is gone once it is old, or its author wanted it deleted."""

    seat: int = -1
    text: str = ""
    phrase: str = ""


class Muted(_Body, tag="muted", frozen=True):
    """The host lets a seat be silent, or speak again."""

    seat: int
    on: bool


class Forgotten(_Body, tag="forgotten", frozen=True):
    """Somebody wanted to be forgotten: the seat has no name from here on, nor had one in what is kept from before."""

    seat: int


class Finished(_Body, tag="finished", frozen=True):
    """The game is over: by its rules, or all agreed. The secret is open from here on."""

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
    """Entries as they are kept, numbered from `number` on."""
    return tuple(Stored(number + place, at, tag_of(body), encode_body(body)) for place, body in enumerate(bodies))


def tag_of(body: EntryBody) -> str:
    """The name of an entry's kind as it is stored and sent."""
    return str(body.__struct_config__.tag)


def encode_body(body: EntryBody) -> bytes:
    """The body of an entry."""
    return _encoder.encode(body)


def decode_body(entry: Stored) -> EntryBody:
    """What happened, from what is kept of it. Of an entry that was emptied, nothing but its kind."""
    return Said() if entry.body == b"{}" else _decoder.decode(entry.body)
