"""Refusals: the errors that clients are told, each with a stable code, a sentence, and the rule that was broken."""

from __future__ import annotations

from typing import Any

from wishstone.game.errors import IllegalMove, WishstoneError
from wishstone.game.words import LANGUAGES, Lexicon, Sentence, Value
from wishstone.server.table.words import WORDS

LEXICON = Lexicon(WORDS)
CLOSED = 4000  # plus the HTTP status: the close code of a refused WebSocket


class Refusal(WishstoneError):
    """A command or request that cannot be carried out. `status` is the HTTP status."""

    def __init__(self, code: str, status: int = 409, **values: Value) -> None:
        self.status = status
        super().__init__(code, LEXICON, **values)


class Forbidden(Refusal):
    """The sender is not allowed to do this."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, 403, **values)


class Missing(Refusal):
    """It does not exist, or the sender may not know of it."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, 404, **values)


class Busy(Refusal):
    """Too many requests in too short a time."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, 429, **values)


def error_to_json(error: WishstoneError) -> dict[str, Any]:
    """An error as a client gets it: its code, and a sentence in every language."""
    # A sentence may quote what was sent, with lone surrogates that cannot be encoded.
    text = {language: error.text(language).encode(errors="replace").decode() for language in LANGUAGES}
    answer: dict[str, Any] = {"code": error.code, "text": text}
    if isinstance(error, IllegalMove) and error.rule:
        answer["rule"] = error.rule
        reason = error.values["reason"]
        if isinstance(reason, Sentence):  # shorter than the whole sentence, for viewers with the table in front of them
            answer["reason"] = {language: error.lexicon.say(reason, language) for language in LANGUAGES}
    return answer
