"""Game renderer interface: what the terminal asks of a game's drawing code, and which module draws which game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from rich.text import Text

from wishstone.game.errors import UsageError
from wishstone.game.words import Sentence
from wishstone.terminal.input_parser import Vocabulary
from wishstone.terminal.layout import Block
from wishstone.terminal.move_list import ListedMove
from wishstone.terminal.rulebook import RulebookPages
from wishstone.terminal.seating import Seating
from wishstone.terminal.story import MergeRules
from wishstone.terminal.translator import Translator

RENDERERS = {
    "keltis": "wishstone.terminal.keltis",
    "keltis-new-paths": "wishstone.terminal.keltis.new_paths",
    "keltis-card": "wishstone.terminal.keltis_card",
    "keltis-dice": "wishstone.terminal.keltis_dice",
    "quartz-dice": "wishstone.terminal.quartz_dice",
}


@dataclass(frozen=True)
class Frame:
    """What is to be drawn: a position as the person may know it, the moves to choose from, and the room for it."""

    title: str
    view: Mapping[str, Any]
    seating: Seating
    translator: Translator
    moves: Sequence[ListedMove]
    width: int
    height: int


class GameRenderer(Protocol):
    """Draws one game and puts it into words; of a position it knows only what one seat may see."""

    WORDS: Mapping[str, tuple[str, str]]
    MERGE_RULES: MergeRules
    VOCABULARY: Mapping[str, Vocabulary]  # by language; the notation itself is always understood
    RULEBOOK: RulebookPages
    EXAMPLES: tuple[tuple[str, ...], tuple[str, ...]]  # moves as they may be typed, in English and in German
    ITEMS: tuple[str, ...]  # of the score sheet, as `rows.blue`

    def draw_term(self, term: str, language: str) -> Text:
        """A term of the notation inside a sentence."""

    def sort_key(self, name: str, touches: Mapping[str, Any]) -> tuple[int, ...]:
        """Where in the list of moves a move stands."""

    def draw_table(self, frame: Frame) -> list[Block]:
        """Everything on the table, and everybody's rows, in sections."""

    def choose_prompt(self, frame: Frame) -> Sentence:
        """What the person is asked for."""

    def draw_moves(self, frame: Frame) -> list[Text]:
        """The person's hand and the moves to choose from."""

    def describe_move(self, move: ListedMove) -> Sentence:
        """A move in words."""

    def draw_item(self, item: str, translator: Translator) -> Text:
        """The name of an item of the score sheet."""

    def draw_legend(self, translator: Translator) -> list[Text]:
        """What the signs mean."""

    def draw_memory_aid(self, frame: Frame) -> list[Text]:
        """What everyone has been shown and might have forgotten: the page of the command `cards`."""


def load_renderer(game: str) -> GameRenderer:
    """The module that draws a game."""
    if game not in RENDERERS:
        raise UsageError("game-unknown", name=game, known=", ".join(RENDERERS))
    return cast(GameRenderer, import_module(RENDERERS[game]))
