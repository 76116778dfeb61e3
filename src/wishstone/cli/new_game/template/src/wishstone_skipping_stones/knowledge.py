"""What a seat can know: here everything. A game with hidden cards deals those anew in `redeal` that it cannot know."""

from __future__ import annotations

from wishstone.api import Generator, Numbers, Position, Settings, rule, starts_of

from .rules import KINDS, SEATS, STEPS


@rule
def seen(state: Position, data: Settings, move: int, seat: int) -> int:
    """A move or outcome as a seat sees it: everything happens openly."""
    return move


@rule
def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
    """There is nothing that a seat cannot know."""


# The observation: fields by name with their sizes. Seats are counted from the observer clockwise.
OBSERVATION = (
    ("step", len(STEPS)),  # one of them is 1
    ("seats", SEATS[1] - SEATS[0] + 1),  # one of two, three, four is 1
    ("turn", SEATS[1]),  # by seat: one of them is 1
    ("skips", 1),
    ("bag", KINDS),
    ("kept", SEATS[1]),  # by seat
    ("turns", SEATS[1]),
)
_AT = starts_of(OBSERVATION)
_STEP, _SEATS, _TURN, _SKIPS = (_AT[name] for name in ("step", "seats", "turn", "skips"))
_BAG, _KEPT, _TURNS = (_AT[name] for name in ("bag", "kept", "turns"))


@rule
def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
    """What a seat knows, as numbers laid out as `OBSERVATION` says; an onlooker (-1) looks from seat 0."""
    for i in range(len(out)):
        out[i] = 0
    seats = int(state.seats)
    chair = max(seat, 0)
    out[_STEP + int(state.step)] = 1
    out[_SEATS + seats - SEATS[0]] = 1
    out[_TURN + (int(state.turn) - chair) % seats] = 1
    out[_SKIPS] = state.skips
    for kind in range(KINDS):
        out[_BAG + kind] = state.bag[kind]
    for other in range(seats):
        place = (other - chair) % seats
        out[_KEPT + place] = state.kept[other]
        out[_TURNS + place] = state.turns[other]
