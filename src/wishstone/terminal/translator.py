"""Sentences as lines: in the person's language, with the cards and colours in them drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from wishstone.game.words import Lexicon, Sentence, Value
from wishstone.terminal.lines import Line, make_line
from wishstone.terminal.words import WORDS

_MARKED = re.compile("\x02(.*?)\x03")  # a term of the notation inside a sentence

DrawTerm = Callable[[str], Line]  # how a term is drawn


class Translator:
    """Says sentences by key in one language; `draw_term` draws the terms of a game's notation in them."""

    def __init__(
        self,
        language: str,
        words: Mapping[str, tuple[str, str]] | None = None,
        terms: Iterable[str] = (),
        draw_term: DrawTerm = lambda term: [(term, "")],
    ) -> None:
        self.language = language
        self._draw_term = draw_term
        self._lexicon = Lexicon({**WORDS, **(words or {})}, {term: (f"\x02{term}\x03",) * 2 for term in terms})

    def say(
        self, what: Sentence | str, who: str = "", style: str = "", names: Sequence[str] = (), **values: Value
    ) -> Line:
        """A sentence, or the one with this key and values; `who` is whom it is about, `names` are by seat."""
        told = what if isinstance(what, Sentence) else Sentence(what, values)
        parts = _MARKED.split(self._lexicon.say(told, self.language, who, names))
        drawn = [self._draw_term(part) if place % 2 else part for place, part in enumerate(parts)]
        return make_line(*drawn, style=style)

    def has_sentence(self, key: str) -> bool:
        """Whether there is a sentence with this key."""
        return key in self._lexicon.words
