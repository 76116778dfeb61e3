"""Turns: whose turn comes next, in play and in the opening deal. A `State` has `turn`, `seats` and `first`."""

from __future__ import annotations

from wishstone.game.contract import Position
from wishstone.game.rule import rule


@rule
def pass_turn(state: Position) -> None:
    """The turn passes clockwise."""
    state.turn += 1
    if state.turn == state.seats:
        state.turn = 0


@rule
def deal_on(state: Position, cards: int) -> bool:
    """Who gets the next card of the opening deal, so many to seat 0, then as many to seat 1 and so on.

    Returns whether everybody has them; then it is the first seat's turn.
    """
    if state.hand_size[state.turn] < cards:
        return False
    state.turn += 1
    if state.turn < state.seats:
        return False
    state.turn = state.first
    return True
