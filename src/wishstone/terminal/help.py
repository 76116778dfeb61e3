"""Help page: how to enter a move, the other commands, and what the signs mean."""

from __future__ import annotations

from rich.text import Text

from wishstone.game.words import LANGUAGES
from wishstone.terminal.console import ConsoleIO
from wishstone.terminal.input_parser import COMMANDS
from wishstone.terminal.layout import fit
from wishstone.terminal.renderer import GameRenderer
from wishstone.terminal.theme import BRONZE, STRONG
from wishstone.terminal.translator import Translator

INDENT = 2
MARGIN = 14  # cells before the meaning of a word


def draw_help(renderer: GameRenderer, translator: Translator, console: ConsoleIO) -> list[Text]:
    """How to choose a move, the other commands, and what the signs mean."""
    place = LANGUAGES.index(translator.language)
    example, *others = renderer.EXAMPLES[place]
    moves = {
        "2": translator.say("help-number"),
        example: translator.say("help-written", examples=", ".join(others)),
    }
    rule = renderer.RULEBOOK.prefix + "9"
    commands = {
        words[place][0]: translator.say(f"help-{command}", rule=rule) for command, words in COMMANDS.items()
    } | {translator.say("help-enter").plain: translator.say("help-enter-does")}
    lines = [translator.say("help-move", style=STRONG)]
    lines += [line for entry in moves.items() for line in _draw_entry(*entry, console)]
    lines += [Text(), translator.say("help-commands", style=STRONG)]
    lines += [line for entry in commands.items() for line in _draw_entry(*entry, console)]
    lines += [Text(), translator.say("help-signs", style=STRONG)]
    return lines + [
        Text.assemble(" " * INDENT, part)
        for line in renderer.draw_legend(translator)
        for part in console.wrap(line, console.width - INDENT)
    ]


def _draw_entry(word: str, meaning: Text, console: ConsoleIO) -> list[Text]:
    """A word and its meaning, wrapped to the right of it."""
    head = Text.assemble(" " * INDENT, fit(Text(word, BRONZE), MARGIN - INDENT))
    first, *rest = console.wrap(meaning, console.width - MARGIN)
    return [Text.assemble(head, first), *(Text.assemble(" " * MARGIN, line) for line in rest)]
