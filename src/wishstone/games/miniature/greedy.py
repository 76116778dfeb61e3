"""Greedy player of the miniature: tries every move and takes the one that leaves it farthest ahead."""

from __future__ import annotations

from wishstone.api import Numbers, Position, Settings, rule
from wishstone.games.miniature.rules import (
    CLOVER,
    COLOURS,
    DISCARD,
    DRAW,
    KINDS,
    NUMBERS,
    ROW_POINTS,
    apply,
    legal,
    takes,
)

UNIT = 4  # to a point
FITS = 4  # a card in the hand that the own rows still take
GIFT = 3  # a discarded card that the other's rows take


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
        rating = UNIT * (points_of(mind[1], seat) - points_of(mind[1], 1 - seat)) + hopes(mind[1], seat)
        if move == DRAW:
            rating += FITS // 2  # an unknown card fits every other time
        elif DISCARD <= move < DISCARD + KINDS and (takes(mind[1], 1 - seat) >> (move - DISCARD)) & 1:
            rating -= GIFT
        if rating > best_rating:
            best, best_rating = move, rating
    return best


@rule
def points_of(state: Position, seat: int) -> int:
    """A seat's points as they stand."""
    points = 0
    for colour in range(COLOURS):
        points += ROW_POINTS[int(state.length[seat, colour])]
        if state.last[seat, colour] > state.last[1 - seat, colour]:
            points += CLOVER
    return points


@rule
def hopes(state: Position, seat: int) -> int:
    """What the cards of a hand promise: those that lengthen a row."""
    hand = int(state.hand[seat]) & takes(state, seat)
    hope = 0
    for colour in range(COLOURS):
        if (hand >> (NUMBERS * colour)) & ((1 << NUMBERS) - 1) and state.length[seat, colour] > 0:
            hope += FITS
    return hope
