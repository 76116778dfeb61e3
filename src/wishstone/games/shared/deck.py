"""Deck of cards with any number of copies: the draw pile, hands, and the cards in them that everyone knows.

Cards are counted by kind, a number from 0. A `State` that has a deck begins with `*deck_fields(SEATS, KINDS)`; what a
position does not hold is an order of the draw pile, so a card that comes off it is any of the unseen ones. A card game
says what its cards do, and leaves to these functions where they are and who has seen them.

Where no card has more than two copies and there are many kinds, `pair_deck.py` does the same in less room.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wishstone.game.chance import Generator, below
from wishstone.game.contract import Numbers, Position
from wishstone.game.rule import rule


def deck_fields(seats: int, kinds: int) -> tuple[tuple[Any, ...], ...]:
    """The fields of a `State` with a deck of so many kinds, and hands for so many seats at most."""
    return (
        ("unseen", np.int8, kinds),  # copies that no event has shown: the draw pile, and what was put away from it
        ("hand", np.int8, (seats, kinds)),
        ("known", np.int8, (seats, kinds)),  # the part of a hand that everyone has seen
        ("hand_size", np.int8, seats),
        ("draw_pile", np.int16),  # how many cards it holds
    )


# ── Setting up ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def clear_deck(state: Position) -> None:
    """No card is anywhere; `add_to_deck` puts those of the game into the draw pile."""
    kinds = len(state.unseen)
    for kind in range(kinds):
        state.unseen[kind] = 0
    for seat in range(len(state.hand_size)):
        state.hand_size[seat] = 0
        for kind in range(kinds):
            state.hand[seat, kind] = 0
            state.known[seat, kind] = 0
    state.draw_pile = 0


@rule
def add_to_deck(state: Position, kind: int, copies: int) -> None:
    """So many cards of a kind into the draw pile, unseen."""
    state.unseen[kind] += copies
    state.draw_pile += copies


# ── Cards into hands, and out of them ────────────────────────────────────────────────────────────────────────────


@rule
def draw_card(state: Position, seat: int, kind: int) -> None:
    """An unseen card comes off the draw pile into a hand."""
    state.unseen[kind] -= 1
    state.draw_pile -= 1
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1


@rule
def pick_up_card(state: Position, seat: int, kind: int) -> None:
    """A card that everyone has seen comes into a hand, and is known to be there."""
    state.hand[seat, kind] += 1
    state.known[seat, kind] += 1
    state.hand_size[seat] += 1


@rule
def play_from_hand(state: Position, seat: int, kind: int) -> None:
    """A card leaves a hand; of equal ones, those that everyone has seen leave first."""
    state.hand[seat, kind] -= 1
    state.hand_size[seat] -= 1
    if state.known[seat, kind] > 0:
        state.known[seat, kind] -= 1


# ── What comes off the draw pile ─────────────────────────────────────────────────────────────────────────────────


@rule
def count_deck(state: Position) -> int:
    """How many cards no event has shown; as many as the draw pile holds, unless some were put away from it."""
    count = 0
    for kind in range(len(state.unseen)):
        count += int(state.unseen[kind])
    return count


@rule
def list_deck(state: Position, base: int, moves: Numbers, weights: Numbers) -> int:
    """The outcome `base + kind` for every kind that may come next, weighted by its copies; returns how many."""
    count = 0
    for kind in range(len(state.unseen)):
        if state.unseen[kind] > 0:
            moves[count] = base + kind
            weights[count] = state.unseen[kind]
            count += 1
    return count


@rule
def sample_deck(state: Position, rng: Generator) -> int:
    """The kind of an unseen card, each card as likely."""
    place = below(rng, count_deck(state))
    kind = 0
    while place >= state.unseen[kind]:
        place -= int(state.unseen[kind])
        kind += 1
    return kind


# ── What a seat can know ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def redeal_deck(state: Position, seat: int, rng: Generator) -> None:
    """Deal anew what a seat cannot know: the draw pile, and what others hold unseen; cards known in a hand stay."""
    for other in range(int(state.seats)):
        if other != seat:
            for kind in range(len(state.unseen)):
                state.unseen[kind] += int(state.hand[other, kind]) - int(state.known[other, kind])
                state.hand[other, kind] = state.known[other, kind]
    for other in range(int(state.seats)):
        if other != seat:
            for _ in range(int(state.hand_size[other]) - count_known_cards(state, other)):
                kind = sample_deck(state, rng)
                state.unseen[kind] -= 1
                state.hand[other, kind] += 1


@rule
def count_known_cards(state: Position, seat: int) -> int:
    """How many cards everyone knows to be in a hand."""
    count = 0
    for kind in range(len(state.unseen)):
        count += int(state.known[seat, kind])
    return count


@rule
def count_unseen_by(state: Position, seat: int, kind: int) -> int:
    """How many cards of a kind a seat, or an onlooker (-1), has not seen: nobody has, or others hold them unseen."""
    count = int(state.unseen[kind])
    for other in range(int(state.seats)):
        if other != seat:
            count += int(state.hand[other, kind]) - int(state.known[other, kind])
    return count


@rule
def show_deck(state: Position, seat: int, out: Numbers, hand: int, unseen: int, known: int, hand_size: int) -> None:
    """Write what a seat, or an onlooker (-1), knows of the deck, each part from its place in an observation on.

    By kind the copies in its hand and those that it has not seen, by seat and kind those known to be in a hand, and by
    seat how many cards it holds; seats are counted from the observer clockwise.
    """
    seats, kinds = int(state.seats), len(state.unseen)
    chair = max(seat, 0)
    for kind in range(kinds):
        out[unseen + kind] = count_unseen_by(state, seat, kind)
        if seat >= 0:
            out[hand + kind] = state.hand[seat, kind]
    for other in range(seats):
        place = (other - chair) % seats
        out[hand_size + place] = state.hand_size[other]
        for kind in range(kinds):
            out[known + kinds * place + kind] = state.known[other, kind]
