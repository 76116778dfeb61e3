"""How are the rules shown? By section, each with its number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.text import Text

from wishstone.game.words import LANGUAGES
from wishstone.terminal.layout import GAP
from wishstone.terminal.look import BRONZE, STRONG

NOT_HERE = "\u00a0→\u00a0"  # no line ends within `6 → 3`


@dataclass(frozen=True)
class Section:
    """Rules that belong together; texts in English and German, rules by their ID."""

    title: tuple[str, str]
    rules: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game in short, in our own words."""

    sections: tuple[Section, ...]

    @property
    def prefix(self) -> str:
        """What the IDs of this game begin with: `KC-`."""
        return next(iter(self.sections[0].rules)).partition("-")[0] + "-"

    @property
    def prefixes(self) -> tuple[str, ...]:
        """All that IDs in this book begin with: an expansion keeps rules of the base game. The game's own is first."""
        return tuple(dict.fromkeys(id.partition("-")[0] + "-" for section in self.sections for id in section.rules))

    def find(self, text: str) -> str | None:
        """The ID that a text such as `KC-9`, `kc9` or `9` means; None if there is no such rule."""
        for prefix in self.prefixes:
            id = prefix + text.upper().removeprefix(prefix.rstrip("-")).lstrip("- ")
            if any(id in section.rules for section in self.sections):
                return id
        return None

    def lines(self, language: str, width: int, only: str | None = None) -> list[Text]:
        """All rules, or only one of them, wrapped to this width."""
        place = LANGUAGES.index(language)
        lines: list[Text] = []
        for section in self.sections:
            chosen = {id: text for id, text in section.rules.items() if only in (None, id)}
            if chosen and not only:
                lines += [Text(), Text(section.title[place], STRONG)]
            for id, text in chosen.items():
                lines += _hanging(id, text[place], width)
        return lines


def _hanging(id: str, text: str, width: int) -> list[Text]:
    """A rule with its number in the margin."""
    import textwrap

    margin = 8
    wrapped = textwrap.wrap(text.replace(" → ", NOT_HERE), max(width - margin - GAP, 20))
    return [
        Text.assemble((f"{id if number == 0 else '':<{margin}}", BRONZE), line) for number, line in enumerate(wrapped)
    ]
