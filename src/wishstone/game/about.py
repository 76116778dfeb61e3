"""Catalogue entry of a game: titles, seats, minutes and options, known without importing its rules."""

from __future__ import annotations

from dataclasses import dataclass

CONTRACT_VERSION = 1  # of what a game has to offer, and of what `wishstone.api` offers it
OptionValue = str | bool  # as it stands in a record


@dataclass(frozen=True)
class Option:
    """A house rule that a table may choose: its name and what it can be, first what the rule page says."""

    name: str
    values: tuple[OptionValue, ...]

    @property
    def default(self) -> OptionValue:
        """What it is unless somebody says otherwise."""
        return self.values[0]


@dataclass(frozen=True)
class About:
    """A game's entry in the catalogue; texts in English and German."""

    id: str
    title: tuple[str, str]
    line: tuple[str, str]
    seats: tuple[int, int]
    minutes: tuple[int, int]
    options: tuple[Option, ...] = ()
    files: tuple[str, ...] = ()  # data files that a player can replace: `board`, `tiles`
    rule_prefix: str = ""  # what the numbers of its own rules begin with: `K` of K-9
    is_open: bool = False  # whether nothing is hidden from any seat
    margin: int = 0  # a lead of so many points is as good as it gets; 0: a quarter of `SCORE_RANGE`
    rules_versions: tuple[int, ...] = (1,)  # of its rules, that can be played; new games follow the first
    contract: int = 1  # the version of `wishstone.api` that it is written for
