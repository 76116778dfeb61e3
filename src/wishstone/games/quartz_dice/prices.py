"""Action values of Quartz, by how many dice show the action's face.

To dig and to hammer is worth the mean over what is in the bag; to store, send and steal what the best one and the best
two of them change.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from wishstone.api import Numbers, Position, Settings, rule
from wishstone.games.quartz_dice.rules import (
    BLACK,
    CHEST,
    CLAW,
    CRYSTALS,
    DICE,
    FACES,
    FEWEST,
    HELMET,
    JACKHAMMER,
    KINDS,
    PICKAXE,
    POINTS,
    REAL,
    ROLLING,
    SETS,
    TRANSPORT,
    in_chest,
)
from wishstone.games.quartz_dice.worth import (
    FAR,
    LEFT,
    LIKELY,
    LOSS,
    NO_KIND,
    RIVAL,
    STANDING,
    STOCK,
    UNIT,
    WEIGH,
    CartChange,
    exposed,
    gain,
    own_gain,
    rid,
    worth_of_chest,
)

NEVER = -(1 << 60)
# CHOOSE[n, k]: in how many ways k crystals of n can be drawn.
CHOOSE = np.array([[comb(n, k) for k in range(DICE + 1)] for n in range(int(CRYSTALS.sum()) + 1)], np.int32)

# Where things stand in `scratch`, after what `worth.py` notes there.
GAIN = STOCK  # + kind: what one more on our cart is worth
DUG = GAIN + KINDS  # the mean of that, by what is in the bag
LAST = DUG + 1  # and what the last one is worth, which ends the game
WORTH = LAST + 1  # + DEEP · face + dice that show it: what its actions are worth
DEEP = DICE + 1
PRICES = WORTH + FACES * DEEP  # where all of this ends


@rule
def price(state: Position, data: Settings, weights: Numbers, scratch: Numbers) -> None:
    """What the actions of each face are worth, by how many dice show it."""
    seat = int(state.turn)
    mean = 0
    for kind in range(KINDS):
        scratch[GAIN + kind] = own_gain(state, weights, scratch, seat, kind, 1, 0)
        mean += int(state.bag[kind]) * int(scratch[GAIN + kind])
    mean = mean // max(int(state.bag_size), 1)
    scratch[DUG] = mean
    scratch[LAST] = worth_of_the_last(state, weights, scratch, seat) if state.bag_size <= DICE else mean
    price_digging(state, scratch)
    price_hammering(state, data, scratch)
    price_pairs(state, weights, scratch, seat)


@rule
def price_digging(state: Position, scratch: Numbers) -> None:
    """Pickaxes: the mean of what a crystal is worth, for each that there is; the last one ends the game."""
    total = 0
    for dice in range(DEEP):
        scratch[WORTH + DEEP * PICKAXE + dice] = total
        if dice < state.bag_size:
            total += max(int(scratch[LAST if dice + 1 == state.bag_size else DUG]), 0)


@rule
def worth_of_the_last(state: Position, weights: Numbers, scratch: Numbers, seat: int) -> int:
    """What it is worth to empty the bag and end the game: the win that is sure then against the chance of it."""
    total, best = 0, int(scratch[STANDING + seat])
    for other in range(int(state.seats)):
        best = max(best, int(scratch[STANDING + other]))
    spread = max(int(weights[RIVAL + scratch[LEFT + seat]]), 1)
    for other in range(int(state.seats)):
        total += int(LIKELY[min(8 * (best - int(scratch[STANDING + other])) // spread, FAR)])
    chance = 4096 * int(LIKELY[min(8 * (best - int(scratch[STANDING + seat])) // spread, FAR)]) // total
    wins = 0
    for kind in range(KINDS):
        if state.bag[kind] > 0:
            wins += int(state.bag[kind]) * wins_with(state, seat, kind)
    wins = 4096 * wins // (2 * int(state.bag_size))
    slope = max(chance * (4096 - chance) // 4096, 256)
    return UNIT * spread * (wins - chance) // slope


@rule
def wins_with(state: Position, seat: int, kind: int) -> int:
    """Whether a seat wins if the game ends with one more crystal for it: 2, or 1 in a tie, or 0 (Q-31)."""
    own = final_points(state, seat, kind)
    result = 2
    for other in range(int(state.seats)):
        if other != seat:
            lead = own - final_points(state, other, -1)
            for each in range(REAL):
                if lead == 0:
                    lead = (1 if each == kind else 0) - int(state.cart[other, each]) - int(state.chest[other, each])
                    lead += int(state.cart[seat, each]) + int(state.chest[seat, each])
            if lead < 0:
                return 0
            if lead == 0:
                result = 1
    return result


@rule
def final_points(state: Position, seat: int, more: int) -> int:
    """A seat's points if the game ends, with one more crystal of a kind (-1: of none)."""
    total = 0
    for kind in range(KINDS):
        count = int(state.cart[seat, kind]) + int(state.chest[seat, kind]) + (1 if kind == more else 0)
        total += POINTS[kind] * count
        if kind < REAL:
            total += int(SETS[count])
    own = in_chest(state, seat)
    for other in range(int(state.seats)):
        if in_chest(state, other) < own:
            return total
    return total + FEWEST


@rule
def price_hammering(state: Position, data: Settings, scratch: Numbers) -> None:
    """Jackhammers: the best draws that so many dice allow."""
    at = WORTH + DEEP * JACKHAMMER
    scratch[at] = 0
    scratch[at + 1] = 0
    for dice in range(2, DEEP):
        worth = int(scratch[at + dice - 1])
        if not state.hammered and (data.per_die or dice % 2 == 0):
            worth = max(worth, worth_of_draws(state, scratch, dice if data.per_die else dice // 2))
        scratch[at + dice] = worth


@rule
def worth_of_draws(state: Position, scratch: Numbers, number: int) -> int:
    """The mean of the better half of so many draws (Q-11, Q-12).

    The kinds are gone through from the best down: the better half gains each step between two of them as often as it
    has a crystal above that step.
    """
    size = int(state.bag_size)
    if size == 1:
        return int(scratch[LAST])
    if number == 1:
        return int(scratch[DUG])
    number = min(number, size)
    half = number - number // 2
    ways = ways_to_draw(size, number)
    total = 0
    above = 0
    last = NEVER
    limit = -NEVER
    while above < size:
        best = NEVER
        for kind in range(KINDS):
            worth = int(scratch[GAIN + kind])
            if state.bag[kind] > 0 and best < worth < limit:
                best = worth
        if above > 0:
            total += (last - best) * kept_above(above, size, number, half)
        for kind in range(KINDS):
            if scratch[GAIN + kind] == best:
                above += int(state.bag[kind])
        last = best
        limit = best
    return (total + last * half * ways) // ways


@rule
def kept_above(above: int, size: int, number: int, half: int) -> int:
    """How many of the better half are among the best `above` of a bag, over all ways to draw."""
    total = 0
    for drawn in range(1, number + 1):
        total += min(drawn, half) * ways_to_draw(above, drawn) * ways_to_draw(size - above, number - drawn)
    return total


@rule
def ways_to_draw(crystals: int, number: int) -> int:
    """In how many ways so many of the crystals can be drawn."""
    return int(CHOOSE[crystals, number])


@rule
def price_pairs(state: Position, weights: Numbers, scratch: Numbers, seat: int) -> None:
    """Chests, transports and claws: the best for one pair and for two."""
    for face in range(CHEST, HELMET):
        for dice in range(DEEP):
            scratch[WORTH + DEEP * face + dice] = 0
    if may_come(state, CHEST):
        price_storing(state, weights, scratch, seat)
    if may_come(state, TRANSPORT):
        price_sending(state, weights, scratch, seat)
    if may_come(state, CLAW):
        price_stealing(state, weights, scratch, seat)


@rule
def may_come(state: Position, face: int) -> bool:
    """Whether a pair of a face can still be used in this turn."""
    return bool(state.step == ROLLING or state.actions[face] > 0 or state.actions[HELMET] > 0)


@rule
def set_pairs(scratch: Numbers, face: int, one: int, two: int) -> None:
    """Note what one and two pairs of a face are worth; what is worth less than nothing is left out."""
    one = max(one, 0)
    two = max(two, one)
    scratch[WORTH + DEEP * face + 2] = one
    scratch[WORTH + DEEP * face + 3] = one
    scratch[WORTH + DEEP * face + 4] = two
    scratch[WORTH + DEEP * face + 5] = two


@rule
def price_storing(state: Position, weights: Numbers, scratch: Numbers, seat: int) -> None:
    """What it is worth to lock up one crystal, and two."""
    best, first = NEVER, NO_KIND
    for kind in range(KINDS):
        if state.cart[seat, kind] > 0:
            worth = safety(state, weights, scratch, seat, kind, -1)
            if worth > best:
                best, first = worth, kind
    if first < 0:
        return
    second = NEVER
    for kind in range(KINDS):
        if state.cart[seat, kind] > (1 if kind == first else 0):
            second = max(second, safety(state, weights, scratch, seat, kind, first))
    one = best + chest_gain(state, weights, scratch, seat, 1)
    two = one if second == NEVER else best + second + chest_gain(state, weights, scratch, seat, 2)
    set_pairs(scratch, CHEST, one, two)


@rule
def safety(state: Position, weights: Numbers, scratch: Numbers, seat: int, kind: int, first: int) -> int:
    """What changes for a crystal that is locked up, after a first one (or `NO_KIND`), but for the chest's own worth."""
    if kind == BLACK:
        blacks = int(state.cart[seat, BLACK]) - (1 if first == BLACK else 0)
        return -UNIT * (rid(weights, scratch, seat, blacks) - rid(weights, scratch, seat, blacks - 1))
    danger = int(scratch[LOSS + seat])
    if first != NO_KIND:
        danger = exposed(state, weights, scratch, seat, CartChange(first, -1, NO_KIND, 0))
    return UNIT * (danger - exposed(state, weights, scratch, seat, CartChange(first, -1, kind, -1)))


@rule
def chest_gain(state: Position, weights: Numbers, scratch: Numbers, seat: int, more: int) -> int:
    """What so many crystals more in our chest are worth, for what they do to the others too (Q-29)."""
    total = 0
    for other in range(int(state.seats)):
        change = worth_of_chest(state, weights, scratch, other, seat, more)
        change -= worth_of_chest(state, weights, scratch, other, seat, 0)
        total += change * (UNIT if other == seat else -int(scratch[WEIGH + other]))
    return total


@rule
def price_sending(state: Position, weights: Numbers, scratch: Numbers, seat: int) -> None:
    """What it is worth to send one black crystal away, and two."""
    if state.cart[seat, BLACK] == 0:
        return
    one, to = NEVER, seat
    for other in range(int(state.seats)):
        if other != seat:
            worth = worth_of_sending(state, weights, scratch, seat, other, 0, 0)
            if worth > one:
                one, to = worth, other
    two = NEVER
    if state.cart[seat, BLACK] > 1:
        for other in range(int(state.seats)):
            if other != seat:
                two = max(two, worth_of_sending(state, weights, scratch, seat, other, -1, 1 if other == to else 0))
    set_pairs(scratch, TRANSPORT, one, one + two if two != NEVER else one)


@rule
def worth_of_sending(
    state: Position, weights: Numbers, scratch: Numbers, seat: int, other: int, before: int, there: int
) -> int:
    """What it is worth to send a black crystal to a cart, after another one."""
    own = -own_gain(state, weights, scratch, seat, BLACK, -1, before)
    return own - int(scratch[WEIGH + other]) * gain(state, weights, scratch, other, BLACK, 1, there)


@rule
def price_stealing(state: Position, weights: Numbers, scratch: Numbers, seat: int) -> None:
    """What it is worth to steal one crystal, and two."""
    one, victim, prey = NEVER, seat, 0
    for other in range(int(state.seats)):
        if other != seat:
            for kind in range(REAL):
                if state.cart[other, kind] > 0:
                    worth = worth_of_theft(state, weights, scratch, Theft(seat, other, kind), 0, 0)
                    if worth > one:
                        one, victim, prey = worth, other, kind
    if one == NEVER:
        return
    two = 0
    for other in range(int(state.seats)):
        if other != seat:
            for kind in range(REAL):
                gone = 1 if other == victim and kind == prey else 0
                if state.cart[other, kind] > gone:
                    came = 1 if kind == prey else 0
                    theft = Theft(seat, other, kind)
                    two = max(two, worth_of_theft(state, weights, scratch, theft, came, -gone))
    set_pairs(scratch, CLAW, one, one + two)


class Theft(NamedTuple):
    """Who steals a crystal of which kind from whom."""

    thief: int
    victim: int
    kind: int


@rule
def worth_of_theft(state: Position, weights: Numbers, scratch: Numbers, theft: Theft, before: int, there: int) -> int:
    """What it is worth to steal a crystal, after another one."""
    own = own_gain(state, weights, scratch, theft.thief, theft.kind, 1, before)
    loss = gain(state, weights, scratch, theft.victim, theft.kind, -1, there)
    return own + int(scratch[WEIGH + theft.victim]) * loss
