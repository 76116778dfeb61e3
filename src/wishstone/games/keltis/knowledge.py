"""Hidden information in Keltis and New Paths: what a seat can know is decided here and nowhere else.

Hidden are the hands, the draw pile, and the cards that two players put into the box. A card taken from a discard pile
is known to be in that hand until it is played. Wish stones lie face down in New Paths, but everyone saw them taken: it
is the view (`table.py`) that does not show them to others, as people would not.
"""

from __future__ import annotations

from wishstone.api import (
    HIDDEN,
    NUMBERS,
    Generator,
    Numbers,
    Position,
    Settings,
    below,
    count_known_pairs,
    count_unseen_cards,
    rule,
    show_all_cards,
    show_cards,
    show_piles,
    starts_of,
    unseen_by,
)
from wishstone.api import gather_secret as gather
from wishstone.games.keltis.rules import (
    COLOURS,
    DEALING,
    KINDS,
    MOST_PLACES,
    SMALL,
    STEPPING,
    STEPS,
    STONES,
    TILE_KINDS,
    TURNING,
    WISH_COLOURS,
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
            state.hand_size[other] = count_known_pairs(state, other)
            while state.hand_size[other] < cards:
                take_unseen(state, other, nth_unseen(state, below(rng, unseen)))
                unseen -= 1
    state.draw_pile = draw_pile


@rule
def count_unseen(state: Position) -> int:
    """Count the unseen cards anew, by colour; returns how many there are in all."""
    return count_unseen_cards(state, COLOURS, NUMBERS)


# The observation: fields by name with their sizes. Seats are counted from the observer clockwise; stones are numbered
# as on the board, the start field first, and tile places by their stones.
OBSERVATION = (
    ("step", len(STEPS)),  # one of them is 1
    ("seats", 3),  # one of two, three, four is 1
    ("turn", 4),  # by seat: one of them is 1
    ("laid", COLOURS),  # the colour of the card that a step is owed for
    ("draws", 1),
    ("draw_pile", 1),
    ("in_goal", 1),
    ("closed", COLOURS),
    ("tile", MOST_PLACES * TILE_KINDS),  # what lies on each tile place
    ("tiles_left", TILE_KINDS),  # while they are laid out: how many of each kind are still to come
    ("stack", COLOURS),  # wish stones left on each stack
    ("hand", KINDS),  # copies of each kind in the observer's hand
    ("unseen", KINDS),  # copies that the observer has not seen: in the draw pile, the box and other hands
    ("discarded", KINDS),  # copies in the discard piles
    ("top", KINDS),  # the tops of the discard piles
    ("known", 4 * KINDS),  # by seat: copies that everyone knows to be in that hand
    ("hand_size", 4),  # by seat
    ("row", 4 * KINDS),  # by seat: copies in its rows
    ("last", 4 * COLOURS),  # the last number + 1; 0 for none
    ("direction", 4 * COLOURS),
    ("small", 4 * STONES),  # by seat and stone: small figures
    ("large", 4 * STONES),  # by seat and stone: the large figure
    ("track", 4),  # by seat: points scored on the way
    ("wish_stones", 4 * WISH_COLOURS),  # by seat and colour, those without one last
)
_AT = starts_of(OBSERVATION)
_STEP, _SEATS, _TURN, _LAID, _DRAWS = (_AT[name] for name in ("step", "seats", "turn", "laid", "draws"))
_DRAW_PILE, _IN_GOAL, _CLOSED, _TILE = (_AT[name] for name in ("draw_pile", "in_goal", "closed", "tile"))
_TILES_LEFT, _STACK, _HAND, _UNSEEN = (_AT[name] for name in ("tiles_left", "stack", "hand", "unseen"))
_DISCARDED, _TOP, _KNOWN, _HAND_SIZE = (_AT[name] for name in ("discarded", "top", "known", "hand_size"))
_ROW, _LAST, _DIRECTION, _SMALL = (_AT[name] for name in ("row", "last", "direction", "small"))
_LARGE, _TRACK, _WISH_STONES = (_AT[name] for name in ("large", "track", "wish_stones"))


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
    if state.step == STEPPING:
        out[_LAID + int(state.laid)] = 1
    out[_DRAWS] = state.draws
    out[_DRAW_PILE] = state.draw_pile
    out[_IN_GOAL] = state.in_goal
    for place in range(int(data.places)):
        tile = int(state.tile[place])
        if tile > 0:
            out[_TILE + TILE_KINDS * place + tile - 1] = 1
    for kind in range(TILE_KINDS):
        out[_TILES_LEFT + kind] = state.tiles_left[kind]
    unseen, unseen_twice = unseen_by(state, seat)
    show_all_cards(unseen, unseen_twice, KINDS, out, _UNSEEN)
    show_piles(state, NUMBERS, out, _CLOSED, _DISCARDED, _TOP)
    for colour in range(COLOURS):
        out[_STACK + colour] = state.stack[colour]
    for other in range(seats):
        observe_seat(state, other, other - chair if other >= chair else other - chair + seats, other == seat, out)


@rule
def observe_seat(state: Position, seat: int, place: int, own: bool, out: Numbers) -> None:
    """What everyone knows of a seat, and, of the observer's own, the hand."""
    if own:
        show_cards(int(state.hand[seat]), int(state.hand_twice[seat]), out, _HAND)
    show_cards(int(state.known[seat]), int(state.known_twice[seat]), out, _KNOWN + KINDS * place)
    show_cards(int(state.row[seat]), int(state.row_twice[seat]), out, _ROW + KINDS * place)
    out[_HAND_SIZE + place] = state.hand_size[seat]
    for colour in range(COLOURS):
        out[_LAST + COLOURS * place + colour] = state.last[seat, colour] + 1
        out[_DIRECTION + COLOURS * place + colour] = state.direction[seat, colour]
    for figure in range(SMALL):
        out[_SMALL + STONES * place + int(state.small[seat, figure])] += 1
    out[_LARGE + STONES * place + int(state.large[seat])] = 1
    out[_TRACK + place] = state.track[seat]
    for colour in range(WISH_COLOURS):
        out[_WISH_STONES + WISH_COLOURS * place + colour] = state.wish_stones[seat, colour]
