"""The rules of the miniature: every M rule, over one flat record.

The page `docs/miniature.md` numbers the rules; the numbers stand here where a rule is carried out. What is hidden from
whom is in `knowledge.py`. The *kind* of a card is `NUMBERS · colour + number - 1`, and a set of cards is the bits of an
integer, a bit for each kind.
"""

from __future__ import annotations

import numpy as np

from wishstone.api import (
    CHANCE,
    OVER,
    Generator,
    Numbers,
    Position,
    Settings,
    below,
    list_cards,
    nth,
    rule,
    size,
)

SEATS = (2, 2)

COLOURS = 2
NUMBERS = 2  # M-1: 1 and 2
KINDS = COLOURS * NUMBERS
ALL_CARDS = (1 << KINDS) - 1
TURNS = 4  # M-3: two for each seat
PLAYS = TURNS + 2  # M-5: and the last cards
ROW_POINTS = (0, -1, 1)  # M-6, by cards in the row
CLOVER = 3  # M-7

# ── Moves: an id means the same move in every position ───────────────────────────────────────────────────────────

DRAW = 0  # from the draw pile
TAKE = 1  # the card that was discarded last
DISCARD = 2  # + kind
LAY = DISCARD + KINDS  # + kind
MOVES = LAY + KINDS

CARD = 0  # + kind: an outcome that came off the draw pile
DEAL = CARD + KINDS  # + KINDS · seat + kind: an outcome of the opening deal
OUTCOMES = DEAL + SEATS[1] * KINDS

MAX_LEGAL = 4  # two cards, each to be laid or discarded
MAX_DECISIONS = 2 * TURNS + 2

# ── What is asked for next ───────────────────────────────────────────────────────────────────────────────────────

DEALING, DRAWING, TURNING, PLAYING, LAYING, DONE = range(6)  # TURNING: a card off the draw pile; LAYING: M-5
STEPS = ("dealing", "drawing", "turning", "playing", "laying", "done")

ENDS = ("", "cards")
NOT_ENDED, BY_CARDS = range(2)

ITEMS = ("rows.blue", "rows.green", "clovers", "total")
KEYS = ()  # nothing breaks a tie
SCORE_RANGE = (-2, 6)

State = np.dtype(
    [
        ("unseen", np.int8),  # what no event has shown: the draw pile
        ("hand", np.int8, 2),
        ("known", np.int8, 2),  # the part of a hand that was taken from the discards: both have seen it
        ("row", np.int8, 2),  # a seat's rows in one set
        ("length", np.int8, (2, COLOURS)),  # cards in a row
        ("last", np.int8, (2, COLOURS)),  # its last number; 0 without one
        ("pile", np.int8, KINDS),  # kinds in the order of discarding, the top last
        ("pile_size", np.int8),
        ("draw_pile", np.int8),  # how many cards it holds
        ("seats", np.int8),
        ("first", np.int8),
        ("turn", np.int8),  # whose turn it is; while dealing, who gets the next card
        ("plays", np.int8),  # how many cards should have been played by now
        ("step", np.int8),
        ("end", np.int8),
    ],
    align=True,
)
Data = np.dtype([("nothing", np.int8)], align=True)  # this game has neither options nor files


@rule
def setup(state: Position, data: Settings, seats: int, first: int) -> None:
    """The table before the first card is dealt (M-1, M-2)."""
    state.seats = seats
    state.first = first
    state.turn = first
    state.plays = 0
    state.step = DEALING
    state.end = NOT_ENDED
    state.unseen = ALL_CARDS
    state.draw_pile = KINDS
    state.pile_size = 0
    for place in range(KINDS):
        state.pile[place] = 0
    for seat in range(2):
        state.hand[seat] = 0
        state.known[seat] = 0
        state.row[seat] = 0
        for colour in range(COLOURS):
            state.length[seat, colour] = 0
            state.last[seat, colour] = 0


@rule
def actor(state: Position, data: Settings) -> int:
    """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
    step = int(state.step)
    if step == DEALING or step == TURNING:
        return CHANCE
    if step == DONE:
        return OVER
    return int(state.turn)


@rule
def legal(state: Position, data: Settings, out: Numbers) -> int:
    """The legal moves of the seat whose decision it is, in rising order; returns how many."""
    step, seat = int(state.step), int(state.turn)
    if step == DRAWING:  # M-3
        count = 0
        if state.draw_pile > 0:
            out[count] = DRAW
            count += 1
        out[count] = TAKE
        return count + 1
    hand = int(state.hand[seat])
    fitting = hand & takes(state, seat)
    if step == PLAYING:  # M-4
        return list_cards(LAY, fitting, out, list_cards(DISCARD, hand, out, 0))
    if step == LAYING:  # M-5
        return list_cards(LAY, fitting, out, 0) if fitting else list_cards(DISCARD, hand, out, 0)
    return 0


@rule
def takes(state: Position, seat: int) -> int:
    """The cards that a seat's rows still take: higher ones (M-4)."""
    cards = 0
    for colour in range(COLOURS):
        last = int(state.last[seat, colour])
        cards |= ((1 << NUMBERS) - (1 << last)) << (NUMBERS * colour)
    return cards


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def outcome_base(state: Position) -> int:
    """The outcome of kind 0: dealt to a seat, or off the draw pile."""
    return DEAL + KINDS * int(state.turn) if state.step == DEALING else CARD


@rule
def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
    """Every card that may come next, each as likely; returns how many."""
    count = list_cards(outcome_base(state), int(state.unseen), moves, 0)
    for place in range(count):
        weights[place] = 1
    return count


@rule
def sample(state: Position, data: Settings, rng: Generator) -> int:
    """One unseen card, each as likely."""
    return outcome_base(state) + nth_unseen(state, below(rng, size(int(state.unseen))))


@rule
def nth_unseen(state: Position, n: int) -> int:
    """The kind of the n-th unseen card."""
    return nth(int(state.unseen), n)


# ── A move and what follows ──────────────────────────────────────────────────────────────────────────────────────


@rule
def apply(state: Position, data: Settings, move: int) -> None:
    """The position after a move or an outcome. It trusts that the move is legal: `play()` is the checked door."""
    seat = int(state.turn)
    step = int(state.step)
    if step == DEALING or step == TURNING:
        card = 1 << (move - outcome_base(state))
        state.unseen = int(state.unseen) & ~card
        state.hand[seat] = int(state.hand[seat]) | card
        state.draw_pile -= 1
        if step == TURNING:
            state.step = PLAYING
        else:  # M-2: one card each, then the first seat draws
            state.turn = 1 - seat
            if state.draw_pile == KINDS - 2:
                state.step = TURNING
    elif move == DRAW:
        state.step = TURNING
    elif move == TAKE:
        state.pile_size -= 1
        card = 1 << int(state.pile[state.pile_size])
        state.pile[state.pile_size] = 0
        state.hand[seat] = int(state.hand[seat]) | card
        state.known[seat] = int(state.known[seat]) | card
        state.step = PLAYING
    else:
        play_card(state, seat, move)
        end_turn(state)


@rule
def play_card(state: Position, seat: int, move: int) -> None:
    """A card leaves the hand, into its row or onto the discards (M-4)."""
    kind = move - LAY if move >= LAY else move - DISCARD
    card = 1 << kind
    state.hand[seat] = int(state.hand[seat]) & ~card
    state.known[seat] = int(state.known[seat]) & ~card
    if move >= LAY:
        colour = kind // NUMBERS
        state.row[seat] = int(state.row[seat]) | card
        state.length[seat, colour] += 1
        state.last[seat, colour] = kind % NUMBERS + 1
    else:
        state.pile[state.pile_size] = kind
        state.pile_size += 1


@rule
def end_turn(state: Position) -> None:
    """The next seat's turn (M-3), or its last card (M-5), or the end."""
    plays, turn = int(state.plays) + 1, 1 - int(state.turn)
    if plays >= TURNS:
        while plays < PLAYS and state.hand[turn] == 0:
            plays, turn = plays + 1, 1 - turn
        state.step = LAYING
        if plays == PLAYS:
            state.step = DONE
            state.end = BY_CARDS
    elif state.pile_size > 0:
        state.step = DRAWING
    else:
        state.step = TURNING if state.draw_pile > 0 else PLAYING
    state.plays = plays
    state.turn = turn


# ── Points ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def score(state: Position, data: Settings, sheet: Numbers) -> None:
    """Every seat's points by item, and the total (M-6, M-7)."""
    for seat in range(2):
        total = 0
        clovers = 0
        for colour in range(COLOURS):
            points = ROW_POINTS[int(state.length[seat, colour])]
            sheet[seat, colour] = points
            if state.last[seat, colour] > state.last[1 - seat, colour]:
                clovers += CLOVER
            total += points
        sheet[seat, COLOURS] = clovers
        sheet[seat, COLOURS + 1] = total + clovers
