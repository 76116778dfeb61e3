"""Greedy player of Quartz: takes the action, or the throw, that is worth most to it now.

Dice are kept for what their actions are worth, and thrown again where the mean of one more throw is better. Everything
is counted in sixteenths of a point, in whole numbers, so that every engine gives the same moves.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from wishstone.api import THROWS, Numbers, Position, Settings, rule, shown
from wishstone.games.quartz_dice.rules import (
    BLACK,
    CHEST,
    CLAW,
    DICE,
    DIG,
    FACES,
    FREE_THROWS,
    HAMMER,
    HELMET,
    JACKHAMMER,
    KEEP,
    KINDS,
    NAME,
    NAMING,
    PICKAXE,
    POINTS,
    REAL,
    REROLL,
    RETURN,
    RETURNING,
    ROLLING,
    ROUNDS,
    SEATS,
    SEND,
    SETS,
    STEAL,
    STOP,
    STORE,
    TRANSPORT,
    in_chest,
    legal,
)

UNIT = 16  # to a point
HOPE = (0, 5, 12)  # what one and two of a kind promise towards a set
CHOICE = 28  # what it is worth to put back the worse of two crystals
BEHIND = 68  # to store a crystal where the chest is among the emptiest,
LEVEL = 26  # where it is only one ahead,
AHEAD = 8  # and otherwise
SAFE = 1  # of sixteen points of a crystal: what it is worth to have it out of reach
HARM = 1  # of sixteen points that another seat loses: what that is worth to us,
LEADER = 10  # and where it is the one with most points
MARKER = 14  # what a marker is worth as long as there is a next turn
LAST = 12  # for every point that one is behind: to leave the last crystal in the bag

# MEAN[n, k]: in how many of 6⁵ throws k of n dice show a certain face.
MEAN = np.array([[comb(n, k) * 5 ** (n - k) * 6 ** (DICE - n) if k <= n else 0 for k in range(6)] for n in range(6)])
ALL_THROWS = 6**DICE


class Worths(NamedTuple):
    """What one use of each action is worth."""

    dig: int
    store: int
    send: int
    steal: int


@rule
def choose(mind: Numbers, data: Settings, moves: Numbers) -> int:
    """The move that rates best in position `mind[0]`."""
    state = mind[0]
    count = legal(state, data, moves)
    seat = int(state.turn)
    best = int(moves[0])
    best_rating = -(1 << 60)
    dig, send = worth_of_digging(state, seat), worth_of_sending(state, seat)
    worths = Worths(dig, worth_of_storing(state, seat), send, worth_of_stealing(state, seat))
    for i in range(count):
        move = int(moves[i])
        if state.step == ROLLING:
            rating = rate_throw(state, data, move, worths)
        elif state.step == RETURNING:
            rating = -gain(state, seat, move - RETURN, -1)
        elif state.step == NAMING:
            rating = 100 if move - NAME == seat else -points(state, move - NAME)
        else:
            rating = SEATS[1] * rate_action(state, data, seat, move, worths) + distance(state, seat, move)
        if rating > best_rating:
            best, best_rating = move, rating
    return best


# ── What things are worth ────────────────────────────────────────────────────────────────────────────────────────


@rule
def crystals(state: Position, seat: int, kind: int) -> int:
    """How many crystals of a kind a seat has."""
    return int(state.cart[seat, kind]) + int(state.chest[seat, kind])


@rule
def worth(count: int, kind: int) -> int:
    """What so many crystals of a kind are worth, with the hope for a set."""
    total = UNIT * POINTS[kind] * count
    if kind < REAL:
        total += UNIT * int(SETS[count])
        if 0 < count < 3:
            total += HOPE[count]
    return total


@rule
def gain(state: Position, seat: int, kind: int, change: int) -> int:
    """What one crystal more (1), or the last one (-1), of a kind is worth to a seat."""
    count = crystals(state, seat, kind)
    return (worth(count + change, kind) - worth(count, kind)) * change


@rule
def points(state: Position, seat: int) -> int:
    """A seat's points so far, without the chest's."""
    total = 0
    for kind in range(KINDS):
        count = crystals(state, seat, kind)
        total += POINTS[kind] * count
        if kind < REAL:
            total += int(SETS[count])
    return total


@rule
def best_other(state: Position, seat: int) -> int:
    """The other seat with most points; of several, the one that comes next."""
    seats = int(state.seats)
    best = -1
    most = -1000
    for step in range(1, seats):
        other = (seat + step) % seats
        total = points(state, other)
        if total > most:
            best, most = other, total
    return best


@rule
def distance(state: Position, seat: int, move: int) -> int:
    """How far away the seat is that a move is directed at: the farther, the longer until it can hit back."""
    if move < SEND or move >= STOP:
        return 0
    other = (move - STEAL) // REAL if move >= STEAL else move - SEND
    return (other - seat) % int(state.seats)


@rule
def worth_of_digging(state: Position, seat: int) -> int:
    """The mean of what the next crystal is worth; less than nothing if it would end a game that is not won."""
    total = 0
    for kind in range(KINDS):
        if state.bag[kind] > 0:
            total += int(state.bag[kind]) * gain(state, seat, kind, 1)
    mean = total // max(int(state.bag_size), 1)
    if state.bag_size == 1:
        lead = points(state, seat) - points(state, best_other(state, seat))
        if lead < 0:
            return mean + LAST * lead
    return mean


@rule
def worth_of_hammering(dig: int, draws: int) -> int:
    """What so many draws are worth of which the worse half goes back."""
    return dig * (draws - draws // 2) + CHOICE * (draws // 2)


@rule
def worth_of_storing(state: Position, seat: int) -> int:
    """What one more crystal in the chest is worth: whoever has fewest there loses points."""
    own = in_chest(state, seat)
    fewest = 100
    for other in range(int(state.seats)):
        if other != seat:
            fewest = min(fewest, in_chest(state, other))
    if own <= fewest:
        return BEHIND
    return LEVEL if own == fewest + 1 and state.rounds < ROUNDS else AHEAD


@rule
def worth_of_sending(state: Position, seat: int) -> int:
    """What it is worth to be rid of a black crystal, if there is one on the cart."""
    return (UNIT + LEADER) * -POINTS[BLACK] if state.cart[seat, BLACK] > 0 else 0


@rule
def worth_of_stealing(state: Position, seat: int) -> int:
    """What the best crystal on another cart is worth."""
    best = 0
    leader = best_other(state, seat)
    for other in range(int(state.seats)):
        if other != seat:
            for kind in range(REAL):
                if state.cart[other, kind] > 0:
                    best = max(best, worth_of_theft(state, seat, other, kind, leader))
    return best


@rule
def worth_of_theft(state: Position, seat: int, other: int, kind: int, leader: int) -> int:
    """What it is worth to steal a crystal: its gain, and a share of the other's loss."""
    share = LEADER if other == leader else HARM
    return gain(state, seat, kind, 1) + share * gain(state, other, kind, -1) // UNIT


# ── Dice and actions ─────────────────────────────────────────────────────────────────────────────────────────────


@rule
def rate_throw(state: Position, data: Settings, move: int, worths: Worths) -> int:
    """What the dice are worth as they lie, or in the mean when some are thrown again; 6⁵ times as much."""
    dice = int(state.dice)
    again = 0
    if move != KEEP:
        dice -= int(THROWS[move - REROLL])
        again = DICE
        for face in range(FACES):
            again -= shown(dice, face)
    total = 0
    blacks = int(state.cart[state.turn, BLACK])
    for face in range(FACES):
        lie = shown(dice, face)
        for more in range(again + 1):
            value = worth_of_face(data, face, lie + more, blacks, worths)
            total += int(MEAN[again, more]) * value
    if move != KEEP and state.throws >= FREE_THROWS and state.rounds < ROUNDS:
        total -= ALL_THROWS * MARKER
    return total


@rule
def worth_of_face(data: Settings, face: int, count: int, blacks: int, worths: Worths) -> int:
    """What so many dice with one face are worth."""
    if face == PICKAXE:
        return count * max(worths.dig, 0)
    pairs = count // 2
    if face == JACKHAMMER:
        draws = pairs
        if data.per_die:
            draws = count if count > 1 else 0
        return max(worth_of_hammering(worths.dig, draws), 0)
    if face == TRANSPORT:
        return min(pairs, blacks) * worths.send
    if face == CHEST:
        return worths.store + AHEAD if pairs == 2 else worths.store * pairs
    if face == CLAW:
        return worths.steal * pairs
    return max(worths.dig, worths.store, worths.send, worths.steal, 0) * pairs


@rule
def rate_action(state: Position, data: Settings, seat: int, move: int, worths: Worths) -> int:
    """What an action is worth; to stop is worth nothing."""
    if move == STOP:
        return 0
    if move >= STEAL:
        other = (move - STEAL) // REAL
        return worth_of_theft(state, seat, other, (move - STEAL) % REAL, best_other(state, seat))
    if move >= SEND:
        other = move - SEND
        share = LEADER if other == best_other(state, seat) else HARM
        return (UNIT + share) * -POINTS[BLACK]
    if move >= STORE:
        kind = move - STORE
        if kind == BLACK:
            return worths.store - UNIT  # a black one could still be sent away
        return worths.store + SAFE * gain(state, seat, kind, -1) // UNIT
    if move == DIG:
        return worths.dig
    draws = min(move - HAMMER, int(state.bag_size))
    rating = worth_of_hammering(worths.dig, draws)
    if state.actions[HELMET] > 0 and 2 * draws > state.actions[JACKHAMMER] and not data.per_die:
        rating -= 1  # a helmet is better spent on a pickaxe's draw, of which nothing goes back
    return rating
