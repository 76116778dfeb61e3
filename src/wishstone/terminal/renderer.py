"""Game renderer: draws a game with its own `terminal.py`, and with the generic picture where that says nothing.

What a `terminal.py` may define is what `generic.py` defines: every name of it has an answer there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, TypeVar

from wishstone.game.contract import Game, Position
from wishstone.game.package import GamePackage, module_of
from wishstone.game.words import LANGUAGES, Sentence
from wishstone.terminal import generic
from wishstone.terminal.input_parser import Vocabulary, vocabulary_of
from wishstone.terminal.kit import Kit
from wishstone.terminal.lines import Block, Line, make_line
from wishstone.terminal.move_list import ListedMove, list_moves
from wishstone.terminal.rulebook import RulebookPages
from wishstone.terminal.seating import Seating
from wishstone.terminal.story import MergeRules
from wishstone.terminal.suits import COLOURS, Suits
from wishstone.terminal.theme import StyleTable
from wishstone.terminal.translator import Translator

PART = "terminal"
View = Mapping[str, Any]
Drawn = TypeVar("Drawn")


class GameRenderer:
    """Draws one game for one reader and puts it into words; of a position it knows only what one seat may see.

    Where the game's own picture fails, the generic one takes its place, and `failure` says why.
    """

    def __init__(self, game: Game, language: str, seating: Seating) -> None:
        self.game, self.seating = game, seating
        self.failure = ""
        self._own: ModuleType | None = None
        package = GamePackage(game.about, game.folder)
        if package.has(PART):
            try:
                self._own = module_of(game.folder, PART)
            except Exception as error:
                self._give_up(error)
        self.title = game.about.title[LANGUAGES.index(language)]
        self.suits = Suits({**COLOURS, **self._constant("SUITS")}, self._constant("FACES"), language)
        words = {**generic.WORDS, **game.table.WORDS, **self._constant("WORDS")}
        self.translator = Translator(language, words, game.table.TERMS, self.draw_term)
        self.merge_rules: MergeRules = self._constant("MERGE_RULES")
        self.styles: StyleTable = self._constant("STYLES")
        self.plain_signs: Mapping[str, str] = self._constant("PLAIN_SIGNS")
        signs = self._constant("RULEBOOK_SIGNS")
        self.rulebook = RulebookPages(game.about.id, signs) if package.has("rulebook") else None

    def make_kit(self, width: int, height: int, moves: Sequence[ListedMove] = ()) -> Kit:
        """The kit for a window of this size and the moves to choose from."""
        return Kit(
            game=self.game.about.id,
            title=self.title,
            seating=self.seating,
            lexicon=self.game.lexicon,
            translator=self.translator,
            suits=self.suits,
            width=width,
            height=height,
            moves=moves,
        )

    @property
    def vocabulary(self) -> Vocabulary | None:
        """The words of the reader's language for the notation, which is always understood itself."""
        told, language = self._constant("VOCABULARY"), self.translator.language
        if told is None:
            return vocabulary_of(self.game.table.TERMS, LANGUAGES.index(language))
        return Vocabulary(**told[language]) if language in told else None

    # ── What it draws ────────────────────────────────────────────────────────────────────────────────────────────

    def draw_term(self, term: str) -> Line:
        """A term of the notation inside a sentence."""
        return self._draw("draw_term", make_line, term, self._small_kit())

    def list_moves(self, position: Position) -> list[ListedMove]:
        """The legal moves, numbered in the order that the game gives them."""
        return list_moves(self.game, position, lambda name, touches: self._draw("sort_key", tuple, name, touches))

    def draw_table(self, view: View, kit: Kit) -> list[Block]:
        """Everything on the table, and everybody's rows, in sections."""
        return self._draw("draw_table", lambda sections: [_make_block(each) for each in sections], view, kit)

    def draw_prompt(self, view: View, kit: Kit) -> Line:
        """What the person is asked for."""
        return self._draw("draw_prompt", make_line, view, kit)

    def draw_moves(self, view: View, kit: Kit) -> Block:
        """The person's hand and the moves to choose from."""
        return self._draw("draw_moves", _make_block, view, kit)

    def draw_memory_aid(self, view: View, kit: Kit) -> Block:
        """What everyone has been shown and might have forgotten: the page of the command `cards`."""
        return self._draw("draw_memory_aid", _make_block, view, kit)

    def draw_legend(self, kit: Kit) -> Block:
        """What the signs mean."""
        return self._draw("draw_legend", _make_block, kit)

    def draw_item(self, item: str) -> Line:
        """The name of an item of the score sheet, such as `rows.blue`."""
        return self._draw("draw_item", make_line, item, self._small_kit())

    def describe_move(self, move: ListedMove) -> Sentence:
        """A move in words."""
        return self._draw("describe_move", _check_sentence, move, self._small_kit())

    def examples(self, kit: Kit) -> Sequence[str]:
        """Moves as they may be typed."""
        return self._draw("examples", tuple, kit)

    # ── Own or generic ───────────────────────────────────────────────────────────────────────────────────────────

    def _small_kit(self) -> Kit:
        """A kit for what stands inside a line."""
        return self.make_kit(0, 0)

    def _constant(self, name: str) -> Any:
        return getattr(self._own, name, getattr(generic, name))

    def _draw(self, name: str, check: Callable[[Any], Drawn], *arguments: object) -> Drawn:
        """What the game's own function gives, if it has one that works, otherwise what the generic one gives."""
        if hasattr(self._own, name):
            try:
                return check(getattr(self._own, name)(*arguments))
            except Exception as error:
                self._give_up(error)
        return check(getattr(generic, name)(*arguments))

    def _give_up(self, error: Exception) -> None:
        """Go on with the generic picture: what failed once would fail at every position."""
        self._own, self.failure = None, f"{type(error).__name__}: {error}"


def _make_block(drawn: Sequence[Line]) -> Block:
    if isinstance(drawn, str):
        raise TypeError(f"a block is a list of lines, not {drawn!r}")
    return [make_line(line) for line in drawn]


def _check_sentence(told: object) -> Sentence:
    if not isinstance(told, Sentence):
        raise TypeError(f"describe_move gives kit.sentence(…), not {told!r}")
    return told
