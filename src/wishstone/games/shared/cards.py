"""Card sets with up to two copies of a kind: one bit set of the kinds present, one of those present twice."""

from __future__ import annotations

from wishstone.game.contract import Numbers, Position
from wishstone.game.rule import rule
from wishstone.game.sets import lowest


@rule
def with_card(once: int, twice: int, kind: int) -> tuple[int, int]:
    """Two sets with one more card of this kind."""
    bit = 1 << kind
    return once | bit, twice | (once & bit)


@rule
def without_card(once: int, twice: int, kind: int) -> tuple[int, int]:
    """Two sets with one card fewer of this kind, if they hold any."""
    bit = 1 << kind
    return once & ~(bit & ~twice), twice & ~bit


@rule
def together(once: int, twice: int, other: int, other_twice: int) -> tuple[int, int]:
    """All cards of two hands in one; of no kind are there more than two."""
    return once | other, twice | other_twice | (once & other)


@rule
def without(once: int, twice: int, part: int, part_twice: int) -> tuple[int, int]:
    """What is left of the cards when a part of them is taken away."""
    return (once & ~part) | (twice & ~part_twice), twice & ~part


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
def list_cards(base: int, cards: int, out: Numbers, count: int) -> int:
    """Append a move, counted from `base`, for every kind of a set; returns how many moves there are now."""
    while cards:
        out[count] = base + lowest(cards)
        count += 1
        cards &= cards - 1
    return count


@rule
def show_cards(once: int, twice: int, out: Numbers, begin: int) -> None:
    """Write how many cards there are of each kind that two sets hold, from a place on where everything is 0."""
    while once:
        kind = lowest(once)
        once &= once - 1
        out[begin + kind] = 1 + ((twice >> kind) & 1)


@rule
def show_all_cards(once: int, twice: int, kinds: int, out: Numbers, begin: int) -> None:
    """The same for every kind in turn, which is faster where the sets hold most of them."""
    for kind in range(kinds):
        out[begin + kind] = ((once >> kind) & 1) + ((twice >> kind) & 1)
