"""Short rulebook of a game: one text for every client, by section, each rule with its number."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from wishstone.game.errors import UsageError
from wishstone.game.words import LANGUAGES
from wishstone.games import GAMES

FAIR_DICE = "fair-dice"  # a book of no game: how chance is made, and how anyone checks it
_FAIR_DICE_FILE = files("wishstone.learning").joinpath("fair-dice.toml")
Texts = Mapping[str, str]  # by language


@dataclass(frozen=True)
class Rule:
    """A rule by its ID. A name in braces in its texts is a symbol; `signs` stand beside it, some with their colour."""

    id: str
    texts: Texts
    signs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """Rules that belong together."""

    title: Texts
    rules: Mapping[str, Rule]


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game in short; first what it is about."""

    game: str
    intro: Texts
    sections: tuple[Section, ...]
    title: Texts  # empty where the game has one

    @property
    def rules(self) -> dict[str, Rule]:
        """All rules by their ID, in the order of the book."""
        return {id: rule for section in self.sections for id, rule in section.rules.items()}

    @property
    def prefix(self) -> str:
        """What the IDs of this game begin with: `KC-`."""
        return self.prefixes[0]

    @property
    def prefixes(self) -> tuple[str, ...]:
        """All that IDs in this book begin with: an expansion keeps rules of the base game. The game's own is first."""
        return tuple(dict.fromkeys(id.partition("-")[0] + "-" for id in self.rules))

    def find(self, text: str) -> str | None:
        """The ID that a text such as `KC-9`, `kc9` or `9` means; None if there is no such rule."""
        for prefix in self.prefixes:
            id = prefix + text.upper().removeprefix(prefix.rstrip("-")).lstrip("- ")
            if id in self.rules:
                return id
        return None


@cache
def rulebook(game: str) -> Rulebook:
    """The rules of a game; refused where it has no rulebook."""
    file = _FAIR_DICE_FILE if game == FAIR_DICE else GAMES.find(game).find_file("rulebook")
    if file is None:
        raise UsageError("rulebook-none", game=game)
    read = tomllib.loads(file.read_text("utf-8"))
    sections = tuple(_section(each) for each in read["section"])
    return Rulebook(game, _texts(read["intro"]), sections, _texts(read["title"]) if "title" in read else {})


def _section(read: Mapping[str, Any]) -> Section:
    if "from" in read:
        base = rulebook(read["from"]).rules
        return Section(_texts(read), {id: base[id] for id in read["keep"]})
    rules = [Rule(each["id"], _texts(each), tuple(each.get("signs", ()))) for each in read["rule"]]
    return Section(_texts(read), {rule.id: rule for rule in rules})


def _texts(read: Mapping[str, Any]) -> Texts:
    return {language: read[language] for language in LANGUAGES}
