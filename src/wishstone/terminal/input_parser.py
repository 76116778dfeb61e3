"""Input parsing: a command, a number from the list of moves, or a move in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from wishstone.game.contract import Game, Position
from wishstone.game.errors import AmbiguousMove, MalformedMove, MoveError, WishstoneError
from wishstone.game.move_check import check_move
from wishstone.game.words import sentence
from wishstone.terminal.move_list import ListedMove
from wishstone.terminal.words import LEXICON

# Every command by its words: the first English and the first German one are shown, all are understood everywhere.
COMMANDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "help": (("?", "help", "h"), ("?", "hilfe")),
    "rules": (("rules", "rule"), ("regeln", "regel")),
    "hint": (("hint", "tip"), ("tipp", "hinweis")),
    "score": (("score", "points"), ("punkte", "stand")),
    "log": (("log", "story"), ("verlauf",)),
    "cards": (("cards", "piles"), ("karten", "ablage")),
    "quit": (("quit", "q", "exit"), ("ende", "beenden")),
}
MAX_DIGITS = 6  # of a number that are read
MAX_WORDS = 8  # words in a move of any game

_BY_WORD = {word: command for command, languages in COMMANDS.items() for words in languages for word in words}


@dataclass(frozen=True)
class Vocabulary:
    """A language's words for a game's notation: those for the verb, and those for everything after it."""

    verbs: Mapping[str, str]
    others: Mapping[str, str]


def vocabulary_of(terms: Mapping[str, tuple[str, str]], place: int) -> Vocabulary:
    """The vocabulary that a game's terms make: each single word by its translation."""
    words = {told[place].casefold(): term for term, told in terms.items() if " " not in term + told[place]}
    return Vocabulary(words, words)


def parse_command(text: str) -> tuple[str, str] | None:
    """The command that a text begins with, and what comes after it."""
    word, _, rest = text.strip().partition(" ")
    command = _BY_WORD.get(word.casefold())
    return (command, rest.strip()) if command else None


def parse_move(
    text: str, game: Game, state: Position, moves: Sequence[ListedMove], vocabulary: Vocabulary | None = None
) -> int:
    """The legal move that a text means; raises a `WishstoneError` for a wrong number or an impossible move."""
    if text.isdecimal():
        number = int(text[:MAX_DIGITS])
        if len(text) < MAX_DIGITS and 1 <= number <= len(moves):
            return moves[number - 1].id
        choice = sentence("number-only") if len(moves) == 1 else sentence("number-range", last=len(moves))
        raise WishstoneError("number-wrong", LEXICON, number=text[:MAX_DIGITS], choice=choice)
    return _parse_notation(text, game, state, vocabulary)


def _parse_notation(text: str, game: Game, state: Position, vocabulary: Vocabulary | None) -> int:
    """A move in the notation, perhaps shortened or in another language, so that there may be several readings."""
    found: list[int] = []
    refused: list[MoveError] = []
    for reading in possible_readings(text, vocabulary):
        try:
            found.append(check_move(game, state, reading))
        except MoveError as error:
            refused.append(error)
    if len(found) > 1:
        names = ", ".join(game.move_names[move] for move in found)
        raise AmbiguousMove("move-ambiguous", game.lexicon, text=text, candidates=names)
    if found:
        return found[0]
    worst = min(refused, key=lambda each: (isinstance(each, MalformedMove), not isinstance(each, AmbiguousMove)))
    if "text" in worst.values:  # what is said names what was typed, not a reading of it
        raise type(worst)(worst.code, game.lexicon, **{**worst.values, "text": text})
    raise worst


def possible_readings(text: str, vocabulary: Vocabulary | None) -> list[str]:
    """What a text may mean in the notation, as it stands or translated word by word."""
    words = text.casefold().split()
    if vocabulary is None or not 0 < len(words) <= MAX_WORDS:
        return [text]
    if words[-1] == "ab" and len(words) > 1:  # a separable verb: lege … ab, wirf … ab
        words = ["ab" + words[0], *words[1:-1]]
    places = [
        _expand_word(words[0], vocabulary.verbs),
        *(_expand_word(word, vocabulary.others) for word in words[1:]),
    ]
    return [" ".join(meaning) for meaning in product(*places)]


def _expand_word(word: str, known: Mapping[str, str]) -> list[str]:
    """The meanings of a word, or of all words that it may be short for; the word itself if there are none."""
    if word in known:
        return [known[word]]
    return sorted({meaning for whole, meaning in known.items() if whole.startswith(word)}) or [word]
