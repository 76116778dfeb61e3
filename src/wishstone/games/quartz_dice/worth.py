"""Value function of Quartz: what a position is worth to a seat, and what one crystal more or less changes.

Sets may still come about, thieves may come to a cart, black crystals may be sent away, and the emptiest chest will
cost points: how much all of that counts is in the weights. They count in 64ths of a point. What the others have counts
against us by how likely they are the ones to be beaten, in 64ths too, so that what a change is worth to us comes in
4096ths of a point, the rating units.
"""

from __future__ import annotations

from math import exp, factorial
from typing import NamedTuple

import numpy as np

from wishstone.api import Numbers, Position, rule
from wishstone.games.quartz_dice.rules import (
    BLACK,
    CRYSTALS,
    FEWEST,
    KINDS,
    POINTS,
    REAL,
    ROUNDS,
    SEATS,
    SETS,
    in_chest,
)

UNIT = 64  # to a point
NO_KIND = -1

# ── The weights, by where they begin ─────────────────────────────────────────────────────────────────────────────

PACE = 0  # crystals that a turn takes out of the bag, in 16ths: when it will be empty
DRAWS = 1  # crystals that a turn brings, in 16ths: how likely sets are
TURN = 2  # what a turn to come is worth
HARM = 3  # what a point less for all others is worth to us, of 64
START = 4  # to begin the next round
RISK = 5  # + kind: what may be lost by thieves of a crystal on a cart,
DANGER = RISK + REAL  # + turns of the others to come: how much of that, of 64,
MOST_TURNS = 12
CARTS = DANGER + MOST_TURNS + 1  # + real crystals on the cart: how much for all of them together, of 64
MOST_CARTS = 8
RID = CARTS + MOST_CARTS + 1  # + turns to come: the hope to be rid of a black crystal
ROUNDS_LEFT = ROUNDS + 1  # how many numbers of turns to come there are
BLACKS = RID + ROUNDS_LEFT  # + black crystals: how much of that hope for all of them together, of 64
MOST_BLACKS = 3
MARKERS = BLACKS + MOST_BLACKS + 1  # + turns to come: a marker
RIVAL = MARKERS + ROUNDS_LEFT  # + turns to come: a lead of so much decides most games
CHESTS = RIVAL + ROUNDS_LEFT  # + LEADS · rounds to come after this + lead of the chest over the emptiest other one
LEADS = 6
BEHIND = 2  # the lead from which they are counted
LIKED = CHESTS + ROUNDS * LEADS  # + kind: in rating units, how fond of it a seat is without a reason
TASTES = REAL
WEIGHTS = LIKED + TASTES

# ── Tables ────────────────────────────────────────────────────────────────────────────────────────────────────────────

MOST_OF_A_KIND = int(CRYSTALS[:REAL].max())
MOST_HOPE = 40  # eighths of a crystal to come


def _sets_to_come(count: int, hope: int) -> int:
    """What sets will be worth where so many crystals lie and so many eighths of one are to come in the mean."""
    mean = hope / 8
    total = sum(
        float(SETS[min(count + more, MOST_OF_A_KIND)]) * exp(-mean) * mean**more / factorial(more) for more in range(20)
    )
    return round(UNIT * total)


SETS_TO_COME = np.array(  # by crystals, and one more than there are: what it would be worth is asked for every kind
    [[_sets_to_come(count, hope) for hope in range(MOST_HOPE + 1)] for count in range(MOST_OF_A_KIND + 2)], np.int16
)
# How likely somebody who is so many eighths of `RIVAL` behind will yet be the one to beat.
FAR = 31
LIKELY = np.array([round(4096 * exp(-eighths / 8)) for eighths in range(FAR + 1)], np.int32)

# ── Where things stand in `scratch` ───────────────────────────────────────────────────────────────────────────────────

TO_COME = 0  # turns of all seats after this one
LEFT = 1  # + seat: its own turns among them
WEIGH = LEFT + SEATS[1]  # + seat: what a point less for it is worth to us, of 64
STANDING = WEIGH + SEATS[1]  # + seat
LOCKED = STANDING + SEATS[1]  # + seat: crystals in its chest
LOSS = LOCKED + SEATS[1]  # + seat: what it may lose by thieves
HOPES = LOSS + SEATS[1]  # + REAL · seat + kind: eighths of a crystal of that kind to come
STOCK = HOPES + SEATS[1] * REAL  # where all of this ends


# ── Positions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def look_ahead(state: Position, weights: Numbers, scratch: Numbers) -> None:
    """How many turns are still to come, and how many crystals of each kind with them."""
    seats, turn = int(state.seats), int(state.turn)
    rounds = ROUNDS - int(state.rounds)
    to_come = seats * rounds + (int(state.start) - turn - 1) % seats
    size = int(state.bag_size)
    to_come = min(to_come, 16 * (size + 2 * rounds) // max(int(weights[PACE]), 1))
    scratch[TO_COME] = to_come
    for seat in range(seats):
        left = (to_come + seats - 1 - (seat - turn - 1) % seats) // seats
        scratch[LEFT + seat] = left
        for kind in range(REAL):
            hope = left * int(weights[DRAWS]) * int(state.bag[kind]) // (2 * max(size, 1))
            scratch[HOPES + REAL * seat + kind] = min(hope, MOST_HOPE)


@rule
def take_stock(state: Position, weights: Numbers, scratch: Numbers) -> None:
    """What lies in every chest, and what may be stolen from every cart."""
    for seat in range(int(state.seats)):
        scratch[LOCKED + seat] = in_chest(state, seat)
        scratch[LOSS + seat] = exposed(state, weights, scratch, seat, CartChange(NO_KIND, 0, NO_KIND, 0))


@rule
def sets_to_come(count: int, hopes: int) -> int:
    """What so many crystals of a kind are worth as sets, with so much hope of more."""
    return int(SETS_TO_COME[count, hopes])


@rule
def value(state: Position, weights: Numbers, scratch: Numbers, seat: int) -> int:
    """What a seat has, in 64ths of a point: points, hopes and dangers."""
    total = worth_of_chest(state, weights, scratch, seat, -1, 0)
    total += int(state.markers[seat]) * int(weights[MARKERS + scratch[LEFT + seat]])
    for kind in range(KINDS):
        on_cart = int(state.cart[seat, kind])
        count = on_cart + int(state.chest[seat, kind])
        total += UNIT * POINTS[kind] * count
        if kind < REAL:
            total += sets_to_come(count, int(scratch[HOPES + REAL * seat + kind]))
        else:
            total += rid(weights, scratch, seat, on_cart)
    return total - int(scratch[LOSS + seat])


class CartChange(NamedTuple):
    """Crystals of two kinds that a cart has more or fewer; a kind may be `NO_KIND`."""

    kind: int
    more: int
    other: int
    more_of_other: int


@rule
def exposed(state: Position, weights: Numbers, scratch: Numbers, seat: int, change: CartChange) -> int:
    """What a seat may lose by thieves, after a change of its cart.

    They take the best first, so that each further one is in less danger.
    """
    total, before = 0, 0
    for each in range(REAL - 1, -1, -1):
        crystals = before + int(state.cart[seat, each])
        if each == change.kind:
            crystals += change.more
        if each == change.other:
            crystals += change.more_of_other
        if crystals > before:
            total += int(weights[RISK + each]) * (on_carts(weights, crystals) - on_carts(weights, before))
        before = crystals
    turns = min(int(scratch[TO_COME]) - int(scratch[LEFT + seat]), MOST_TURNS)
    return total * int(weights[DANGER + turns]) // (UNIT * UNIT)


@rule
def on_carts(weights: Numbers, crystals: int) -> int:
    """How much of the danger of one crystal so many are in, of 64."""
    if crystals <= MOST_CARTS:
        return int(weights[CARTS + crystals])
    last = int(weights[CARTS + MOST_CARTS])
    return last + (crystals - MOST_CARTS) * (last - int(weights[CARTS + MOST_CARTS - 1]))


@rule
def rid(weights: Numbers, scratch: Numbers, seat: int, blacks: int) -> int:
    """The hope of a seat to be rid of so many black crystals on its cart."""
    return int(weights[RID + scratch[LEFT + seat]]) * int(weights[BLACKS + min(blacks, MOST_BLACKS)]) // UNIT


@rule
def own_gain(
    state: Position, weights: Numbers, scratch: Numbers, seat: int, kind: int, change: int, before: int
) -> int:
    """What a change on our own cart is worth, in rating units and with what we are fond of."""
    return UNIT * gain(state, weights, scratch, seat, kind, change, before) + liking(weights, kind)


@rule
def liking(weights: Numbers, kind: int) -> int:
    """How fond we are of a kind."""
    return int(weights[LIKED + kind]) if kind < REAL else 0


@rule
def gain(state: Position, weights: Numbers, scratch: Numbers, seat: int, kind: int, change: int, before: int) -> int:
    """What one crystal of a kind more on its cart (1), or the last one (-1), is worth to a seat.

    `before` so many others of the kind have come to the cart, or gone (-1).
    """
    on_cart = int(state.cart[seat, kind]) + before
    if kind == BLACK:
        hope = rid(weights, scratch, seat, on_cart + change) - rid(weights, scratch, seat, on_cart)
        return UNIT * POINTS[BLACK] + hope * change
    count = on_cart + int(state.chest[seat, kind])
    hopes = int(scratch[HOPES + REAL * seat + kind])
    sets = sets_to_come(count + change, hopes) - sets_to_come(count, hopes)
    danger = exposed(state, weights, scratch, seat, CartChange(kind, before + change, NO_KIND, 0))
    if before:
        danger -= exposed(state, weights, scratch, seat, CartChange(kind, before, NO_KIND, 0))
    else:
        danger -= int(scratch[LOSS + seat])
    return UNIT * POINTS[kind] + (sets - danger) * change


@rule
def worth_of_chest(state: Position, weights: Numbers, scratch: Numbers, seat: int, whose: int, more: int) -> int:
    """What a seat's chest is worth against the emptiest of the others, after `more` crystals for one of them."""
    fewest = 100
    own = 0
    for other in range(int(state.seats)):
        count = int(scratch[LOCKED + other])
        if other == whose:
            count += more
        if other == seat:
            own = count
        else:
            fewest = min(fewest, count)
    lead = own - fewest
    if scratch[TO_COME] == 0:
        return UNIT * FEWEST if lead <= 0 else 0
    rounds = (int(scratch[TO_COME]) - 1) // int(state.seats)
    return int(weights[CHESTS + LEADS * rounds + max(min(lead + BEHIND, LEADS - 1), 0)])


@rule
def weigh_others(state: Position, weights: Numbers, scratch: Numbers) -> None:
    """How likely each of the others will be the one to beat: what it is worth that they lose a point."""
    seats, turn = int(state.seats), int(state.turn)
    best = -(1 << 30)
    for seat in range(seats):
        standing = value(state, weights, scratch, seat) + int(weights[TURN]) * int(scratch[LEFT + seat])
        scratch[STANDING + seat] = standing
        if seat != turn:
            best = max(best, standing)
    spread = max(int(weights[RIVAL + scratch[LEFT + turn]]), 1)
    total = 0
    for seat in range(seats):
        scratch[WEIGH + seat] = 0
        if seat != turn:
            likely = int(LIKELY[min(8 * (best - int(scratch[STANDING + seat])) // spread, FAR)])
            scratch[WEIGH + seat] = likely
            total += likely
    for seat in range(seats):
        scratch[WEIGH + seat] = int(scratch[WEIGH + seat]) * int(weights[HARM]) // total
