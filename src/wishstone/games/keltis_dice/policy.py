"""Fitted player of the dice game, also called `odds`: rates a move by the chance to win that it leaves.

A take is weighed by what it changes: the seat's own row, the rows of others that would have taken the tile, and the
time that is left; where it ends the game, the win is known exactly. Before a second throw, the best of every throw is
summed up over all ways for the dice to fall. The rating is the logarithm of the odds to win.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wishstone.api import (
    FACES,
    FIRST,
    THROW_FACES,
    THROWS,
    Numbers,
    Position,
    Settings,
    lowest,
    number_of,
    row_points,
    rule,
    shown,
    size,
)
from wishstone.games.keltis_dice.rules import (
    ALL_VALUES,
    ALLOWED,
    CHOOSING,
    CLOVER,
    COLOURS,
    DICE,
    FALLING,
    FIRST_THREE,
    KEEP,
    LEPRECHAUN,
    REROLL,
    RISING,
    STONE,
    STONE_FACE,
    STONE_POINTS,
    TAKE,
    TAKE_STONES,
    THROWN,
    VALUES,
    leprechaun_points,
    stones_shown,
)
from wishstone.games.keltis_dice.values import ACTIVE as ACTIVE
from wishstone.games.keltis_dice.values import (
    AWAY,
    BEGINNING,
    CERTAIN,
    HEED,
    HEEDED,
    HELD,
    KNOTS,
    LEAD,
    LIKED,
    MOST_STONES,
    NAT,
    POINT,
    RATING_NAT,
    STONES_LIKED,
    TABLE,
    TIME,
    TRAIL,
    WAY,
    WAYS,
    chance_of,
    lead_place,
    leprechauns_of,
    log_odds,
    odds_at,
    packed_row,
    rating_of,
    row_gain,
    row_without,
    time_left,
)
from wishstone.games.keltis_dice.values import LAYOUT as LAYOUT
from wishstone.games.keltis_dice.values import ODDS_POINT as ODDS_POINT
from wishstone.games.keltis_dice.values import START as START
from wishstone.games.keltis_dice.values import UNIT as UNIT
from wishstone.games.keltis_dice.values import WEIGHTS as WEIGHTS
from wishstone.games.keltis_dice.values import gains as gains
from wishstone.games.keltis_dice.values import odds as odds
from wishstone.games.keltis_dice.values import settled as settled

SOFTNESS = RATING_NAT // 8

NOBODY = -(1 << 40)  # is expected to have less than anybody

OTHERS = ((HEED, HEED + 1),)
TASTES = COLOURS
STYLES = {  # fewer rows and more stones, more rows and fewer stones, more tiles that would have fitted others
    "cautious": ((BEGINNING, BEGINNING + 1, -RATING_NAT // 4), (STONES_LIKED, STONES_LIKED + 1, RATING_NAT // 16)),
    "bold": ((BEGINNING, BEGINNING + 1, RATING_NAT // 4), (STONES_LIKED, STONES_LIKED + 1, -RATING_NAT // 8)),
    "spiteful": ((HEED, HEED + 1, HEEDED),),
}

# By number of a throw of one or two dice, and a face: the throw with one such die more.
ONE_MORE = np.array(
    [[THROW_FACES.index(tuple(sorted((*t, face)))) for face in range(FACES)] for t in THROW_FACES[:FIRST_THREE]],
    np.int8,
)

# ── Scratch ──────────────────────────────────────────────────────────────────────────────────────────────────────

AT_LINE = 0  # + colour: how many tiles lie there
AT_ROW = AT_LINE + COLOURS  # + 5 · seat + colour: its rows as `packed_row` gives them
# The same for when the seat gets no leprechaun, and behind for when it gets one:
AT_NOW = AT_ROW + 4 * COLOURS  # + seat: its points
AT_LEAD = AT_NOW + 2 * 4  # + seat: its place in the table of leads
AT_TRAIL = AT_LEAD + 2 * 4  # + seat: likewise
# By knot, where it is known:
AT_KNOWN = AT_TRAIL + 2 * 4  # + knot: whether it is
AT_ROW_GAIN = AT_KNOWN + KNOTS  # + 20 · knot + 5 · seat + colour: what a row gains
AT_GAIN = AT_ROW_GAIN + KNOTS * 4 * COLOURS  # + 8 · knot, + 4 with a leprechaun, + seat: what a seat gains in all
AT_SUM = AT_GAIN + KNOTS * 2 * 4  # + value: the best chance with a tile of it
AT_STONES = AT_SUM + VALUES  # + stones that the dice show: the best chance with them
AT_THROW = AT_STONES + DICE + 1  # + number of a throw: the sum of chances; behind them that of no dice
SCRATCH = AT_THROW + THROWN + 1


@rule
def rate(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """How good each of the legal moves looks to the seat whose decision it is: its log odds to win."""
    prepare(state, data, scratch)
    if state.step == CHOOSING:
        rate_rerolls(state, data, weights, moves, count, ratings, scratch)
        return
    for i in range(count):
        move = int(moves[i])
        if move < TAKE_STONES:
            chance = with_tile(state, data, weights, scratch, move - TAKE)
        elif move == TAKE_STONES:
            chance = with_stones(state, data, weights, scratch, stones_shown(state))
        else:
            chance = with_stones(state, data, weights, scratch, 0)
        ratings[i] = rating_of(WAYS * chance)


# ── Which dice to throw again ────────────────────────────────────────────────────────────────────────────────────


@rule
def rate_rerolls(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """The chance with each choice of dice, summed up over all ways for them to fall."""
    best_takes(state, data, weights, scratch)
    sum_throws(scratch)
    throw = int(state.throw)
    for i in range(count):
        move = int(moves[i])
        if move == KEEP:
            ratings[i] = rating_of(WAYS * int(scratch[AT_THROW + throw]))
        else:
            ratings[i] = rating_of(all_ways(scratch, throw, move - REROLL))


@rule
def all_ways(scratch: Numbers, throw: int, part: int) -> int:
    """The sum of the chances over all 216 ways for three dice, when this part of a throw is thrown again."""
    if part >= FIRST_THREE:
        return int(scratch[AT_THROW + THROWN])
    kept = number_of(int(THROWS[throw]) - int(THROWS[part]))
    return int(scratch[AT_THROW + kept]) * (FACES * FACES if part < FIRST[2] else FACES)


@rule
def best_takes(state: Position, data: Settings, weights: Numbers, scratch: Numbers) -> None:
    """The best chance with a tile of each value, and with as many stones as dice may show."""
    nothing = with_stones(state, data, weights, scratch, 0)
    for value in range(VALUES):
        scratch[AT_SUM + value] = nothing
    tiles = int(state.middle) & int(state.takes[int(state.turn)])
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        place = AT_SUM + tile % VALUES
        scratch[place] = max(int(scratch[place]), with_tile(state, data, weights, scratch, tile))
    scratch[AT_STONES] = nothing
    for stones in range(1, DICE + 1):
        scratch[AT_STONES + stones] = max(nothing, with_stones(state, data, weights, scratch, stones))


@rule
def sum_throws(scratch: Numbers) -> None:
    """For every three dice the best chance; for fewer, the sum over all ways for the rest to fall, die by die."""
    for number in range(FIRST_THREE, THROWN):
        best = int(scratch[AT_STONES + shown(int(THROWS[number]), STONE_FACE)])
        sums = int(ALLOWED[number]) & ALL_VALUES
        while sums:
            best = max(best, int(scratch[AT_SUM + lowest(sums)]))
            sums &= sums - 1
        scratch[AT_THROW + number] = best
    for number in range(FIRST_THREE - 1, -1, -1):
        total = 0
        for face in range(FACES):
            total += int(scratch[AT_THROW + int(ONE_MORE[number, face])])
        scratch[AT_THROW + number] = total
    total = 0
    for face in range(FACES):
        total += int(scratch[AT_THROW + face])
    scratch[AT_THROW + THROWN] = total


# ── What to take ─────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def prepare(state: Position, data: Settings, scratch: Numbers) -> None:
    """What all moves have in common: every seat's rows and points, and how it stands in leprechauns."""
    for knot in range(KNOTS):
        scratch[AT_KNOWN + knot] = 0
    for colour in range(COLOURS):
        scratch[AT_LINE + colour] = size((int(state.middle) >> (VALUES * colour)) & ALL_VALUES)
    for seat in range(int(state.seats)):
        points = int(state.bonus[seat]) + stone_points(int(state.stones[seat]))
        fitting = int(state.middle) & int(state.takes[seat])
        for colour in range(COLOURS):
            length = int(state.length[seat, colour])
            last, direction = int(state.last[seat, colour]), int(state.direction[seat, colour])
            points += row_points(length)
            scratch[AT_ROW + COLOURS * seat + colour] = packed_row(data, colour, fitting, length, last, direction)
        for more in range(2):
            has, most, fewest = leprechauns_of(state, seat, more)
            scratch[AT_NOW + 4 * more + seat] = points + leprechaun_points(has, max(has, most), min(has, fewest))
            scratch[AT_LEAD + 4 * more + seat] = LEAD + lead_place(has - most)
            scratch[AT_TRAIL + 4 * more + seat] = TRAIL + lead_place(has - fewest)


@rule
def with_stones(state: Position, data: Settings, weights: Numbers, scratch: Numbers, dice: int) -> int:
    """The chance after taking the stones for so many dice; with none, after taking nothing."""
    taken = min(dice, int(state.supply))
    stones = int(state.stones[int(state.turn)])
    points = stone_points(stones + taken) - stone_points(stones)
    left = int(state.supply) - taken
    if left == 0:
        return share(state, scratch, points, 0)
    fondness = int(weights[STONES_LIKED]) if taken else 0
    taking = Taking(points, 0, stones + taken, left, NO_TILE, 0, fondness)
    return outlook(state, data, weights, scratch, taking)


@rule
def with_tile(state: Position, data: Settings, weights: Numbers, scratch: Numbers, tile: int) -> int:
    """The chance after taking a tile."""
    seat = int(state.turn)
    colour = tile // VALUES
    symbol = int(data.symbols[colour, tile - VALUES * colour])
    length = int(state.length[seat, colour])
    longer = length + (2 if symbol == CLOVER else 1)
    stones, left = int(state.stones[seat]), int(state.supply)
    points = row_points(longer) - row_points(length)
    more = 0
    if symbol == STONE:
        points += stone_points(stones + 1) - stone_points(stones)
        stones += 1
        left -= 1
    elif symbol == CLOVER:
        left -= 1
    elif symbol == LEPRECHAUN:
        more = 1
    else:
        points += symbol
    if left == 0 or (data.stones_end == 0 and scratch[AT_LINE + colour] == 1):
        return share(state, scratch, points, more)
    fondness = int(weights[LIKED + colour])
    if length == 0:
        fondness += int(weights[BEGINNING])
    return outlook(state, data, weights, scratch, Taking(points, more, stones, left, tile, longer, fondness))


@rule
def share(state: Position, scratch: Numbers, points: int, more: int) -> int:
    """The share in the win of the seat that ends the game, with so many points and leprechauns more."""
    seat = int(state.turn)
    mine = int(scratch[AT_NOW + 4 * more + seat]) + points
    winners = 1
    for other in range(int(state.seats)):
        if other != seat:
            total = int(scratch[AT_NOW + 4 * more + other])
            if total > mine:
                return 0
            if total == mine:
                winners += 1
    return CERTAIN // winners


# ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────────


NO_TILE = -1


class Taking(NamedTuple):
    """What the seat whose turn it was has taken, in a game that goes on."""

    points: int  # more than before
    leprechauns: int  # more than before, 0 or 1
    stones: int  # that it has now
    left: int  # of the supply
    tile: int  # that it took, or `NO_TILE`
    longer: int  # how long the row is now that it lies in
    fondness: int


@rule
def outlook(state: Position, data: Settings, weights: Numbers, scratch: Numbers, taking: Taking) -> int:
    """The chance of the seat whose turn it was, after what it has taken."""
    seat, tile, more = int(state.turn), taking.tile, taking.leprechauns
    fewest = fewest_without(scratch, tile)
    time = int(TIME[time_left(taking.left, fewest)])
    knot, way = time // WAY, time % WAY
    know_gains(state, weights, scratch, knot)
    know_gains(state, weights, scratch, knot + 1)
    lead, lead_now, best, best_now = 0, 0, NOBODY, NOBODY
    for other in range(int(state.seats)):
        now = int(scratch[AT_NOW + 4 * more + other])
        at = AT_GAIN + 8 * knot + 4 * more + other
        early, late = int(scratch[at]), int(scratch[at + 8])
        if other == seat:
            now += taking.points
            held = HELD + min(taking.stones, MOST_STONES)
            early += int(weights[TABLE * knot + held])
            late += int(weights[TABLE * (knot + 1) + held])
        if tile >= 0 and (int(state.takes[other]) >> tile) & 1:
            row = COLOURS * other + tile // VALUES
            after = row_after(state, data, scratch, other, tile, taking.longer)
            at = AT_ROW_GAIN + 4 * COLOURS * knot + row
            heed = HEEDED if other == seat else int(weights[HEED])
            early += heed * (row_gain(weights, TABLE * knot, after) - int(scratch[at])) // HEEDED
            late += heed * (row_gain(weights, TABLE * (knot + 1), after) - int(scratch[at + 4 * COLOURS])) // HEEDED
        expected = POINT * now + early * (WAY - way) + late * way
        if other == seat:
            lead, lead_now = expected, now
        else:
            best, best_now = max(best, expected), max(best_now, now)
    log = log_odds(weights, odds_at(data, fewest) + 3 * knot, way, lead - best, lead_now - best_now)
    return chance_of(log + taking.fondness * NAT // RATING_NAT)


@rule
def fewest_without(scratch: Numbers, tile: int) -> int:
    """How many tiles lie there of the colour that has fewest, when a tile is taken."""
    fewest = VALUES
    for colour in range(COLOURS):
        fewest = min(fewest, int(scratch[AT_LINE + colour]))
    if tile >= 0:
        fewest = min(fewest, int(scratch[AT_LINE + tile // VALUES]) - 1)
    return fewest


@rule
def row_after(state: Position, data: Settings, scratch: Numbers, seat: int, tile: int, longer: int) -> int:
    """A seat's row into which a tile would have fitted, when the seat whose turn it is has taken the tile."""
    colour = tile // VALUES
    value = tile - VALUES * colour
    last = int(state.last[seat, colour])
    if seat != state.turn:
        symbol = int(data.symbols[colour, value])
        return row_without(int(scratch[AT_ROW + COLOURS * seat + colour]), symbol, value < last)
    direction = int(state.direction[seat, colour])
    fitting = int(state.middle) & ~(1 << tile)
    if last >= 0:
        direction = RISING if value > last else FALLING
    values = (fitting >> (VALUES * colour)) & ALL_VALUES
    if direction == RISING:
        values &= ~((1 << value) - 1)
    elif direction == FALLING:
        values &= (1 << value) - 1
    return packed_row(data, colour, values << (VALUES * colour), longer, value, direction)


@rule
def know_gains(state: Position, weights: Numbers, scratch: Numbers, knot: int) -> None:
    """Sum up what every seat gains by the table of a knot, once; without the stones of the seat whose turn it is."""
    if scratch[AT_KNOWN + knot] == 1:
        return
    scratch[AT_KNOWN + knot] = 1
    base = TABLE * knot
    for seat in range(int(state.seats)):
        away = (seat - int(state.turn) - 1) % int(state.seats)
        total = int(weights[base + AWAY + away])
        if seat != state.turn:
            total += int(weights[base + HELD + min(int(state.stones[seat]), MOST_STONES)])
        for colour in range(COLOURS):
            row = COLOURS * seat + colour
            gain = row_gain(weights, base, int(scratch[AT_ROW + row]))
            scratch[AT_ROW_GAIN + 4 * COLOURS * knot + row] = gain
            total += gain
        for more in range(2):
            leads = int(weights[base + int(scratch[AT_LEAD + 4 * more + seat])])
            leads += int(weights[base + int(scratch[AT_TRAIL + 4 * more + seat])])
            scratch[AT_GAIN + 8 * knot + 4 * more + seat] = total + leads


@rule
def stone_points(stones: int) -> int:
    """What so many stones score (KD-19)."""
    return STONE_POINTS[min(stones, MOST_STONES)]
