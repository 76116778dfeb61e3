"""Request models: the JSON bodies of HTTP requests, validated before anything else happens."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from wishstone.server.live.reports import LONGEST, Reason
from wishstone.server.table.commands import LONGEST_ID
from wishstone.server.table.entries import LOT
from wishstone.server.table.state import NOBODY

SeatNumber = Annotated[int, Field(ge=0, le=9)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Key = Annotated[str, StringConstraints(min_length=16, max_length=100)]
Hash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
Code = Annotated[str, StringConstraints(min_length=1, max_length=20)]


def _check_storable(told: dict[str, Any]) -> dict[str, Any]:
    """Refuse values that would change when stored: integers beyond 64 bits, NaN, lone surrogates."""
    try:
        if msgspec.json.decode(msgspec.json.encode(told)) == told:
            return told
    except (OverflowError, RecursionError, UnicodeEncodeError, msgspec.DecodeError):
        pass
    raise ValueError("a number, a text or the depth is beyond what can be kept")


Options = Annotated[dict[str, str | bool], AfterValidator(_check_storable)]
Files = Annotated[dict[str, Any], AfterValidator(_check_storable)]


class Problem(BaseModel):
    """An error: a stable code, a sentence in every language, and the rule that was broken, if any."""

    code: str
    text: dict[Literal["en", "de"], str]
    rule: str = ""


class Readiness(BaseModel):
    """Whether the server can be used, which of its games are compiled, and which version it and its page have."""

    ready: bool
    compiled: list[str]
    games: list[str]
    version: str
    page: str
    shared_limits: bool | None = None  # whether limits are counted together with other processes, where they should be


class RequestModel(BaseModel):
    """The JSON body of a request; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockRequest(RequestModel):
    """The time that people have: seconds for each move, or a bank of them that grows by `increment` with each move."""

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
    """A table to open. `seats` has `me` once, `open` for people, and the names of bots."""

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
    """The seat to take, or any free one. A private table needs its code, or a link to it."""

    seat: SeatNumber | None = None
    code: Code | None = None


class CodeRequest(RequestModel):
    """The code of a table."""

    code: Code


class SecretRequest(RequestModel):
    """The secret of a link, to be exchanged for a cookie."""

    secret: Key


class SeatRequest(RequestModel):
    """The requester's own seat."""

    seat: SeatNumber


class TakeOverRequest(NewcomerRequest):
    """A bot's seat that somebody asks to take over."""

    seat: SeatNumber


class ReportRequest(RequestModel):
    """What somebody wants the operator to look at."""

    seat: Annotated[int, Field(ge=NOBODY, le=9)] = Field(NOBODY, description="one's own seat; -1: an onlooker")
    about: Annotated[int, Field(ge=NOBODY, le=9)] = Field(
        NOBODY, description="the seat that it is about; -1: what was said at the table"
    )
    reason: Reason
    text: Annotated[str, StringConstraints(max_length=LONGEST)] = Field(
        "", description="what happened, in a few words; needed where the reason is `other`"
    )


class PlayerRequest(RequestModel):
    """What a player chooses: a rating, a webhook."""

    rated: bool
    webhook: Annotated[str, StringConstraints(max_length=500)] | None = Field(
        None, description="an address that is told when it is this player's turn; empty: none; left out: as before"
    )
