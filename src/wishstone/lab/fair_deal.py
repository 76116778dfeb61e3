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

Nothing here looks at hands or at who plays, so a player who meets this luck meets fair luck: each outcome comes with
the chance that the rules give it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from wishstone.game.chance import DEALER, Generator, below, stream
from wishstone.game.contract import Game, Position
from wishstone.game.luck import Bag, LuckOf, Pack, Throw
from wishstone.games.shared.dice import FACES, number_of

PARTS = 2**24  # streams that a deal may have of one kind; a game has not so many draws, or throws of a seat
MAX_DEALS = 2**24  # in an arena: game numbers of streams have 48 bits
MOST_THROWS = 2**8  # in a turn

BOTS, DICE, PACKS, BAGS = 1, 16, 32, 48  # whose streams they are: + seat, seat, number of the pack, of the bag


class FairDeal:
    """The luck of one deal, for one of its games: asked for an outcome whenever chance decides."""

    def __init__(self, game: Game, seats: int, seed: int, deal: int) -> None:
        self._game, self._luck = game, luck_of(game.folder)
        self._seed, self._deal = seed, deal
        self._packs: dict[int, list[int]] = {}  # what is left of them, the next card last
        self._drawn: dict[int, int] = {}  # how often each bag was reached into
        self._turns = [-1] * seats  # the turn that each seat is in
        self.first = below(self._stream(DEALER), seats)

    def outcome(self, state: Position) -> int:
        """The outcome that this deal holds ready for a position where chance decides."""
        luck = self._luck(state, self._game.data)
        if isinstance(luck, Pack):
            return luck.base + self._from_pack(luck, state)
        if isinstance(luck, Bag):
            return luck.base + self._from_bag(luck, state)
        return luck.base + self._thrown(luck)

    def _from_pack(self, luck: Pack, state: Position) -> int:
        """The next kind of a pack that holds at first what can come first."""
        if luck.number not in self._packs:
            pack = [outcome - luck.base for outcome, copies in self._game.chances(state) for _ in range(copies)]
            self._packs[luck.number] = shuffled(pack, self._stream(PACKS + luck.number))
        return self._packs[luck.number].pop()

    def _from_bag(self, luck: Bag, state: Position) -> int:
        """The kind of the first thing, in the order of this draw, that is in the bag.

        Of the things of a kind, those with the lowest numbers are the ones in the bag. Drawing things at random, and
        again until one is in the bag, goes through such an order.
        """
        draw = self._drawn[luck.number] = self._drawn.get(luck.number, -1) + 1
        order = self._stream(BAGS + luck.number, draw)
        inside = {outcome - luck.base: copies for outcome, copies in self._game.chances(state)}
        while True:
            thing, kind = below(order, sum(luck.things)), 0
            while thing >= luck.things[kind]:
                thing -= luck.things[kind]
                kind += 1
            if thing < inside.get(kind, 0):
                return kind

    def _thrown(self, luck: Throw) -> int:
        """The number of the throw that is listed for this seat, turn and throw."""
        if luck.number == 0:
            self._turns[luck.seat] += 1
        place = self._turns[luck.seat] * MOST_THROWS + luck.number
        dice = self._stream(DICE + luck.seat, place)
        return number_of(sum(1 << (4 * below(dice, FACES)) for _ in range(luck.dice)))

    def _stream(self, who: int, part: int = 0) -> Generator:
        return stream_of(self._seed, self._deal, who, part)


def stream_of(seed: int, deal: int, who: int, part: int = 0) -> Generator:
    """The stream of one part of a deal: a throw, a draw, or all that a seat's bot leaves to chance."""
    return stream(seed, deal * PARTS + part, who)


def shuffled(pack: list[int], rng: Generator) -> list[int]:
    """A pack in any order, each as likely."""
    pack = list(pack)
    for last in range(len(pack) - 1, 0, -1):
        place = below(rng, last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return pack


@cache
def luck_of(folder: str) -> LuckOf:
    """How a game's outcomes are come by, as its `luck.py` says."""
    return cast(LuckOf, import_module(f"{folder}.luck").luck)
