"""Input encoding: observation and legal moves as 0/1 inputs sorted by colour, and the outputs that make a logit.

A number of the observation becomes one input for each threshold that it reaches, and every legal move is an input, too.
What belongs to a colour is grouped by it, in the same order for every colour, so that a net can share its weights among
them; a game without `symmetry.py` has no groups, and all its inputs are shared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from wishstone.env.layout import Field, Layout, layout_of
from wishstone.game.contract import Game, Settings
from wishstone.game.package import module_of
from wishstone.games.shared.symmetry import CONSTANT, LEGAL, SHARED, Axes, Extra, Outputs, Place

VERSION = 1  # of this encoding: nets of another one are others
PARTS = 3  # outputs that are summed into a logit, at most
FINE = 12  # thresholds 1, 2, … up to here; above, each an eighth further
MOST = 126  # what a number counts as, at most
NEVER = 127  # a threshold

Key = tuple[object, ...]  # what an input means; the same for every colour


class Symmetry(Protocol):
    """What `games/<game>/symmetry.py` offers; `games/shared/symmetry.py` says what it means."""

    def axes(self, data: Settings) -> Axes:
        """The places along each axis of the observation."""

    def outputs(self, data: Settings) -> Outputs:
        """The places whose sum is the logit of each move."""

    def extras(self, data: Settings) -> list[Extra]:
        """What else a colour sees."""


class Source(NamedTuple):
    """When an input is 1: where `factor` times the number at `place` reaches `threshold`."""

    place: int  # among the observation, the legal mask and a number that is always 1, one after the other
    factor: int  # 1 or -1
    threshold: int


NOTHING = Source(0, 1, NEVER)  # an input that one colour lacks, or that fills a group up
GROUP = 8  # a number of inputs that is no multiple of it makes a GPU's matrix units slow


@dataclass(frozen=True, eq=False)
class Inputs:
    """Where each input comes from, and where each logit goes: colour by colour, then what is shared."""

    colours: int
    slots: int  # inputs of each colour
    shared: int  # inputs of none
    places: int  # numbers that are read: the observation, the legal mask, a constant
    sources: NDArray[np.int16]  # `Source` by input: (3, colours · slots + shared)
    parts: NDArray[np.int16]  # by move: the outputs that are summed; `outputs` is one that is always 0
    colour_outputs: int
    shared_outputs: int

    @property
    def size(self) -> int:
        """How many inputs there are."""
        return self.colours * self.slots + self.shared

    @property
    def outputs(self) -> int:
        """How many outputs there are: those of each colour, then those that are shared."""
        return self.colours * self.colour_outputs + self.shared_outputs


def inputs_of(game: Game, seats: int) -> Inputs:
    """The inputs and outputs of a net for a game with so many seats, or fewer."""
    symmetry, layout, moves = symmetry_of(game), layout_of(game.id), int(game.rules.MOVES)
    outputs: Outputs = symmetry.outputs(game.data) if symmetry else [[(SHARED, move)] for move in range(moves)]
    colours = 1 + max((colour for places in outputs for colour, _ in places), default=SHARED)
    by_colour: list[dict[Key, Source]] = [{} for _ in range(colours)]
    shared: dict[Key, Source] = {}
    for colour, key, source in _sources(game, symmetry, layout, outputs, seats):
        group = shared if colour == SHARED else by_colour[colour]
        assert key not in group, key
        group[key] = source
    keys = sorted({key for group in by_colour for key in group}, key=repr)  # whatever colour lies where on the board
    groups = [[group.get(key, NOTHING) for key in keys] for group in by_colour]
    *coloured, others = [_filled(group) for group in (*groups, list(shared.values()))]
    sources = [source for group in (*coloured, others) for source in group]
    colour_outputs, shared_outputs = (
        1 + max((slot for places in outputs for colour, slot in places if (colour == SHARED) == is_shared), default=-1)
        for is_shared in (False, True)
    )
    return Inputs(
        colours=colours,
        slots=len(coloured[0]) if coloured else 0,
        shared=len(others),
        places=layout.size + moves + 1,
        sources=np.array(sources, np.int16).T.copy(),
        parts=_parts(outputs, colours, colour_outputs, shared_outputs),
        colour_outputs=colour_outputs,
        shared_outputs=shared_outputs,
    )


def symmetry_of(game: Game) -> Symmetry | None:
    """The colour symmetry of a game, if it has one."""
    return cast(Symmetry, module_of(game.folder, "symmetry")) if game.package.has("symmetry") else None


def thresholds(low: int, high: int) -> list[tuple[int, int]]:
    """The (factor, threshold) of each input that a number between `low` and `high` becomes."""
    found: list[tuple[int, int]] = []
    for factor, most in ((-1, -low), (1, high)):
        threshold = 1
        while threshold <= min(most, MOST):
            found.append((factor, threshold))
            threshold += 1 if threshold < FINE else threshold // 8 + 1
    return found


def encode(inputs: Inputs, seen: NDArray[np.int16], masks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The inputs of many positions, in NumPy; `model.py` does the same on its device."""
    place, factor, threshold = inputs.sources
    ones = np.ones((len(seen), 1), np.int16)
    numbers = np.concatenate([seen.clip(-MOST, MOST), masks.astype(np.int16), ones], axis=1, dtype=np.int16)
    reached: NDArray[np.bool_] = numbers[:, place] * factor >= threshold
    return reached


# ── Exchanged colours ────────────────────────────────────────────────────────────────────────────────────────────


def exchanged_moves(game: Game, other: Game, colours: Sequence[int]) -> list[int]:
    """By move of a game: the same move in another, where colour `c` is called `colours[c]`; the boards fit each other.

    A move that the boards do not have stays as it is.
    """
    symmetry = symmetry_of(game)
    assert symmetry is not None
    found = {frozenset(places): move for move, places in enumerate(symmetry.outputs(other.data)) if places}
    return [
        found[frozenset(_exchanged(place, colours) for place in places)] if places else move
        for move, places in enumerate(symmetry.outputs(game.data))
    ]


def exchanged_numbers(game: Game, other: Game, colours: Sequence[int]) -> list[int]:
    """By number of an observation: where it stands in another game, where colour `c` is called `colours[c]`."""
    symmetry = symmetry_of(game)
    assert symmetry is not None
    axes, others = symmetry.axes(game.data), symmetry.axes(other.data)
    along = {
        axis: [
            others[axis].index(_exchanged(place, colours)) if place is not None else index
            for index, place in enumerate(places)
        ]
        for axis, places in axes.items()
    }
    found: list[int] = []
    for field in layout_of(game.id):
        for index in np.ndindex(*field.shape):
            moved = [along[axis][i] if axis in along else i for axis, i in zip(field.axes, index, strict=False)]
            flat = int(np.ravel_multi_index(moved, field.shape)) if moved else 0
            found.append(field.start + flat)
    return found


def _exchanged(place: Place, colours: Sequence[int]) -> Place:
    colour, slot = place
    return (colour if colour == SHARED else colours[colour]), slot


# ── What makes the inputs and outputs ────────────────────────────────────────────────────────────────────────────


def _sources(
    game: Game, symmetry: Symmetry | None, layout: Layout, outputs: Outputs, seats: int
) -> Iterator[tuple[int, Key, Source]]:
    """Every input: its colour, what it means to that colour, and its source."""
    axes = symmetry.axes(game.data) if symmetry else {}
    for field in layout:
        yield from _sources_of_field(field, axes, seats)
    for move, places in enumerate(outputs):
        coloured = [place for place in places if place[0] != SHARED]
        if not places or len({colour for colour, _ in coloured}) > 1:
            continue  # a move of several colours says nothing that their cards do not
        colour = coloured[0][0] if coloured else SHARED
        slots = tuple((each == SHARED, slot) for each, slot in places)
        yield colour, (LEGAL, slots), Source(layout.size + move, 1, 1)
    for extra in symmetry.extras(game.data) if symmetry else ():
        if extra.field == CONSTANT:
            place = layout.size + int(game.rules.MOVES)
        elif extra.field == LEGAL:
            place = layout.size + extra.place
        else:
            field = layout[extra.field]
            if _is_absent_seat(field, extra.place, seats):
                continue
            place = field.start + extra.place
        yield extra.colour, ("extra", *extra.key, extra.field), Source(place, 1, 1)


def _sources_of_field(field: Field, axes: Axes, seats: int) -> Iterator[tuple[int, Key, Source]]:
    """The inputs of a field of the observation."""
    for flat, index in enumerate(product(*(range(length) for length in field.shape))):
        if _is_absent_seat(field, flat, seats):
            continue
        places: list[Place | None] = [
            axes[axis][i] if axis in axes else (SHARED, i) for axis, i in zip(field.axes, index, strict=False)
        ]
        present = [place for place in places if place is not None]
        if len(present) < len(places):
            continue
        colours = {colour for colour, _ in present if colour != SHARED}
        assert len(colours) <= 1, f"{field.name} {index} belongs to two colours"
        slots = tuple((colour == SHARED, slot) for colour, slot in present)
        for factor, threshold in thresholds(field.low, field.high):
            source = Source(field.start + flat, factor, threshold)
            yield max(colours, default=SHARED), (field.name, slots, factor, threshold), source


def _filled(group: list[Source]) -> list[Source]:
    """A group of inputs, filled up to a multiple of `GROUP`."""
    return group + [NOTHING] * (-len(group) % GROUP)


def _is_absent_seat(field: Field, flat: int, seats: int) -> bool:
    """Whether a number is about a seat that nobody sits at."""
    if "seat" not in field.axes:
        return False
    index = np.unravel_index(flat, field.shape)
    return bool(index[field.axes.index("seat")] >= seats)


def _parts(outputs: Outputs, colours: int, colour_outputs: int, shared_outputs: int) -> NDArray[np.int16]:
    none = colours * colour_outputs + shared_outputs
    found = np.full((len(outputs), PARTS), none, np.int16)
    for move, places in enumerate(outputs):
        for part, (colour, slot) in enumerate(places):
            found[move, part] = (colours if colour == SHARED else colour) * colour_outputs + slot
    return found
