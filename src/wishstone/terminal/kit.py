"""Terminal kit: what is handed to a game's `terminal.py`, which imports nothing of ours (reference: docs/pictures.md).

It knows the reader, the window and the moves to choose from, says sentences in the reader's language, draws cards of
suits, and lays lines out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wishstone.game.words import LANGUAGES, Lexicon, number
from wishstone.game.words import Sentence as Sentence
from wishstone.game.words import Value as Value
from wishstone.terminal import lines
from wishstone.terminal.lines import Block as Block
from wishstone.terminal.lines import Line as Line
from wishstone.terminal.lines import Piece as Piece
from wishstone.terminal.lines import make_line
from wishstone.terminal.move_list import ListedMove as ListedMove
from wishstone.terminal.seating import Seating
from wishstone.terminal.suits import BACK, PEBBLE, Suits
from wishstone.terminal.theme import CHOICE, MINE, QUIET, STRONG
from wishstone.terminal.translator import Translator

WITH_BOT = 24  # a panel narrower than this has no room for the kind of a bot


@dataclass(frozen=True)
class Kit:
    """Everything that a picture needs besides the view; a new one is made whenever something is drawn."""

    game: str  # its id: one folder may hold several games
    title: str
    seating: Seating
    lexicon: Lexicon
    translator: Translator
    suits: Suits
    width: int
    height: int
    moves: Sequence[ListedMove] = ()  # to choose from; none while nothing is asked

    gap = lines.GAP
    back = BACK  # of a card that nobody sees
    pebble = PEBBLE

    # ── The reader, and whoever else plays ───────────────────────────────────────────────────────────────────────

    @property
    def seat(self) -> int:
        """The reader's seat."""
        return self.seating.person

    @property
    def language(self) -> str:
        """The reader's language: `en` or `de`."""
        return self.translator.language

    @property
    def names(self) -> Sequence[str]:
        """Everybody's name, by seat."""
        return self.seating.names

    def clockwise(self) -> list[int]:
        """All seats clockwise, the reader's first."""
        return self.seating.clockwise()

    def name(self, seat: int) -> Line:
        """A player's name, the reader's own in its colour."""
        return [(self.names[seat], MINE if seat == self.seat else STRONG)]

    def name_line(self, seat: int, total: int, width: int, is_turn: bool) -> Line:
        """The head of a player's panel: whose turn it is, the name, the kind of bot where there is room, the points."""
        line = make_line(("▸ " if is_turn else "", MINE), self.name(seat))
        bot = self.seating.bots[seat]
        if bot and width >= WITH_BOT:
            key = f"bot-{bot}"
            line += make_line(" · ", self.say(key) if self.translator.has_sentence(key) else bot, style=QUIET)
        return lines.justify(line, (f" {number(total)}", STRONG), width)

    # ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────

    def say(self, what: Sentence | str, who: str = "", style: str = "", **values: Value) -> Line:
        """A sentence by its key in `WORDS` and its values; terms of the notation in it are drawn."""
        told = what if isinstance(what, Sentence) else Sentence(what, values)
        return self.translator.say(told, who, style, self.names)

    def sentence(self, key: str, **values: Value) -> Sentence:
        """Something to be said later, or inside another sentence."""
        return Sentence(key, values)

    def term(self, term: str) -> str:
        """A term of the notation in the reader's language; itself where `TERMS` does not name it."""
        return self.lexicon.term(term, self.language)

    def choose(self, texts: Sequence[str]) -> str:
        """Of a text in English and the same in German, the one in the reader's language."""
        return texts[LANGUAGES.index(self.language)]

    number = staticmethod(number)

    # ── Moves ────────────────────────────────────────────────────────────────────────────────────────────────────

    def moves_of(self, kind: str, card: str = "") -> list[ListedMove]:
        """The moves of a kind, all or those that begin with a card."""
        return [move for move in self.moves if move.kind == kind and (not card or move.touches["cards"][0] == card)]

    def move_number(self, move: ListedMove, cells: int = 3) -> Line:
        """The number that the reader types for a move."""
        return [(f"{move.number:>{cells}}", CHOICE)]

    # ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────

    line = staticmethod(lines.make_line)
    plain = staticmethod(lines.plain)
    join = staticmethod(lines.join)
    width_of = staticmethod(lines.width_of)
    fit = staticmethod(lines.fit)
    fit_within = staticmethod(lines.fit_within)
    align_right = staticmethod(lines.align_right)
    center = staticmethod(lines.center)
    justify = staticmethod(lines.justify)
    flow = staticmethod(lines.flow)
    spread = staticmethod(lines.spread)
    arrange = staticmethod(lines.arrange)
    column_width = staticmethod(lines.column_width)
