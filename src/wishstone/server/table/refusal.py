"""What is said when a command is refused? A code that stays, a sentence, and the rule where one forbids it."""

from __future__ import annotations

from typing import Any

from wishstone.game.errors import IllegalMove, WishstoneError
from wishstone.game.words import LANGUAGES, Lexicon, Sentence, Value
from wishstone.server.table.words import WORDS

LEXICON = Lexicon(WORDS)
CLOSED = 4000  # plus the status of HTTP: what a socket is closed with that is refused


class Refusal(WishstoneError):
    """A command cannot be carried out. `status` is what HTTP says to it."""

    def __init__(self, code: str, status: int = 409, **values: Value) -> None:
        self.status = status
        super().__init__(code, LEXICON, **values)


class Forbidden(Refusal):
    """The one who asks may not."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, 403, **values)


class Missing(Refusal):
    """There is no such thing, or none that the one who asks may know of."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, 404, **values)


class Busy(Refusal):
    """Too much was asked for in too short a time."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, 429, **values)


def error_to_json(error: WishstoneError) -> dict[str, Any]:
    """An error as a client gets it: its code, and a sentence in every language."""
    # What was sent may be told again, and may have half a character, which no text can hold.
    text = {language: error.text(language).encode(errors="replace").decode() for language in LANGUAGES}
    answer: dict[str, Any] = {"code": error.code, "text": text}
    if isinstance(error, IllegalMove) and error.rule:
        answer["rule"] = error.rule
        reason = error.values["reason"]
        if isinstance(reason, Sentence):  # alone it fits into a line; the rest is there for those without a table
            answer["reason"] = {language: error.lexicon.say(reason, language) for language in LANGUAGES}
    return answer
