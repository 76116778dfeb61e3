"""Fitted player of the miniature: rates a move by the sum of the weights of its features (see the card game's)."""

from __future__ import annotations

from wishstone.api import Numbers, Position, Settings, rule
from wishstone.games.miniature.rules import COLOURS, DISCARD, DRAW, LAY, NUMBERS, takes

LAYOUT = 1
SOFTNESS = 64  # rating units to a nat: so much more makes a move e times as likely
ACTIVE = 4  # features of a move at most

STAGES = 3  # each seat's first turn, its second, and the last cards
RIVALS = 3  # the other's row of the colour: none, lower, as high or higher

# The lay-out of the weights: where each list of features begins. Number 0 stands for no feature.
LAY_ROW = 1  # cards in the row · rival · stage
LAY_NUMBER = LAY_ROW + NUMBERS * RIVALS * STAGES  # number · stage
KEEP = LAY_NUMBER + NUMBERS * STAGES  # what stays in the hand: nothing, unfit, fit · stage
THROW = KEEP + 3 * STAGES  # a discard: whether it fits the own row · stage
GIVE = THROW + 2 * STAGES  # and whether it fits the other's · stage
BLIND = GIVE + 2 * STAGES  # from the draw pile, by stage
GAIN = BLIND + STAGES  # the discarded card: whether it fits the own row · stage
DENY = GAIN + 2 * STAGES  # and whether it fits the other's · stage
LIKED = DENY + 2 * STAGES  # a card of this colour is laid
WEIGHTS = LIKED + COLOURS

SCRATCH = ACTIVE

# What makes weaker players and other tempers (see `bots/levels.py`).
TASTES = COLOURS
OTHERS = ((GIVE, BLIND), (DENY, LIKED))
STYLES = {
    "cautious": ((BLIND, GAIN, -64),),  # would rather take what is seen
    "bold": ((BLIND, GAIN, 64),),
    "spiteful": ((GIVE + STAGES, BLIND, -64), (DENY + STAGES, LIKED, 64)),  # keeps cards from the other
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
    stage = int(state.plays) // 2
    if move < DISCARD:
        if move == DRAW:
            out[0] = BLIND + stage
            return 1
        top = int(state.pile[state.pile_size - 1])
        out[0] = GAIN + STAGES * fits(state, seat, top) + stage
        out[1] = DENY + STAGES * fits(state, 1 - seat, top) + stage
        return 2
    kind = move - LAY if move >= LAY else move - DISCARD
    out[0] = KEEP + STAGES * kept(state, seat, move) + stage
    if move < LAY:
        out[1] = THROW + STAGES * fits(state, seat, kind) + stage
        out[2] = GIVE + STAGES * fits(state, 1 - seat, kind) + stage
        return 3
    colour = kind // NUMBERS
    other = int(state.last[1 - seat, colour])
    rival = 0 if other == 0 else 1 if other < kind % NUMBERS + 1 else 2
    out[1] = LAY_ROW + STAGES * (RIVALS * int(state.length[seat, colour]) + rival) + stage
    out[2] = LAY_NUMBER + STAGES * (kind % NUMBERS) + stage
    out[3] = LIKED + colour
    return 4


@rule
def fits(state: Position, seat: int, kind: int) -> int:
    """Whether a seat's rows take a card, as 0 or 1."""
    return (takes(state, seat) >> kind) & 1


@rule
def kept(state: Position, seat: int, move: int) -> int:
    """What stays in the hand after a card is played: nothing, a card that fits no row, or one that does (0 to 2)."""
    kind = move - LAY if move >= LAY else move - DISCARD
    hand = int(state.hand[seat]) & ~(1 << kind)
    if hand == 0:
        return 0
    cards = takes(state, seat)
    if move >= LAY:  # its row takes only higher ones then
        colour = kind // NUMBERS
        cards &= ~(((2 << (kind % NUMBERS)) - 1) << (NUMBERS * colour))
    return 2 if hand & cards else 1
