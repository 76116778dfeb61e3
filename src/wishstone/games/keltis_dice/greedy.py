"""Greedy player of the dice game: rates what it would have after each move, and takes the best.

It looks at its own rows, stones and symbols, and at the others only for the leprechauns and before it ends the game.
Before a second throw it supposes that one of the dice falls as it may, and that each further one helps a little.
Everything is counted in sixteenths of a point, in whole numbers, so that every engine gives the same moves.
"""

from __future__ import annotations

from wishstone.api import (
    FACES,
    ROW_POINTS,
    THROWS,
    Numbers,
    Position,
    Settings,
    dice_of,
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
    COLOURS,
    DICE,
    FIRST_THREE,
    KEEP,
    NOT_ENDED,
    NOTHING,
    OPEN,
    PART_COUNT,
    PARTS,
    REROLL,
    STONE_FACE,
    STONE_POINTS,
    TAKE,
    TAKE_STONES,
    VALUES,
    legal,
    leprechaun_points,
    stones_shown,
    take_stones,
    take_tile,
)

UNIT = 16  # to a point
HOPE = 5  # of sixteen tiles that would fit, so many find their way into the row
PACE = 8  # and in sixteen turns that are left, so many tiles at most
MEAN_STONE = 18  # what a stone is worth in the mean
MOST_STONES = 9  # more are worth nothing (KD-19)
LATE = 1  # with fewer turns left, stones count what they score
LEPRECHAUN_LEAD = 28  # for each leprechaun more than the others have, or fewer,
MOST_LEAD = 3  # up to so many
SUPPLY_TURNS = 24  # sixteenths of a turn for each stone tile that the supply still holds,
TILE_TURNS = 56  # and for each tile of the colour that has fewest
EXTRA_DIE = 7  # what a second or third die thrown again may add
AHEAD = 4096  # to end the game: a win, or a loss
LEAD = 16  # and for every point ahead
HASTE = 1  # while ahead, for each stone: it brings the end nearer, which two such players might never come to


@rule
def choose(mind: Numbers, data: Settings, moves: Numbers) -> int:
    """The move that rates best in position `mind[0]`; `mind[1]` is where moves are tried out."""
    if mind[0].step == CHOOSING:
        return choose_dice(mind, data, moves)
    return choose_take(mind, data, moves)


# ── What to take ─────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def choose_take(mind: Numbers, data: Settings, moves: Numbers) -> int:
    """The tile, or stones, or nothing, that leaves the seat best off."""
    count = legal(mind[0], data, moves)
    left = turns_left(mind[0])
    best = NOTHING
    best_rating = rate(mind[0], int(mind[0].turn), left)
    for i in range(count - 1):
        move = int(moves[i])
        if move == TAKE_STONES:
            rating = rate_stones_taken(mind, stones_shown(mind[0]), left)
        else:
            rating = rate_tile_taken(mind, data, move - TAKE, left)
        if rating > best_rating:
            best, best_rating = move, rating
    return best


@rule
def rate_tile_taken(mind: Numbers, data: Settings, tile: int, left: int) -> int:
    """How good it looks to have taken a tile."""
    seat = int(mind[0].turn)
    mind[1] = mind[0]
    take_tile(mind[1], data, seat, tile)
    return rate(mind[1], seat, left)


@rule
def rate_stones_taken(mind: Numbers, count: int, left: int) -> int:
    """How good it looks to have taken stones for so many dice."""
    seat = int(mind[0].turn)
    mind[1] = mind[0]
    take_stones(mind[1], seat, min(count, int(mind[0].supply)))
    haste = HASTE * count if lead(mind[0], seat) >= 0 else 0
    return rate(mind[1], seat, left) + haste


# ── Which dice to throw again ────────────────────────────────────────────────────────────────────────────────────


@rule
def choose_dice(mind: Numbers, data: Settings, moves: Numbers) -> int:
    """The dice whose second throw promises more than all of them do as they lie."""
    rate_sums(mind, data, moves)
    throw = int(mind[0].throw)
    best = KEEP
    best_rating = rate_dice(moves, int(THROWS[throw]))
    for i in range(int(PART_COUNT[throw - FIRST_THREE])):
        part = int(PARTS[throw - FIRST_THREE, i])
        rating = rate_throw(moves, int(THROWS[throw]) - int(THROWS[part]))
        if rating > best_rating:
            best, best_rating = REROLL + part, rating
    return best


@rule
def rate_sums(mind: Numbers, data: Settings, ratings: Numbers) -> None:
    """What the best tile of each value would add; behind them, what one, two and three stones would, or nothing."""
    left = turns_left(mind[0])
    now = rate(mind[0], int(mind[0].turn), left)
    for value in range(VALUES):
        ratings[value] = 0
    tiles = int(mind[0].middle) & int(mind[0].takes[int(mind[0].turn)])
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        value = tile % VALUES
        ratings[value] = max(int(ratings[value]), rate_tile_taken(mind, data, tile, left) - now)
    for stones in range(DICE + 1):
        ratings[VALUES + stones] = rate_stones_taken(mind, stones, left) - now


@rule
def rate_throw(ratings: Numbers, kept: int) -> int:
    """What to expect of throwing all dice again but those kept: one of them falls as it may, the others help."""
    total = 0
    for face in range(FACES):
        total += rate_dice(ratings, kept + (1 << (4 * face)))
    return total // FACES + EXTRA_DIE * (DICE - 1 - dice_of(kept))


@rule
def rate_dice(ratings: Numbers, dice: int) -> int:
    """The most that dice add as they lie: a sum's best tile, or stones."""
    best = max(int(ratings[VALUES + shown(dice, STONE_FACE)]), 0)
    sums = int(ALLOWED[number_of(dice)]) & ALL_VALUES
    while sums:
        best = max(best, int(ratings[lowest(sums)]))
        sums &= sums - 1
    return best


# ── How good a position looks ────────────────────────────────────────────────────────────────────────────────────


@rule
def rate(state: Position, seat: int, left: int) -> int:
    """How good a position looks to a seat that expects so many turns more, in sixteenths."""
    if state.end != NOT_ENDED:
        ahead = lead(state, seat)
        return LEAD * ahead + (AHEAD if ahead >= 0 else -AHEAD)
    total = UNIT * int(state.bonus[seat]) + rate_stones(int(state.stones[seat]), left)
    for colour in range(COLOURS):
        total += rate_row(state, seat, colour, left)
    return total + LEPRECHAUN_LEAD * leprechaun_lead(state, seat)


@rule
def turns_left(state: Position) -> int:
    """How many turns a seat will still have, in sixteenths: the supply and the rarest colour tell."""
    fewest = VALUES
    for colour in range(COLOURS):
        fewest = min(fewest, size((int(state.middle) >> (VALUES * colour)) & ALL_VALUES))
    return min(SUPPLY_TURNS * int(state.supply), TILE_TURNS * fewest) // int(state.seats)


@rule
def rate_row(state: Position, seat: int, colour: int, left: int) -> int:
    """What a row will be worth: its tiles, and a share of those that lie there and would still fit."""
    length = int(state.length[seat, colour])
    if length == 0:
        return 0
    fitting = (int(state.middle) & int(state.takes[seat])) >> (VALUES * colour)
    last = int(state.last[seat, colour])
    room = size(fitting & ALL_VALUES)
    if state.direction[seat, colour] == OPEN:
        lower = size(fitting & ((1 << last) - 1))
        room = max(lower, room - lower)
    return worth(UNIT * length + min(HOPE * room, PACE * left // UNIT))


@rule
def worth(length: int) -> int:
    """The points of a row of so many sixteenths of a tile, between the steps of the table in proportion."""
    whole = length // UNIT
    if whole >= 9:
        return UNIT * ROW_POINTS[9]
    return UNIT * ROW_POINTS[whole] + (ROW_POINTS[whole + 1] - ROW_POINTS[whole]) * (length % UNIT)


@rule
def rate_stones(stones: int, left: int) -> int:
    """Stones: each of the first nine counts like the mean, but near the end what they score."""
    held = min(stones, MOST_STONES)
    if left < UNIT * LATE:
        return UNIT * STONE_POINTS[held]
    return UNIT * STONE_POINTS[0] + MEAN_STONE * held


@rule
def leprechaun_lead(state: Position, seat: int) -> int:
    """How many leprechauns a seat has more than the best other, or fewer."""
    best = 0
    for other in range(int(state.seats)):
        if other != seat:
            best = max(best, int(state.leprechauns[other]))
    return max(-MOST_LEAD, min(MOST_LEAD, int(state.leprechauns[seat]) - best))


@rule
def lead(state: Position, seat: int) -> int:
    """How many points a seat is ahead of the best other."""
    best = -100
    for other in range(int(state.seats)):
        if other != seat:
            best = max(best, points(state, other))
    return points(state, seat) - best


@rule
def points(state: Position, seat: int) -> int:
    """What a seat has scored."""
    most = 0
    fewest = int(state.leprechauns[seat])
    for other in range(int(state.seats)):
        most = max(most, int(state.leprechauns[other]))
        fewest = min(fewest, int(state.leprechauns[other]))
    total = int(state.bonus[seat]) + STONE_POINTS[min(int(state.stones[seat]), MOST_STONES)]
    for colour in range(COLOURS):
        total += row_points(int(state.length[seat, colour]))
    return total + leprechaun_points(int(state.leprechauns[seat]), most, fewest)
