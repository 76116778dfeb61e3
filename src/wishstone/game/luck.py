"""Sources of outcomes: the next card of a pack, a thing out of a bag, a throw of dice.

The rules say what can happen next, and how likely each outcome is. For a fair comparison of players that is not
enough: the same luck should meet whoever sits there. So each game's `luck.py` says how people would come by the next
outcome, and whoever deals can arrange the pack, the bag and the dice beforehand (see `lab/fair_deal.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from wishstone.game.rule import rule

PACK, BAG, THROW = range(3)


class Luck(NamedTuple):
    """How the next outcome is come by."""

    source: int  # a pack, a bag or a throw
    number: int  # which of the game's packs or bags; which throw of the seat's turn, of which the first is 0
    base: int  # the outcome of kind 0, or of throw 0 in the numbers of `games/shared/dice.py`; the others follow
    seat: int  # who throws
    dice: int  # how many are thrown


@rule
def from_pack(number: int, base: int) -> Luck:
    """The next card or tile of a pack: shuffled once, before the first is taken, and nothing ever goes back into it."""
    return Luck(PACK, number, base, 0, 0)


@rule
def from_bag(number: int, base: int) -> Luck:
    """One thing out of a bag, into which things may come while the game goes on; `BAGS` says which there are."""
    return Luck(BAG, number, base, 0, 0)


@rule
def from_throw(seat: int, number: int, dice: int, base: int) -> Luck:
    """So many dice, thrown by a seat; the first throw of each of its turns has the number 0."""
    return Luck(THROW, number, base, seat, dice)
