"""Errors of the user's: each has a stable code, and one sentence in every language.

WishstoneError
├── UsageError           what was asked for cannot be: a game, a seat count, an option, a bot, a file
│   └── DataError        a board or tiles file is not as its rule page demands
├── MoveError            a move was refused
│   ├── MalformedMove    move-malformed: not in the notation
│   ├── AmbiguousMove    move-ambiguous: short for several moves
│   ├── IllegalMove      move-illegal: a rule forbids it; move-over, move-by, move-outcome
│   └── StaleMove        move-stale: made for an earlier position
└── RecordError          record-…: a game record is broken or does not follow the rules
"""

from __future__ import annotations

from wishstone.game.words import Lexicon, Sentence, Value

_PLAIN = Lexicon({})


class WishstoneError(Exception):
    """An error of the user's, told in one sentence. `code` is stable; `str()` is English, `text()` any language."""

    def __init__(self, code: str, lexicon: Lexicon | None = None, **values: Value) -> None:
        self.code = code
        self.values = values
        self.lexicon = lexicon or _PLAIN
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """The sentence in this language."""
        return self.lexicon.say(self.sentence, language)

    @property
    def sentence(self) -> Sentence:
        """What is to be said."""
        return Sentence(self.code, self.values)


class UsageError(WishstoneError):
    """What was asked for cannot be."""


def unreadable(path: object, error: OSError) -> UsageError:
    """A file cannot be read."""
    return UsageError("file-unreadable", path=str(path), reason=error.strerror or "unknown")


def unwritable(path: object, error: OSError) -> UsageError:
    """A file cannot be written."""
    return UsageError("file-unwritable", path=str(path), reason=error.strerror or "unknown")


class DataError(UsageError):
    """A board or tiles file is not as its rule page demands; the sentence names the place and the rule."""


class MoveError(WishstoneError):
    """A move was refused."""


class MalformedMove(MoveError):
    """The text is not in the notation of this game."""


class AmbiguousMove(MoveError):
    """The text is short for several legal moves."""


class IllegalMove(MoveError):
    """A rule forbids the move here. `rule` is its ID, `moves` are the legal ones in notation."""

    def __init__(
        self, code: str, lexicon: Lexicon | None = None, rule: str = "", moves: tuple[str, ...] = (), **values: Value
    ) -> None:
        self.rule = rule
        self.moves = moves
        super().__init__(code, lexicon, rule=rule, **values)


class StaleMove(MoveError):
    """The move was made for another position than the current one."""


class RecordError(WishstoneError):
    """A game record is broken or does not follow the rules."""
