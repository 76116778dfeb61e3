"""Duplicate deals: the luck of a deal is fixed beforehand, the same for every seat, whoever sits there.

A deal fixes the first seat and all luck before anybody sits down, by streams keyed with the seed and the deal:

- A pack is shuffled once. The k-th card taken from it is the same in every game of the deal. Which cards are left out
  of a game does not matter: they are the ones that the pack ends with.
- Dice are listed by seat, turn and throw. The first throw in a seat's t-th turn is the same whoever sits there, and so
  is the i-th die of the second throw, however many are thrown again.
- A bag changes with the game: crystals return, others are added. For the k-th draw an order of all things of the game
  is fixed, those outside of the bag as well, and the first of them that is in the bag comes out. So equal bags give
  the same thing at the same draw, and bags that differ in a few things mostly do. Each draw has its own order, so
  whatever is in the bag is as likely as the rules say, and a thing that returns is not the next to come out.

`rules` and `source`, the game's `luck.py`, are bound to one game.

Nothing here looks at hands or at who plays, so a player who meets this luck meets fair luck: each outcome comes with
the chance that the rules give it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from wishstone.game.chance import DEALER, STREAM, Generator, below, seed_stream, stream
from wishstone.game.contract import Game, MoveNumber, Position, Rules, Settings
from wishstone.game.fields import record
from wishstone.game.limits import MOST_SEATS
from wishstone.game.luck import BAG, PACK
from wishstone.game.rule import TO_BE_BOUND, Engine, bound, rule, shared
from wishstone.games.shared.dice import number_of, roll

rules: Rules = TO_BE_BOUND
source: ModuleType = TO_BE_BOUND

PARTS = 2**24  # streams that a deal may have of one kind; a game has not so many draws, or throws of a seat
MAX_DEALS = 2**24  # in an arena: game numbers of streams have 48 bits
MOST_THROWS = 2**8  # in a turn
MOST_CARDS = 256  # in a pack
MOST_PACKS = MOST_BAGS = 4  # in a game

BOTS, DICE, PACKS, BAGS = 1, 16, 32, 48  # whose streams they are: + seat, seat, number of the pack, of the bag
UNOPENED = -1  # as the number of cards that are left: the pack is still to be shuffled


def deal_dtype(of_game: Rules) -> np.dtype[np.void]:
    """The record of the luck of one deal, for one of its games."""
    return record(
        ("packs", np.int16, (MOST_PACKS, MOST_CARDS)),  # what is left of them, the next card last
        ("left", np.int64, MOST_PACKS),
        ("drawn", np.int64, MOST_BAGS),  # how often each bag was reached into
        ("turns", np.int64, MOST_SEATS),  # the turn that each seat is in
        ("rng", np.int64, STREAM),
        ("moves", MoveNumber, of_game.OUTCOMES),
        ("weights", MoveNumber, of_game.OUTCOMES),
    )


@rule
def begin(play: Position) -> None:
    """A game of the deal begins."""
    open_deal(play.deal)


@rule
def outcome(play: Position, table: Position) -> int:
    """The next outcome, as the deal has it ready."""
    return outcome_of(play.state, table.settings, play.deal, int(table.seed), int(play.number))


@rule
def open_deal(deal: Position) -> None:
    """All packs are still to be shuffled, and nothing was drawn or thrown."""
    for pack in range(MOST_PACKS):
        deal.left[pack] = UNOPENED
    for bag in range(MOST_BAGS):
        deal.drawn[bag] = 0
    for seat in range(MOST_SEATS):
        deal.turns[seat] = -1


@rule
def outcome_of(state: Position, data: Settings, deal: Position, seed: int, number: int) -> int:
    """The outcome that the deal of a number holds ready for a position where chance decides."""
    found = source.luck(state, data)
    if found.source == PACK:
        if deal.left[found.number] == UNOPENED:
            seed_stream(deal.rng, seed, number * PARTS, PACKS + found.number)
            shuffle(state, data, deal, found.number, found.base)
        deal.left[found.number] -= 1
        return int(found.base + deal.packs[found.number, deal.left[found.number]])
    if found.source == BAG:
        seed_stream(deal.rng, seed, number * PARTS + int(deal.drawn[found.number]), BAGS + found.number)
        deal.drawn[found.number] += 1
        return int(found.base) + from_bag(state, data, deal, found.number, found.base)
    if found.number == 0:
        deal.turns[found.seat] += 1
    place = int(deal.turns[found.seat]) * MOST_THROWS + found.number
    seed_stream(deal.rng, seed, number * PARTS + place, DICE + found.seat)
    return int(found.base) + number_of(roll(found.dice, deal.rng))


@rule
def shuffle(state: Position, data: Settings, deal: Position, number: int, base: int) -> None:
    """Shuffle a pack that holds at first what can come first."""
    kinds = rules.chances(state, data, deal.moves, deal.weights)
    size = 0
    for i in range(kinds):
        for _ in range(int(deal.weights[i])):
            if size < MOST_CARDS:
                deal.packs[number, size] = int(deal.moves[i]) - base
                size += 1
    deal.left[number] = size
    for last in range(size - 1, 0, -1):
        place = below(deal.rng, last + 1)
        card = int(deal.packs[number, last])
        deal.packs[number, last] = deal.packs[number, place]
        deal.packs[number, place] = card


@rule
def from_bag(state: Position, data: Settings, deal: Position, number: int, base: int) -> int:
    """The kind of the first thing, in the order of this draw, that is in the bag.

    Of the things of a kind, those with the lowest numbers are the ones in the bag. Drawing things at random, and
    again until one is in the bag, goes through such an order.
    """
    kinds = rules.chances(state, data, deal.moves, deal.weights)
    things = 0
    for kind in range(source.BAGS.shape[1]):
        things += int(source.BAGS[number, kind])
    while True:
        thing = below(deal.rng, things)
        kind = 0
        while thing >= source.BAGS[number, kind]:
            thing -= int(source.BAGS[number, kind])
            kind += 1
        for i in range(kinds):
            if int(deal.moves[i]) - base == kind and thing < deal.weights[i]:
                return kind


class FairDeal:
    """The luck of one deal, for one of its games: asked for an outcome whenever chance decides."""

    def __init__(self, game: Game, seats: int, seed: int, deal: int) -> None:
        self._game, self._seed, self._number = game, seed, deal
        rules: Any = game.rules
        self._loop = fair_deal_of(game.folder, game.engine, rules)
        self._deal = game.records(deal_dtype(game.rules), 1)
        self._loop.open_deal(self._deal[0])
        self.first = below(stream_of(seed, deal, DEALER), seats)

    def outcome(self, state: Position) -> int:
        """The outcome that this deal holds ready for a position where chance decides."""
        return int(self._loop.outcome_of(state, self._game.data, self._deal[0], self._seed, self._number))


def stream_of(seed: int, deal: int, who: int, part: int = 0) -> Generator:
    """The stream of one part of a deal: a throw, a draw, or all that a seat's bot leaves to chance."""
    return stream(seed, deal * PARTS + part, who)


def luck_of(folder: str, engine: Engine = "interpreted") -> ModuleType:
    """How a game's outcomes are come by, as its `luck.py` says; a game without bags has one that is empty."""
    return _with_bags(folder, engine)


@cache
def _with_bags(folder: str, engine: Engine) -> ModuleType:
    whole = ModuleType(f"{folder}.luck:{engine}")
    vars(whole).update(BAGS=np.zeros((1, 1), np.int16))
    vars(whole).update(vars(shared(f"{folder}.luck", engine)))
    return whole


@cache
def fair_deal_of(folder: str, engine: Engine, of_game: Any) -> ModuleType:
    """The functions of this module for one game, on one engine."""
    return bound(
        import_module(__name__), engine, folder.rpartition(".")[2], rules=of_game, source=luck_of(folder, engine)
    )
