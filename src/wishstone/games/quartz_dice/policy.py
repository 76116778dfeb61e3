"""Fitted player of Quartz: rates a move by what it is worth, with exact expectations over the dice.

An action is worth what it changes (`worth.py`, `prices.py`). A throw is worth the best use of its actions, and which
dice to throw again is settled by summing over all throws that may come, for every throw that is left. Ratings are in
4096ths of a point, and whole numbers only, so that every engine gives the same moves.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from wishstone.api import FIRST, THROWS, Numbers, Position, Settings, number_of, rule, shown
from wishstone.games.quartz_dice.prices import (
    DEEP,
    NEVER,
    PRICES,
    WORTH,
    Theft,
    chest_gain,
    price,
    safety,
    worth_of_draws,
    worth_of_sending,
    worth_of_theft,
)
from wishstone.games.quartz_dice.rules import (
    CHEST,
    CLAW,
    DICE,
    FACES,
    FREE_THROWS,
    HAMMER,
    HELMET,
    JACKHAMMER,
    KEEP,
    NAME,
    NAMING,
    PICKAXE,
    REAL,
    REROLL,
    RETURN,
    RETURNING,
    ROLLING,
    ROUNDS,
    SEND,
    STEAL,
    STOP,
    STORE,
    TRANSPORT,
    helmets_hammered,
)
from wishstone.games.quartz_dice.worth import (
    BLACKS,
    CARTS,
    CHESTS,
    DANGER,
    DRAWS,
    HARM,
    LEADS,
    LEFT,
    MARKERS,
    PACE,
    RID,
    RISK,
    RIVAL,
    START,
    TURN,
    UNIT,
    WEIGH,
    look_ahead,
    own_gain,
    take_stock,
    weigh_others,
)
from wishstone.games.quartz_dice.worth import LIKED as LIKED
from wishstone.games.quartz_dice.worth import TASTES as TASTES
from wishstone.games.quartz_dice.worth import WEIGHTS as WEIGHTS

LAYOUT = 1
SOFTNESS = 1500  # of 4096 to a point

# A player to begin with, which `wishstone.train` improves: an earlier one, by hand and then fitted for three seats.
GUESS = (
    *(18, 54, 444, 71, 9),  # PACE, DRAWS, TURN, HARM, START
    *(150, 183, 235, 360, 507, 710),  # RISK
    *(0, 26, 34, 32, 39, 41, 47, 57, 73, 69, 66, 73, 76),  # DANGER
    *(0, 113, 157, 262, 330, 391, 410, 484, 454),  # CARTS
    *(0, 40, 104, 100, 104, 141, 182),  # RID
    *(0, 39, 70, 116),  # BLACKS
    *(0, 38, 30, 43, 46, 46, 26),  # MARKERS
    *(140, 325, 341, 293, 392, 497, 472),  # RIVAL
    *(-373, -377, -312, -178, -116, -95),  # CHESTS, for this round and each that follows
    *(-433, -343, -348, -168, -133, -118),
    *(-486, -460, -263, -191, -125, -80),
    *(-320, -330, -254, -238, -164, -89),
    *(-383, -348, -302, -222, -102, -61),
    *(-301, -271, -225, -156, -177, -93),
    *(0, 0, 0, 0, 0, 0),  # LIKED
)
# Weights that belong together; what is nothing by its meaning (no turn to come, no crystal) is not among them.
TABLES = (
    *((single, single + 1) for single in (PACE, DRAWS, TURN, HARM, START)),
    (RISK, DANGER),
    (DANGER + 1, CARTS),
    (CARTS + 1, RID),
    (RID + 1, BLACKS),
    (BLACKS + 1, MARKERS),
    (MARKERS + 1, RIVAL),
    (RIVAL, CHESTS),
    *((CHESTS + LEADS * rounds, CHESTS + LEADS * (rounds + 1)) for rounds in range(ROUNDS)),
)
OTHERS = ((HARM, HARM + 1),)
STYLES = {
    "cautious": ((DANGER + 1, CARTS, 24),),  # locks up more
    "bold": ((DANGER + 1, CARTS, -24),),  # leaves more on the cart
    "spiteful": ((HARM, HARM + 1, 128),),  # takes more from the others
}

# Throws of none to five dice, numbered as `games/shared/dice.py` does, plus one.
ALL_KEPT = int(FIRST[DICE + 1]) + 1
FIVE = int(FIRST[DICE]) + 1  # the first of five dice: below are those that can be added to
MORE = np.array(
    [
        [number_of(sum(1 << 4 * face for face in (*faces, more))) + 1 for more in range(FACES)]
        for dice in range(DICE)
        for faces in combinations_with_replacement(range(FACES), dice)
    ],
    np.int16,
)
KEPT_DICE = np.array([n for n in range(DICE + 1) for _ in range(comb(n + FACES - 1, n))], np.int8)
SIXES = np.array([6**dice for dice in range(DICE + 1)], np.int64)  # 6ⁿ
SHOWN = np.array(
    [[shown(int(throw), face) for face in range(FACES)] for throw in THROWS[FIVE - 1 : ALL_KEPT - 1]], np.int8
)
MOST_LAYERS = 3  # throws that are looked ahead: three keep the numbers within 64 bits
FIRST_OF_ALL = 4  # to go before the other actions of the same plan

# Where things stand in `scratch`, after what `prices.py` notes there.
LIES = PRICES  # + number of a throw of five: what it is worth as it lies
MEAN = LIES + ALL_KEPT - FIVE  # + number of what is kept: what it comes to when the rest is thrown
BEST = MEAN + ALL_KEPT  # + number: the best that can be made of it
SCRATCH = BEST + ALL_KEPT


@rule
def rate(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """How good each of the moves looks to the seat whose decision it is, in 4096ths of a point."""
    seat = int(state.turn)
    look_ahead(state, weights, scratch)
    take_stock(state, weights, scratch)
    weigh_others(state, weights, scratch)
    if state.step == NAMING:
        for i in range(count):
            other = int(moves[i]) - NAME
            share = UNIT if other == seat else -int(scratch[WEIGH + other])
            ratings[i] = share * int(weights[START])
        return
    if state.step == RETURNING:
        for i in range(count):
            ratings[i] = -own_gain(state, weights, scratch, seat, int(moves[i]) - RETURN, -1, 0)
        return
    price(state, data, weights, scratch)
    if state.step == ROLLING:
        rate_throws(state, weights, moves, count, ratings, scratch)
    else:
        rate_actions(state, data, weights, moves, count, ratings, scratch)


# ── What to do with the dice ─────────────────────────────────────────────────────────────────────────────────────


@rule
def helped(scratch: Numbers, face: int, dice: int, helmets: int) -> int:
    """What a face's dice are worth more with so many pairs of helmets."""
    more = helmets if face == PICKAXE else 2 * helmets
    at = WORTH + DEEP * face + dice
    return int(scratch[at + more]) - int(scratch[at])


@rule
def helmets_worth(
    scratch: Numbers, helmets: int, pickaxes: int, hammers: int, chests: int, transports: int, claws: int
) -> int:
    """What so many pairs of helmets are worth beside these dice, put to their best use (Q-17)."""
    if helmets == 0:
        return 0
    one, second, two = 0, 0, 0
    for face in range(HELMET):
        dice = pickaxes
        if face == JACKHAMMER:
            dice = hammers
        elif face == CHEST:
            dice = chests
        elif face == TRANSPORT:
            dice = transports
        elif face == CLAW:
            dice = claws
        worth = helped(scratch, face, dice, 1)
        if worth > one:
            second = one
            one = worth
        elif worth > second:
            second = worth
        if helmets == 2:
            two = max(two, helped(scratch, face, dice, 2))
    if helmets == 1:
        return one
    return max(two, one + second)


@rule
def plan(scratch: Numbers, helmets: int, pickaxes: int, hammers: int, chests: int, transports: int, claws: int) -> int:
    """What dice are worth altogether; of helmets the pairs are given."""
    total = int(scratch[WORTH + DEEP * PICKAXE + pickaxes]) + int(scratch[WORTH + DEEP * JACKHAMMER + hammers])
    total += int(scratch[WORTH + DEEP * CHEST + chests]) + int(scratch[WORTH + DEEP * TRANSPORT + transports])
    total += int(scratch[WORTH + DEEP * CLAW + claws])
    return total + helmets_worth(scratch, helmets, pickaxes, hammers, chests, transports, claws)


@rule
def rate_actions(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """What each action is worth together with the best use of what is left then; to stop is worth nothing."""
    for i in range(count):
        if not HAMMER < moves[i] < RETURN:
            ratings[i] = rate_action(state, weights, scratch, int(moves[i]))
    for dice in range(DEEP):  # after the jackhammers there are no further ones
        scratch[WORTH + DEEP * JACKHAMMER + dice] = 0
    for i in range(count):
        if HAMMER < moves[i] < RETURN:
            number = int(moves[i]) - HAMMER
            helmets = helmets_hammered(state, data, number)
            rest = plan_with(state, scratch, helmets, HELMET, 0)
            ratings[i] = worth_of_draws(state, scratch, number) + after_draw(state, rest)


@rule
def rate_action(state: Position, weights: Numbers, scratch: Numbers, move: int) -> int:
    """What one action is worth together with the best use of what is left then.

    Of actions that belong to the same plan the one that tells most comes first: digging, then stealing, then storing.
    """
    if move == STOP:
        return 0
    seat = int(state.turn)
    if move >= STEAL:
        other, kind = (move - STEAL) // REAL, (move - STEAL) % REAL
        worth = worth_of_theft(state, weights, scratch, Theft(seat, other, kind), 0, 0)
        return 3 + worth + rest_of_plan(state, scratch, CLAW)
    if move >= SEND:
        worth = worth_of_sending(state, weights, scratch, seat, move - SEND, 0, 0)
        return 2 + worth + rest_of_plan(state, scratch, TRANSPORT)
    if move >= STORE:
        worth = safety(state, weights, scratch, seat, move - STORE, -1) + chest_gain(state, weights, scratch, seat, 1)
        return 1 + worth + rest_of_plan(state, scratch, CHEST)
    return worth_of_draws(state, scratch, 1) + after_draw(state, rest_of_plan(state, scratch, PICKAXE))


@rule
def after_draw(state: Position, rest: int) -> int:
    """What is left to be had after a draw: nothing if it ends the game, which therefore comes last (Q-24)."""
    return 0 if state.bag_size == 1 else FIRST_OF_ALL + rest


@rule
def rest_of_plan(state: Position, scratch: Numbers, face: int) -> int:
    """What is left to be had after one action of a face, which its own dice pay, or else a pair of helmets (Q-18)."""
    step = 1 if face == PICKAXE else 2
    helmets = 1 if state.actions[face] == 0 else 0
    first = int(scratch[WORTH + DEEP * face + step])
    return plan_with(state, scratch, helmets, face, step * helmets) - first


@rule
def plan_with(state: Position, scratch: Numbers, helmets: int, face: int, more: int) -> int:
    """The plan with so many pairs of helmets fewer, and dice of one face more."""
    return plan(
        scratch,
        int(state.actions[HELMET]) - helmets,
        int(state.actions[PICKAXE]) + (more if face == PICKAXE else 0),
        int(state.actions[JACKHAMMER]),
        2 * int(state.actions[CHEST]) + (more if face == CHEST else 0),
        2 * int(state.actions[TRANSPORT]) + (more if face == TRANSPORT else 0),
        2 * int(state.actions[CLAW]) + (more if face == CLAW else 0),
    )


# ── Which dice to throw again ────────────────────────────────────────────────────────────────────────────────────


@rule
def rate_throws(
    state: Position, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """The dice as they lie, or the exact mean of what comes when some are thrown again."""
    seat = int(state.turn)
    rate_lying(scratch)
    free = max(FREE_THROWS - int(state.throws), 0)
    layers = min(free + int(state.markers[seat]), MOST_LAYERS)
    price_of_marker = UNIT * int(weights[MARKERS + scratch[LEFT + seat]])
    scale = 1
    for number in range(ALL_KEPT - FIVE):
        scratch[BEST + FIVE + number] = scratch[LIES + number]
    for layer in range(layers):  # from the last throw to the next one
        if layer > 0:
            cost = price_of_marker if layers - layer >= free else 0
            choose_best(scratch, scale, scale * cost)
        throw_all(scratch)
        scale *= int(SIXES[DICE])
    cost = price_of_marker if free == 0 else 0
    dice = int(state.dice)
    for i in range(count):
        move = int(moves[i])
        if move == KEEP:
            ratings[i] = scratch[LIES + int(state.again)]
        else:
            kept = dice - int(THROWS[move - REROLL])
            number = number_of(kept) + 1 if kept > 0 else 0
            ratings[i] = int(scratch[MEAN + number]) * int(SIXES[KEPT_DICE[number]]) // scale - cost


@rule
def rate_lying(scratch: Numbers) -> None:
    """What every throw of five dice is worth as it lies."""
    for number in range(ALL_KEPT - FIVE):
        scratch[LIES + number] = plan(
            scratch,
            dice_shown(number, HELMET) // 2,
            dice_shown(number, PICKAXE),
            dice_shown(number, JACKHAMMER),
            dice_shown(number, CHEST),
            dice_shown(number, TRANSPORT),
            dice_shown(number, CLAW),
        )


@rule
def dice_shown(number: int, face: int) -> int:
    """How many dice of a throw of five show a face. A GPU has little room for tables, and one for each mention."""
    return int(SHOWN[number, face])


@rule
def throw_all(scratch: Numbers) -> None:
    """The sum, over all ways the other dice may fall, of the best that can be made of each throw of five."""
    for number in range(FIVE, ALL_KEPT):
        scratch[MEAN + number] = scratch[BEST + number]
    for kept in range(FIVE - 1, -1, -1):
        total = 0
        for face in range(FACES):
            total += int(scratch[MEAN + MORE[kept, face]])
        scratch[MEAN + kept] = total


@rule
def choose_best(scratch: Numbers, scale: int, cost: int) -> None:
    """The best to be made of every throw of five: as it lies, or with some of it thrown again, 6⁵ times as much."""
    for number in range(ALL_KEPT):
        scratch[BEST + number] = NEVER
    for kept in range(FIVE):
        best = max(int(scratch[BEST + kept]), int(scratch[MEAN + kept]) * int(SIXES[KEPT_DICE[kept]]))
        for face in range(FACES):
            more = BEST + int(MORE[kept, face])
            scratch[more] = max(int(scratch[more]), best)
    for number in range(ALL_KEPT - FIVE):
        lies = int(scratch[LIES + number]) * scale
        scratch[BEST + FIVE + number] = max(int(scratch[BEST + FIVE + number]) - cost, lies)
