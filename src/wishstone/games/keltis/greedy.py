"""Greedy player of Keltis and New Paths: tries every move and takes the one whose position rates best.

It looks one move ahead, a laid card together with its step. It rates how far each of its figures will come with the
cards that it holds and a share of those to come, what lies on the way, its wish stones, and what its discards would
give to the next seat. Everything is counted in sixteenths of a point, in whole numbers, so that every engine gives the
same moves.
"""

from __future__ import annotations

from wishstone.api import ALL_NUMBERS, NUMBERS, OPEN, Numbers, Position, Settings, rule, size
from wishstone.games.keltis.rules import (
    CLOVER,
    COLOURS,
    GOAL_FIGURES,
    JOKER,
    LAY,
    LUCKY,
    NO_COLOUR,
    NOT_ENDED,
    POINTS,
    REMOVED,
    SET_POINTS,
    SET_STONES,
    SHEDDING,
    SMALL,
    START,
    STEPPING,
    STONE_POINTS,
    WISH,
    WISH_COLOURS,
    apply,
    legal,
)

UNIT = 16  # to a point, and to a card
BLIND_CARD = 14  # what an unknown card is worth before it is seen
HOPE = 8  # of sixteen fitting cards that will be drawn, so many are counted on
GIFT = 30  # the cost of discarding what the next seat can use
LUCK = 52  # a clover's step
SHED = 10  # a card-discard
STONE = 40  # what a wish stone is worth in the mean
SET_HOPE = (0, 24, 80)  # wish stones of one colour on the way to a set
LATE = 3  # with fewer lays left, wish stones count what they score
PACE = 10  # lays until one more figure of all is in the goal area
BEGIN = 13  # of sixteen points that a figure on the start field promises, so many are believed
LEAD = 32  # to end the game: for every point ahead
FIELD = 10  # bits of a colour's supply
ALL_FIELD = (1 << FIELD) - 1


@rule
def choose(mind: Numbers, data: Settings, moves: Numbers) -> int:
    """The move that rates best in position `mind[0]`; `mind[1]` is where moves are tried out."""
    count = legal(mind[0], data, moves)
    best = int(moves[0])
    best_rating = -(1 << 30)
    seat = int(mind[0].turn)
    for i in range(count):
        legal(mind[0], data, moves)
        move = int(moves[i])
        mind[1] = mind[0]
        apply(mind[1], data, move)
        rating = rate_lay(mind, data, moves, seat, move) if mind[1].step == STEPPING else rate(mind[1], data, seat)
        if move < LAY:
            rating -= gift(mind[0], seat, move)
        if rating > best_rating:
            best, best_rating = move, rating
    return best


@rule
def rate_lay(mind: Numbers, data: Settings, moves: Numbers, seat: int, lay: int) -> int:
    """How good a laid card looks, with the best step that may follow."""
    best = -(1 << 30)
    steps = legal(mind[1], data, moves)
    for i in range(steps):
        mind[1] = mind[0]
        apply(mind[1], data, lay)
        legal(mind[1], data, moves)
        apply(mind[1], data, int(moves[i]))
        best = max(best, rate(mind[1], data, seat))
    return best


@rule
def rate(state: Position, data: Settings, seat: int) -> int:
    """How good a position looks to a seat."""
    if state.end != NOT_ENDED:
        return UNIT * points(state, data, seat) + LEAD * lead(state, data, seat)
    lays = lays_left(state)
    total = UNIT * int(state.track[seat]) + rate_stones(state, data, seat, lays) + BLIND_CARD * int(state.draws)
    if state.step == LUCKY:
        total += LUCK
    elif state.step == SHEDDING:
        total += SHED
    supply = supply_of(state, seat, lays)
    lays *= UNIT
    large = int(state.large[seat])
    shut = int(data.shuts[large])
    for figure in range(SMALL):
        shut |= int(data.shuts[state.small[seat, figure]])
    worth, supply, lays, shut = walk(state, data, large, 2, supply, lays, shut)
    total += worth
    for figure in range(SMALL - 1, -1, -1):
        worth, supply, lays, shut = walk(state, data, int(state.small[seat, figure]), 1, supply, lays, shut)
        total += worth
    return total


@rule
def lays_left(state: Position) -> int:
    """How many cards a seat will still lay: until the draw pile is empty, or five figures are in the goal area."""
    return min(int(state.draw_pile) // int(state.seats), PACE * (GOAL_FIGURES - int(state.in_goal)))


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def supply_of(state: Position, seat: int, lays: int) -> int:
    """For each colour how many cards the row will take, in sixteenths: those in the hand, a share of those to come."""
    unseen = int(state.draw_pile) + (REMOVED if state.seats == 2 else 0)
    supply = 0
    for colour in range(COLOURS):
        shift = NUMBERS * colour
        takes = (int(state.takes[seat]) >> shift) & ALL_NUMBERS
        hand, twice = (int(state.hand[seat]) >> shift) & takes, (int(state.hand_twice[seat]) >> shift) & takes
        there, there_twice = (int(state.unseen) >> shift) & takes, (int(state.unseen_twice) >> shift) & takes
        cards = UNIT * (size(hand) + size(twice)) + hoped(there, there_twice, lays, unseen)
        last = int(state.last[seat, colour])
        if last >= 0 and state.direction[seat, colour] == OPEN:
            up, down = ALL_NUMBERS & ~((1 << last) - 1), (2 << last) - 1
            rising = UNIT * (size(hand & up) + size(twice & up)) + hoped(there & up, there_twice & up, lays, unseen)
            falling = UNIT * (size(hand & down) + size(twice & down)) + hoped(
                there & down, there_twice & down, lays, unseen
            )
            cards = max(rising, falling)
        supply |= min(cards, ALL_FIELD) << (FIELD * colour)
    return supply


@rule
def hoped(once: int, twice: int, lays: int, unseen: int) -> int:
    """How many of these unseen cards may still be laid, in sixteenths."""
    return HOPE * (size(once) + size(twice)) * lays // max(unseen, 1)


@rule
def richest(supply: int) -> int:
    """The colour with the most cards."""
    best = 0
    for colour in range(1, COLOURS):
        if (supply >> (FIELD * colour)) & ALL_FIELD > (supply >> (FIELD * best)) & ALL_FIELD:
            best = colour
    return best


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def walk(
    state: Position, data: Settings, stone: int, times: int, supply: int, lays: int, shut: int
) -> tuple[int, int, int, int]:
    """How far a figure will come, stone by stone where the cards are, and what that is worth.

    Returns the worth, and what is left of the supply, the lays and the paths for the next figure. A figure on the start
    field stays there if going promises nothing.
    """
    begins = stone == START
    left_supply, left_lays, left_shut = supply, lays, shut
    best = UNIT * times * int(data.worth[stone])
    found = 0
    going = True
    while going and lays > 0:
        here = UNIT * times * int(data.worth[stone])
        going = False
        chosen, chosen_colour, chosen_cards, best_key = 0, 0, 0, 0
        for way in range(int(data.first_way[stone]), int(data.first_way[stone + 1])):
            to = int(data.way_to[way])
            if (shut >> to) & 1:
                continue
            colour = int(data.colour[to])
            if colour == JOKER:
                colour = richest(supply)
            cards = min((supply >> (FIELD * colour)) & ALL_FIELD, lays)
            key = 8 * min(cards, UNIT) + min(cards, 4 * UNIT) + find(state, data, to)
            if cards > 0 and key > best_key:
                chosen, chosen_colour, chosen_cards, best_key = to, colour, cards, key
        if best_key > 0:
            there = UNIT * times * int(data.worth[chosen])
            if chosen_cards >= UNIT:
                going = True
                supply -= UNIT << (FIELD * chosen_colour)
                lays -= UNIT
                shut |= int(data.shuts[chosen])
                found += find(state, data, chosen)
                stone = chosen
                worth = there + found
            else:
                supply -= chosen_cards << (FIELD * chosen_colour)
                lays -= chosen_cards
                worth = here + found + (there + find(state, data, chosen) - here) * chosen_cards // UNIT
            if worth > best:
                best, left_supply, left_lays, left_shut = worth, supply, lays, shut
    if begins:
        best = best * BEGIN // UNIT
    return best, left_supply, left_lays, left_shut


@rule
def find(state: Position, data: Settings, stone: int) -> int:
    """What lies on a stone, as it is worth to most."""
    place = int(data.place[stone])
    if place >= 0:
        tile = int(state.tile[place])
        if tile == CLOVER:
            return LUCK
        if POINTS <= tile < WISH:
            return UNIT * (tile - POINTS + 1)
        if WISH <= tile < WISH + WISH_COLOURS:
            return STONE
        return SHED if tile else 0
    stack = int(data.stack[stone])
    return STONE if stack >= 0 and state.stack[stack] > 0 else 0


# ── Wish stones, and the others ──────────────────────────────────────────────────────────────────────────────────


@rule
def rate_stones(state: Position, data: Settings, seat: int, lays: int) -> int:
    """The wish stones held; early, each that counts is worth the mean, and those on the way to a set a little."""
    held = int(state.wish_stones[seat, NO_COLOUR])
    sets = 0
    for colour in range(COLOURS):
        stones = int(state.wish_stones[seat, colour])
        held += 1 if stones > 0 else 0
        if stones >= SET_STONES:
            sets += UNIT * SET_POINTS
        elif lays >= LATE:
            sets += SET_HOPE[stones]
    if lays < LATE:
        return UNIT * STONE_POINTS[min(held, 5)] + sets
    return UNIT * STONE_POINTS[0] + STONE * min(held, 5) + sets


@rule
def gift(state: Position, seat: int, kind: int) -> int:
    """What a discard is worth to the next seat: its row may take the card."""
    other = (seat + 1) % int(state.seats)
    if state.last[other, kind // NUMBERS] >= 0 and (int(state.takes[other]) >> kind) & 1:
        return GIFT
    return 0


@rule
def points(state: Position, data: Settings, seat: int) -> int:
    """A seat's points as they stand."""
    total = int(state.track[seat]) + 2 * int(data.worth[state.large[seat]])
    for figure in range(SMALL):
        total += int(data.worth[state.small[seat, figure]])
    held = int(state.wish_stones[seat, NO_COLOUR])
    for colour in range(COLOURS):
        stones = int(state.wish_stones[seat, colour])
        held += 1 if stones > 0 else 0
        total += SET_POINTS if stones >= SET_STONES else 0
    return total + STONE_POINTS[min(held, 5)]


@rule
def lead(state: Position, data: Settings, seat: int) -> int:
    """How many points a seat is ahead of the best other."""
    best = -1000
    for other in range(int(state.seats)):
        if other != seat:
            best = max(best, points(state, data, other))
    return points(state, data, seat) - best
