"""List of legal moves: numbered for the person, each with what it touches and changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wishstone.game.contract import Game, Position
from wishstone.game.words import number as written


@dataclass(frozen=True)
class ListedMove:
    """A legal move by its number in the list, its id and notation, and what `touches` says of it."""

    number: int
    id: int
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


# Where in the list a move stands, by its name and touches.
SortKey = Callable[[str, Mapping[str, Any]], tuple[int, ...]]


def list_moves(game: Game, state: Position, sort_key: SortKey) -> list[ListedMove]:
    """The legal moves of the seat to decide, numbered from 1."""
    found = []
    for move, (name, touches) in zip(game.legal(state), game.legal_touches(state), strict=True):
        found.append(((*sort_key(name, touches), move), move, name, touches))
    found.sort(key=lambda each: each[0])
    return [ListedMove(number, *each[1:]) for number, each in enumerate(found, 1)]
