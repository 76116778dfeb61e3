"""Deck with hands in which no card has more than two copies: unseen, held and known cards as pairs of bit sets.

A `State` that uses it has these fields, of 64-bit integers, as pairs of sets (see `cards.py`): `unseen`, what no event
has shown, and by seat `hand` and `known`, the part of a hand that everyone has seen; besides, `unseen_of`, how many
unseen cards there are of each suit, `hand_size` by seat, and `draw_pile`, how many cards it holds. Where cards have
more copies, or a position has room, `deck.py` does the same with a number for each kind.
"""

from __future__ import annotations

from wishstone.game.contract import Position
from wishstone.game.rule import rule
from wishstone.game.sets import size
from wishstone.games.shared.cards import nth_card, together, with_card, without, without_card


@rule
def clear_hands(state: Position) -> None:
    """Nobody holds a card."""
    for seat in range(len(state.hand_size)):
        state.hand[seat] = 0
        state.hand_twice[seat] = 0
        state.known[seat] = 0
        state.known_twice[seat] = 0
        state.hand_size[seat] = 0


@rule
def draw_unseen(state: Position, seat: int, suit: int, kind: int) -> None:
    """An unseen card comes off the draw pile into a hand."""
    state.draw_pile -= 1
    state.unseen, state.unseen_twice = without_card(int(state.unseen), int(state.unseen_twice), kind)
    state.unseen_of[suit] -= 1
    put_in_hand(state, seat, kind)


@rule
def take_seen(state: Position, seat: int, kind: int) -> None:
    """A card that everyone has seen comes into a hand, and is known to be there."""
    put_in_hand(state, seat, kind)
    state.known[seat], state.known_twice[seat] = with_card(int(state.known[seat]), int(state.known_twice[seat]), kind)


@rule
def put_in_hand(state: Position, seat: int, kind: int) -> None:
    """A card comes into a hand."""
    state.hand_size[seat] += 1
    state.hand[seat], state.hand_twice[seat] = with_card(int(state.hand[seat]), int(state.hand_twice[seat]), kind)


@rule
def take_from_hand(state: Position, seat: int, kind: int) -> None:
    """A card leaves a hand; of two equal ones, the one that everybody has seen leaves first."""
    state.hand_size[seat] -= 1
    state.hand[seat], state.hand_twice[seat] = without_card(int(state.hand[seat]), int(state.hand_twice[seat]), kind)
    state.known[seat], state.known_twice[seat] = without_card(
        int(state.known[seat]), int(state.known_twice[seat]), kind
    )


@rule
def secret_cards(state: Position, seat: int) -> tuple[int, int]:
    """What a seat holds unseen: its hand without the cards that everyone knows to be in it."""
    hand, twice = int(state.hand[seat]), int(state.hand_twice[seat])
    return without(hand, twice, int(state.known[seat]), int(state.known_twice[seat]))


@rule
def unseen_by(state: Position, seat: int) -> tuple[int, int]:
    """All cards that a seat, or an onlooker (-1), has not seen: nobody has, or others hold them unseen."""
    unseen, unseen_twice = int(state.unseen), int(state.unseen_twice)
    for other in range(int(state.seats)):
        if other != seat:
            secret, secret_twice = secret_cards(state, other)
            unseen, unseen_twice = together(unseen, unseen_twice, secret, secret_twice)
    return unseen, unseen_twice


@rule
def gather_secret(state: Position, seat: int) -> None:
    """All cards that a seat holds unseen go back among the unseen ones."""
    secret, secret_twice = secret_cards(state, seat)
    state.unseen, state.unseen_twice = together(int(state.unseen), int(state.unseen_twice), secret, secret_twice)
    state.hand[seat] = state.known[seat]
    state.hand_twice[seat] = state.known_twice[seat]


@rule
def count_unseen_cards(state: Position, suits: int, faces: int) -> int:
    """Count the unseen cards of so many suits anew; returns how many there are in all."""
    unseen = 0
    for suit in range(suits):
        cards = ((1 << faces) - 1) << (faces * suit)
        count = size(int(state.unseen) & cards) + size(int(state.unseen_twice) & cards)
        state.unseen_of[suit] = count
        unseen += count
    return unseen


@rule
def count_known_pairs(state: Position, seat: int) -> int:
    """How many cards everyone knows to be in a hand."""
    return size(int(state.known[seat])) + size(int(state.known_twice[seat]))


@rule
def suit_of_nth(state: Position, n: int) -> tuple[int, int]:
    """The suit of the n-th unseen card, counted from 0 by suit, and the card's place among those of its suit."""
    suit = 0
    while n >= state.unseen_of[suit]:
        n -= int(state.unseen_of[suit])
        suit += 1
    return suit, n


@rule
def find_unseen(state: Position, faces: int, n: int) -> int:
    """The kind of the n-th unseen card, counted from 0 by kind."""
    suit, place = suit_of_nth(state, n)
    shift = faces * suit
    return shift + nth_card(int(state.unseen) >> shift, int(state.unseen_twice) >> shift, place)
