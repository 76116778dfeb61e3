"""Colour theme: the colours of the browser page's `tokens.css`, or the nearest that a terminal has.

Lines name a style; what it means is decided by the console that shows them. Words that stand on the terminal's own
ground have middle tones, since it may be light or dark; things that lie on the table bring their own ground.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.theme import Theme

MINE = "mine"  # what is yours
CHOICE = "choice"  # what you may take
STONE = "stone"  # wish stones, and the backs of cards
PAPER = "paper"  # point cards, dice, tiles
QUIET = "quiet"
STRONG = "strong"

StyleTable = Mapping[str, tuple[str, str, str]]
COLOUR_SYSTEMS = ("truecolor", "256", "standard")  # how many colours a terminal has: any, 256, 16
STYLES: StyleTable = {
    QUIET: ("dim", "dim", "dim"),
    STRONG: ("bold", "bold", "bold"),
    MINE: ("bold #6b8a3e", "bold color(64)", "bold green"),
    CHOICE: ("bold #bd6e22", "bold color(130)", "bold"),
    STONE: ("#0c100e on #848f87", "color(16) on color(102)", "reverse"),
    PAPER: ("#2b2a20 on #e6dcc2", "color(16) on color(187)", "black on white"),
    "blue": ("#ffffff on #2f66ad", "color(231) on color(25)", "bright_white on blue"),
    "green": ("#0d2411 on #63ad62", "color(16) on color(71)", "black on green"),
    "pink": ("#3f0c26 on #eda3c3", "color(52) on color(218)", "black on bright_magenta"),
    "red": ("#ffffff on #b3322b", "color(231) on color(124)", "bright_white on red"),
    "yellow": ("#352600 on #f0c74f", "color(16) on color(221)", "black on bright_yellow"),
}


def rich_style(name: str) -> str:
    """What Rich calls a style of ours; its own `red` is another one than ours."""
    return f"wishstone.{name}" if name else ""


def make_theme(colour_system: str | None, styles: StyleTable = STYLES) -> Theme:
    """What the styles mean on a terminal with this colour system."""
    place = COLOUR_SYSTEMS.index(colour_system) if colour_system in COLOUR_SYSTEMS else 0
    return Theme({rich_style(name): meanings[place] for name, meanings in styles.items()})
