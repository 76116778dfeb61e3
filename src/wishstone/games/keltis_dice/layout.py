"""Observation layout of the dice game: by field of `OBSERVATION` its axes, smallest, largest, and meaning."""

from wishstone.games.keltis_dice import rules

VERSION = 1  # rises where a field changes
NOTES = "Colours are blue, green, pink, red, yellow. A «tile» is `11 · colour + value`."
AXES = {
    "seat": 4,
    "seats": 3,
    "colour": 5,
    "face": 6,
    "tile": rules.TILES,
    "step": len(rules.STEPS),
}

FIELDS = (
    ("step", ("step",), 0, 1, f"what is asked for next, one of them is 1: {', '.join(rules.STEPS)}"),
    ("seats", ("seats",), 0, 1, "how many play: one of two, three, four is 1"),
    ("turn", ("seat",), 0, 1, "whose turn it is: one of them is 1; 0 is the observer"),
    ("stones_end", (), 0, 1, "1 if only the last stone tile ends the game (KD-16)"),
    ("dice", ("face",), 0, rules.DICE, "dice on the table that show 1, 2, 3, 4, 5, a stone"),
    ("air", (), 0, rules.DICE, "dice that are being thrown"),
    ("supply", (), 0, max(rules.STONES), "stone tiles in the supply"),
    ("middle", ("tile",), 0, 1, "value tiles in the middle"),
    ("row", ("seat", "tile"), 0, 1, "value tiles in the rows"),
    ("takes", ("seat", "tile"), 0, 1, "value tiles that fit the rows, gone or not (KD-6)"),
    ("length", ("seat", "colour"), 0, 2 * rules.VALUES, "tiles in the row, those laid face down included"),
    ("last", ("seat", "colour"), 0, rules.VALUES, "the last value of the row + 1; 0 for none"),
    ("direction", ("seat", "colour"), -1, 1, "1 if the row rises, −1 if it falls, 0 if that is open"),
    ("stones", ("seat",), 0, max(rules.STONES), "stone tiles"),
    ("bonus", ("seat",), 0, 3 * rules.TILES, "bonus points"),
    ("leprechauns", ("seat",), 0, rules.TILES, "leprechauns"),
)
