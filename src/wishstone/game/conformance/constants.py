"""Conformance checks of a game's record types, constants and names, which need no play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter

import numpy as np

from wishstone.game.conformance.guarded_calls import fields_of
from wishstone.game.contract import Game, MoveNumber
from wishstone.game.limits import FEWEST_SEATS, FIELDS, MOST_BYTES, MOST_SEATS
from wishstone.game.words import LANGUAGES

NOTATION = re.compile(r"[a-z0-9*+]+( [a-z0-9*+]+)*")
END = re.compile(r"[a-z]+(-[a-z]+)*")
LARGEST = int(np.iinfo(MoveNumber).max)


def record_types_are_plain(game: Game) -> Iterator[str]:
    """A position and its data are aligned records of integers, so that every engine can hold them."""
    for title, dtype in (("State", game.rules.State), ("Data", game.rules.Data)):
        kinds = [kind.base for _, kind, _ in fields_of(dtype)]
        if not kinds:
            yield f"{title} has no fields"
        for name, kind, _ in fields_of(dtype):
            if kind.base.kind not in "iub" or not kind.base.isnative:
                yield f"{title}.{name} is of type {kind.base}, not an integer of this machine"
        if not dtype.isalignedstruct and max((kind.alignment for kind in kinds), default=1) > 1:
            yield f"{title} is not made with align=True"
    if game.data.dtype != game.rules.Data:
        yield f"make_data gives a record of {game.data.dtype}"


def record_is_small(game: Game) -> Iterator[str]:
    """A position fits into a few cache lines."""
    if game.rules.State.itemsize > MOST_BYTES:
        yield f"State has {game.rules.State.itemsize} bytes, more than {MOST_BYTES}"


def record_tells_seats_and_end(game: Game) -> Iterator[str]:
    """A position holds the fields that everyone reads, `seats`, `first` and `end`, each one number."""
    fields = {name: kind for name, kind, _ in fields_of(game.rules.State)}
    for name in FIELDS:
        if name not in fields or fields[name].shape != ():
            yield f"State has no single number called {name}"


def counts_make_sense(game: Game) -> Iterator[str]:
    """Seats, moves, outcomes and limits are positive and fit into the buffers that hold them."""
    rules = game.rules
    low, high = rules.SEATS
    if not FEWEST_SEATS <= low <= high <= MOST_SEATS:
        yield f"SEATS is {rules.SEATS}: from {FEWEST_SEATS} to {MOST_SEATS} can play"
    if game.about.seats != rules.SEATS:
        yield f"SEATS is {rules.SEATS}, and the catalogue says {game.about.seats}"
    for name in ("MOVES", "OUTCOMES", "MAX_LEGAL", "MAX_DECISIONS"):
        if getattr(rules, name) < 1:
            yield f"{name} is {getattr(rules, name)}"
    for name in ("MOVES", "OUTCOMES"):
        if getattr(rules, name) > LARGEST:
            yield f"{name} is {getattr(rules, name)}, and ids go to {LARGEST}"
    if rules.MAX_LEGAL > rules.MOVES:
        yield f"MAX_LEGAL is {rules.MAX_LEGAL}, and there are only {rules.MOVES} moves"


def versions_can_be_played(game: Game) -> Iterator[str]:
    """The catalogue names each version of the rules once, counted from 1, and there is data for every one of them."""
    versions = game.about.rules_versions
    if not versions or min(versions) < 1 or len(set(versions)) < len(versions):
        yield f"the catalogue names the versions {versions}"
    if game.rules_version not in versions:
        yield f"it is version {game.rules_version}, and the catalogue names {versions}"
    options = {option.name: option.default for option in game.about.options}
    for version in versions:
        data = game.table.make_data(game.id, options, {}, version)
        if data.dtype != game.rules.Data:
            yield f"make_data gives a record of {data.dtype} for version {version}"


def ends_have_names(game: Game) -> Iterator[str]:
    """The first of `ENDS` is empty, for a game that has not ended; each other one has a name and words for people."""
    ends = game.rules.ENDS
    if not ends or ends[0] != "":
        yield f"ENDS begins with {ends[:1]}, not with the empty text"
    if len(ends) < 2 or len(set(ends)) < len(ends):
        yield f"ENDS is {ends}: there is an end, and each is named once"
    for end in ends[1:]:
        if not END.fullmatch(end):
            yield f"the end {end!r} is not written like «draw-pile»"
        if not {end, f"end {end}"} & set(game.table.TERMS):
            yield f"the end {end!r} is not among the table's TERMS"


def items_lead_to_a_total(game: Game) -> Iterator[str]:
    """`ITEMS` names each item of a score once, the total last, and `SCORE_RANGE` goes from less to more."""
    rules = game.rules
    if not rules.ITEMS or rules.ITEMS[-1] != "total":
        yield f"ITEMS ends with {rules.ITEMS[-1:]}, not with total"
    names = (*rules.ITEMS, *rules.KEYS)
    if len(set(names)) < len(names):
        yield f"a name stands twice in ITEMS and KEYS: {names}"
    low, high = rules.SCORE_RANGE
    if not -LARGEST <= low <= high <= LARGEST:
        yield f"SCORE_RANGE is {rules.SCORE_RANGE}"


def observation_fields_make_sense(game: Game) -> Iterator[str]:
    """The fields of an observation have different names and are not empty."""
    names = [name for name, _ in game.rules.OBSERVATION]
    if not names:
        yield "OBSERVATION has no fields"
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"OBSERVATION has the field {name} {names.count(name)} times"
    for name, size in game.rules.OBSERVATION:
        if size < 1:
            yield f"the field {name} of OBSERVATION has the size {size}"


def names_follow_the_notation(game: Game) -> Iterator[str]:
    """The name of every move and outcome is words of small letters, digits, * and +, one space between them."""
    for title, names in _names(game):
        for id, name in enumerate(names):
            if not NOTATION.fullmatch(name):
                yield f"{title} {id} is called {name!r}"


def names_are_unique(game: Game) -> Iterator[str]:
    """No two moves have one name, nor two outcomes, so that a name leads back to its id."""
    for title, names in _names(game):
        first: dict[str, int] = {}
        for id, name in enumerate(names):
            if first.setdefault(name, id) != id:
                yield f"{title}s {first[name]} and {id} are both called {name!r}"


def words_are_complete(game: Game) -> Iterator[str]:
    """Every sentence and every term exists in each language, with the same values to fill in."""
    for title, words in (("the sentence", game.table.WORDS), ("the term", game.table.TERMS)):
        yield from _incomplete(title, words)


def _incomplete(title: str, words: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for key, texts in words.items():
        if len(texts) != len(LANGUAGES) or not all(text.strip() for text in texts):
            yield f"{title} {key!r} is not there in every language: {texts}"
            continue
        values = [{name for _, name, _, _ in Formatter().parse(text) if name is not None} for text in texts]
        if any(each != values[0] for each in values):
            yield f"{title} {key!r} has other values in one language than in another: {values}"


def _names(game: Game) -> tuple[tuple[str, Sequence[str]], ...]:
    return ("move", game.move_names), ("outcome", game.outcome_names)


CHECKS: tuple[Callable[[Game], Iterator[str]], ...] = (
    record_types_are_plain,
    record_is_small,
    record_tells_seats_and_end,
    counts_make_sense,
    versions_can_be_played,
    ends_have_names,
    items_lead_to_a_total,
    observation_fields_make_sense,
    names_follow_the_notation,
    names_are_unique,
    words_are_complete,
)
