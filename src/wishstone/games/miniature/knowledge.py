"""Hidden information in the miniature: what a seat can know is decided here and nowhere else.

Hidden are the draw pile and the cards that came off it into a hand. A card taken from the discards is known to be in
that hand until it is played.
"""

from __future__ import annotations

from wishstone.api import HIDDEN, Generator, Numbers, Position, Settings, below, rule, show_cards, size, starts_of
from wishstone.games.miniature.rules import COLOURS, DEALING, KINDS, STEPS, TURNING, nth_unseen


@rule
def seen(state: Position, data: Settings, move: int, seat: int) -> int:
    """A card off the draw pile is seen by whoever gets it; everything else happens openly (M-2, M-3)."""
    if (state.step == DEALING or state.step == TURNING) and seat != state.turn:
        return HIDDEN
    return move


@rule
def redeal(state: Position, data: Settings, seat: int, rng: Generator) -> None:
    """Deal anew all that a seat cannot know: the draw pile and what others hold unseen; known cards stay."""
    for other in range(2):
        if other != seat:
            state.unseen = int(state.unseen) | (int(state.hand[other]) & ~int(state.known[other]))
    for other in range(2):
        if other != seat:
            cards = size(int(state.hand[other]))
            state.hand[other] = state.known[other]
            while size(int(state.hand[other])) < cards:
                card = 1 << nth_unseen(state, below(rng, size(int(state.unseen))))
                state.unseen = int(state.unseen) & ~card
                state.hand[other] = int(state.hand[other]) | card


# The observation: fields by name with their sizes. Seats are counted from the observer clockwise.
OBSERVATION = (
    ("step", len(STEPS)),  # one of them is 1
    ("turn", 2),  # by seat: one of them is 1
    ("plays", 1),  # how many cards should have been played by now
    ("draw_pile", 1),
    ("hand", KINDS),  # the cards in the observer's hand
    ("unseen", KINDS),  # those that the observer has not seen: in the draw pile and the other hand
    ("discarded", KINDS),
    ("top", KINDS),  # the card that was discarded last
    ("known", 2 * KINDS),  # by seat: cards that both know to be in that hand
    ("hand_size", 2),  # by seat
    ("row", 2 * KINDS),  # by seat: the cards in the rows
    ("last", 2 * COLOURS),  # by seat and colour: the last number; 0 for none
)
_AT = starts_of(OBSERVATION)
_STEP, _TURN, _PLAYS, _DRAW_PILE = (_AT[name] for name in ("step", "turn", "plays", "draw_pile"))
_HAND, _UNSEEN, _DISCARDED, _TOP = (_AT[name] for name in ("hand", "unseen", "discarded", "top"))
_KNOWN, _HAND_SIZE, _ROW, _LAST = (_AT[name] for name in ("known", "hand_size", "row", "last"))


@rule
def observe(state: Position, data: Settings, seat: int, out: Numbers) -> None:
    """What a seat knows, as numbers laid out as `OBSERVATION` says; an onlooker (-1) sits at seat 0 without a hand."""
    for i in range(len(out)):
        out[i] = 0
    chair = max(seat, 0)
    out[_STEP + int(state.step)] = 1
    out[_TURN + (int(state.turn) - chair) % 2] = 1
    out[_PLAYS] = state.plays
    out[_DRAW_PILE] = state.draw_pile
    unseen = int(state.unseen)
    for other in range(2):
        place = (other - chair) % 2
        hand, known = int(state.hand[other]), int(state.known[other])
        if other == seat:
            show_cards(hand, 0, out, _HAND)
        else:
            unseen |= hand & ~known
        show_cards(known, 0, out, _KNOWN + KINDS * place)
        show_cards(int(state.row[other]), 0, out, _ROW + KINDS * place)
        out[_HAND_SIZE + place] = size(hand)
        for colour in range(COLOURS):
            out[_LAST + COLOURS * place + colour] = state.last[other, colour]
    show_cards(unseen, 0, out, _UNSEEN)
    size_of_pile = int(state.pile_size)
    for place in range(size_of_pile):
        out[_DISCARDED + int(state.pile[place])] = 1
    if size_of_pile > 0:
        out[_TOP + int(state.pile[size_of_pile - 1])] = 1
