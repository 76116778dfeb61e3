"""The rules of Cairns: every C rule, over one flat record.

The README numbers the rules; the numbers stand here where a rule is carried out. What is hidden from whom is in
`knowledge.py`. The *kind* of a stone is its weight less one.
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
    add_to_deck,
    clear_deck,
    deal_on,
    deck_fields,
    draw_card,
    list_deck,
    pass_turn,
    pick_up_card,
    play_from_hand,
    rule,
    sample_deck,
)

SEATS = (2, 4)

COPIES = (2, 3, 3, 4, 4, 4, 3, 3, 2)  # C-1: how many stones there are of each weight, the lightest first
KINDS = len(COPIES)
STONES = sum(COPIES)
HAND = 4  # C-2
PLACES = 3  # C-2
FULL = 5  # C-5: stones in a finished cairn
CROWN = 3  # C-5: points for finishing one

# ── Moves and outcomes: an id means the same in every position ───────────────────────────────────────────────────

SET = 0  # + PLACES · kind + place
MOVES = SET + PLACES * KINDS

DRAW = 0  # + kind: a stone that came off the draw pile
DEAL = DRAW + KINDS  # + KINDS · seat + kind: a stone of the opening deal
OUTCOMES = DEAL + SEATS[1] * KINDS

MAX_LEGAL = PLACES * HAND
MAX_DECISIONS = 2 * STONES  # every move uses up a stone, or makes a cairn fall, which uses up at least one of its own

# ── What is asked for next ───────────────────────────────────────────────────────────────────────────────────────

DEALING, SETTING, DRAWING, DONE = range(4)
STEPS = ("dealing", "setting", "drawing", "done")

ENDS = ("", "stones")
NOT_ENDED, BY_STONES = range(2)

ITEMS = ("heights", "crowns", "falls", "total")
KEYS = ()  # C-10: nothing breaks a tie
SCORE_RANGE = (-2 * STONES, 4 * STONES)

State = np.dtype(
    [
        *deck_fields(SEATS[1], KINDS),
        ("cairn", np.int8, (PLACES, FULL)),  # the kinds of its stones, the lowest first
        ("height", np.int8, PLACES),  # how many there are
        ("scree", np.int8, KINDS),  # stones that have fallen and are out of the game, by kind
        ("heights", np.int16, SEATS[1]),  # points for stones that stood
        ("crowns", np.int8, SEATS[1]),  # cairns finished
        ("falls", np.int8, SEATS[1]),  # stones made to fall
        ("seats", np.int8),
        ("first", np.int8),
        ("turn", np.int8),  # whose turn it is; while dealing, who gets the next stone
        ("step", np.int8),
        ("end", np.int8),
    ],
    align=True,
)
Data = np.dtype([("nothing", np.int8)], align=True)  # this game has neither options nor files


@rule
def setup(state: Position, data: Settings, seats: int, first: int) -> None:
    """The path before the first stone is dealt (C-1, C-2)."""
    state.seats = seats
    state.first = first
    state.turn = 0
    state.step = DEALING
    state.end = NOT_ENDED
    clear_deck(state)
    for kind in range(KINDS):
        add_to_deck(state, kind, COPIES[kind])
        state.scree[kind] = 0
    for place in range(PLACES):
        state.height[place] = 0
        for stone in range(FULL):
            state.cairn[place, stone] = 0
    for seat in range(SEATS[1]):
        state.heights[seat] = 0
        state.crowns[seat] = 0
        state.falls[seat] = 0


@rule
def actor(state: Position, data: Settings) -> int:
    """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
    if state.step == DONE:
        return OVER
    return int(state.turn) if state.step == SETTING else CHANCE


@rule
def legal(state: Position, data: Settings, out: Numbers) -> int:
    """Any stone of the hand onto any place (C-3), in rising order; returns how many moves there are."""
    count = 0
    for kind in range(KINDS):
        if state.hand[state.turn, kind] > 0:
            for place in range(PLACES):
                out[count] = SET + PLACES * kind + place
                count += 1
    return count


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def outcome_base(state: Position) -> int:
    """The outcome of kind 0: dealt to a seat, or off the draw pile."""
    return DEAL + KINDS * int(state.turn) if state.step == DEALING else DRAW


@rule
def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
    """Every kind of stone that may come next, by how many of it nobody has seen; returns how many kinds."""
    return list_deck(state, outcome_base(state), moves, weights)


@rule
def sample(state: Position, data: Settings, rng: Generator) -> int:
    """One unseen stone, each as likely."""
    return outcome_base(state) + sample_deck(state, rng)


# ── A move and what follows ──────────────────────────────────────────────────────────────────────────────────────


@rule
def apply(state: Position, data: Settings, move: int) -> None:
    """The position after a move or an outcome. It trusts that the move is legal."""
    seat = int(state.turn)
    if state.step == DEALING:
        draw_card(state, seat, move - outcome_base(state))
        if deal_on(state, HAND):
            state.step = SETTING
    elif state.step == DRAWING:
        draw_card(state, seat, move - DRAW)
        end_turn(state)
    else:
        set_stone(state, seat, (move - SET) // PLACES, (move - SET) % PLACES)


@rule
def set_stone(state: Position, seat: int, kind: int, place: int) -> None:
    """A stone from the hand onto a place; what lies there bears it, makes way for it, or falls (C-3 to C-7)."""
    play_from_hand(state, seat, kind)
    height = int(state.height[place])
    state.step = DRAWING
    if does_fall(state, kind, place):
        top = int(state.cairn[place, height - 1])
        state.falls[seat] += height
        clear_place(state, place)
        state.scree[top] -= 1
        pick_up_card(state, seat, top)  # C-7: instead of drawing
        put_on_top(state, kind, place)
        end_turn(state)
        return
    if height == 1 and kind > state.cairn[place, 0]:  # C-4: a single stone is no cairn yet, and makes way
        clear_place(state, place)
    put_on_top(state, kind, place)
    state.heights[seat] += state.height[place]
    if state.height[place] == FULL:
        state.crowns[seat] += 1
        state.height[place] = 0
        for stone in range(FULL):
            state.cairn[place, stone] = 0
    if state.draw_pile == 0:  # C-7
        end_turn(state)


@rule
def does_fall(state: Position, kind: int, place: int) -> bool:
    """Whether a stone brings a cairn down: it is heavier than the one on top (C-6)."""
    height = int(state.height[place])
    return height > 1 and kind > state.cairn[place, height - 1]


@rule
def put_on_top(state: Position, kind: int, place: int) -> None:
    """A stone comes to lie on a place."""
    state.cairn[place, state.height[place]] = kind
    state.height[place] += 1


@rule
def clear_place(state: Position, place: int) -> None:
    """All stones of a place go to the scree."""
    for stone in range(int(state.height[place])):
        state.scree[state.cairn[place, stone]] += 1
        state.cairn[place, stone] = 0
    state.height[place] = 0


@rule
def end_turn(state: Position) -> None:
    """The next seat that holds a stone has the turn (C-8); when nobody does, the game is over (C-9)."""
    for _ in range(int(state.seats)):
        pass_turn(state)
        if state.hand_size[state.turn] > 0:
            state.step = SETTING
            return
    state.step = DONE
    state.end = BY_STONES


# ── Points ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def score(state: Position, data: Settings, sheet: Numbers) -> None:
    """Every seat's points by item, and the total (C-4 to C-6)."""
    for seat in range(int(state.seats)):
        heights = int(state.heights[seat])
        crowns = CROWN * int(state.crowns[seat])
        falls = -int(state.falls[seat])
        sheet[seat, 0] = heights
        sheet[seat, 1] = crowns
        sheet[seat, 2] = falls
        sheet[seat, 3] = heights + crowns + falls
