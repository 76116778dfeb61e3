"""The rules of Keltis, the card game: every KC rule, over one flat record.

The page `docs/rules/keltis-card.md` numbers the rules; the numbers stand here where a rule is carried out. What is
hidden from whom is in `knowledge.py`.

Cards. A *kind* is a number: `12 · colour + face` for a colour card, where the face is 0 to 10 or `END`, and
`POINT + number` for a point card. A set of colour cards is the bits of one 64-bit integer, a bit for each kind; a
second set, `…_twice`, holds the kinds that are there in both copies. A set of point cards has a bit for each number.
"""

from __future__ import annotations

import numpy as np

from wishstone.api import (
    ALL_NUMBERS,
    CHANCE,
    NUMBERS,
    OPEN,
    OVER,
    Generator,
    Numbers,
    Position,
    Settings,
    below,
    clear_hands,
    clear_piles,
    count_copies,
    deal_on,
    direction_after,
    draw_unseen,
    list_cards,
    list_copies,
    list_draws,
    lowest,
    nth,
    nth_card,
    numbers_after,
    pass_turn,
    put_in_hand,
    put_on_pile,
    row_points,
    rule,
    size,
    suit_of_nth,
    take_from_hand,
    take_from_pile,
    take_seen,
    with_card,
)

SEATS = (2, 4)

# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────

COLOURS = 5
FACES = 12  # in a colour: the numbers 0 to 10, and the end card
END = 11  # the face of an end card
COLOUR_KINDS = COLOURS * FACES
POINT = COLOUR_KINDS  # the kind of point card 0
KINDS = POINT + NUMBERS
SUITS = COLOURS + 1  # the six discard piles: five colours and the point cards (KC-7)
POINTS = COLOURS  # the suit of the point cards

ALL_FACES = (1 << FACES) - 1
ALL_CARDS = (1 << COLOUR_KINDS) - 1
TWICE_FACES = 0b1000_1111_1000  # KC-1: two each of 3 to 7; KC-2: two end cards
ALL_TWICE = sum(TWICE_FACES << (FACES * colour) for colour in range(COLOURS))
ALL_COLOURS = (1 << COLOURS) - 1
EVERY_SUIT = sum(1 << (FACES * colour) for colour in range(COLOURS))
# A product with it brings bit 12 · colour to bit 48 + colour; no other product of two bits comes there, or over it.
SIDE_BY_SIDE = sum(1 << ((FACES - 1) * colour + COLOURS - 1) for colour in range(COLOURS))
COLOUR_CARDS = 18  # in each colour
CARDS = COLOURS * COLOUR_CARDS + NUMBERS  # KC-5: 101 without the wish stones

ALL_WISH_STONES = 0b11_1111_1110  # KC-4: 1 to 9
HAND = 8  # KC-5
REMOVED = 30  # KC-6: with two players
END_ROWS = 5  # KC-21
AFTER_END = 2  # KC-24: cards that each player may still lay
STONE_POINTS = (-4, -1, 0, 4, 6, 10)  # KC-28, by wish stones held; more count like 5

# ── Moves: an id means the same move in every position ───────────────────────────────────────────────────────────

DISCARD = 0  # + kind
WISH = DISCARD + KINDS  # + PAIRS · (number - 1) + pair
PAIRS = 20  # two suits of six, or one colour twice; the point cards have no second copy
LAY = WISH + 9 * PAIRS  # + kind; a point card goes to the neutral row
LAY_ON = LAY + KINDS  # + NUMBERS · colour + number: a point card into a colour row
DRAW = LAY_ON + COLOURS * NUMBERS  # + 0 for the draw pile, + 1 + suit for a discard pile
STOP = DRAW + 1 + SUITS
MOVES = STOP + 1

CARD = 0  # + kind: an outcome that came off the draw pile
DEAL = CARD + KINDS  # + KINDS · seat + kind: an outcome of the opening deal
OUTCOMES = DEAL + SEATS[1] * KINDS

PAIR_SUITS = np.array([(a, b) for a in range(COLOURS) for b in range(a, SUITS)], np.int8)

MAX_LEGAL = 8 + 28 + 8 + 5  # discards, pairs of eight cards, lays and lays on a colour row; never all at once
MAX_DECISIONS = 2000  # KC-31

# ── What is asked for next ───────────────────────────────────────────────────────────────────────────────────────

DEALING, PLAYING, DRAWING, TURNING, LAYING, DONE = range(6)  # TURNING: a card off the draw pile; LAYING: KC-24
STEPS = ("dealing", "playing", "drawing", "turning", "laying", "done")

ENDS = ("", "end-cards", "draw-pile")
NOT_ENDED, BY_END_CARDS, BY_DRAW_PILE = range(3)

ITEMS = ("rows.blue", "rows.green", "rows.pink", "rows.red", "rows.yellow", "points", "wish_stones", "total")
KEYS = ()  # KC-29: nothing breaks a tie
SCORE_RANGE = (-24, 71)

_byte, _small, _set = np.int8, np.int16, np.int64
State = np.dtype(
    [
        ("unseen", _set),  # what no event has shown: the draw pile, and the cards of KC-6 that went into the box
        ("unseen_twice", _set),
        ("hand", _set, 4),
        ("hand_twice", _set, 4),
        ("known", _set, 4),  # the part of a hand that was taken from a discard pile: everyone has seen it
        ("known_twice", _set, 4),
        ("row", _set, 4),  # a seat's five colour rows in one set
        ("row_twice", _set, 4),
        ("takes", _set, 4),  # the colour cards that a seat's rows still take (KC-9 to KC-14)
        ("unseen_points", _small),
        ("hand_points", _small, 4),
        ("known_points", _small, 4),
        ("neutral", _small, 4),  # the neutral point row
        ("row_points", _small, (4, COLOURS)),  # the point cards in a colour row
        ("wish_stones", _small, 4),  # those a seat holds
        ("wish_row", _small),  # those that still lie in the middle
        ("length", _byte, (4, COLOURS)),  # cards in a colour row: numbers, end cards, point cards
        ("last", _byte, (4, COLOURS)),  # its last number; -1 without one
        ("direction", _byte, (4, COLOURS)),
        ("pile", _byte, (SUITS, COLOUR_CARDS)),  # faces in the order of discarding, the top last
        ("pile_size", _byte, SUITS),
        ("unseen_of", _byte, SUITS),  # how many unseen cards each suit has
        ("draw_pile", _byte),  # how many cards it holds
        ("hand_size", _byte, 4),
        ("seats", _byte),
        ("first", _byte),
        ("turn", _byte),  # whose turn it is; while dealing, who gets the next card
        ("step", _byte),
        ("draws", _byte),  # cards still to be drawn in this turn
        ("closed", _byte),  # the suits this turn was discarded to (KC-19)
        ("end_rows", _byte),  # rows with an end card, all seats together
        ("end", _byte),
        ("laid", _byte),  # after the end: cards that this seat has laid,
        ("finished", _byte),  # and how many seats have finished
    ],
    align=True,
)
Data = np.dtype([("nothing", _byte)], align=True)  # this game has neither options nor a board


@rule
def setup(state: Position, data: Settings, seats: int, first: int) -> None:
    """The table before the first card is dealt (KC-5, KC-6)."""
    state.seats = seats
    state.first = first
    state.turn = 0
    state.step = DEALING
    state.draws = 0
    state.end_rows = 0
    state.end = NOT_ENDED
    state.laid = 0
    state.finished = 0
    state.wish_row = ALL_WISH_STONES  # KC-4
    state.unseen = ALL_CARDS  # KC-1, KC-2
    state.unseen_twice = ALL_TWICE
    state.unseen_points = ALL_NUMBERS  # KC-3
    state.draw_pile = CARDS - REMOVED if seats == 2 else CARDS  # KC-6
    for suit in range(SUITS):
        state.unseen_of[suit] = NUMBERS if suit == POINTS else COLOUR_CARDS
    clear_piles(state, COLOUR_CARDS)
    clear_hands(state)
    for seat in range(4):
        state.hand_points[seat] = 0
        state.known_points[seat] = 0
        state.row[seat] = 0
        state.row_twice[seat] = 0
        state.takes[seat] = ALL_CARDS
        state.neutral[seat] = 0
        state.wish_stones[seat] = 0
        for colour in range(COLOURS):
            state.row_points[seat, colour] = 0
            state.length[seat, colour] = 0
            state.last[seat, colour] = -1
            state.direction[seat, colour] = OPEN


@rule
def actor(state: Position, data: Settings) -> int:
    """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
    step = int(state.step)
    if step == DEALING or step == TURNING:
        return CHANCE
    if step == DONE:
        return OVER
    return int(state.turn)


# ── What a player may do ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def legal(state: Position, data: Settings, out: Numbers) -> int:
    """The legal moves of the seat whose decision it is, in rising order; returns how many."""
    step = int(state.step)
    if step == PLAYING:
        return legal_lays(state, out, legal_wishes(state, out, legal_discards(state, out)))
    if step == DRAWING:
        return list_draws(state, DRAW, out)  # KC-18, KC-19
    if step == LAYING:  # KC-24
        count = legal_lays(state, out, 0)
        out[count] = STOP
        return count + 1
    return 0


@rule
def pick(state: Position, data: Settings, rng: Generator, out: Numbers) -> int:
    """The legal move at a place drawn by lot; on the first half of a turn it is found without listing the others."""
    if state.step != PLAYING:
        return int(out[below(rng, legal(state, data, out))])
    seat = int(state.turn)
    hand, points, fitting = int(state.hand[seat]), int(state.hand_points[seat]), int(state.takes[seat])
    cards, point_cards, lays = size(hand), size(points), size(hand & fitting)
    wishes = count_wishes(state)
    onto = count_lays_on(state) if points else 0
    place = below(rng, cards + point_cards + wishes + lays + point_cards + onto)
    if place < cards:
        return DISCARD + nth(hand, place)
    place -= cards
    if place < point_cards:
        return DISCARD + POINT + nth(points, place)
    place -= point_cards
    if place < wishes:
        legal_wishes(state, out, 0)
        return int(out[place])
    place -= wishes
    if place < lays:
        return LAY + nth(hand & fitting, place)
    place -= lays
    if place < point_cards:
        return LAY + POINT + nth(points, place)
    legal_lays_on(state, out, 0)
    return int(out[place - point_cards])


@rule
def count_wishes(state: Position) -> int:
    """How many pairs there are for a wish stone (KC-8)."""
    seat = int(state.turn)
    hand, twice, points = int(state.hand[seat]), int(state.hand_twice[seat]), int(state.hand_points[seat])
    pairs = numbers_in_pairs(hand, twice, points) & int(state.wish_row)
    count = 0
    while pairs:
        number = lowest(pairs)
        pairs &= pairs - 1
        suits = size((hand >> number) & EVERY_SUIT) + ((points >> number) & 1)
        count += suits * (suits - 1) // 2 + size((twice >> number) & EVERY_SUIT)
    return count


@rule
def count_lays_on(state: Position) -> int:
    """How many colour rows a point card of the hand fits into (KC-16, KC-17)."""
    seat = int(state.turn)
    points, ended = int(state.hand_points[seat]), int(state.row[seat]) >> END
    count = 0
    for colour in range(COLOURS):
        last = int(state.last[seat, colour])
        fits = (points >> max(last, 0)) & 1 & ~(ended >> (FACES * colour))
        count += fits if last >= 0 else 0
    return count


@rule
def legal_discards(state: Position, out: Numbers) -> int:
    """Any card of the hand (KC-7)."""
    seat = int(state.turn)
    count = list_cards(DISCARD, int(state.hand[seat]), out, 0)
    return list_cards(DISCARD + POINT, int(state.hand_points[seat]), out, count)


@rule
def legal_wishes(state: Position, out: Numbers, count: int) -> int:
    """Two cards of one number whose wish stone still lies in the row (KC-8)."""
    seat = int(state.turn)
    hand, twice, points = int(state.hand[seat]), int(state.hand_twice[seat]), int(state.hand_points[seat])
    pairs = numbers_in_pairs(hand, twice, points) & int(state.wish_row)
    while pairs:
        number = lowest(pairs)
        pairs &= pairs - 1
        pair = WISH + PAIRS * (number - 1)
        doubles = suits_of(twice >> number)
        left = suits_of(hand >> number) | ((points >> number) & 1) << POINTS
        while left & (left - 1) or doubles & left:  # a pair is left: two suits, or both copies of one
            a = lowest(left)
            left &= left - 1
            first = pair + SUITS * a - a * (a + 1) // 2  # beyond the pairs of lower suits; + b for the second suit
            if (doubles >> a) & 1:
                out[count] = first + a
                count += 1
            others = left
            while others:
                out[count] = first + lowest(others)
                count += 1
                others &= others - 1
    return count


@rule
def numbers_in_pairs(hand: int, twice: int, points: int) -> int:
    """The numbers held two times or more."""
    pairs = 0
    held = points
    for colour in range(COLOURS):
        faces = (hand >> (FACES * colour)) & ALL_FACES
        pairs |= (held & faces) | ((twice >> (FACES * colour)) & ALL_FACES)
        held |= faces
    return pairs


@rule
def suits_of(cards: int) -> int:
    """The colours whose lowest face is in a set of colour cards, as a set: every twelfth bit, moved side by side."""
    return (((cards & EVERY_SUIT) * SIDE_BY_SIDE) >> (FACES * (COLOURS - 1))) & ALL_COLOURS


@rule
def legal_lays(state: Position, out: Numbers, count: int) -> int:
    """Cards that fit into the seat's own rows (KC-9 to KC-17)."""
    seat = int(state.turn)
    count = list_cards(LAY, int(state.hand[seat]) & int(state.takes[seat]), out, count)
    points = int(state.hand_points[seat])
    if points:
        count = list_cards(LAY + POINT, points, out, count)  # KC-15: any number, in any order
        count = legal_lays_on(state, out, count)
    return count


@rule
def legal_lays_on(state: Position, out: Numbers, count: int) -> int:
    """Point cards that fit into a colour row: like its last number (KC-16), and not after an end card (KC-17)."""
    seat = int(state.turn)
    points = int(state.hand_points[seat])
    for colour in range(COLOURS):
        last = int(state.last[seat, colour])
        if last >= 0 and (points >> last) & 1 and not has_end_card(state, seat, colour):
            out[count] = LAY_ON + NUMBERS * colour + last
            count += 1
    return count


@rule
def has_end_card(state: Position, seat: int, colour: int) -> bool:
    """Whether a row holds an end card (KC-14)."""
    return bool((int(state.row[seat]) >> (FACES * colour + END)) & 1)


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def outcome_base(state: Position) -> int:
    """The outcome of kind 0: dealt to a seat, or off the draw pile."""
    return DEAL + KINDS * int(state.turn) if state.step == DEALING else CARD


@rule
def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
    """Every kind of card that may come next, with the number of its unseen copies; returns how many kinds."""
    base = outcome_base(state)
    count = list_copies(base, int(state.unseen), int(state.unseen_twice), COLOUR_KINDS, moves, weights, 0)
    return list_copies(base + POINT, int(state.unseen_points), 0, NUMBERS, moves, weights, count)


@rule
def unseen_copies(state: Position, kind: int) -> int:
    """How many cards of a kind no event has shown yet."""
    return copies(state.unseen, state.unseen_twice, state.unseen_points, kind)


@rule
def sample(state: Position, data: Settings, rng: Generator) -> int:
    """One unseen card, each as likely."""
    removed = REMOVED if state.seats == 2 else 0
    return outcome_base(state) + nth_unseen(state, below(rng, int(state.draw_pile) + removed))


@rule
def nth_unseen(state: Position, n: int) -> int:
    """The kind of the n-th unseen card, counted by kind."""
    suit, place = suit_of_nth(state, n)
    if suit == POINTS:
        return POINT + nth_card(int(state.unseen_points), 0, place)
    shift = FACES * suit
    return shift + nth_card(int(state.unseen) >> shift, int(state.unseen_twice) >> shift, place)


# ── A move and what follows ──────────────────────────────────────────────────────────────────────────────────────


@rule
def apply(state: Position, data: Settings, move: int) -> None:
    """The position after a move or an outcome. It trusts that the move is legal: `play()` is the checked door."""
    step = int(state.step)
    if step == DEALING:
        deal(state, move - outcome_base(state))
    elif step == TURNING:
        turn_up(state, move - CARD)
    elif step == DRAWING:
        draw(state, move - DRAW)
    elif step == LAYING:
        lay_after_end(state, move)
    else:
        play_card(state, move)


@rule
def deal(state: Position, kind: int) -> None:
    """A card to the next seat of the opening deal: eight to seat 0, then eight to seat 1, … (KC-5)."""
    take_unseen(state, int(state.turn), kind)
    if deal_on(state, HAND):
        state.step = PLAYING


@rule
def play_card(state: Position, move: int) -> None:
    """The first half of a turn: discard, take a wish stone or lay (KC-7 to KC-17)."""
    seat = int(state.turn)
    state.draws = 1  # KC-18
    state.step = DRAWING
    if move >= LAY:
        lay(state, seat, move)
        if state.end_rows == END_ROWS:  # KC-21: at once, without a draw
            finish(state, BY_END_CARDS)
    elif move >= WISH:
        number = (move - WISH) // PAIRS + 1
        pair = (move - WISH) % PAIRS
        discard(state, seat, int(PAIR_SUITS[pair, 0]), number)
        discard(state, seat, int(PAIR_SUITS[pair, 1]), number)
        state.wish_row = int(state.wish_row) & ~(1 << number)
        state.wish_stones[seat] = int(state.wish_stones[seat]) | (1 << number)
        state.draws = 2  # KC-18
    else:
        discard(state, seat, move // FACES if move < POINT else POINTS, move % FACES if move < POINT else move - POINT)


@rule
def discard(state: Position, seat: int, suit: int, face: int) -> None:
    """A card from the hand onto its pile, which is closed to this player for this turn (KC-7, KC-19)."""
    leave_hand(state, seat, FACES * suit + face)
    put_on_pile(state, suit, face)


@rule
def lay(state: Position, seat: int, move: int) -> None:
    """A card from the hand into one of the seat's own rows (KC-9 to KC-17)."""
    if move >= LAY_ON:  # KC-16: one card longer; neither last number nor direction change
        colour = (move - LAY_ON) // NUMBERS
        number = (move - LAY_ON) % NUMBERS
        leave_hand(state, seat, POINT + number)
        state.row_points[seat, colour] = int(state.row_points[seat, colour]) | (1 << number)
        state.length[seat, colour] += 1
        return
    kind = move - LAY
    leave_hand(state, seat, kind)
    if kind >= POINT:  # KC-15
        state.neutral[seat] = int(state.neutral[seat]) | (1 << (kind - POINT))
        return
    colour = kind // FACES
    face = kind % FACES
    if face == END:
        end_row(state, seat, colour)
    else:
        continue_row(state, seat, colour, face)
    state.length[seat, colour] += 1
    state.row[seat], state.row_twice[seat] = with_card(int(state.row[seat]), int(state.row_twice[seat]), kind)


@rule
def continue_row(state: Position, seat: int, colour: int, number: int) -> None:
    """A number card continues a row, which sets the cards that the row takes from now on (KC-9, KC-10)."""
    direction = direction_after(int(state.direction[seat, colour]), int(state.last[seat, colour]), number)  # KC-10
    state.direction[seat, colour] = direction
    state.last[seat, colour] = number
    set_takes(state, seat, colour, numbers_after(direction, number) | (1 << END))  # KC-12: an end card always


@rule
def end_row(state: Position, seat: int, colour: int) -> None:
    """An end card ends a row: only the second one may follow, and then nothing (KC-12 to KC-14)."""
    if has_end_card(state, seat, colour):
        set_takes(state, seat, colour, 0)
    else:
        set_takes(state, seat, colour, 1 << END)
        state.end_rows += 1  # KC-21: a row with two counts once


@rule
def set_takes(state: Position, seat: int, colour: int, faces: int) -> None:
    """From now on this row takes these faces."""
    shift = FACES * colour
    state.takes[seat] = (int(state.takes[seat]) & ~(ALL_FACES << shift)) | (faces << shift)


@rule
def draw(state: Position, source: int) -> None:
    """The second half of a turn: one card from the draw pile or a discard pile (KC-18)."""
    if source == 0:
        state.step = TURNING
        return
    suit = source - 1
    seat = int(state.turn)
    face = take_from_pile(state, suit)
    if suit == POINTS:
        enter_hand(state, seat, POINT + face)
        state.known_points[seat] = int(state.known_points[seat]) | (1 << face)
    else:
        take_seen(state, seat, FACES * suit + face)
    drawn(state)


@rule
def turn_up(state: Position, kind: int) -> None:
    """The card that came off the draw pile; the last one ends the game (KC-22), with no second draw (KC-23)."""
    take_unseen(state, int(state.turn), kind)
    if state.draw_pile == 0:
        finish(state, BY_DRAW_PILE)
    else:
        drawn(state)


@rule
def drawn(state: Position) -> None:
    """One card fewer to draw; after the last the next seat has the turn (KC-18, KC-20)."""
    state.draws -= 1
    state.step = DRAWING
    if state.draws == 0:
        state.step = PLAYING
        state.closed = 0
        pass_turn(state)


# ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def finish(state: Position, end: int) -> None:
    """The game has ended; each seat may still lay two cards, the one who ended it first (KC-24, KC-25)."""
    state.end = end
    state.step = LAYING
    state.draws = 0
    state.closed = 0


@rule
def lay_after_end(state: Position, move: int) -> None:
    """A card laid after the end, or `stop`; end cards laid now change nothing about the end (KC-24, KC-25)."""
    if move != STOP:
        lay(state, int(state.turn), move)
        laid = int(state.laid) + 1
        state.laid = laid
        if laid < AFTER_END:
            return
    state.laid = 0
    state.finished += 1
    pass_turn(state)
    if state.finished == state.seats:
        state.step = DONE


# ── Cards in and out of hands and sets ───────────────────────────────────────────────────────────────────────────


@rule
def copies(once: int, twice: int, points: int, kind: int) -> int:
    """How many cards of a kind three sets hold: once, twice, and the point cards."""
    if kind >= POINT:
        return (int(points) >> (kind - POINT)) & 1
    return count_copies(once, twice, kind)


@rule
def enter_hand(state: Position, seat: int, kind: int) -> None:
    """A card comes into a hand."""
    if kind >= POINT:
        state.hand_size[seat] += 1
        state.hand_points[seat] = int(state.hand_points[seat]) | (1 << (kind - POINT))
    else:
        put_in_hand(state, seat, kind)


@rule
def leave_hand(state: Position, seat: int, kind: int) -> None:
    """A card leaves a hand; of two equal ones, the one that everybody has seen leaves first."""
    if kind >= POINT:
        state.hand_size[seat] -= 1
        state.hand_points[seat] = int(state.hand_points[seat]) & ~(1 << (kind - POINT))
        state.known_points[seat] = int(state.known_points[seat]) & ~(1 << (kind - POINT))
    else:
        take_from_hand(state, seat, kind)


@rule
def take_unseen(state: Position, seat: int, kind: int) -> None:
    """An unseen card comes off the draw pile into a hand."""
    if kind >= POINT:
        state.draw_pile -= 1
        state.unseen_points = int(state.unseen_points) & ~(1 << (kind - POINT))
        state.unseen_of[POINTS] -= 1
        enter_hand(state, seat, kind)
    else:
        draw_unseen(state, seat, kind // FACES, kind)


# ── Scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def score(state: Position, data: Settings, sheet: Numbers) -> None:
    """Every seat's points by item, as `ITEMS` names them (KC-26 to KC-29)."""
    for seat in range(int(state.seats)):
        total = 0
        for colour in range(COLOURS):
            points = row_points(int(state.length[seat, colour]))  # KC-26
            sheet[seat, colour] = points
            total += points
        neutral = size(int(state.neutral[seat]))  # KC-27
        stones = STONE_POINTS[min(size(int(state.wish_stones[seat])), 5)]  # KC-28
        sheet[seat, COLOURS] = neutral
        sheet[seat, COLOURS + 1] = stones
        sheet[seat, COLOURS + 2] = total + neutral + stones
