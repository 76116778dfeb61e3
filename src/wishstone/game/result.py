"""Result of a game: the reason why it ended, the points by item, and places, which equal seats share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from wishstone.game.contract import Game, Position

Unfinished = Literal["cut_off", "agreed"]


@dataclass(frozen=True)
class Result:
    """The end of a game: by its rules (`end`), cut off after so many decisions, or agreed on by all."""

    end: str
    cut_off: int | None
    agreed: bool
    scores: tuple[int, ...]
    places: tuple[int, ...]
    sheets: tuple[dict[str, Any], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def result_of(game: Game, state: Position, cut_off: int | None = None, agreed: bool = False) -> Result:
    """The result of a game as it stands: final where the rules have ended it, otherwise the points so far."""
    rows = game.score_rows(state)
    total = len(game.rules.ITEMS) - 1
    return Result(
        end=game.end(state),
        cut_off=cut_off,
        agreed=agreed,
        scores=tuple(row[total] for row in rows),
        places=places([row[total:] for row in rows]),
        sheets=tuple(game.table.sheet(game.data, row) for row in rows),
    )


def places(keys: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Places by (total, tie-break keys …), most first; equals share a place and the next is left out: 1, 1, 3.

    >>> places([[12], [30], [30]])
    (3, 1, 1)
    """
    return tuple(1 + sum(list(other) > list(key) for other in keys) for key in keys)
