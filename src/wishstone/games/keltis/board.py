"""Static description of a board: its stones, their names, and the ways between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wishstone.api import COLOURS, Settings, reader
from wishstone.games.keltis import rules

STONE_COLOURS = (*COLOURS, "joker")

_read = reader(rules.Data)


@dataclass(frozen=True, eq=False)
class Board:
    """A game's data in plain numbers, and what people are told of it: by the number of a stone, the start's first."""

    data: Any
    names: tuple[str, ...]
    following: tuple[list[str], ...]  # the names of the stones that a figure may step onto from here
    stones: tuple[dict[str, Any], ...]  # what the view says of a stone, but for what lies there


_last: tuple[Settings, Board] | None = None  # one board is asked for again and again


def board_of(data: Settings) -> Board:
    """The board of a game, made once."""
    global _last
    last = _last
    if last is None or last[0] is not data:
        last = _last = (data, _board(data.tobytes()))
    return last[1]


@lru_cache(64)
def _board(content: bytes) -> Board:
    data = _read(content)
    names = tuple(bytes(letters).rstrip(b"\0").decode("ascii") for letters in data.name)
    following = tuple(
        [names[stone] for stone in data.way_to[first:beyond]]
        for first, beyond in zip(data.first_way, data.first_way[1:], strict=False)
    )
    stones = tuple(
        {
            "colour": STONE_COLOURS[data.colour[stone]],
            "rank": data.rank[stone],
            "worth": data.worth[stone],
            "goal": bool((data.goal >> stone) & 1),
            "x": data.x[stone] / 100,
            "to": following[stone],
        }
        for stone in range(rules.STONES)
    )
    return Board(data, names, following, stones)
