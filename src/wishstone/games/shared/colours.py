"""Names of the five colours: in the notation, in English and in German."""

from __future__ import annotations

COLOURS = ("blue", "green", "pink", "red", "yellow")
COLOUR_TERMS: dict[str, tuple[str, str]] = {
    "blue": ("blue", "Blau"),
    "green": ("green", "Grün"),
    "pink": ("pink", "Rosa"),
    "red": ("red", "Rot"),
    "yellow": ("yellow", "Gelb"),
}
