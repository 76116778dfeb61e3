"""Crystal and dice drawing: sign and letters on a colour, so that no kind depends on only one of them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from wishstone.game.words import LANGUAGES
from wishstone.games.quartz_dice.words import FACES as FACES
from wishstone.games.quartz_dice.words import KINDS as KINDS
from wishstone.terminal.theme import colour_style

# Signs that nearly every terminal font has, each one cell wide.
SIGNS = {
    "quartz": "◇",
    "rubellite": "○",
    "emerald": "△",
    "sapphire": "□",
    "ruby": "♥",
    "amber": "☼",
    "black": "■",
}
LETTERS = {
    "quartz": ("Qz", "Qz"),
    "rubellite": ("Rl", "Rl"),
    "emerald": ("Em", "Sm"),
    "sapphire": ("Sa", "Sa"),
    "ruby": ("Ru", "Ru"),
    "amber": ("Am", "Bs"),
    "black": ("Bk", "Sw"),
}
COLOURS = {
    "quartz": "quartz",
    "rubellite": "pink",
    "emerald": "green",
    "sapphire": "blue",
    "ruby": "red",
    "amber": "yellow",
    "black": "black",
}
SHORT_FACES = {
    "pickaxe": ("pick", "Hacke"),
    "jackhammer": ("jack", "Press"),
    "chest": ("chest", "Truhe"),
    "transport": ("trans", "Trans"),
    "claw": ("claw", "Greif"),
    "helmet": ("helm", "Helm"),
}
START = "★"
MARKER = "↻"


def crystal_style(kind: str) -> str:
    """The style of a kind of crystal: ink on its fill."""
    return colour_style(COLOURS[kind])


def draw_crystal(kind: str, language: str) -> Text:
    """A crystal in short: `◇Qz`."""
    return Text(f"{SIGNS[kind]}{LETTERS[kind][LANGUAGES.index(language)]}", crystal_style(kind))


def abbreviate(faces: Sequence[str], language: str) -> str:
    """Faces in a list of moves, a few letters each."""
    return " ".join(SHORT_FACES[face][LANGUAGES.index(language)] for face in faces)
