"""What can be asked for over HTTP? The bodies of requests, checked before anything else happens."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from wishstone.server.table.commands import LONGEST_ID
from wishstone.server.table.entries import LOT

SeatNumber = Annotated[int, Field(ge=0, le=9)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Key = Annotated[str, StringConstraints(min_length=16, max_length=100)]
Hash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
Code = Annotated[str, StringConstraints(min_length=1, max_length=20)]


def _storable(told: dict[str, Any]) -> dict[str, Any]:
    """What is the same once it was kept: no number beyond 64 bits, no NaN, no half of a character."""
    try:
        if msgspec.json.decode(msgspec.json.encode(told)) == told:
            return told
    except (OverflowError, RecursionError, UnicodeEncodeError, msgspec.DecodeError):
        pass
    raise ValueError("a number, a text or the depth is beyond what can be kept")


Options = Annotated[dict[str, str | bool], AfterValidator(_storable)]
Files = Annotated[dict[str, Any], AfterValidator(_storable)]


class Problem(BaseModel):
    """What was wrong: a code that stays, and a sentence in every language; the rule, where one forbids it."""

    code: str
    text: dict[Literal["en", "de"], str]
    rule: str = ""


class Readiness(BaseModel):
    """Whether a server can be used, and which of its games are compiled."""

    ready: bool
    compiled: list[str]
    games: list[str]


class Wish(BaseModel):
    """The body of a request; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockWish(Wish):
    """How long people may think: seconds for each move, or a bank of them that grows by `increment` with each."""

    kind: Literal["move", "bank"]
    seconds: Annotated[int, Field(ge=3, le=14 * 24 * 3600)]
    increment: Annotated[int, Field(ge=0, le=24 * 3600)] = 0


class Newcomer(Wish):
    """Somebody who takes a seat."""

    name: Name
    player: Key | None = Field(None, description="the player key, on which games, statistics and a rating hang")
    number_hash: Hash | None = Field(
        None,
        description="the SHA-256 of the 16 bytes that this seat adds to the dice; without it the server gives them",
    )


class Opening(Newcomer):
    """A table to be opened. `seats` has `me` once, `open` for people, and the names of bots."""

    game: Annotated[str, StringConstraints(max_length=LONGEST_ID)]
    seats: Annotated[list[Annotated[str, StringConstraints(max_length=LONGEST_ID)]], Field(min_length=1, max_length=10)]
    options: Options = {}
    files: Files = {}
    first: Annotated[int, Field(ge=LOT, le=9)] = Field(LOT, description="who has the first turn; -1: drawn by lot")
    clock: ClockWish | None = None
    grace: Annotated[int, Field(ge=5, le=14 * 24 * 3600)] = 120
    public: bool = False
    onlookers: bool = True
    hints: bool = True
    rated: bool = False
    start: bool = Field(False, description="begin as soon as no seat is open")


class Joining(Newcomer):
    """A seat to be taken: any free one, if none is named. A private table wants its code, or a link to it."""

    seat: SeatNumber | None = None
    code: Code | None = None


class ByCode(Wish):
    """A code that somebody was told."""

    code: Code


class Exchange(Wish):
    """The secret of a link, for a cookie."""

    secret: Key


class SeatOnly(Wish):
    """One's own seat."""

    seat: SeatNumber


class Asking(Newcomer):
    """A bot's seat that somebody would like to have."""

    seat: SeatNumber


class PlayerWish(Wish):
    """What a player wants."""

    rated: bool
    webhook: Annotated[str, StringConstraints(max_length=500)] | None = Field(
        None, description="an address that is told when it is this player's turn; empty: none; left out: as before"
    )
