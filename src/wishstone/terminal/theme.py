"""Colour theme: the colours of the browser page's `tokens.css`, or the nearest that a terminal has.

Texts name a style; what it means is decided by the console that shows them. Words that stand on the terminal's own
ground have middle tones, since it may be light or dark; things that lie on the table bring their own ground.
"""

from __future__ import annotations

from rich.theme import Theme

MOSS = "wishstone.moss"  # what is yours
BRONZE = "wishstone.bronze"  # what you may take
STONE = "wishstone.stone"  # wish stones, and the backs of cards
BONE = "wishstone.bone"  # point cards
QUIET = "dim"
STRONG = "bold"

COLOUR_SYSTEMS = ("truecolor", "256", "standard")  # how many colours a terminal has: any, 256, 16
STYLES: dict[str, tuple[str, str, str]] = {
    MOSS: ("bold #6b8a3e", "bold color(64)", "bold green"),
    BRONZE: ("bold #bd6e22", "bold color(130)", "bold"),
    STONE: ("#0c100e on #848f87", "color(16) on color(102)", "reverse"),
    BONE: ("#2b2a20 on #e6dcc2", "color(16) on color(187)", "black on white"),
    "wishstone.blue": ("#ffffff on #2f66ad", "color(231) on color(25)", "bright_white on blue"),
    "wishstone.green": ("#0d2411 on #63ad62", "color(16) on color(71)", "black on green"),
    "wishstone.pink": ("#3f0c26 on #eda3c3", "color(52) on color(218)", "black on bright_magenta"),
    "wishstone.red": ("#ffffff on #b3322b", "color(231) on color(124)", "bright_white on red"),
    "wishstone.yellow": ("#352600 on #f0c74f", "color(16) on color(221)", "black on bright_yellow"),
    "wishstone.quartz": ("#06303d on #a6dbe8", "color(16) on color(152)", "black on bright_cyan"),
    "wishstone.black": ("#ffffff on #2b2b30", "color(231) on color(236)", "bright_white on bright_black"),
}


def colour_style(name: str) -> str:
    """The style of a game's colour: ink on its fill."""
    return f"wishstone.{name}"


def make_theme(colour_system: str | None) -> Theme:
    """What the styles mean on a terminal with this colour system."""
    place = COLOUR_SYSTEMS.index(colour_system) if colour_system in COLOUR_SYSTEMS else 0
    return Theme({name: styles[place] for name, styles in STYLES.items()})
