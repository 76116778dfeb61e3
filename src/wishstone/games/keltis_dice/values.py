"""Value function of the dice game: a seat's chance to win, from tables that self-play has fitted.

A seat is expected to end with the points that it has and its gains: what each of its rows, its stones and its place
among the leprechauns will still bring. How far it would end before the best other, and how far it is ahead now, make
its chance to win. The tables stand at a few knots of time, and in between the values change in proportion.

Everything is whole numbers, so that every engine finds the same values.
"""

from __future__ import annotations

from math import exp

import numpy as np

from wishstone.api import FACES, Numbers, Position, Settings, lowest, rule, size
from wishstone.games.keltis_dice.rules import ALL_VALUES, COLOURS, FALLING, OPEN, ROLLING, VALUES

LAYOUT = 1

# ── Time: how many turns are left, of all seats together ─────────────────────────────────────────────────────────

TURN = 16  # parts of a turn:
STONE_TURNS = 19  # so many for each stone tile of the supply,
TILE_TURNS = 1  # and as many more, for each of those, as tiles lie there of the colour that has fewest
KNOT_TURNS = (0, 3, 6, 10, 15, 21, 29, 40)  # the turns at the knots
KNOTS = len(KNOT_TURNS)
WAY = 16  # steps from one knot to the next
MOST_TIME = TURN * KNOT_TURNS[-1] - 1


def _time(left: int) -> int:
    knot = max(knot for knot, turns in enumerate(KNOT_TURNS[:-1]) if TURN * turns <= left)
    begin, end = TURN * KNOT_TURNS[knot], TURN * KNOT_TURNS[knot + 1]
    return WAY * knot + WAY * (left - begin) // (end - begin)


TIME = np.array([_time(left) for left in range(MOST_TIME + 1)], np.int16)  # WAY · knot + steps, by time left

# ── The lay-out of the weights ───────────────────────────────────────────────────────────────────────────────────

# What a seat will still gain, in 256ths of a point: one table for each knot. A row counts by its cell.
EMPTY = 0  # + tiles of its colour that lie there
BEGUN = EMPTY + VALUES + 1  # + 121 if it is longer than one tile, + 11 · lower tiles that lie there, + higher ones
SETTLED = BEGUN + 2 * VALUES * VALUES  # + 80 if it falls, + 10 · (length - 2), + tiles that lie there and fit
HELD = SETTLED + 2 * 80  # + stones
LEAD = HELD + 10  # + leprechauns more than the best other, from -4
TRAIL = LEAD + 9  # + leprechauns more than whoever of the others has fewest, from -4
AWAY = TRAIL + 9  # + turns until it is this seat's
ROOM = AWAY + 4  # + 4 · kind of row, + what is on each tile that lies there and fits: see `SYMBOL_ADDS`
TABLE = ROOM + 3 * 4  # the weights of one knot
UNIT = 256
POINT = WAY * UNIT  # what gains add up to, between two knots, for a point

# The logarithm of the odds to win, in parts of a nat, by knot: for each point of lead expected in the end, for each
# point of lead now, and anyway. The second half is for when some colour is down to its last tile.
ODDS = KNOTS * TABLE
LAST_TILE = ODDS + 3 * KNOTS
NAT = 1 << 16
ODDS_POINT = WAY * POINT  # what odds add up to, for one

# What is set and not fitted: how much it counts what a tile is worth to others; and what a seat may be fond of, in
# rating units: tiles of a colour, tiles that begin a row, stones.
HEED = LAST_TILE + 3 * KNOTS
LIKED = HEED + 1  # + colour
BEGINNING = LIKED + COLOURS
STONES_LIKED = BEGINNING + 1
WEIGHTS = STONES_LIKED + 1

HEEDED = 256
START = ((HEED, HEEDED),)
ACTIVE = 64  # weights that count at once, at most

MOST_STONES = 9
MOST_LENGTH = 9
MOST_LEAD = 4

# A row packed into one number: from bit 0 its cell, from 10 its kind (empty, begun, settled), and then the symbols on
# the tiles that lie there and fit: from 12 bonus points, from 18 stones, from 22 clovers, from 26 leprechauns.
CELL = (1 << 10) - 1
A_BEGUN, A_SETTLED = 1 << 10, 2 << 10
SYMBOL_ADDS = np.array([0, 1 << 12, 2 << 12, 3 << 12, 1 << 18, 1 << 22, 1 << 26], np.int64)  # by symbol

# ── Chances and ratings ──────────────────────────────────────────────────────────────────────────────────────────

CERTAIN = 1 << 22
FARTHEST = 10  # nats: what is less likely than that may as well not happen
STEP = NAT // 16
LAST_STEP = 2 * FARTHEST * NAT // STEP
# The chance at each step of the logarithm of the odds; in between in proportion.
CHANCES = np.array([round(CERTAIN / (1 + exp(FARTHEST - i * STEP / NAT))) for i in range(LAST_STEP + 1)], np.int64)
CHANCES[0], CHANCES[LAST_STEP] = 0, CERTAIN
WAYS = FACES * FACES * FACES  # for three dice to fall
FINE = 1 << 24  # rating units for a step: so many that sums of chances that differ rate differently
RATING_NAT = NAT // STEP * FINE

# ── What a seat gains ────────────────────────────────────────────────────────────────────────────────────────────


@rule
def gains(state: Position, data: Settings, seat: int, places: Numbers, amounts: Numbers) -> int:
    """What a seat gains, as weights and how often each counts, for `POINT` to a point; returns how many."""
    time = int(TIME[time_left(int(state.supply), fewest_lying(state))])
    fitting = int(state.middle) & int(state.takes[seat])
    has, most, fewest = leprechauns_of(state, seat, 0)
    away = (seat - int(state.turn)) % int(state.seats)
    count = 0
    for k in range(2):
        base = TABLE * (time // WAY + k)
        part = time % WAY if k else WAY - time % WAY
        for colour in range(COLOURS):
            length = int(state.length[seat, colour])
            last, direction = int(state.last[seat, colour]), int(state.direction[seat, colour])
            packed = packed_row(data, colour, fitting, length, last, direction)
            room = base + room_of(packed)
            places[count], amounts[count] = base + (packed & CELL), part
            places[count + 1], amounts[count + 1] = room, part * ((packed >> 12) & 63)
            places[count + 2], amounts[count + 2] = room + 1, part * ((packed >> 18) & 15)
            places[count + 3], amounts[count + 3] = room + 2, part * ((packed >> 22) & 15)
            places[count + 4], amounts[count + 4] = room + 3, part * ((packed >> 26) & 15)
            count += 5
        places[count], amounts[count] = base + HELD + min(int(state.stones[seat]), MOST_STONES), part
        places[count + 1], amounts[count + 1] = base + LEAD + lead_place(has - most), part
        places[count + 2], amounts[count + 2] = base + TRAIL + lead_place(has - fewest), part
        places[count + 3], amounts[count + 3] = base + AWAY + away, part
        count += 4
    return count


@rule
def packed_row(data: Settings, colour: int, fitting: int, length: int, last: int, direction: int) -> int:
    """A row in one number: its cell, its kind, and what is on the tiles that lie there and fit."""
    values = (fitting >> (VALUES * colour)) & ALL_VALUES
    lower = 0
    higher = 0
    packed = 0
    while values:
        value = lowest(values)
        values &= values - 1
        if value < last:
            lower += 1
        else:
            higher += 1
        packed += int(SYMBOL_ADDS[int(data.symbols[colour, value])])
    if last < 0:
        return packed + EMPTY + higher
    if direction == OPEN:
        cell = BEGUN + (VALUES * VALUES if length > 1 else 0) + VALUES * lower + higher
        return packed + cell + A_BEGUN
    cell = SETTLED + 10 * (min(length, MOST_LENGTH) - 2) + lower + higher
    if direction == FALLING:
        cell += 80
    return packed + cell + A_SETTLED


@rule
def row_without(packed: int, symbol: int, is_lower: bool) -> int:
    """A packed row when a tile that would have fitted, with this symbol, lies there no more."""
    begun = (packed >> 10) & 3 == 1
    return packed - int(SYMBOL_ADDS[symbol]) - (VALUES if begun and is_lower else 1)


@rule
def row_gain(weights: Numbers, base: int, packed: int) -> int:
    """What a row will gain by the table that begins here."""
    room = base + room_of(packed)
    gain = int(weights[base + (packed & CELL)]) + int(weights[room]) * ((packed >> 12) & 63)
    gain += int(weights[room + 1]) * ((packed >> 18) & 15) + int(weights[room + 2]) * ((packed >> 22) & 15)
    return gain + int(weights[room + 3]) * ((packed >> 26) & 15)


@rule
def room_of(packed: int) -> int:
    """Where a row of this kind has its weights for symbols, in a table."""
    return ROOM + 4 * ((packed >> 10) & 3)


@rule
def leprechauns_of(state: Position, seat: int, more: int) -> tuple[int, int, int]:
    """How many leprechauns a seat has, the best other, and the last of the others, with more for whose turn it is."""
    mine = 0
    most = -1
    fewest = 1 << 20
    for other in range(int(state.seats)):
        has = int(state.leprechauns[other])
        if other == state.turn:
            has += more
        if other == seat:
            mine = has
        else:
            most = max(most, has)
            fewest = min(fewest, has)
    return mine, most, fewest


@rule
def lead_place(lead: int) -> int:
    """The place of a lead in its table."""
    return max(-MOST_LEAD, min(MOST_LEAD, lead)) + MOST_LEAD


@rule
def fewest_lying(state: Position) -> int:
    """How many tiles lie there of the colour that has fewest."""
    fewest = VALUES
    for colour in range(COLOURS):
        fewest = min(fewest, size((int(state.middle) >> (VALUES * colour)) & ALL_VALUES))
    return fewest


@rule
def time_left(supply: int, fewest: int) -> int:
    """How much time is left, in parts of a turn, with so many stone tiles and tiles of the rarest colour."""
    return min(supply * (STONE_TURNS + TILE_TURNS * fewest), MOST_TIME)


# ── The chance to win ────────────────────────────────────────────────────────────────────────────────────────────


@rule
def settled(state: Position, data: Settings) -> int:
    """The seat that the values speak of, which is the one that had its turn; -1 while a turn lasts."""
    if state.step != ROLLING:
        return -1
    return (int(state.turn) - 1) % int(state.seats)


@rule
def odds(state: Position, data: Settings, lead: int, lead_now: int, places: Numbers, amounts: Numbers) -> int:
    """The logarithm of the odds with these leads, as weights and how often each counts, for `ODDS_POINT`."""
    fewest = fewest_lying(state)
    time = int(TIME[time_left(int(state.supply), fewest)])
    base = odds_at(data, fewest) + 3 * (time // WAY)
    for k in range(2):
        part = time % WAY if k else WAY - time % WAY
        places[3 * k], amounts[3 * k] = base + 3 * k, part * lead
        places[3 * k + 1], amounts[3 * k + 1] = base + 3 * k + 1, part * lead_now * POINT
        places[3 * k + 2], amounts[3 * k + 2] = base + 3 * k + 2, part * POINT
    return 6


@rule
def odds_at(data: Settings, fewest: int) -> int:
    """Where the weights of the odds begin: the last tile of a colour may end the game (KD-15, KD-16)."""
    return LAST_TILE if fewest == 1 and data.stones_end == 0 else ODDS


@rule
def log_odds(weights: Numbers, base: int, way: int, lead: int, lead_now: int) -> int:
    """The logarithm of the odds to win, from the expected lead and the lead now, between two knots."""
    total = 0
    for k in range(2):
        part = way if k else WAY - way
        a, b, c = int(weights[base + 3 * k]), int(weights[base + 3 * k + 1]), int(weights[base + 3 * k + 2])
        total += part * (a * lead + (b * lead_now + c) * POINT)
    return total // (WAY * POINT)


@rule
def chance_of(log: int) -> int:
    """The chance that belongs to the logarithm of the odds."""
    above = max(0, min(log + FARTHEST * NAT, LAST_STEP * STEP - 1))
    step = above // STEP
    return int(CHANCES[step]) + (int(CHANCES[step + 1]) - int(CHANCES[step])) * (above % STEP) // STEP


@rule
def rating_of(chances: int) -> int:
    """The rating of a sum of chances over all ways for three dice: the logarithm of its odds, finely."""
    low = 0
    high = LAST_STEP
    while high - low > 1:
        middle = (low + high) // 2
        if WAYS * int(CHANCES[middle]) <= chances:
            low = middle
        else:
            high = middle
    begin, end = WAYS * int(CHANCES[low]), WAYS * int(CHANCES[low + 1])
    return (low - LAST_STEP // 2) * FINE + (chances - begin) * FINE // (end - begin)
