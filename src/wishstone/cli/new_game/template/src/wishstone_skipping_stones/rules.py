"""The rules, over one flat record: every S rule of the README, by its number where it is carried out."""

from __future__ import annotations

import numpy as np

from wishstone.api import CHANCE, OVER, Generator, Numbers, Position, Settings, below, rule

SEATS = (2, 4)

COPIES = (3, 6, 4, 2)  # S-1: stones that skip not at all (round ones), once, twice, three times
KINDS = len(COPIES)  # the kind of a stone is how often it skips
ROUND = 0
STONES = sum(COPIES)
TURNS = 5  # S-6

# ── Moves and outcomes: an id means the same in every position ───────────────────────────────────────────────────

THROW, STOP = range(2)
MOVES = 2
DRAW = 0  # + kind: the stone that came out of the bag
OUTCOMES = DRAW + KINDS

MAX_LEGAL = 2
MAX_DECISIONS = SEATS[1] * TURNS * (STONES + 1)

# ── What is asked for next ───────────────────────────────────────────────────────────────────────────────────────

CHOOSING, DRAWING, DONE = range(3)
STEPS = ("choosing", "drawing", "done")

ENDS = ("", "turns")
NOT_ENDED, BY_TURNS = range(2)

ITEMS = ("skips", "total")
KEYS = ()  # S-6: nothing breaks a tie
SCORE_RANGE = (0, TURNS * sum(kind * copies for kind, copies in enumerate(COPIES)))

State = np.dtype(
    [
        ("bag", np.int8, KINDS),  # stones in the bag, by kind
        ("skips", np.int8),  # of this turn
        ("kept", np.int16, SEATS[1]),  # skips of earlier turns, by seat
        ("turns", np.int8, SEATS[1]),  # that a seat has still to begin or to end
        ("seats", np.int8),
        ("first", np.int8),
        ("turn", np.int8),
        ("step", np.int8),
        ("end", np.int8),
    ],
    align=True,
)
Data = np.dtype([("nothing", np.int8)], align=True)  # this game has neither options nor files


@rule
def setup(state: Position, data: Settings, seats: int, first: int) -> None:
    """The position before anything has happened."""
    state.seats = seats
    state.first = first
    state.turn = first
    state.step = CHOOSING
    state.end = NOT_ENDED
    for seat in range(SEATS[1]):
        state.kept[seat] = 0
        state.turns[seat] = TURNS if seat < seats else 0
    fill_bag(state)


@rule
def actor(state: Position, data: Settings) -> int:
    """Whose decision comes next: a seat, `CHANCE` or `OVER`."""
    if state.step == DONE:
        return OVER
    return int(state.turn) if state.step == CHOOSING else CHANCE


@rule
def legal(state: Position, data: Settings, out: Numbers) -> int:
    """To throw (S-2), and to stop after the first stone (S-3); returns how many moves there are."""
    if state.step != CHOOSING:
        return 0
    out[0] = THROW
    if state.skips == 0:
        return 1
    out[1] = STOP
    return 2


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def chances(state: Position, data: Settings, moves: Numbers, weights: Numbers) -> int:
    """Every kind of stone in the bag, by how many there are; returns how many kinds."""
    count = 0
    for kind in range(KINDS):
        if state.bag[kind] > 0:
            moves[count] = DRAW + kind
            weights[count] = state.bag[kind]
            count += 1
    return count


@rule
def sample(state: Position, data: Settings, rng: Generator) -> int:
    """One stone out of the bag, each as likely."""
    left = 0
    for kind in range(KINDS):
        left += int(state.bag[kind])
    place = below(rng, left)
    kind = 0
    while place >= int(state.bag[kind]):
        place -= int(state.bag[kind])
        kind += 1
    return DRAW + kind


# ── A move and what follows ──────────────────────────────────────────────────────────────────────────────────────


@rule
def apply(state: Position, data: Settings, move: int) -> None:
    """The position after a move or an outcome. It trusts that the move is legal."""
    if state.step == DRAWING:
        skip(state, move - DRAW)
    elif move == THROW:
        state.step = DRAWING
    else:
        state.kept[state.turn] += state.skips  # S-3
        end_turn(state)


@rule
def skip(state: Position, kind: int) -> None:
    """A stone is thrown: it skips (S-3), or sinks (S-4)."""
    state.bag[kind] -= 1
    if kind == ROUND:
        end_turn(state)
    else:
        state.skips += kind
        state.step = CHOOSING


@rule
def end_turn(state: Position) -> None:
    """All stones go back, and the next seat has the turn (S-5), while there are turns (S-6)."""
    state.turns[state.turn] -= 1
    fill_bag(state)
    state.turn = (int(state.turn) + 1) % int(state.seats)
    if state.turns[state.turn] > 0:
        state.step = CHOOSING
    else:
        state.step = DONE
        state.end = BY_TURNS


@rule
def fill_bag(state: Position) -> None:
    """All stones are in the bag, and none has skipped."""
    state.skips = 0
    for kind in range(KINDS):
        state.bag[kind] = COPIES[kind]


# ── Points ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def score(state: Position, data: Settings, sheet: Numbers) -> None:
    """Every seat's points by item, and the total (S-3)."""
    for seat in range(int(state.seats)):
        sheet[seat, 0] = state.kept[seat]
        sheet[seat, 1] = state.kept[seat]
