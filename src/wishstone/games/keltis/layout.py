"""Observation layout of Keltis and New Paths: by field of `OBSERVATION` its axes, smallest, largest, and meaning."""

from wishstone.games.keltis import rules

VERSION = 1  # rises where a field changes
NOTES = "Colours are blue, green, pink, red, yellow. A «kind» of card is `11 · colour + number`."
AXES = {
    "seat": 4,
    "seats": 3,
    "colour": 5,
    "kind": rules.KINDS,
    "place": rules.MOST_PLACES,
    "tile kind": rules.TILE_KINDS,
    "stone": rules.STONES,
    "wish colour": rules.WISH_COLOURS,
    "step": len(rules.STEPS),
}

FIELDS = (
    ("step", ("step",), 0, 1, f"what is asked for next, one of them is 1: {', '.join(rules.STEPS)}"),
    ("seats", ("seats",), 0, 1, "how many play: one of two, three, four is 1"),
    ("turn", ("seat",), 0, 1, "whose turn it is: one of them is 1; 0 is the observer"),
    ("laid", ("colour",), 0, 1, "the colour of the card that a step is owed for; none is 1 while none is owed"),
    ("draws", (), 0, 2, "cards still to be drawn in this turn"),
    ("draw_pile", (), 0, rules.CARDS, "cards in the draw pile"),
    ("in_goal", (), 0, rules.GOAL_FIGURES, "figures in the goal area, of all seats together"),
    ("closed", ("colour",), 0, 1, "piles that this turn was discarded to (K-15, N-17)"),
    (
        "tile",
        ("place", "tile kind"),
        0,
        1,
        "what lies on each tile place: clover, 1, 2, 3 points, a wish stone of each colour, one without, card-discard",
    ),
    (
        "tiles_left",
        ("tile kind",),
        0,
        rules.MOST_PLACES,
        "while tiles are laid out: how many of each kind are to come",
    ),
    ("stack", ("colour",), 0, rules.MOST_PLACES, "wish stones left on each stack (N-2)"),
    ("hand", ("kind",), 0, 2, "cards of each kind in the observer's hand"),
    ("unseen", ("kind",), 0, 2, "cards that the observer has not seen: draw pile, box, other hands"),
    ("discarded", ("kind",), 0, 2, "cards in the discard piles"),
    ("top", ("kind",), 0, 1, "the cards on top of the discard piles"),
    ("known", ("seat", "kind"), 0, 2, "cards that everyone knows to be in that hand, taken from a discard pile"),
    ("hand_size", ("seat",), 0, rules.HAND, "cards in hand"),
    ("row", ("seat", "kind"), 0, 2, "cards in the rows"),
    ("last", ("seat", "colour"), 0, 11, "the last number of the row + 1; 0 for none"),
    ("direction", ("seat", "colour"), -1, 1, "1 if the row rises, −1 if it falls, 0 if that is open"),
    (
        "small",
        ("seat", "stone"),
        0,
        rules.SMALL,
        "small figures on each stone; stone 0 is the start field, the others are in the board's order",
    ),
    ("large", ("seat", "stone"), 0, 1, "the large figure"),
    ("track", ("seat",), 0, 127, "points scored on the way"),
    (
        "wish_stones",
        ("seat", "wish colour"),
        0,
        rules.MOST_PLACES + 25,
        "wish stones by colour; those without one last",
    ),
)
