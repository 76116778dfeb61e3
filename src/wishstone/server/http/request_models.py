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


def _check_storable(told: dict[str, Any]) -> dict[str, Any]:
    """What is the same once it was kept: no number beyond 64 bits, no NaN, no half of a character."""
    try:
        if msgspec.json.decode(msgspec.json.encode(told)) == told:
            return told
    except (OverflowError, RecursionError, UnicodeEncodeError, msgspec.DecodeError):
        pass
    raise ValueError("a number, a text or the depth is beyond what can be kept")


Options = Annotated[dict[str, str | bool], AfterValidator(_check_storable)]
Files = Annotated[dict[str, Any], AfterValidator(_check_storable)]


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


class RequestModel(BaseModel):
    """The body of a request; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockRequest(RequestModel):
    """How long people may think: seconds for each move, or a bank of them that grows by `increment` with each."""

    kind: Literal["move", "bank"]
    seconds: Annotated[int, Field(ge=3, le=14 * 24 * 3600)]
    increment: Annotated[int, Field(ge=0, le=24 * 3600)] = 0


class NewcomerRequest(RequestModel):
    """Somebody who takes a seat."""

    name: Name
    player: Key | None = Field(None, description="the player key, on which games, statistics and a rating hang")
    number_hash: Hash | None = Field(
        None,
        description="the SHA-256 of the 16 bytes that this seat adds to the dice; without it the server gives them",
    )


class OpenTableRequest(NewcomerRequest):
    """A table to be opened. `seats` has `me` once, `open` for people, and the names of bots."""

    game: Annotated[str, StringConstraints(max_length=LONGEST_ID)]
    seats: Annotated[list[Annotated[str, StringConstraints(max_length=LONGEST_ID)]], Field(min_length=1, max_length=10)]
    options: Options = {}
    files: Files = {}
    first: Annotated[int, Field(ge=LOT, le=9)] = Field(LOT, description="who has the first turn; -1: drawn by lot")
    clock: ClockRequest | None = None
    grace: Annotated[int, Field(ge=5, le=14 * 24 * 3600)] = 120
    public: bool = False
    onlookers: bool = True
    hints: bool = True
    rated: bool = False
    start: bool = Field(False, description="begin as soon as no seat is open")


class JoinRequest(NewcomerRequest):
    """A seat to be taken: any free one, if none is named. A private table wants its code, or a link to it."""

    seat: SeatNumber | None = None
    code: Code | None = None


class CodeRequest(RequestModel):
    """A code that somebody was told."""

    code: Code


class SecretRequest(RequestModel):
    """The secret of a link, for a cookie."""

    secret: Key


class SeatRequest(RequestModel):
    """One's own seat."""

    seat: SeatNumber


class TakeOverRequest(NewcomerRequest):
    """A bot's seat that somebody would like to have."""

    seat: SeatNumber


class PlayerRequest(RequestModel):
    """What a player wants."""

    rated: bool
    webhook: Annotated[str, StringConstraints(max_length=500)] | None = Field(
        None, description="an address that is told when it is this player's turn; empty: none; left out: as before"
    )
