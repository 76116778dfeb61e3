"""The rules of Keltis, the dice game: every KD rule, over one flat record.

The page `docs/rules/keltis-dice.md` numbers the rules; the numbers stand here where a rule is carried out. Nothing is
hidden in this game; `knowledge.py` says so.

Tiles. A value tile is a number: `11 · colour + value`. A set of tiles is the bits of one 64-bit integer, a bit for each
tile. Dice are throws as `games/shared/dice.py` keeps and numbers them: the faces 0 to 4 stand for 1 to 5, and the last
one is the stone.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from wishstone.api import (
    CHANCE,
    FACES,
    FIRST,
    OVER,
    THROW_FACES,
    THROWS,
    WAYS,
    Generator,
    Numbers,
    Position,
    Settings,
    below,
    lowest,
    number_of,
    pass_turn,
    row_points,
    rule,
    shown,
)

SEATS = (2, 4)

# ── Dice and tiles ───────────────────────────────────────────────────────────────────────────────────────────────

DICE = 3  # KD-1
STONE_FACE = FACES - 1  # KD-1: the other faces show 1 to 5
COLOURS = 5
VALUES = 11  # 0 to 10
TILES = COLOURS * VALUES  # KD-1

ALL_VALUES = (1 << VALUES) - 1
ALL_TILES = (1 << TILES) - 1
EVERY_COLOUR = sum(1 << (VALUES * colour) for colour in range(COLOURS))  # the tiles of value 0
STONES = (0, 0, 24, 27, 30)  # KD-2, by seats: the stone supply

# The symbols on the value tiles (KD-23); 1, 2 and 3 are bonus points.
BLANK, STONE, CLOVER, LEPRECHAUN = 0, 4, 5, 6

STONE_POINTS = (-7, -4, -3, -2, 1, 2, 3, 6, 7, 10)  # KD-19, by stones held; more count like 9
LEPRECHAUN_POINTS = 3  # KD-21: for the most, and against the fewest


def made_sums(faces: tuple[int, ...]) -> set[int]:
    """What one or more of these dice can add up to, a stone counting 0 (KD-4)."""
    counts = [0 if face == STONE_FACE else face + 1 for face in faces]
    return {sum(chosen) for dice in range(1, len(counts) + 1) for chosen in combinations(counts, dice)}


# By the number of a throw of one, two or three dice: the tiles, of all colours, that its sums allow; and with three
# dice, by how far its number is above the first one's: how many parts it has, and their numbers in rising order.
FIRST_THREE = int(FIRST[DICE])
THROWN = int(FIRST[DICE + 1])  # how many throws there are
_SUMS = [sum(1 << value for value in made_sums(faces) if value < VALUES) for faces in THROW_FACES[:THROWN]]
ALLOWED = np.array([sums * EVERY_COLOUR for sums in _SUMS], np.int64)
_PARTS = [
    sorted({THROW_FACES.index(part) for dice in (1, 2, 3) for part in combinations(faces, dice)})
    for faces in THROW_FACES[FIRST_THREE:THROWN]
]
PART_COUNT = np.array([len(parts) for parts in _PARTS], np.int8)
PARTS = np.array([parts + [0] * (7 - len(parts)) for parts in _PARTS], np.int8)

# The throws by the ways for their dice to lie: first those of one die, from 6 on those of two, from 42 on of three.
WAYS_TO_LIE = np.array([1, 6, 36, 216], np.int16)
LYING = np.array([0, 0, 6, 42], np.int16)
LYING_DICE = np.array(
    [THROW_FACES.index(tuple(sorted(faces))) for dice in (1, 2, 3) for faces in product(range(FACES), repeat=dice)],
    np.int8,
)

# ── Moves: an id means the same move in every position ───────────────────────────────────────────────────────────

REROLL = 0  # + the number of the throw that is thrown again
KEEP = REROLL + THROWN
TAKE = KEEP + 1  # + tile
TAKE_STONES = TAKE + TILES
NOTHING = TAKE_STONES + 1
MOVES = NOTHING + 1

ROLL = 0  # + the number of a throw: an outcome
OUTCOMES = ROLL + THROWN

MAX_LEGAL = 7 * COLOURS + 1  # 1, 2 and 4 make seven sums, and nothing; with a stone there are four sums at most
MAX_DECISIONS = 2000  # KD-17

# ── What is asked for next ───────────────────────────────────────────────────────────────────────────────────────

ROLLING, CHOOSING, REROLLING, TAKING, DONE = range(5)  # CHOOSING: which dice are thrown again (KD-3)
STEPS = ("rolling", "choosing", "rerolling", "taking", "done")

ENDS = ("", "tiles", "stones")
NOT_ENDED, BY_TILES, BY_STONES = range(3)

OPEN, RISING, FALLING = 0, 1, -1  # KD-6: the direction of a row

ITEMS = (
    "rows.blue",
    "rows.green",
    "rows.pink",
    "rows.red",
    "rows.yellow",
    "stones",
    "bonus",
    "leprechauns",
    "total",
)
KEYS = ()  # KD-22: nothing breaks a tie
SCORE_RANGE = (-30, 228)  # with any symbols: every tile may carry a bonus of 3

_byte, _small, _throw, _set = np.int8, np.int16, np.int32, np.int64
State = np.dtype(
    [
        ("middle", _set),  # the value tiles that still lie there
        ("row", _set, 4),  # the value tiles of a seat's five rows in one set
        ("takes", _set, 4),  # the value tiles that fit a seat's rows (KD-6)
        ("kept", _throw),  # while dice are thrown again: those that stay
        ("bonus", _small, 4),
        ("length", _byte, (4, COLOURS)),  # tiles in a row, with those laid face down (KD-11)
        ("last", _byte, (4, COLOURS)),  # its last value; -1 without one
        ("direction", _byte, (4, COLOURS)),
        ("stones", _byte, 4),
        ("leprechauns", _byte, 4),
        ("supply", _byte),  # stone tiles
        ("air", _byte),  # dice that are being thrown
        ("throw", _byte),  # the number of the throw that lies there; -1 without one
        ("seats", _byte),
        ("first", _byte),
        ("turn", _byte),
        ("step", _byte),
        ("end", _byte),
    ],
    align=True,
)
Data = np.dtype(
    [
        ("stones_end", _byte),  # KD-16: whether only the last stone tile ends the game
        ("symbols", _byte, (COLOURS, VALUES)),  # KD-23
    ],
    align=True,
)


@rule
def setup(state: Position, data: Settings, seats: int, first: int) -> None:
    """The table before the first throw: every value tile in the middle, and the stone supply (KD-1, KD-2)."""
    state.seats = seats
    state.first = first
    state.turn = first
    state.step = ROLLING
    state.end = NOT_ENDED
    state.middle = ALL_TILES
    state.supply = STONES[seats]
    state.air = DICE
    state.kept = 0
    state.throw = -1
    for seat in range(4):
        state.row[seat] = 0
        state.takes[seat] = ALL_TILES
        state.stones[seat] = 0
        state.bonus[seat] = 0
        state.leprechauns[seat] = 0
        for colour in range(COLOURS):
            state.length[seat, colour] = 0
            state.last[seat, colour] = -1
            state.direction[seat, colour] = OPEN


@rule
def actor(state: Position, data: Settings) -> int:
    """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
    step = int(state.step)
    if step == ROLLING or step == REROLLING:
        return CHANCE
    if step == DONE:
        return OVER
    return int(state.turn)


# ── What a player may do ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def legal(state: Position, data: Settings, out: Numbers) -> int:
    """The legal moves of the seat whose decision it is, in rising order; returns how many."""
    step = int(state.step)
    if step == CHOOSING:
        return legal_rerolls(state, out)
    if step == TAKING:
        return legal_takes(state, out)
    return 0


@rule
def legal_rerolls(state: Position, out: Numbers) -> int:
    """Any of the dice, or none (KD-3)."""
    row = int(state.throw) - FIRST_THREE
    count = int(PART_COUNT[row])
    for i in range(count):
        out[i] = REROLL + int(PARTS[row, i])
    out[count] = KEEP
    return count + 1


@rule
def legal_takes(state: Position, out: Numbers) -> int:
    """A value tile that some of the dice add up to and that fits (KD-4, KD-6), stones (KD-7), or nothing (KD-9)."""
    tiles = takeable(state, int(state.turn))
    count = 0
    while tiles:
        out[count] = TAKE + lowest(tiles)
        count += 1
        tiles &= tiles - 1
    if stones_shown(state) > 0:  # KD-8: at least one
        out[count] = TAKE_STONES
        count += 1
    out[count] = NOTHING
    return count + 1


@rule
def takeable(state: Position, seat: int) -> int:
    """The value tiles that a seat may take with the dice as they lie: made by a sum, still there, and fitting."""
    return int(ALLOWED[int(state.throw)]) & int(state.middle) & int(state.takes[seat])


@rule
def stones_shown(state: Position) -> int:
    """How many dice show a stone."""
    return shown(int(THROWS[int(state.throw)]), STONE_FACE)


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
    """Every throw of the dice in the air, with the number of ways it comes about; returns how many throws."""
    begin, end = int(FIRST[int(state.air)]), int(FIRST[int(state.air) + 1])
    for number in range(begin, end):
        moves[number - begin] = ROLL + number
        weights[number - begin] = WAYS[number]
    return end - begin


@rule
def sample(state: Position, data: Settings, rng: Generator) -> int:
    """The dice in the air fall: each way for them to lie is as likely."""
    dice = int(state.air)
    return ROLL + int(LYING_DICE[int(LYING[dice]) + below(rng, int(WAYS_TO_LIE[dice]))])


# ── A move and what follows ──────────────────────────────────────────────────────────────────────────────────────


@rule
def apply(state: Position, data: Settings, move: int) -> None:
    """The position after a move or an outcome. It trusts that the move is legal: `play()` is the checked door."""
    step = int(state.step)
    if step == TAKING:
        take(state, data, move)
    elif step == CHOOSING:
        choose_dice(state, move)
    else:
        land(state, move - ROLL)


@rule
def land(state: Position, number: int) -> None:
    """The dice in the air have fallen; after the second throw the result stands (KD-3)."""
    if state.step == ROLLING:
        state.throw = number
        state.step = CHOOSING
    else:
        state.throw = number_of(int(state.kept) + int(THROWS[number]))
        state.kept = 0
        state.step = TAKING
    state.air = 0


@rule
def choose_dice(state: Position, move: int) -> None:
    """Some of the dice are thrown again, or none (KD-3)."""
    if move == KEEP:
        state.step = TAKING
        return
    part = move - REROLL
    state.kept = int(THROWS[int(state.throw)]) - int(THROWS[part])
    state.air = 1 if part < FIRST[2] else 2 if part < FIRST[3] else 3
    state.throw = -1
    state.step = REROLLING


@rule
def take(state: Position, data: Settings, move: int) -> None:
    """A value tile (KD-4), as many stones as the dice show (KD-7), or nothing (KD-9); then the turn passes."""
    seat = int(state.turn)
    if move < TAKE_STONES:
        take_tile(state, data, seat, move - TAKE)
    elif move == TAKE_STONES:
        take_stones(state, seat, min(stones_shown(state), int(state.supply)))  # KD-8: what is left
    state.throw = -1
    if state.end != NOT_ENDED:
        state.step = DONE
    else:
        next_seat(state)


@rule
def take_tile(state: Position, data: Settings, seat: int, tile: int) -> None:
    """A value tile goes from the middle into the seat's row of its colour, and its symbol does its work (KD-4)."""
    colour = tile // VALUES
    value = tile - VALUES * colour
    state.middle = int(state.middle) & ~(1 << tile)
    state.row[seat] = int(state.row[seat]) | (1 << tile)
    state.length[seat, colour] += 1
    continue_row(state, seat, colour, value)
    if data.stones_end == 0 and (int(state.middle) >> (VALUES * colour)) & ALL_VALUES == 0:
        state.end = BY_TILES  # KD-15: the last value tile of a colour
    symbol = int(data.symbols[colour, value])
    if symbol == STONE:  # KD-10; by KD-13 there is one
        take_stones(state, seat, 1)
    elif symbol == CLOVER:  # KD-11: face down into the row; by KD-13 there is one
        state.length[seat, colour] += 1
        leave_supply(state, 1)
    elif symbol == LEPRECHAUN:
        state.leprechauns[seat] += 1
    else:
        state.bonus[seat] += symbol  # KD-20; a blank tile adds 0


@rule
def continue_row(state: Position, seat: int, colour: int, value: int) -> None:
    """A value tile continues a row, which sets the tiles that fit from now on (KD-6)."""
    last = int(state.last[seat, colour])
    state.last[seat, colour] = value
    higher = ALL_VALUES & ~((2 << value) - 1)
    lower = (1 << value) - 1
    if last < 0:  # the second tile fixes the direction
        values = higher | lower
    elif value > last:
        state.direction[seat, colour] = RISING
        values = higher
    else:
        state.direction[seat, colour] = FALLING
        values = lower
    shift = VALUES * colour
    state.takes[seat] = (int(state.takes[seat]) & ~(ALL_VALUES << shift)) | (values << shift)


@rule
def take_stones(state: Position, seat: int, count: int) -> None:
    """Stone tiles from the supply, laid open (KD-7, KD-10)."""
    state.stones[seat] += count
    leave_supply(state, count)


@rule
def leave_supply(state: Position, count: int) -> None:
    """Stone tiles leave the supply; the last one ends the game, if nothing has ended it already (KD-15, KD-16)."""
    supply = int(state.supply) - count
    state.supply = supply
    if supply == 0 and state.end == NOT_ENDED:
        state.end = BY_STONES


@rule
def next_seat(state: Position) -> None:
    """The turn passes clockwise, and all three dice are thrown (KD-3, KD-14)."""
    pass_turn(state)
    state.air = DICE
    state.step = ROLLING


# ── Scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def score(state: Position, data: Settings, sheet: Numbers) -> None:
    """Every seat's points by item, as `ITEMS` names them (KD-18 to KD-22)."""
    most = 0
    fewest = TILES
    for seat in range(int(state.seats)):
        most = max(most, int(state.leprechauns[seat]))
        fewest = min(fewest, int(state.leprechauns[seat]))
    for seat in range(int(state.seats)):
        total = 0
        for colour in range(COLOURS):
            points = row_points(int(state.length[seat, colour]))  # KD-18
            sheet[seat, colour] = points
            total += points
        stones = STONE_POINTS[min(int(state.stones[seat]), 9)]  # KD-19
        bonus = int(state.bonus[seat])  # KD-20
        leprechauns = leprechaun_points(int(state.leprechauns[seat]), most, fewest)
        sheet[seat, COLOURS] = stones
        sheet[seat, COLOURS + 1] = bonus
        sheet[seat, COLOURS + 2] = leprechauns
        sheet[seat, COLOURS + 3] = total + stones + bonus + leprechauns


@rule
def leprechaun_points(count: int, most: int, fewest: int) -> int:
    """Points for the most leprechauns, and as many against the fewest; none where all have as many (KD-21)."""
    if most == fewest:
        return 0
    if count == most:
        return LEPRECHAUN_POINTS
    return -LEPRECHAUN_POINTS if count == fewest else 0
