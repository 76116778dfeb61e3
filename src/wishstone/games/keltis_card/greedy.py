"""Greedy player of the card game: tries every move and takes the one whose position rates best.

It looks one move ahead, at its own rows, hand and wish stones, and at what its discards would give to the next seat.
Everything is counted in sixteenths of a point, in whole numbers, so that every engine gives the same moves.
"""

from __future__ import annotations

from wishstone.api import ALL_NUMBERS, OPEN, ROW_POINTS, Numbers, Position, Settings, rule, size
from wishstone.games.keltis_card.rules import (
    AFTER_END,
    ALL_FACES,
    COLOURS,
    DRAW,
    END,
    FACES,
    LAYING,
    NOT_ENDED,
    POINT,
    REMOVED,
    STONE_POINTS,
    WISH,
    apply,
    legal,
)

UNIT = 16  # to a point
BLIND_CARD = 13  # what an unknown card is worth before it is seen
HOPE = 1  # of sixteen fitting cards that will be drawn, so many find their way into the row: enough to mind the gaps
GIFT = 10  # the cost of discarding what the next seat can use
MOST_STONES = 5  # more wish stones are worth nothing (KC-28)
STONE = 45  # what a wish stone is worth in the mean
PAIR = 24  # a pair in the hand whose wish stone lies in the row
LATE = 5  # with fewer turns left, wish stones count what they score
BEGIN = 10  # of sixteen points that a row not yet begun promises, so many are believed
LEAD = 8  # to end the game: for every point ahead


@rule
def choose(mind: Numbers, data: Settings, moves: Numbers) -> int:
    """The move that rates best in position `mind[0]`; `mind[1]` is where moves are tried out."""
    count = legal(mind[0], data, moves)
    best = int(moves[0])
    best_rating = -(1 << 30)
    seat = int(mind[0].turn)
    for i in range(count):
        move = int(moves[i])
        mind[1] = mind[0]
        apply(mind[1], data, move)
        rating = rate(mind[1], seat)
        if move == DRAW:
            rating += BLIND_CARD
        elif move < WISH:
            rating -= gift(mind[0], seat, move)
        if rating > best_rating:
            best, best_rating = move, rating
    return best


@rule
def rate(state: Position, seat: int) -> int:
    """How good a position looks to a seat."""
    lays = lays_left(state, seat)
    unseen = int(state.draw_pile) + (REMOVED if state.seats == 2 else 0)
    total = 0
    for colour in range(COLOURS):
        total += rate_row(state, seat, colour, lays, unseen)
    points = size(int(state.hand_points[seat]))
    total += UNIT * (size(int(state.neutral[seat])) + min(points, lays)) - points
    total += rate_stones(state, seat, lays)
    if state.end != NOT_ENDED and state.laid == 0 and state.finished == 0:
        total += LEAD * lead(state, seat)
    return total


@rule
def lays_left(state: Position, seat: int) -> int:
    """How many cards a seat can still lay: one a turn until the draw pile is empty, and two after the end."""
    if state.step == LAYING:
        return AFTER_END - int(state.laid) if state.turn == seat else AFTER_END
    if state.end != NOT_ENDED:
        return 0
    return int(state.draw_pile) // int(state.seats) + AFTER_END


@rule
def rate_row(state: Position, seat: int, colour: int, lays: int, unseen: int) -> int:
    """What a colour row will be worth: its cards, those in the hand that fit, and a share of those to come."""
    shift = FACES * colour
    takes = (int(state.takes[seat]) >> shift) & ALL_FACES
    hand, twice = (int(state.hand[seat]) >> shift) & takes, (int(state.hand_twice[seat]) >> shift) & takes
    there, there_twice = (int(state.unseen) >> shift) & takes, (int(state.unseen_twice) >> shift) & takes
    length = int(state.length[seat, colour])
    last = int(state.last[seat, colour])
    ends = ((hand >> END) & 1) + ((twice >> END) & 1)
    held = count_numbers(hand, twice)
    coming = count_numbers(there, there_twice)
    if last >= 0 and state.direction[seat, colour] == OPEN and takes & ALL_NUMBERS:
        up, down = ALL_NUMBERS & ~((1 << last) - 1), (2 << last) - 1
        rising = UNIT * count_numbers(hand & up, twice & up) + HOPE * count_numbers(there & up, there_twice & up)
        falling = UNIT * count_numbers(hand & down, twice & down) + HOPE * count_numbers(
            there & down, there_twice & down
        )
        way = up if rising >= falling else down
        held = count_numbers(hand & way, twice & way)
        coming = count_numbers(there & way, there_twice & way)
    sure = min(held + ends, lays)
    hoped = HOPE * coming * max(lays - AFTER_END, 0) // max(unseen, 1)
    future = UNIT * sure + min(hoped, UNIT * (lays - sure))
    if length == 0:
        return max(worth(future) * BEGIN // UNIT, 0)
    return worth(UNIT * length + future)


@rule
def count_numbers(once: int, twice: int) -> int:
    """How many number cards are in two sets of faces."""
    return size(once & ALL_NUMBERS) + size(twice & ALL_NUMBERS)


@rule
def worth(length: int) -> int:
    """The points of a row of so many sixteenths of a card, between the steps of the table in proportion."""
    whole = length // UNIT
    if whole >= 9:
        return UNIT * ROW_POINTS[9]
    return UNIT * ROW_POINTS[whole] + (ROW_POINTS[whole + 1] - ROW_POINTS[whole]) * (length % UNIT)


@rule
def rate_stones(state: Position, seat: int, lays: int) -> int:
    """The wish stones held, and pairs in the hand that could buy more; each of the first five counts like the mean."""
    held = min(size(int(state.wish_stones[seat])), MOST_STONES)
    sure = UNIT * STONE_POINTS[held]
    if state.end != NOT_ENDED:
        return sure
    numbers = int(state.hand_points[seat])
    pairs = 0
    for colour in range(COLOURS):
        faces = (int(state.hand[seat]) >> (FACES * colour)) & ALL_NUMBERS
        pairs |= (numbers & faces) | ((int(state.hand_twice[seat]) >> (FACES * colour)) & ALL_NUMBERS)
        numbers |= faces
    useful = min(size(pairs & int(state.wish_row)), MOST_STONES - held, lays)
    hoped = UNIT * STONE_POINTS[0] + STONE * held
    return (sure if lays < LATE else hoped) + PAIR * useful


@rule
def gift(state: Position, seat: int, kind: int) -> int:
    """What a discard is worth to the next seat: its row may take the card."""
    other = (seat + 1) % int(state.seats)
    if kind >= POINT:
        return GIFT
    colour = kind // FACES
    if state.length[other, colour] > 0 and (int(state.takes[other]) >> kind) & 1:
        return GIFT
    return 0


@rule
def lead(state: Position, seat: int) -> int:
    """How many points a seat is ahead of the best other."""
    best = -100
    own = 0
    for other in range(int(state.seats)):
        points = size(int(state.neutral[other])) + STONE_POINTS[min(size(int(state.wish_stones[other])), 5)]
        for colour in range(COLOURS):
            points += ROW_POINTS[min(int(state.length[other, colour]), 9)]
        if other == seat:
            own = points
        else:
            best = max(best, points)
    return own - best
