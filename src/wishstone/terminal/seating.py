"""Seating: who has which seat, one person and bots with friendly names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wishstone.bots import seated
from wishstone.bots.outside import is_outside
from wishstone.game.errors import RecordError, UsageError
from wishstone.terminal import PlayRequest
from wishstone.terminal.words import LEXICON

BOT_NAMES = ("Maren", "Fergus", "Orla", "Bran", "Una", "Finn")
DEFAULT_BOT = "easy"
MAX_NAME = 20


@dataclass(frozen=True)
class Seating:
    """The players by seat; the bot of the person's seat is empty."""

    person: int
    names: tuple[str, ...]
    bots: tuple[str, ...]

    def other_names(self) -> list[str]:
        """The names of all but the person."""
        return [name for seat, name in enumerate(self.names) if seat != self.person]

    def clockwise(self) -> list[int]:
        """All seats clockwise, the person's first."""
        return [(self.person + step) % len(self.names) for step in range(len(self.names))]

    def header(self) -> dict[str, Any]:
        """What a saved game's header says of it. Commands of bots are not kept: a file must not make anything run."""
        return {"person": self.person, "bots": [DEFAULT_BOT if is_outside(bot) else bot for bot in self.bots]}


def seat_count_for(request: PlayRequest, fewest: int) -> int:
    """The number of seats: as requested, or one for the person and each bot, but no fewer than the game needs."""
    return request.seats if request.seats is not None else max(fewest, 1 + len(request.bots))


def make_seating(request: PlayRequest, seats: int, you: str) -> Seating:
    """The person at the requested seat, and bots at the others."""
    if not 0 <= request.seat < seats:
        raise UsageError("seat-wrong", seat=request.seat, last=seats - 1)
    bots = seated(request.bots or (DEFAULT_BOT,), seats - 1)
    name = clean_name(request.name or "") or you
    friends = [friend for friend in BOT_NAMES if friend.casefold() != name.casefold()][: seats - 1]
    return Seating(request.seat, _insert_at(friends, request.seat, name), _insert_at(bots, request.seat, ""))


def read_seating(header: Mapping[str, Any]) -> Seating:
    """Who sat where in a saved game; raises a `RecordError` if it does not say."""
    person, bots, names = header.get("person"), header.get("bots"), header["players"]
    if type(person) is not int or not isinstance(bots, list) or not len(bots) == len(names) == header["seats"]:
        raise RecordError("save-person", LEXICON)
    if not 0 <= person < len(names) or any(not isinstance(bot, str) or is_outside(bot) for bot in bots):
        raise RecordError("save-person", LEXICON)
    if any((bot == "") != (seat == person) for seat, bot in enumerate(bots)):
        raise RecordError("save-person", LEXICON)
    return Seating(person, tuple(clean_name(name) for name in names), tuple(bots))


def clean_name(name: str) -> str:
    """A name fit to be shown in a line: without unprintable characters, and not too long."""
    return "".join(sign for sign in " ".join(name.split()) if sign.isprintable())[:MAX_NAME].strip()


def _insert_at(others: Sequence[str], seat: int, own: str) -> tuple[str, ...]:
    return (*others[:seat], own, *others[seat:])
