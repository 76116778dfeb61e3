"""Help page: how to enter a move, the other commands, and what the signs mean."""

from __future__ import annotations

from wishstone.game.words import LANGUAGES
from wishstone.terminal.input_parser import COMMANDS
from wishstone.terminal.kit import Kit
from wishstone.terminal.lines import Line, fit, make_line, plain, wrap
from wishstone.terminal.renderer import GameRenderer
from wishstone.terminal.theme import CHOICE, STRONG

INDENT = 2
MARGIN = 14  # cells before the meaning of a word


def draw_help(renderer: GameRenderer, kit: Kit) -> list[Line]:
    """How to choose a move, the other commands, and what the signs mean."""
    place, translator = LANGUAGES.index(kit.language), kit.translator
    example, *others = renderer.examples(kit)
    written = translator.say("help-written", examples=", ".join(others)) if others else translator.say("help-alone")
    moves = {"2": translator.say("help-number"), example: written}
    rule = renderer.rulebook.prefix + "9" if renderer.rulebook else ""
    commands = {
        words[place][0]: translator.say(f"help-{command}", rule=rule)
        for command, words in COMMANDS.items()
        if renderer.rulebook or command != "rules"
    } | {plain(translator.say("help-enter")): translator.say("help-enter-does")}
    lines = [translator.say("help-move", style=STRONG)]
    lines += [line for entry in moves.items() for line in _draw_entry(*entry, kit.width)]
    lines += [[], translator.say("help-commands", style=STRONG)]
    lines += [line for entry in commands.items() for line in _draw_entry(*entry, kit.width)]
    legend = [part for line in renderer.draw_legend(kit) for part in wrap(line, kit.width - INDENT)]
    if legend:
        lines += [[], translator.say("help-signs", style=STRONG)]
    return lines + [make_line(" " * INDENT, line) for line in legend]


def _draw_entry(word: str, meaning: Line, width: int) -> list[Line]:
    """A word and its meaning, wrapped to the right of it."""
    head = make_line(" " * INDENT, fit((word, CHOICE), MARGIN - INDENT))
    first, *rest = wrap(meaning, width - MARGIN)
    return [make_line(head, first), *(make_line(" " * MARGIN, line) for line in rest)]
