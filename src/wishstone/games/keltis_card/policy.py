"""Fitted player of the card game: rates a move by the sum of the weights of its features.

A move is described by a few features, each one of a list: «lays the fourth card of a row, early in the game», «skips
two cards that may still come». Its rating is the sum of their weights, which self-play has fitted (`train/`); in a
roll-out a move is picked by a lottery in which the rating decides how many tickets it has. Whole numbers only, so that
every engine gives the same moves, and nothing is tried out, so that it is quick.
"""

from __future__ import annotations

from wishstone.api import (
    ALL_NUMBERS,
    NUMBERS,
    OPEN,
    Numbers,
    Position,
    Settings,
    direction_after,
    numbers_after,
    row_points,
    rule,
    size,
)
from wishstone.games.keltis_card.rules import (
    AFTER_END,
    COLOURS,
    DRAW,
    END,
    FACES,
    LAY,
    LAY_ON,
    LAYING,
    PAIR_SUITS,
    PAIRS,
    POINT,
    POINTS,
    STONE_POINTS,
    STOP,
    WISH,
)

LAYOUT = 1
SOFTNESS = 64  # rating units to a nat: so much more makes a move e times as likely
ACTIVE = 8  # features of a move at most

STAGES = 6  # how many lays are left, and after the end
SKIPS = 8  # cards passed over that may still come
LENGTHS = 10  # cards in a row
HELD = 6  # cards in the hand
LEADS = 3  # behind, level, ahead

# The lay-out of the weights: where each list of features begins. Number 0 stands for no feature.
LAY_LENGTH = 1  # length · stage
LAY_LOST_HELD = LAY_LENGTH + LENGTHS * STAGES  # cards of the hand that no longer fit · stage
LAY_LOST_COMING = LAY_LOST_HELD + HELD * STAGES  # cards passed over · stage
LAY_STILL_HELD = LAY_LOST_COMING + SKIPS * STAGES  # cards of the hand that fit behind it · stage
LAY_STILL_COMING = LAY_STILL_HELD + HELD * STAGES  # unseen cards that fit behind it · begun
END_LENGTH = LAY_STILL_COMING + SKIPS * 2  # an end card: length · stage
END_LOST_HELD = END_LENGTH + LENGTHS * STAGES
END_LOST_COMING = END_LOST_HELD + HELD
END_ROWS = END_LOST_COMING + SKIPS  # rows ended so far · lead
POINT_LAY = END_ROWS + 5 * LEADS  # a point card into the neutral row, by stage
POINT_LAY_ON = POINT_LAY + STAGES  # or into a colour row, by its length
LOSE_FIT = POINT_LAY_ON + LENGTHS  # a card leaves the hand that fits a row begun: passed over · stage
LOSE_NEW = LOSE_FIT + SKIPS * STAGES  # of a colour not begun: held · stage
LOSE_DEAD = LOSE_NEW + HELD * STAGES  # that fits nowhere, by stage
LOSE_END = LOSE_DEAD + STAGES  # an end card, by length
LOSE_POINT = LOSE_END + LENGTHS  # by stage
LOSE_PAIR = LOSE_POINT + STAGES  # a card of a pair that could buy a wish stone, by wish stones held
GIVE_FIT = LOSE_PAIR + 6  # the next seat's row takes it: passed over · stage
GIVE_NEW = GIVE_FIT + SKIPS * STAGES  # the next seat has no such row, by stage
GIVE_END = GIVE_NEW + STAGES  # an end card, by the length of that row
GIVE_POINT = GIVE_END + LENGTHS  # by stage
DISCARD_ONE = GIVE_POINT + STAGES  # by stage
WISH_HELD = DISCARD_ONE + STAGES  # a wish stone: held · stage
BLIND = WISH_HELD + 6 * STAGES  # from the draw pile, by stage
BLIND_LAST = BLIND + STAGES  # its last card, by lead
GAIN_FIT = BLIND_LAST + LEADS  # a card from a discard pile that fits a row begun: passed over · stage
GAIN_NEW = GAIN_FIT + SKIPS * STAGES  # of a colour not begun: held · stage
GAIN_DEAD = GAIN_NEW + HELD * STAGES  # by stage
GAIN_END = GAIN_DEAD + STAGES  # an end card, by length
GAIN_POINT = GAIN_END + LENGTHS  # by stage
GAIN_PAIR = GAIN_POINT + STAGES  # makes a pair that can buy a wish stone, by wish stones held
DENY_FIT = GAIN_PAIR + 6  # the next seat's row would have taken it: passed over
LIKED = DENY_FIT + SKIPS  # a card of this colour is laid or taken
WEIGHTS = LIKED + COLOURS

SCRATCH = ACTIVE

# What makes weaker players and other tempers (see `bots/levels.py`).
TASTES = COLOURS
OTHERS = ((GIVE_FIT, DISCARD_ONE), (DENY_FIT, LIKED))
STYLES = {
    "cautious": ((LAY_LENGTH, LAY_LENGTH + STAGES, -160),),  # begins fewer rows
    "bold": ((LAY_LENGTH, LAY_LENGTH + STAGES, 160),),  # begins more
    "spiteful": ((GIVE_FIT, GIVE_NEW + STAGES, -80), (DENY_FIT, LIKED, 80)),  # keeps cards from the next seat
}


@rule
def rate(
    state: Position, data: Settings, weights: Numbers, moves: Numbers, count: int, ratings: Numbers, scratch: Numbers
) -> None:
    """How good each of the legal moves looks to the seat whose decision it is."""
    for i in range(count):
        rating = 0
        for k in range(describe(state, data, int(moves[i]), scratch)):
            rating += int(weights[scratch[k]])
        ratings[i] = rating


@rule
def describe(state: Position, data: Settings, move: int, out: Numbers) -> int:
    """The features of a legal move; returns how many."""
    seat = int(state.turn)
    stage = stage_of(state)
    if move >= STOP:
        return 0
    if move >= DRAW:
        if move == DRAW:
            return describe_blind(state, seat, stage, out)
        return describe_gain(state, seat, stage, move - DRAW - 1, out)
    if move >= LAY_ON:
        out[0] = POINT_LAY_ON + min(int(state.length[seat, (move - LAY_ON) // NUMBERS]), LENGTHS - 1)
        return 1
    if move >= LAY + POINT:
        out[0] = POINT_LAY + stage
        return 1
    if move >= LAY:
        return describe_lay(state, seat, stage, move - LAY, out)
    if move >= WISH:
        number = (move - WISH) // PAIRS + 1
        pair = (move - WISH) % PAIRS
        out[0] = WISH_HELD + STAGES * stones_of(state, seat) + stage
        count = describe_loss(state, seat, stage, FACES * int(PAIR_SUITS[pair, 0]) + number, out, 1)
        return describe_loss(state, seat, stage, FACES * int(PAIR_SUITS[pair, 1]) + number, out, count)
    out[0] = DISCARD_ONE + stage
    count = describe_loss(state, seat, stage, move, out, 1)
    number = move - POINT if move >= POINT else move % FACES
    if 0 < number < NUMBERS - 1 and (int(state.wish_row) >> number) & 1 and held_of(state, seat, number) > 1:
        out[count] = LOSE_PAIR + stones_of(state, seat)
        count += 1
    return count


# ── Laying ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def describe_lay(state: Position, seat: int, stage: int, kind: int, out: Numbers) -> int:
    """A colour card into its row: how long it gets, and what no longer fits behind it."""
    colour = kind // FACES
    face = kind - FACES * colour
    shift = FACES * colour
    takes = (int(state.takes[seat]) >> shift) & ALL_NUMBERS
    hand, twice = int(state.hand[seat]) >> shift, int(state.hand_twice[seat]) >> shift
    there, there_twice = int(state.unseen) >> shift, int(state.unseen_twice) >> shift
    length = min(int(state.length[seat, colour]), LENGTHS - 1)
    if face == END:
        out[0] = END_LENGTH + STAGES * length + stage
        out[1] = END_LOST_HELD + min(number_cards(hand & takes, twice & takes), HELD - 1)
        out[2] = END_LOST_COMING + min(number_cards(there & takes, there_twice & takes), SKIPS - 1)
        if (int(state.row[seat]) >> (shift + END)) & 1 or state.step == LAYING:
            return 3
        out[3] = END_ROWS + LEADS * int(state.end_rows) + lead_of(state, seat)
        return 4
    direction = direction_after(int(state.direction[seat, colour]), int(state.last[seat, colour]), face)
    after = numbers_after(direction, face)
    lost = takes & ~after
    out[0] = LAY_LENGTH + STAGES * length + stage
    out[1] = LAY_LOST_HELD + STAGES * min(number_cards(hand & lost, twice & lost), HELD - 1) + stage
    out[2] = LAY_LOST_COMING + STAGES * min(number_cards(there & lost, there_twice & lost), SKIPS - 1) + stage
    up, down = after, after
    if direction == OPEN:
        up, down = numbers_after(1, face), numbers_after(-1, face)
    held = max(number_cards(hand & up, twice & up), number_cards(hand & down, twice & down)) - 1
    coming = max(number_cards(there & up, there_twice & up), number_cards(there & down, there_twice & down))
    out[3] = LAY_STILL_HELD + STAGES * min(held, HELD - 1) + stage
    out[4] = LAY_STILL_COMING + 2 * min(coming, SKIPS - 1) + (1 if length > 0 else 0)
    out[5] = LIKED + colour
    return 6


@rule
def number_cards(once: int, twice: int) -> int:
    """How many number cards are in two sets of faces."""
    return size(once & ALL_NUMBERS) + size(twice & ALL_NUMBERS)


@rule
def passed_over(state: Position, seat: int, colour: int, face: int) -> int:
    """How many unseen cards a seat's row could no longer take, if it took this one."""
    takes = (int(state.takes[seat]) >> (FACES * colour)) & ALL_NUMBERS
    direction = direction_after(int(state.direction[seat, colour]), int(state.last[seat, colour]), face)
    lost = takes & ~numbers_after(direction, face)
    there, there_twice = int(state.unseen) >> (FACES * colour), int(state.unseen_twice) >> (FACES * colour)
    return min(number_cards(there & lost, there_twice & lost), SKIPS - 1)


# ── What leaves the hand, and who may use it ─────────────────────────────────────────────────────────────────────


@rule
def describe_loss(state: Position, seat: int, stage: int, kind: int, out: Numbers, count: int) -> int:
    """A card that is discarded: what the seat loses by it, and what the next one gets."""
    other = seat + 1 if seat + 1 < state.seats else 0
    if kind >= POINT:
        out[count] = LOSE_POINT + stage
        out[count + 1] = GIVE_POINT + stage
        return count + 2
    colour = kind // FACES
    face = kind - FACES * colour
    if face == END:
        out[count] = LOSE_END + min(int(state.length[seat, colour]), LENGTHS - 1)
        out[count + 1] = GIVE_END + min(int(state.length[other, colour]), LENGTHS - 1)
        return count + 2
    if not (int(state.takes[seat]) >> kind) & 1:
        out[count] = LOSE_DEAD + stage
    elif state.length[seat, colour] == 0:
        out[count] = LOSE_NEW + STAGES * held_in(state, seat, colour) + stage
    else:
        out[count] = LOSE_FIT + STAGES * passed_over(state, seat, colour, face) + stage
    count += 1
    if (int(state.takes[other]) >> kind) & 1:
        if state.length[other, colour] == 0:
            out[count] = GIVE_NEW + stage
        else:
            out[count] = GIVE_FIT + STAGES * passed_over(state, other, colour, face) + stage
        count += 1
    return count


@rule
def held_in(state: Position, seat: int, colour: int) -> int:
    """How many number cards of a colour a seat holds."""
    shift = FACES * colour
    return min(number_cards(int(state.hand[seat]) >> shift, int(state.hand_twice[seat]) >> shift), HELD - 1)


@rule
def held_of(state: Position, seat: int, number: int) -> int:
    """How many cards of a number a seat holds."""
    held = (int(state.hand_points[seat]) >> number) & 1
    for colour in range(COLOURS):
        held += (int(state.hand[seat]) >> (FACES * colour + number)) & 1
        held += (int(state.hand_twice[seat]) >> (FACES * colour + number)) & 1
    return held


@rule
def stones_of(state: Position, seat: int) -> int:
    """How many wish stones a seat holds; more than five count like five (KC-28)."""
    return min(size(int(state.wish_stones[seat])), 5)


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def describe_blind(state: Position, seat: int, stage: int, out: Numbers) -> int:
    """A card from the draw pile; the last one ends the game (KC-22)."""
    out[0] = BLIND + stage
    if state.draw_pile > 1:
        return 1
    out[1] = BLIND_LAST + lead_of(state, seat)
    return 2


@rule
def describe_gain(state: Position, seat: int, stage: int, suit: int, out: Numbers) -> int:
    """The top card of a discard pile: what the seat can do with it, and what the next one could have."""
    face = int(state.pile[suit, state.pile_size[suit] - 1])
    kind = FACES * suit + face
    count = 1
    if suit == POINTS:
        out[0] = GAIN_POINT + stage
    elif face == END:
        out[0] = GAIN_END + min(int(state.length[seat, suit]), LENGTHS - 1)
        return 1
    elif not (int(state.takes[seat]) >> kind) & 1:
        out[0] = GAIN_DEAD + stage
    elif state.length[seat, suit] == 0:
        out[0] = GAIN_NEW + STAGES * held_in(state, seat, suit) + stage
    else:
        out[0] = GAIN_FIT + STAGES * passed_over(state, seat, suit, face) + stage
    if 0 < face < NUMBERS - 1 and (int(state.wish_row) >> face) & 1 and held_of(state, seat, face) == 1:
        out[count] = GAIN_PAIR + stones_of(state, seat)
        count += 1
    other = seat + 1 if seat + 1 < state.seats else 0
    if suit != POINTS and state.length[other, suit] > 0 and (int(state.takes[other]) >> kind) & 1:
        out[count] = DENY_FIT + passed_over(state, other, suit, face)
        count += 1
    if suit != POINTS:
        out[count] = LIKED + suit
        count += 1
    return count


# ── How the game stands ──────────────────────────────────────────────────────────────────────────────────────────


@rule
def stage_of(state: Position) -> int:
    """How many lays a seat still has, roughly; the last stage is after the end."""
    if state.step == LAYING:
        return STAGES - 1
    lays = int(state.draw_pile) // int(state.seats) + AFTER_END
    if lays >= 12:
        return 0 if lays >= 20 else 1
    return 2 if lays >= 7 else 3 if lays >= 5 else 4


@rule
def lead_of(state: Position, seat: int) -> int:
    """Whether a seat is behind (0), level (1) or ahead (2) of the best other."""
    own = points_of(state, seat)
    best = -1000
    for other in range(int(state.seats)):
        if other != seat:
            best = max(best, points_of(state, other))
    return 2 if own > best else 1 if own == best else 0


@rule
def points_of(state: Position, seat: int) -> int:
    """A seat's points as they stand."""
    points = size(int(state.neutral[seat])) + STONE_POINTS[stones_of(state, seat)]
    for colour in range(COLOURS):
        points += row_points(int(state.length[seat, colour]))
    return points
