"""Help page: how to enter a move, the other commands, and what the signs mean."""

from __future__ import annotations

from rich.text import Text

from wishstone.game.words import LANGUAGES
from wishstone.terminal.input_parser import COMMANDS
from wishstone.terminal.layout import fit
from wishstone.terminal.renderer import GameRenderer
from wishstone.terminal.theme import BRONZE, STRONG
from wishstone.terminal.translator import Translator

MARGIN = 14


def draw_help(renderer: GameRenderer, translator: Translator) -> list[Text]:
    """How to choose a move, the other commands, and what the signs mean."""
    place = LANGUAGES.index(translator.language)
    lines = [translator.say("help-move", style=STRONG)]
    lines.append(_draw_entry("2", translator.say("help-number")))
    example, *others = renderer.EXAMPLES[place]
    lines.append(_draw_entry(example, translator.say("help-written", examples=", ".join(others))))
    lines += [Text(), translator.say("help-commands", style=STRONG)]
    rule = renderer.RULEBOOK.prefix + "9"
    for command, words in COMMANDS.items():
        lines.append(_draw_entry(words[place][0], translator.say(f"help-{command}", rule=rule)))
    lines.append(_draw_entry(translator.say("help-enter").plain, translator.say("help-enter-does")))
    lines += [Text(), translator.say("help-signs", style=STRONG)]
    return lines + [Text.assemble("  ", line) for line in renderer.draw_legend(translator)]


def _draw_entry(word: str, meaning: Text) -> Text:
    return Text.assemble("  ", fit(Text(word, BRONZE), MARGIN - 2), meaning)
