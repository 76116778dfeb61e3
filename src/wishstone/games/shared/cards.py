"""Card sets with up to two copies of a kind: one bit set of the kinds present, one of those present twice."""

from __future__ import annotations

from wishstone.game.contract import Numbers
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
def count_copies(once: int, twice: int, kind: int) -> int:
    """How many cards of a kind two sets hold."""
    return ((int(once) >> kind) & 1) + ((int(twice) >> kind) & 1)


@rule
def nth_card(once: int, twice: int, n: int) -> int:
    """The kind of the n-th card of two sets, counted from 0 by kind."""
    kind = 0
    n -= (once & 1) + (twice & 1)
    while n >= 0:
        kind += 1
        once >>= 1
        twice >>= 1
        n -= (once & 1) + (twice & 1)
    return kind


@rule
def list_cards(base: int, cards: int, out: Numbers, count: int) -> int:
    """Append a move, counted from `base`, for every kind of a set; returns how many moves there are now."""
    while cards:
        out[count] = base + lowest(cards)
        count += 1
        cards &= cards - 1
    return count


@rule
def list_copies(base: int, once: int, twice: int, kinds: int, moves: Numbers, weights: Numbers, count: int) -> int:
    """Append an outcome for every kind of two sets, weighted by its copies; returns how many outcomes there are now."""
    for kind in range(kinds):
        weight = count_copies(once, twice, kind)
        if weight:
            moves[count] = base + kind
            weights[count] = weight
            count += 1
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
