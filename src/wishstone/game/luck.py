"""Sources of outcomes: the next card of a pack, a thing out of a bag, a throw of dice.

The rules say what can happen next, and how likely each outcome is. For a fair comparison of players that is not
enough: the same luck should meet whoever sits there. So each game's `luck.py` says how people would come by the next
outcome, and whoever deals can arrange the pack, the bag and the dice beforehand (see `lab/fair_deal.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wishstone.game.contract import Position, Settings


@dataclass(frozen=True)
class Pack:
    """The next card or tile of a pack: shuffled once, before the first is taken, and nothing ever goes back into it."""

    number: int  # which of the game's packs
    base: int  # the outcome of kind 0; the others follow


@dataclass(frozen=True)
class Bag:
    """One thing out of a bag, into which things may come while the game goes on."""

    number: int  # which of the game's bags
    base: int  # the outcome of kind 0; the others follow
    things: tuple[int, ...]  # by kind: how many of it there are in the game, in the bag or not


@dataclass(frozen=True)
class Throw:
    """Some dice thrown by a seat; the first throw of each of its turns has the number 0."""

    seat: int
    number: int  # which throw of the seat's turn
    dice: int
    base: int  # the outcome of throw 0, in the numbers of `games/shared/dice.py`


Luck = Pack | Bag | Throw
LuckOf = Callable[[Position, Settings], Luck]  # what each game's `luck.py` offers as `luck`
