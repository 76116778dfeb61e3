"""Arena plan: one line-up, or every line-up of a pool; each deal is played in all their seatings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from wishstone.bots.outside import is_outside
from wishstone.bots.own import is_own, make_any
from wishstone.game.about import About, OptionValue
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.game.rule import Engine
from wishstone.lab.arena_words import LEXICON
from wishstone.lab.fair_deal import MAX_DEALS
from wishstone.lab.simulate import MAX_SEED

if TYPE_CHECKING:
    from wishstone.lab.arena import ArenaRunner

LineUp = tuple[str, ...]  # bots, in no order; one may be there several times
EXAMPLE = ("greedy", "random", "random")  # a line-up for whoever has not named one
Seating = tuple[str, ...]  # bots by seat


@dataclass(frozen=True)
class Plan:
    """All that the result of an arena depends on, but for the number of deals."""

    game: str
    line_ups: tuple[LineUp, ...]
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    files: Mapping[str, object] = field(default_factory=dict)
    engine: Engine = "compiled"
    rules_version: int | None = None  # None for the newest

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.line_ups[0])

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """Everybody who plays, once, in the order they were named in."""
        return tuple(dict.fromkeys(bot for line_up in self.line_ups for bot in line_up))

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The games of every deal: the distinct seatings of each line-up, so that everyone has had every seat."""
        return tuple(seating for line_up in self.line_ups for seating in dict.fromkeys(permutations(line_up)))

    @property
    def is_compiled(self) -> bool:
        """Whether whole games are compiled, with all bots: none of them is a program, or of somebody else's Python."""
        return self.engine == "compiled" and not any(is_outside(name) or is_own(name) for name in self.bots)

    def open(self) -> ArenaRunner:
        """The game and its bots, ready to play deals."""
        from wishstone.lab.arena import ArenaRunner

        return ArenaRunner(self)

    def deals(self, games: int) -> int:
        """How many deals it takes to play at least so many games."""
        most = MAX_DEALS * len(self.seatings)
        if not 1 <= games <= most:
            raise UsageError("count-wrong", name="--games", low=1, high=str(most), value=str(games))
        return -(-games // len(self.seatings))


def plan_of(game: Game, bots: Sequence[str] | None, pool: Sequence[str] | None, seats: int | None, seed: int) -> Plan:
    """The plan for one line-up, `bots`, or for a round robin of a `pool`; whatever cannot be is refused."""
    if not 0 <= seed <= MAX_SEED:
        raise UsageError("count-wrong", name="seed", low=0, high=str(MAX_SEED), value=str(seed))
    line_ups = _line_ups(game.about, bots, pool, seats)
    for name in dict.fromkeys(bot for line_up in line_ups for bot in line_up):
        make_any(name, game).close()  # refuses a name that it does not know
    return Plan(game.id, line_ups, seed, game.options, game.files, game.engine, game.rules_version)


def _line_ups(
    about: About, bots: Sequence[str] | None, pool: Sequence[str] | None, seats: int | None
) -> tuple[LineUp, ...]:
    """The line-ups that were asked for: one with a bot for each seat, or all of different bots of a pool."""
    if bots is not None and pool is not None:
        raise UsageError("arena-both", LEXICON)
    if bots is not None:
        return (_line_up(about, bots, seats),)
    if pool is not None:
        return _round_robin(about, pool, about.seats[0] if seats is None else seats)
    raise UsageError("arena-nobody", LEXICON, game=about.id, example=",".join(EXAMPLE[: about.seats[0]]))


def _line_up(about: About, bots: Sequence[str], seats: int | None) -> LineUp:
    """One bot for each seat."""
    if seats is not None and seats != len(bots):
        raise UsageError("arena-seats", LEXICON, seats=seats, count=len(bots))
    _check_seats(about, len(bots))
    return tuple(bots)


def _round_robin(about: About, pool: Sequence[str], seats: int) -> tuple[LineUp, ...]:
    """Every choice of different bots for so many seats."""
    _check_seats(about, seats)
    if twice := [bot for bot in pool if pool.count(bot) > 1]:
        raise UsageError("arena-twice", LEXICON, name=twice[0])
    if len(pool) < seats:
        raise UsageError("arena-pool", LEXICON, seats=seats, count=len(pool))
    return tuple(combinations(pool, seats))


def _check_seats(about: About, seats: int) -> None:
    low, high = about.seats
    if not low <= seats <= high:
        raise UsageError("seats-wrong", game=about.id, seats=seats, low=low, high=high)
