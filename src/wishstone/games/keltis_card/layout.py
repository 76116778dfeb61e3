"""Observation layout of the card game: by field of `OBSERVATION` its axes, smallest, largest, and meaning."""

from wishstone.games.keltis_card import rules

VERSION = 1  # rises where a field changes
NOTES = (
    "Colours are blue, green, pink, red, yellow. A «kind» of card is `12 · colour + face`: "
    "face 11 is the end card, and kinds 60 to 70 are the point cards 0 to 10."
)
AXES = {
    "seat": 4,
    "seats": 3,
    "colour": 5,
    "suit": rules.SUITS,
    "face": rules.FACES,
    "number": 9,
    "kind": rules.KINDS,
    "step": len(rules.STEPS),
}

FIELDS = (
    ("step", ("step",), 0, 1, f"what is asked for next, one of them is 1: {', '.join(rules.STEPS)}"),
    ("seats", ("seats",), 0, 1, "how many play: one of two, three, four is 1"),
    ("turn", ("seat",), 0, 1, "whose turn it is: one of them is 1; 0 is the observer"),
    ("draws", (), 0, 2, "cards still to be drawn in this turn"),
    ("laid", (), 0, 2, "after the end: cards that this seat has laid (KC-24)"),
    ("draw_pile", (), 0, rules.CARDS, "cards in the draw pile"),
    ("closed", ("suit",), 0, 1, "piles that this turn was discarded to (KC-19): the colours, then the point cards"),
    ("wish_row", ("number",), 0, 1, "wish stones 1 to 9 that lie in the middle"),
    ("hand", ("kind",), 0, 2, "cards of each kind in the observer's hand"),
    ("unseen", ("kind",), 0, 2, "cards that the observer has not seen: draw pile, box, other hands"),
    ("discarded", ("kind",), 0, 2, "cards in the discard piles"),
    ("top", ("suit", "face"), 0, 1, "the card on top of each discard pile"),
    ("known", ("seat", "kind"), 0, 2, "cards that everyone knows to be in that hand, taken from a discard pile"),
    ("hand_size", ("seat",), 0, rules.HAND, "cards in hand"),
    ("length", ("seat", "colour"), 0, 24, "cards in the row: numbers, end cards, point cards"),
    ("last", ("seat", "colour"), 0, 11, "the last number of the row + 1; 0 for none"),
    ("direction", ("seat", "colour"), -1, 1, "1 if the row rises, −1 if it falls, 0 if that is open"),
    ("end_cards", ("seat", "colour"), 0, 2, "end cards in the row"),
    ("neutral", ("seat",), 0, 11, "point cards in the neutral row"),
    ("wish_stones", ("seat", "number"), 0, 1, "wish stones 1 to 9 that the seat holds"),
)
