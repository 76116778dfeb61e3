"""Hidden information in the card game: what a seat can know is decided here and nowhere else.

Hidden are the hands, the draw pile, and the cards that two players put into the box. A card taken from a discard pile
is known to be in that hand until it is played.
"""

from __future__ import annotations

from wishstone.api import (
    HIDDEN,
    Generator,
    Numbers,
    Position,
    Settings,
    below,
    count_known_pairs,
    count_unseen_cards,
    gather_secret,
    rule,
    show_all_cards,
    show_cards,
    show_piles,
    size,
    starts_of,
    unseen_by,
)
from wishstone.games.keltis_card.rules import (
    COLOUR_KINDS,
    COLOURS,
    DEALING,
    END,
    FACES,
    KINDS,
    POINT,
    POINTS,
    STEPS,
    SUITS,
    TURNING,
    copies,
    nth_unseen,
    take_unseen,
)


@rule
def seen(state: Position, data: Settings, move: int, seat: int) -> int:
    """A card off the draw pile is seen by whoever gets it; everything else happens openly."""
    if (state.step == DEALING or state.step == TURNING) and seat != state.turn:
        return HIDDEN
    return move


@rule
def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
    """Deal anew all that a seat cannot know: the draw pile and what others hold unseen; cards known in a hand stay."""
    draw_pile = int(state.draw_pile)
    for other in range(int(state.seats)):
        if other != seat:
            gather(state, other)
    unseen = count_unseen(state)
    for other in range(int(state.seats)):
        if other != seat:
            cards = int(state.hand_size[other])
            state.hand_size[other] = count_known(state, other)
            while state.hand_size[other] < cards:
                take_unseen(state, other, nth_unseen(state, below(rng, unseen)))
                unseen -= 1
    state.draw_pile = draw_pile


@rule
def gather(state: Position, seat: int) -> None:
    """All cards that a seat holds unseen go back among the unseen ones, point cards too."""
    gather_secret(state, seat)
    state.unseen_points = int(state.unseen_points) | (int(state.hand_points[seat]) & ~int(state.known_points[seat]))
    state.hand_points[seat] = state.known_points[seat]


@rule
def count_unseen(state: Position) -> int:
    """Count the unseen cards anew, by suit; returns how many there are in all."""
    points = size(int(state.unseen_points))
    state.unseen_of[POINTS] = points
    return points + count_unseen_cards(state, COLOURS, FACES)


@rule
def count_known(state: Position, seat: int) -> int:
    """How many cards everyone knows to be in a hand."""
    return count_known_pairs(state, seat) + size(int(state.known_points[seat]))


# The observation: fields by name with their sizes. Seats are counted from the observer clockwise.
OBSERVATION = (
    ("step", len(STEPS)),  # one of them is 1
    ("seats", 3),  # one of two, three, four is 1
    ("turn", 4),  # by seat: one of them is 1
    ("draws", 1),
    ("laid", 1),
    ("draw_pile", 1),
    ("closed", SUITS),
    ("wish_row", 9),
    ("hand", KINDS),  # copies of each kind in the observer's hand
    ("unseen", KINDS),  # copies that the observer has not seen: in the draw pile, the box and other hands
    ("discarded", KINDS),  # copies in the discard piles
    ("top", SUITS * FACES),  # of each discard pile the face on top
    ("known", 4 * KINDS),  # by seat: copies that everyone knows to be in that hand
    ("hand_size", 4),  # by seat
    ("length", 4 * COLOURS),  # by seat and colour
    ("last", 4 * COLOURS),  # the last number + 1; 0 for none
    ("direction", 4 * COLOURS),
    ("end_cards", 4 * COLOURS),
    ("neutral", 4),  # by seat: cards in the neutral row
    ("wish_stones", 4 * 9),  # by seat and number
)
_AT = starts_of(OBSERVATION)
_STEP, _SEATS, _TURN, _DRAWS, _LAID = (_AT[name] for name in ("step", "seats", "turn", "draws", "laid"))
_DRAW_PILE, _CLOSED, _WISH_ROW, _HAND = (_AT[name] for name in ("draw_pile", "closed", "wish_row", "hand"))
_UNSEEN, _DISCARDED, _TOP, _KNOWN = (_AT[name] for name in ("unseen", "discarded", "top", "known"))
_HAND_SIZE, _LENGTH, _LAST, _DIRECTION = (_AT[name] for name in ("hand_size", "length", "last", "direction"))
_END_CARDS, _NEUTRAL, _WISH_STONES = (_AT[name] for name in ("end_cards", "neutral", "wish_stones"))


@rule
def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
    """What a seat knows, as numbers laid out as `OBSERVATION` says; an onlooker (-1) sits at seat 0 without a hand."""
    for i in range(len(out)):
        out[i] = 0
    seats = int(state.seats)
    chair = max(seat, 0)
    out[_STEP + int(state.step)] = 1
    out[_SEATS + seats - 2] = 1
    out[_TURN + (int(state.turn) - chair) % seats] = 1
    out[_DRAWS] = state.draws
    out[_LAID] = state.laid
    out[_DRAW_PILE] = state.draw_pile
    show_cards(int(state.wish_row) >> 1, 0, out, _WISH_ROW)
    unseen, unseen_twice = unseen_by(state, seat)
    unseen_points = int(state.unseen_points)
    for other in range(seats):
        if other != seat:  # what others hold, except where everyone has seen it
            unseen_points |= int(state.hand_points[other]) & ~int(state.known_points[other])
    show_all_cards(unseen, unseen_twice, COLOUR_KINDS, out, _UNSEEN)
    show_cards(unseen_points, 0, out, _UNSEEN + POINT)
    show_piles(state, FACES, out, _CLOSED, _DISCARDED, _TOP)
    for other in range(seats):
        observe_seat(state, other, other - chair if other >= chair else other - chair + seats, other == seat, out)


@rule
def observe_seat(state: Position, seat: int, place: int, own: bool, out: Numbers) -> None:
    """What everyone knows of a seat, and, of the observer's own, the hand."""
    if own:
        show_cards(int(state.hand[seat]), int(state.hand_twice[seat]), out, _HAND)
        show_cards(int(state.hand_points[seat]), 0, out, _HAND + POINT)
    show_cards(int(state.known[seat]), int(state.known_twice[seat]), out, _KNOWN + KINDS * place)
    show_cards(int(state.known_points[seat]), 0, out, _KNOWN + KINDS * place + POINT)
    out[_HAND_SIZE + place] = state.hand_size[seat]
    row, row_twice = int(state.row[seat]), int(state.row_twice[seat])
    for colour in range(COLOURS):
        column = COLOURS * place + colour
        out[_LENGTH + column] = state.length[seat, colour]
        out[_LAST + column] = state.last[seat, colour] + 1
        out[_DIRECTION + column] = state.direction[seat, colour]
        out[_END_CARDS + column] = copies(row, row_twice, 0, FACES * colour + END)
    out[_NEUTRAL + place] = size(int(state.neutral[seat]))
    show_cards(int(state.wish_stones[seat]) >> 1, 0, out, _WISH_STONES + 9 * place)
