"""Game data of a report: a few arrays with a row for each game, and what was played by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wishstone.game.about import OptionValue

Integers = NDArray[np.int64]
Reals = NDArray[np.float64]

NOTES = ("first", "decisions", "turns", "rounds", "end", "lead_changes", "led_from")  # in `Outcome` and `walk.Turns`
TOTAL = "total"


@dataclass(frozen=True)
class Setting:
    """What was played, by whom: all that the games of a report depend on."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    first: int | None  # the seat that begins; None: by lot
    options: Mapping[str, OptionValue]
    files: Mapping[str, object]  # data files that were replaced
    items: tuple[str, ...]  # of a score sheet; the last one is the total
    keys: tuple[str, ...]  # that break ties
    ends: tuple[str, ...]  # why a game can end; the first one stands for games that were cut off
    version: str

    @property
    def has_same_bots(self) -> bool:
        """Whether all seats have the same bot."""
        return len(set(self.bots)) == 1

    @property
    def can_tell_seats(self) -> bool:
        """Whether the games can tell what it is worth to begin: not where one bot begins always, and others never."""
        return self.has_same_bots or self.first is None


@dataclass(frozen=True)
class Games:
    """Many games of one setting, in the order of their numbers."""

    setting: Setting
    notes: Mapping[str, Integers] = field(repr=False)  # by `NOTES`, one value for each game
    sheets: Integers = field(repr=False)  # by game, seat and item, then keys
    leaders: Integers = field(repr=False)  # by game and tenth of its turns: who leads alone, or −1
    gaps: Integers = field(repr=False)  # by game and tenth: the lead in points

    def __len__(self) -> int:
        return len(self.sheets)

    def until(self, count: int) -> Games:
        """The first so many of these games."""
        notes = {name: values[:count] for name, values in self.notes.items()}
        return Games(self.setting, notes, self.sheets[:count], self.leaders[:count], self.gaps[:count])

    @cached_property
    def order(self) -> Integers:
        """By game and seat: when its turn comes in the first round; 0 begins."""
        return (np.arange(self.setting.seats) - self.notes["first"][:, None]) % self.setting.seats

    @cached_property
    def scores(self) -> Integers:
        """By game and seat: the points."""
        return self.sheets[:, :, len(self.setting.items) - 1]

    @cached_property
    def places(self) -> Integers:
        """By game and seat: the place, by points and then the keys that break ties; equals share one."""
        places = np.ones(self.scores.shape, np.int64)
        for seat in range(self.setting.seats):
            for other in range(self.setting.seats):
                places[:, seat] += _before(self._standing(other), self._standing(seat))
        return places

    def _standing(self, seat: int) -> Integers:
        return self.sheets[:, seat, len(self.setting.items) - 1 :]

    @cached_property
    def shares(self) -> Reals:
        """By game and seat: its share of the win."""
        first = self.places == 1
        shares: Reals = first / first.sum(axis=1, keepdims=True)
        return shares

    @cached_property
    def margins(self) -> Integers:
        """By game: the winner's points less those of the next seat."""
        ranked = np.sort(self.scores, axis=1)
        return ranked[:, -1] - ranked[:, -2]

    @cached_property
    def shares_by_order(self) -> Reals:
        """By game and place in the order of turns: its share of the win."""
        return by_order(self.shares, self.order)

    @cached_property
    def leader_wins(self) -> Reals:
        """By game and tenth: the share of the win of whoever led alone then; not a number where nobody did."""
        at = np.maximum(self.leaders, 0)
        return np.where(self.leaders >= 0, np.take_along_axis(self.shares, at, axis=1), np.nan)

    @cached_property
    def decided(self) -> Reals:
        """By game: the part of its turns after which the winner led for good; not a number where the win is shared."""
        led = self.notes["led_from"]
        return np.where(led > 0, led / self.notes["turns"], np.nan)

    @property
    def item_names(self) -> tuple[str, ...]:
        """The items that points come from, without the total; those that never scored in any game are left out."""
        return tuple(name for name in self.setting.items[:-1] if self.item(name).any())

    def item(self, name: str) -> Integers:
        """By game and seat: the points for an item."""
        return self.sheets[:, :, self.setting.items.index(name)]


def by_order(values: NDArray[np.generic], order: Integers) -> Reals:
    """Values by game and seat, put into the order of turns."""
    sorted_values: Reals = np.take_along_axis(values, np.argsort(order, axis=1), axis=1).astype(np.float64)
    return sorted_values


def _before(one: Integers, other: Integers) -> NDArray[np.bool_]:
    """For each game, whether one seat's total and keys stand before another's."""
    before = np.zeros(len(one), np.bool_)
    equal = np.ones(len(one), np.bool_)
    for column in range(one.shape[1]):
        before |= equal & (one[:, column] > other[:, column])
        equal &= one[:, column] == other[:, column]
    return before


def joined(setting: Setting, parts: Sequence[Games]) -> Games:
    """All these games, one part after the other."""
    return Games(
        setting,
        {name: np.concatenate([part.notes[name] for part in parts]) for name in NOTES},
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("sheets", "leaders", "gaps")),
    )
