"""Discard piles, one for each suit: what is put on top of one, taken from there, and what everyone sees of them.

A `State` that uses them has `pile`, by suit the faces in the order of discarding, the top last; `pile_size` by suit;
and `closed`, the set of suits that were discarded to in this turn, from whose piles nothing may be drawn in it.
"""

from __future__ import annotations

from wishstone.game.contract import Numbers, Position
from wishstone.game.rule import rule


@rule
def clear_piles(state: Position, most: int) -> None:
    """All piles are empty; `most` is how many cards there are room for in one."""
    state.closed = 0
    for suit in range(len(state.pile_size)):
        state.pile_size[suit] = 0
        for depth in range(most):
            state.pile[suit, depth] = 0


@rule
def put_on_pile(state: Position, suit: int, face: int) -> None:
    """A card onto its pile, which is closed for the rest of this turn."""
    state.pile[suit, state.pile_size[suit]] = face
    state.pile_size[suit] += 1
    state.closed = int(state.closed) | (1 << suit)


@rule
def take_from_pile(state: Position, suit: int) -> int:
    """The top card leaves its pile; returns its face."""
    state.pile_size[suit] -= 1
    face = int(state.pile[suit, state.pile_size[suit]])
    state.pile[suit, state.pile_size[suit]] = 0
    return face


@rule
def list_draws(state: Position, base: int, out: Numbers) -> int:
    """The draw pile, and each discard pile that is neither empty nor closed: `base`, and after it one for each suit."""
    out[0] = base
    count = 1
    closed = int(state.closed)
    for suit in range(len(state.pile_size)):
        if state.pile_size[suit] > 0 and not (closed >> suit) & 1:
            out[count] = base + 1 + suit
            count += 1
    return count


@rule
def show_piles(state: Position, faces: int, out: Numbers, closed: int, discarded: int, top: int) -> None:
    """Write which piles are closed, how many cards lie in them by kind, and which on top; where everything is 0."""
    for suit in range(len(state.pile_size)):
        out[closed + suit] = (int(state.closed) >> suit) & 1
        height = int(state.pile_size[suit])
        for depth in range(height):
            out[discarded + faces * suit + int(state.pile[suit, depth])] += 1
        if height > 0:
            out[top + faces * suit + int(state.pile[suit, height - 1])] = 1
