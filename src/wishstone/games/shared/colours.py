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
# A card or tile of a colour, 0 to 10: `red 3`.
CARD_TERMS: dict[str, tuple[str, str]] = {
    f"{name} {number}": (f"{name} {number}", f"{german} {number}")
    for name, (_, german) in COLOUR_TERMS.items()
    for number in range(11)
}
