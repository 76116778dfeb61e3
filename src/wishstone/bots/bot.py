"""Bot protocol: a name, and a choice of moves.

A bot is handed a position that was redealt for its seat, never the true one: what its seat cannot know it cannot use.
"""

from __future__ import annotations

from typing import Protocol

from wishstone.game.chance import Generator
from wishstone.game.contract import Position


class Bot(Protocol):
    """Chooses moves in one game, for whatever seat has to decide."""

    @property
    def name(self) -> str:
        """What it is called, as it can be asked for again."""

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is. `seconds` only caps the time; without it, a seed repeats it."""

    def close(self) -> None:
        """Give back what it holds: memory, a process."""
