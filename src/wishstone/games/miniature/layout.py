"""Observation layout of the miniature: by field of `OBSERVATION` its axes, smallest, largest, and meaning."""

from wishstone.games.miniature import rules

VERSION = 1  # rises where a field changes
NOTES = "Colours are blue and green; a «kind» of card is `2 · colour + number - 1`."
AXES = {
    "seat": 2,
    "colour": rules.COLOURS,
    "kind": rules.KINDS,
    "step": len(rules.STEPS),
}

FIELDS = (
    ("step", ("step",), 0, 1, f"what is asked for next, one of them is 1: {', '.join(rules.STEPS)}"),
    ("turn", ("seat",), 0, 1, "whose turn it is: one of them is 1; 0 is the observer"),
    ("plays", (), 0, rules.PLAYS, "how many cards should have been played by now"),
    ("draw_pile", (), 0, rules.KINDS, "cards in the draw pile"),
    ("hand", ("kind",), 0, 1, "cards in the observer's hand"),
    ("unseen", ("kind",), 0, 1, "cards that the observer has not seen: draw pile, the other hand"),
    ("discarded", ("kind",), 0, 1, "cards in the discard pile"),
    ("top", ("kind",), 0, 1, "the card on top of the discard pile"),
    ("known", ("seat", "kind"), 0, 1, "cards that everyone knows to be in that hand, taken from a discard pile"),
    ("hand_size", ("seat",), 0, 2, "cards in hand"),
    ("row", ("seat", "kind"), 0, 1, "cards in the rows"),
    ("last", ("seat", "colour"), 0, rules.NUMBERS, "the last number of the row; 0 for none"),
)
