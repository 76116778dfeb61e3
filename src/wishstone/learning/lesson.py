"""Guided first game, as data: what happens, what is said, and what is to be tapped.

A lesson is a game that never was, told in the notation of a record: `chance deal 0 red 3`, `0 lay red 3`. The learner
sits on seat 0. Its events go through the rules like any others, so that a lesson which the rules do not allow is found.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from wishstone.game.contract import CHANCE
from wishstone.game.errors import UsageError
from wishstone.game.words import LANGUAGES
from wishstone.games import GAMES

LEARNER = 0
Texts = Mapping[str, str]  # by language


class LessonEvent(NamedTuple):
    """One event: who brings it about, a seat or `CHANCE`, and what it is, in the notation of the record."""

    by: int
    move: str


@dataclass(frozen=True)
class LessonStep:
    """One thing to see or to do."""

    texts: Texts
    before: tuple[LessonEvent, ...] = ()  # what happens until then
    do: tuple[LessonEvent, ...] = ()  # what the learner is to do, and what follows from it by itself
    attempt: str | None = None  # a forbidden move that the learner is to try, to see what is said to it
    why: Texts | None = None  # said when it is done
    other: Texts | None = None  # said to another move that would be allowed
    light: tuple[str, ...] = ()  # what is lit up: selectors of the page

    @property
    def moves(self) -> tuple[str, ...]:
        """What the learner is to do, one after the other."""
        return tuple(each.move for each in self.do if each.by == LEARNER)


@dataclass(frozen=True)
class Lesson:
    """A guided first game."""

    game: str
    names: tuple[str, ...]  # of the others, from seat 1
    steps: tuple[LessonStep, ...]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names) + 1


@cache
def lesson(game: str) -> Lesson:
    """The lesson of a game; refused where it has none."""
    file = GAMES.find(game).find_file("lesson")
    if file is None:
        raise UsageError("lesson-none", game=game)
    read = tomllib.loads(file.read_text("utf-8"))
    return Lesson(game, tuple(read["others"]), tuple(_step(each) for each in read["step"]))


def _step(read: Mapping[str, Any]) -> LessonStep:
    return LessonStep(
        _texts(read),
        _events(read.get("before", "")),
        _events(read.get("do", "")),
        read.get("try"),
        _texts(read["why"]) if "why" in read else None,
        _texts(read["other"]) if "other" in read else None,
        tuple(read.get("light", ())),
    )


def _events(text: str) -> tuple[LessonEvent, ...]:
    """Events on lines of their own, or apart by semicolons."""
    lines = [each.strip().split(" ", 1) for each in text.replace(";", "\n").splitlines() if each.strip()]
    return tuple(LessonEvent(CHANCE if by == "chance" else int(by), move) for by, move in lines)


def _texts(read: Mapping[str, Any]) -> Texts:
    return {language: read[language] for language in LANGUAGES}
