"""Hidden information in Cairns: what a seat can know is decided here and nowhere else.

Hidden are the draw pile and the stones that came off it into a hand (C-2, C-7). A stone taken from a fallen cairn is
known to be in that hand until it is set.
"""

from __future__ import annotations

from wishstone.api import (
    HIDDEN,
    Generator,
    Numbers,
    Position,
    Settings,
    redeal_deck,
    rule,
    show_deck,
    starts_of,
)
from wishstone_cairns.rules import FULL, KINDS, PLACES, SEATS, SETTING, STEPS


@rule
def seen(state: Position, data: Settings, move: int, seat: int) -> int:
    """A stone off the draw pile is seen by whoever gets it; everything else happens openly."""
    if state.step != SETTING and seat != state.turn:
        return HIDDEN
    return move


@rule
def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
    """Deal anew all that a seat cannot know: the draw pile and what others hold unseen."""
    redeal_deck(state, seat, rng)


# The observation: fields by name with their sizes. Seats are counted from the observer clockwise.
OBSERVATION = (
    ("step", len(STEPS)),  # one of them is 1
    ("seats", SEATS[1] - SEATS[0] + 1),  # one of two, three, four is 1
    ("turn", SEATS[1]),  # by seat: one of them is 1
    ("draw_pile", 1),
    ("hand", KINDS),  # stones of each kind in the observer's hand
    ("unseen", KINDS),  # those that the observer has not seen: in the draw pile and other hands
    ("scree", KINDS),
    ("known", SEATS[1] * KINDS),  # by seat: stones that everyone knows to be in that hand
    ("hand_size", SEATS[1]),  # by seat
    ("cairn", PLACES * FULL),  # by place, from below: the weight of each stone; 0 for none
    ("heights", SEATS[1]),  # by seat, as on the score sheet
    ("crowns", SEATS[1]),
    ("falls", SEATS[1]),
)
_AT = starts_of(OBSERVATION)
_STEP, _SEATS, _TURN, _DRAW_PILE = (_AT[name] for name in ("step", "seats", "turn", "draw_pile"))
_HAND, _UNSEEN, _SCREE, _KNOWN = (_AT[name] for name in ("hand", "unseen", "scree", "known"))
_HAND_SIZE, _CAIRN = (_AT[name] for name in ("hand_size", "cairn"))
_HEIGHTS, _CROWNS, _FALLS = (_AT[name] for name in ("heights", "crowns", "falls"))


@rule
def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
    """What a seat knows, as numbers laid out as `OBSERVATION` says; an onlooker (-1) sits at seat 0 without a hand."""
    for i in range(len(out)):
        out[i] = 0
    seats = int(state.seats)
    chair = max(seat, 0)
    out[_STEP + int(state.step)] = 1
    out[_SEATS + seats - SEATS[0]] = 1
    out[_TURN + (int(state.turn) - chair) % seats] = 1
    out[_DRAW_PILE] = state.draw_pile
    show_deck(state, seat, out, _HAND, _UNSEEN, _KNOWN, _HAND_SIZE)
    for kind in range(KINDS):
        out[_SCREE + kind] = state.scree[kind]
    for place in range(PLACES):
        for stone in range(int(state.height[place])):
            out[_CAIRN + FULL * place + stone] = int(state.cairn[place, stone]) + 1
    for other in range(seats):
        place = (other - chair) % seats
        out[_HEIGHTS + place] = state.heights[other]
        out[_CROWNS + place] = state.crowns[other]
        out[_FALLS + place] = state.falls[other]
