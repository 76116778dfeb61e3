"""List of legal moves: numbered for the person, each with what it touches and changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wishstone.game.contract import Game, Position
from wishstone.game.words import number as written


@dataclass(frozen=True)
class Choice:
    """A legal move by its number in the list, its id and notation, and what `touches` says of it."""

    number: int
    move: int
    name: str
    touches: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """The verb of the notation."""
        return self.name.split()[0]

    @property
    def change(self) -> str:
        """The points it changes, such as `−2 → 1`; empty where it changes none."""
        changes = [change for item, change in self.touches["points"].items() if item != "total"]
        return ", ".join(f"{written(before)} → {written(after)}" for before, after in changes)


Order = Callable[[str, Mapping[str, Any]], tuple[int, ...]]  # where in the list a move stands, by its name and touches


def choices_of(game: Game, state: Position, order: Order) -> list[Choice]:
    """The legal moves of the seat whose decision it is, numbered from 1."""
    found = []
    for move, (name, touches) in zip(game.legal(state), game.legal_touches(state), strict=True):
        found.append(((*order(name, touches), move), move, name, touches))
    found.sort(key=lambda each: each[0])
    return [Choice(number, *each[1:]) for number, each in enumerate(found, 1)]
