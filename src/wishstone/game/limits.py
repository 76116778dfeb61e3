"""Limits of generic code: what loops, bots and records assume of every game, checked when a game is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING

from wishstone.game.errors import UsageError
from wishstone.game.words import Sentence, sentence

if TYPE_CHECKING:
    from wishstone.game.about import About

FEWEST_SEATS, MOST_SEATS = 2, 6  # a lead is over somebody else; the arrays by seat have six places
MOST_BYTES = 512  # of a position: eight cache lines
EVENTS = 8  # to a decision, at most: so long is the log of a game of `MAX_DECISIONS` decisions
LARGEST = 2**15 - 1  # number of a move, as a `MoveNumber` holds it
FIELDS = ("seats", "first", "end")  # of a position, each a single number: everybody reads them
COUNTS = ("MOVES", "OUTCOMES", "MAX_LEGAL", "MAX_DECISIONS")
CONSTANTS = ("SEATS", *COUNTS, "ENDS", "ITEMS", "KEYS", "SCORE_RANGE", "OBSERVATION", "State", "Data")
FUNCTIONS = ("setup", "actor", "legal", "chances", "sample", "apply", "score", "seen", "redeal", "observe")


def check_limits(about: About, rules: ModuleType) -> None:
    """Refuse a game that generic code cannot play."""
    for fault in find_faults(about, rules):
        raise UsageError("game-unfit", game=about.id, reason=fault)


def find_faults(about: About, rules: ModuleType) -> Iterator[Sentence]:
    """Why generic code cannot play a game, if there is anything."""
    missing = [name for name in (*CONSTANTS, *FUNCTIONS) if not hasattr(rules, name)]
    if missing:
        yield sentence("unfit-missing", names=", ".join(missing))
        return
    low, high = rules.SEATS
    if not FEWEST_SEATS <= low <= high <= MOST_SEATS:
        yield sentence("unfit-seats", low=low, high=high, fewest=FEWEST_SEATS, most=MOST_SEATS)
    if tuple(about.seats) != tuple(rules.SEATS):
        yield sentence("unfit-about", low=low, high=high, about_low=about.seats[0], about_high=about.seats[1])
    for name in COUNTS:
        if not 1 <= getattr(rules, name) <= LARGEST:
            yield sentence("unfit-count", name=name, value=getattr(rules, name), most=LARGEST)
    for name in FIELDS:
        if name not in (rules.State.names or ()) or rules.State[name].shape:
            yield sentence("unfit-field", name=name)
    if rules.State.itemsize > MOST_BYTES:
        yield sentence("unfit-bytes", bytes=rules.State.itemsize, most=MOST_BYTES)
    if tuple(rules.ITEMS[-1:]) != ("total",):
        yield sentence("unfit-total")
