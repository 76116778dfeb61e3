"""Remarks of the check of a game: each is one sentence, and says whether something is wrong or only missing."""

from __future__ import annotations

from typing import NamedTuple

from wishstone.game.conformance.finding import raised
from wishstone.game.errors import WishstoneError
from wishstone.game.words import Lexicon, Sentence, Value
from wishstone.game_check.words import WORDS

LEXICON = Lexicon(WORDS)


class Remark(NamedTuple):
    """Something to be said about a game."""

    is_wrong: bool  # or it is missing, and there is something that stands in for it
    what: Sentence | WishstoneError

    def text(self, language: str) -> str:
        """The sentence in this language."""
        return self.what.text(language) if isinstance(self.what, WishstoneError) else LEXICON.say(self.what, language)


def wrong(key: str, **values: Value) -> Remark:
    """Something is wrong."""
    return Remark(True, Sentence(key, values))


def missing(key: str, **values: Value) -> Remark:
    """An optional part is not there, or something could not be checked."""
    return Remark(False, Sentence(key, values))


def failed(error: Exception, doing: str = "") -> Remark:
    """An exception, as the user's error that it is, or with the place that it came from."""
    if isinstance(error, WishstoneError):
        return Remark(True, error)
    return wrong("check-raised", what=f"{doing}: {raised(error)}" if doing else raised(error))
