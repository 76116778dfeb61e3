"""Provably fair dice: every outcome follows from a secret committed to by its hash and from the seats' numbers.

The page `docs/fair-dice.md` tells it to players, and `docs/record.md`, «Fairness», is exact. Nothing here draws random
bytes or keeps anything: the same secret, numbers, draw and position always give the same outcome, so that whoever has
the record can find it again. `proof.py` does that for a whole record.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wishstone.game.contract import Game, Position
from wishstone.game.errors import RecordError
from wishstone.game.record import shown
from wishstone.game.words import sentence

METHOD = "hmac-sha256/1"
SECRET_BYTES = 32
NUMBER_BYTES = 16  # of what each seat adds
LOT = 0  # the draw that says who is first, where that is drawn by lot
SPAN = 2**64  # how many values the first eight bytes of a hash can have

_NUMBER = re.compile(f"[0-9a-f]{{{2 * NUMBER_BYTES}}}")
_HASH = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")  # a SHA-256, and as well a secret: both have 32 bytes


@dataclass(frozen=True)
class Fairness:
    """What a game's outcomes follow from, all in hexadecimal. Where the secret must not be known yet it is None."""

    commitment: str
    numbers: tuple[str, ...]
    secret: str | None = field(default=None, repr=False)  # kept out of logs and error messages

    @classmethod
    def of(cls, secret: str, numbers: Sequence[str]) -> Fairness:
        """A secret with its commitment, and the numbers of the seats."""
        return cls(commitment(secret), tuple(numbers), secret)

    @classmethod
    def read(cls, told: Any, seats: int) -> Fairness:
        """What a record's header says under `fairness`; raises a `RecordError` where it is not well-formed."""
        parts: Mapping[str, Any] = told if isinstance(told, dict) else {}
        numbers = parts.get("numbers")
        wants = {
            "method": (parts.get("method") == METHOD, sentence("fair-method", method=METHOD)),
            "commitment": (is_hash(parts.get("commitment")), sentence("fair-commitment")),
            "numbers": (
                isinstance(numbers, list) and len(numbers) == seats and all(map(is_number, numbers)),
                sentence("fair-numbers", seats=seats),
            ),
            "secret": ("secret" not in parts or is_hash(parts["secret"]), sentence("fair-secret")),
        }
        for key, (right, wanted) in wants.items():
            if not right:
                raise RecordError("record-fairness", key=key, value=shown(parts.get(key, "missing")), wanted=wanted)
        return cls(parts["commitment"], tuple(parts["numbers"]), parts.get("secret"))

    def sealed(self) -> Fairness:
        """The same without the secret, as everybody may know it during the game."""
        return replace(self, secret=None)

    def header(self) -> dict[str, Any]:
        """What stands in a record's header under `fairness`."""
        told: dict[str, Any] = {"method": METHOD, "commitment": self.commitment, "numbers": list(self.numbers)}
        if self.secret is not None:
            told["secret"] = self.secret
        return told

    @property
    def known_secret(self) -> str:
        """The secret, for those who have it."""
        if self.secret is None:
            raise ValueError("without the secret nothing can be drawn")
        return self.secret

    @property
    def is_kept(self) -> bool:
        """Whether the secret is the one that the commitment was made of."""
        return self.secret is not None and commitment(self.secret) == self.commitment


def commitment(secret: str) -> str:
    """What is shown of a secret before the game: the SHA-256 of its 32 bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def is_number(value: object) -> bool:
    """Whether this is what a seat may add: 16 bytes in hexadecimal, lower case."""
    return isinstance(value, str) and _NUMBER.fullmatch(value) is not None


def is_hash(value: object) -> bool:
    """Whether this has the form of a SHA-256 in hexadecimal, lower case."""
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def number_hash(number: str) -> str:
    """What a seat shows of its number before all numbers are in: the SHA-256 of its 16 bytes."""
    return hashlib.sha256(bytes.fromhex(number)).hexdigest()


def draw_number(secret: str, numbers: Sequence[str], draw: int, total: int) -> int:
    """A number from 0 to total - 1, each exactly as likely: a value that would favour some is rejected."""
    if not 0 < total <= SPAN:
        raise ValueError(f"a draw is from 1 to 2^64 possibilities, not from {total}")
    message = f"wishstone/1 {','.join(numbers)} {draw} "
    key = bytes.fromhex(secret)
    fair = SPAN - SPAN % total
    tried = 0
    while (value := _value(key, f"{message}{tried}")) >= fair:
        tried += 1
    return value % total


def draw(game: Game, state: Position, fairness: Fairness, number: int) -> int:
    """The outcome that a draw gives in a position where chance is to act."""
    outcomes, ends = game.shares(state)
    value = draw_number(fairness.known_secret, fairness.numbers, number, int(ends[-1]))
    return int(outcomes[ends.searchsorted(value, side="right")])


def first_by_lot(fairness: Fairness, seats: int) -> int:
    """The seat with the first turn, where it is drawn by lot."""
    return draw_number(fairness.known_secret, fairness.numbers, LOT, seats)


def _value(key: bytes, message: str) -> int:
    return int.from_bytes(hmac.digest(key, message.encode("ascii"), "sha256")[:8], "big")
