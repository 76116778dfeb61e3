"""Information in Quartz: every seat knows everything; what lies in the bag follows from what lies open."""

from __future__ import annotations

from wishstone.api import Generator, Numbers, Position, Settings, rule, shown, starts_of
from wishstone.games.quartz_dice.rules import FACES, KINDS, SEATS, STEPS


@rule
def seen(state: Position, data: Settings, move: int, seat: int) -> int:
    """Everything happens openly."""
    return move


@rule
def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
    """There is nothing that a seat cannot know."""


# The observation: fields by name with their sizes. Seats are counted from the observer clockwise.
OBSERVATION = (
    ("step", len(STEPS)),  # one of them is 1
    ("seats", 4),  # one of three, four, five, six is 1
    ("turn", 6),  # by seat: one of them is 1
    ("start", 6),  # by seat: the start player of this round
    ("most", 6),  # by seat: may be named as the next one
    ("per_die", 1),  # the option
    ("rounds", 1),  # begun
    ("pairs", 1),  # black pairs beside the bag
    ("throws", 1),  # of this turn
    ("thrown", 1),  # dice in the air
    ("dice", FACES),  # on the table, by face
    ("actions", FACES),  # left to do: by pickaxe die, by jackhammer die, by pair of the others
    ("hammered", 1),
    ("draws", 1),  # of the jackhammers, still to come
    ("returns", 1),
    ("drawn", KINDS),  # what may go back
    ("bag", KINDS),
    ("markers", 6),  # by seat
    ("cart", 6 * KINDS),  # by seat and kind
    ("chest", 6 * KINDS),
)
_AT = starts_of(OBSERVATION)
_STEP, _SEATS, _TURN, _START, _MOST = (_AT[name] for name in ("step", "seats", "turn", "start", "most"))
_PER_DIE, _ROUNDS, _PAIRS, _THROWS = (_AT[name] for name in ("per_die", "rounds", "pairs", "throws"))
_THROWN, _DICE, _ACTIONS, _HAMMERED = (_AT[name] for name in ("thrown", "dice", "actions", "hammered"))
_DRAWS, _RETURNS, _DRAWN, _BAG = (_AT[name] for name in ("draws", "returns", "drawn", "bag"))
_MARKERS, _CART, _CHEST = (_AT[name] for name in ("markers", "cart", "chest"))


@rule
def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
    """What a seat knows, as numbers laid out as `OBSERVATION` says; an onlooker (-1) sits at seat 0."""
    for i in range(len(out)):
        out[i] = 0
    seats = int(state.seats)
    chair = max(seat, 0)
    out[_STEP + int(state.step)] = 1
    out[_SEATS + seats - SEATS[0]] = 1
    out[_TURN + (int(state.turn) - chair) % seats] = 1
    out[_START + (int(state.start) - chair) % seats] = 1
    out[_PER_DIE] = data.per_die
    out[_ROUNDS] = state.rounds
    out[_PAIRS] = state.pairs
    out[_THROWS] = state.throws
    out[_THROWN] = state.thrown
    for face in range(FACES):
        out[_DICE + face] = shown(int(state.dice), face)
        out[_ACTIONS + face] = state.actions[face]
    out[_HAMMERED] = state.hammered
    out[_DRAWS] = state.draws
    out[_RETURNS] = state.returns
    for kind in range(KINDS):
        out[_DRAWN + kind] = state.drawn[kind]
        out[_BAG + kind] = state.bag[kind]
    for other in range(seats):
        place = other - chair if other >= chair else other - chair + seats
        out[_MOST + place] = (int(state.most) >> other) & 1
        out[_MARKERS + place] = state.markers[other]
        for kind in range(KINDS):
            out[_CART + KINDS * place + kind] = state.cart[other, kind]
            out[_CHEST + KINDS * place + kind] = state.chest[other, kind]
