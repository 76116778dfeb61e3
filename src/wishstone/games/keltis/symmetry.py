"""Colour symmetry of Keltis and New Paths: five colours that are alike, but for where their stones lie.

In the base game every colour has a path of its own, and its stones are told by their rank; a stone without a tile place
is like one whose tile is gone. In New Paths the stones of all colours lie mixed: they belong to no colour as places of
the board, and extra inputs tell each colour which are its own, and which figures stand one step before them.
"""

from __future__ import annotations

from wishstone.api import CONSTANT, NUMBERS, SHARED, Axes, Extra, Outputs, Place, Settings
from wishstone.games.keltis.rules import (
    COLOURS,
    DISCARD,
    DRAW,
    DROP,
    JOKER,
    KEEP,
    KINDS,
    LAY,
    MOST_PLACES,
    MOST_WAYS,
    MOVES,
    NO_COLOUR,
    SEATS,
    START,
    STAY,
    STEP,
    STEP_LARGE,
    STONES,
    TILE_KINDS,
    WISH,
    WISH_COLOURS,
)

# The slots of a colour's outputs: discard and lay by number, drop, draw, and step onto one of its stones by rank, with
# a small figure or the large one.
_LAYS = NUMBERS
_DROPS, _DRAWS = 2 * NUMBERS, 2 * NUMBERS + 1
_STEPS = _DRAWS + 1
# And of those that belong to none: no step, no card, the draw pile, then in New Paths the ways.
_STAY, _KEEP, _PILE, _WAYS = range(4)


def axes(data: Settings) -> Axes:
    """The places along each axis of the observation."""
    places: list[Place | None] = [
        _place_of_stone(data, int(data.place_at[place])) if place < data.places else None
        for place in range(MOST_PLACES)
    ]
    return {
        "colour": [(colour, 0) for colour in range(COLOURS)],
        "kind": [divmod(kind, NUMBERS) for kind in range(KINDS)],
        "stone": [_place_of_stone(data, stone) for stone in range(STONES)],
        "place": places,
        "tile kind": [_place_of_tile(data, kind) for kind in range(TILE_KINDS)],
        "wish colour": [
            ((colour, 0) if colour < NO_COLOUR else (SHARED, 0)) if data.wish_colours == (colour < NO_COLOUR) else None
            for colour in range(WISH_COLOURS)
        ],
    }


def outputs(data: Settings) -> Outputs:
    """The places whose sum is the logit of each move."""
    return [_outputs_of(data, move) for move in range(MOVES)]


def extras(data: Settings) -> list[Extra]:
    """In New Paths: a colour's stones, the tiles and stacks on them, and the figures one step before each."""
    return _extras_of_mixed_stones(data) if data.new_paths else []


def _extras_of_mixed_stones(data: Settings) -> list[Extra]:
    found = []
    for stone in range(1, int(data.stones) + 1):
        colour = int(data.colour[stone])
        if colour == JOKER:
            continue
        found.append(Extra(colour, ("stone", stone), CONSTANT))
        if data.place[stone] >= 0:
            first = TILE_KINDS * int(data.place[stone])
            found += [Extra(colour, ("tile", stone, kind), "tile", first + kind) for kind in _own_kinds(data)]
        for before in range(stone):
            if (int(data.next[before]) >> stone) & 1:
                found += [
                    Extra(colour, (field, seat, before, stone), field, STONES * seat + before)
                    for field in ("small", "large")
                    for seat in range(SEATS[1])
                ]
    return found


def _own_kinds(data: Settings) -> list[int]:
    """The kinds of tiles that there are and that belong to no colour."""
    return [kind for kind in range(TILE_KINDS) if _place_of_tile(data, kind) == (SHARED, kind)]


def _place_of_stone(data: Settings, stone: int) -> Place | None:
    if stone > data.stones:
        return None
    if data.new_paths or stone == START:
        return SHARED, stone
    return int(data.colour[stone]), int(data.rank[stone])


def _place_of_tile(data: Settings, kind: int) -> Place | None:
    """A wish stone of a colour is that colour's; a kind that this game does not have is nobody's."""
    if data.tiles[kind] == 0:
        return None
    colour = kind + 1 - WISH
    return (colour, TILE_KINDS) if 0 <= colour < NO_COLOUR else (SHARED, kind)


def _outputs_of(data: Settings, move: int) -> list[Place]:
    if move >= DRAW:
        colour = move - DRAW - 1
        return [(SHARED, _PILE)] if colour < 0 else [(colour, _DRAWS)]
    if move == KEEP:
        return [(SHARED, _KEEP)]
    if move >= DROP:
        return [(move - DROP, _DROPS)]
    if move == STAY:
        return [(SHARED, _STAY)]
    if move >= STEP:
        return _outputs_of_step(data, (move - STEP) % MOST_WAYS, move >= STEP_LARGE)
    colour, number = divmod(move - (LAY if move >= LAY else DISCARD), NUMBERS)
    return [(colour, number + (_LAYS if move >= LAY else 0))]


def _outputs_of_step(data: Settings, way: int, is_large: bool) -> list[Place]:
    """A step by the stone that it leads onto; where ways part and meet, by the way itself, too."""
    if way >= data.first_way[int(data.stones) + 1]:
        return []
    stone, ranks = int(data.way_to[way]), int(data.rank[1 : int(data.stones) + 1].max())
    colour, slot = int(data.colour[stone]), _STEPS + ranks * is_large + int(data.rank[stone]) - 1
    if not data.new_paths:
        return [(colour, slot)]
    ways = int(data.first_way[int(data.stones) + 1])
    own: list[Place] = [(colour, slot)] if colour != JOKER else []
    return [*own, (SHARED, _WAYS + ways * is_large + way)]
