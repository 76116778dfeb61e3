"""Commands: what a client can ask for at a table, as it arrives over the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

LONGEST_TEXT = 200  # characters of what is said
LONGEST_MOVE = 100
LONGEST_ID = 40
PHRASES = ("hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "oops", "good-game", "again", "bye")

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]
EntryNumber = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]


class _Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A command; `id` is chosen by the sender, and returned with the answer."""

    id: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)] = ""


class Move(_Command, tag="move", frozen=True, kw_only=True):
    """Make a move, meant for the position after `basis` entries."""

    move: Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)]
    basis: EntryNumber


class Why(_Command, tag="why", frozen=True, kw_only=True):
    """Ask whether a move is legal, and if not, which rule forbids it."""

    move: Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)]


class Hint(_Command, tag="hint", frozen=True):
    """Ask which moves are good."""


class Undo(_Command, tag="undo", frozen=True, kw_only=True):
    """Take back one's own last move, or all events from `keep` on; where that concerns others, they are asked."""

    basis: EntryNumber
    keep: EntryNumber | None = None


class End(_Command, tag="end", frozen=True, kw_only=True):
    """Propose to end the game as it stands."""

    basis: EntryNumber


class Answer(_Command, tag="answer", frozen=True, kw_only=True):
    """Accept or reject the proposal of entry `to`."""

    to: EntryNumber
    yes: bool


class Withdraw(_Command, tag="withdraw", frozen=True):
    """Withdraw one's own proposal."""


class Start(_Command, tag="start", frozen=True):
    """Start the game (host only)."""


class Wait(_Command, tag="wait", frozen=True):
    """Call off the start (host only)."""


class Number(_Command, tag="number", frozen=True, kw_only=True):
    """Reveal the number that was committed to with a hash."""

    number: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Seal(_Command, tag="seal", frozen=True, kw_only=True):
    """Commit to a new number, after the last one was revealed and the start called off."""

    number_hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Leave(_Command, tag="leave", frozen=True):
    """Give up one's seat: before the game it becomes free, during the game a bot takes it."""


class Dismiss(_Command, tag="dismiss", frozen=True, kw_only=True):
    """Ask somebody to leave before the start, for good with `block` (host only)."""

    seat: SeatNumber
    block: bool = False


class PlaceBot(_Command, tag="place", frozen=True, kw_only=True):
    """Put a bot on a free seat, or replace a bot, before the start (host only)."""

    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)]


class Stand(_Command, tag="stand", frozen=True, kw_only=True):
    """Let a bot play for oneself, or for somebody who has been away for the grace time."""

    seat: SeatNumber | None = None
    bot: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)] | None = None


class Return(_Command, tag="return", frozen=True):
    """Play for oneself again."""


class Chat(_Command, tag="say", frozen=True, kw_only=True):
    """Say something, or one of the fixed phrases."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""
    phrase: Literal[PHRASES] | None = None  # type: ignore[valid-type]


class Mute(_Command, tag="mute", frozen=True, kw_only=True):
    """Mute or unmute a seat (host only)."""

    seat: SeatNumber
    on: bool = True


class Rematch(_Command, tag="rematch", frozen=True):
    """Open another table for the same people."""


class Read(_Command, tag="read", frozen=True, kw_only=True):
    """Ask for the entries from a number on, with the table as it is."""

    after: EntryNumber


class Ping(_Command, tag="ping", frozen=True):
    """Ask whether the server is there, and for its time."""


Command = (
    Move
    | Why
    | Hint
    | Undo
    | End
    | Answer
    | Withdraw
    | Start
    | Wait
    | Number
    | Seal
    | Leave
    | Dismiss
    | PlaceBot
    | Stand
    | Return
    | Chat
    | Mute
    | Rematch
    | Read
    | Ping
)
