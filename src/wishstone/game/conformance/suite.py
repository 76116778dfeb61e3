"""Runner of the conformance suite: every check, on random games with every number of seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from wishstone.game.conformance import constants, knowledge, presentation, rules, whole_games
from wishstone.game.conformance.finding import Finding, origin, raised
from wishstone.game.conformance.walk import VisitedPosition, Walk, Where, random_walk
from wishstone.game.contract import Game

Subject = TypeVar("Subject")

AT_PLACES = (*rules.AT_PLACES, *knowledge.AT_PLACES)
CLOSELY = (*rules.CLOSELY, *presentation.CLOSELY, *knowledge.CLOSELY)
OF_ALL = (*whole_games.OF_ALL, *knowledge.OF_ALL)

CHECKS: dict[str, str] = {
    each.__name__: (each.__doc__ or "").splitlines()[0]
    for each in (*constants.CHECKS, *AT_PLACES, *CLOSELY, *knowledge.OF_TWINS, *whole_games.OF_WALKS, *OF_ALL)
}
"""Every check by its name, with the sentence that says what it asks for."""

ENOUGH = 3  # findings of one check with one number of seats; then it is not asked again
EVERY = 16  # positions between two that are looked at closely; the first of each kind always is


def check(game: Game, *, seats: int | None = None, games: int = 10, seed: int = 0, every: int = EVERY) -> list[Finding]:
    """Everything that the suite finds wrong with a game, with one number of seats or with each; empty if nothing is."""
    report = _Report()
    for each in constants.CHECKS:
        report.ask(each, game, Where())
    if report.has_raised:
        return report.findings  # play would only raise the same again
    low, high = game.rules.SEATS
    for count in range(low, high + 1) if seats is None else (seats,):
        with np.errstate(all="raise"):  # a number that overflows is a mistake, not a warning
            _check_games(report, game, count, games, seed, every)
    return report.findings


def assert_conforms(
    game: Game, *, seats: int | None = None, games: int = 10, seed: int = 0, every: int = EVERY
) -> None:
    """Raise an `AssertionError` that lists every finding, if there is any."""
    findings = check(game, seats=seats, games=games, seed=seed, every=every)
    if findings:
        raise AssertionError("\n".join([f"{game.id} does not conform:", *map(str, findings)]))


def _check_games(report: _Report, game: Game, seats: int, games: int, seed: int, every: int) -> None:
    walks: list[Walk] = []
    kinds: set[tuple[object, ...]] = set()
    for number in range(games):
        try:
            walk = random_walk(game, seats, number, seed)
        except Exception as error:  # even setting up can be broken
            report.note("play_goes_on", Where(seats, number), raised(error))
            return
        walks.append(walk)
        for place in walk.places:
            kind = _kind(place)
            place.is_first_of_its_kind = kind not in kinds
            kinds.add(kind)
            _check_place(report, place, every)
        for of_walk in whole_games.OF_WALKS:
            report.ask(of_walk, walk, walk.where)
        _check_twins(report, walk)
    for of_all in OF_ALL:
        report.ask(of_all, walks, Where(seats))


def _kind(place: VisitedPosition) -> tuple[object, ...]:
    try:
        return place.kind
    except Exception:  # a check will meet it too, and report it
        return ("broken",)


def _check_place(report: _Report, place: VisitedPosition, every: int) -> None:
    for everywhere in AT_PLACES:
        report.ask(everywhere, place, place.where)
    if place.is_first_of_its_kind or place.event % every == 0:
        for closely in CLOSELY:
            report.ask(closely, place, place.where)


def _check_twins(report: _Report, walk: Walk) -> None:
    try:
        twins = walk.twins
    except Exception as error:  # whatever it is, play has met it too
        report.note("play_goes_on", walk.where, raised(error))
        return
    for pair in twins:
        for of_twins in knowledge.OF_TWINS:
            report.ask(of_twins, pair, pair.where)


class _Report:
    """What was found so far; a check that has found enough, or an exception that is known, is not reported again."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self._counts: Counter[tuple[str, int | None]] = Counter()
        self._raised: set[tuple[int | None, str]] = set()

    @property
    def has_raised(self) -> bool:
        """Whether a check could not be made because the game raised something."""
        return bool(self._raised)

    def ask(self, check: Callable[[Subject], Iterator[str]], subject: Subject, where: Where) -> None:
        """Make a check and note what it finds; an exception is a finding too."""
        name = check.__name__
        if self._counts[name, where.seats] >= ENOUGH:
            return
        try:
            for detail in check(subject):
                self.note(name, where, detail)
                if self._counts[name, where.seats] >= ENOUGH:
                    return
        except Exception as error:  # a game may be broken in any way
            known = where.seats, f"{type(error).__name__} {origin(error)}"
            if known not in self._raised:
                self._raised.add(known)
                self.note(name, where, raised(error))

    def note(self, name: str, where: Where, detail: str) -> None:
        """Add a finding."""
        self._counts[name, where.seats] += 1
        self.findings.append(Finding(name, *where, detail))
