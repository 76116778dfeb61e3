"""Rulebook pages: the rules by section, each with its number, wrapped to the width of the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping

from wishstone.learning.rulebook import Rulebook, rulebook
from wishstone.terminal.lines import GAP, Line, make_line
from wishstone.terminal.theme import CHOICE, STRONG

NO_BREAK_ARROW = "\u00a0→\u00a0"  # no line ends within `6 → 3`


class RulebookPages:
    """The rules of a game, laid out in lines, with the signs that the terminal has for its symbols."""

    def __init__(self, game: str, signs: Mapping[str, str]) -> None:
        self.contents: Rulebook = rulebook(game)
        self.signs = signs

    @property
    def prefix(self) -> str:
        """What the IDs of this game begin with: `KC-`."""
        return self.contents.prefix

    @property
    def prefixes(self) -> tuple[str, ...]:
        """Everything that an ID in this rulebook may begin with."""
        return self.contents.prefixes

    def find(self, text: str) -> str | None:
        """The ID that a text such as `KC-9`, `kc9` or `9` means; None if there is no such rule."""
        return self.contents.find(text)

    def lines(self, language: str, width: int, only: str | None = None) -> list[Line]:
        """All rules, or only one of them, wrapped to this width."""
        if only is not None:
            return self._format_rule(only, self.contents.rules[only].texts[language], width)
        lines: list[Line] = []
        for section in self.contents.sections:
            lines += [[], [(section.title[language], STRONG)]]
            for id, rule in section.rules.items():
                lines += self._format_rule(id, rule.texts[language], width)
        return lines

    def _format_rule(self, id: str, text: str, width: int) -> list[Line]:
        """A rule with its number in the margin."""
        import textwrap

        margin = 8
        drawn = re.sub(r"\{([\w-]+)\}", lambda found: self.signs.get(found[1], found[1]), text)
        wrapped = textwrap.wrap(drawn.replace(" → ", NO_BREAK_ARROW), max(width - margin - GAP, 20))
        return [
            make_line((f"{id if number == 0 else '':<{margin}}", CHOICE), line) for number, line in enumerate(wrapped)
        ]
