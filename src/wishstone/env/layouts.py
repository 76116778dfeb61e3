"""Observation layouts of each game: a version and, by field, name, axes, smallest, largest, meaning.

Numbers are counted as the rules count them: colours are blue, green, pink, red, yellow; a «kind» of card is
`12 · colour + face` in the card game (face 11 is the end card; from 60 on, the point cards 0 to 10) and
`11 · colour + number` in the other two; a «tile» of the dice game is `11 · colour + value`.
"""

from __future__ import annotations

from wishstone.games.keltis import rules as keltis
from wishstone.games.keltis_card import rules as keltis_card
from wishstone.games.keltis_dice import rules as keltis_dice
from wishstone.games.miniature import rules as miniature
from wishstone.games.quartz_dice import rules as quartz_dice

Row = tuple[str, tuple[str, ...], int, int, str]

# How long an axis is. What stands before a slash is its name; what follows tells axes of one name apart.
AXES: dict[str, int] = {
    "seat": 4,
    "seat/quartz": 6,
    "seats": 3,
    "seats/quartz": 4,
    "colour": 5,
    "suit": keltis_card.SUITS,
    "face/card": keltis_card.FACES,
    "face": 6,
    "number/1-9": 9,
    "kind/card": keltis_card.KINDS,
    "kind": keltis.KINDS,
    "kind/quartz": quartz_dice.KINDS,
    "tile": keltis_dice.TILES,
    "place": keltis.MOST_PLACES,
    "tile kind": keltis.TILE_KINDS,
    "stone": keltis.STONES,
    "wish colour": keltis.WISH_COLOURS,
    "step/card": len(keltis_card.STEPS),
    "step/keltis": len(keltis.STEPS),
    "step/dice": len(keltis_dice.STEPS),
    "step/quartz": len(quartz_dice.STEPS),
    "seat/miniature": 2,
    "colour/miniature": miniature.COLOURS,
    "kind/miniature": miniature.KINDS,
    "step/miniature": len(miniature.STEPS),
}


def _steps(names: tuple[str, ...]) -> str:
    return f"what is asked for next, one of them is 1: {', '.join(names)}"


_TURN = "whose turn it is: one of them is 1; 0 is the observer"
_LAST = "the last number of the row + 1; 0 for none"
_DIRECTION = "1 if the row rises, −1 if it falls, 0 if that is open"
_KNOWN = "cards that everyone knows to be in that hand, taken from a discard pile"

_CARD: tuple[Row, ...] = (
    ("step", ("step/card",), 0, 1, _steps(keltis_card.STEPS)),
    ("seats", ("seats",), 0, 1, "how many play: one of two, three, four is 1"),
    ("turn", ("seat",), 0, 1, _TURN),
    ("draws", (), 0, 2, "cards still to be drawn in this turn"),
    ("laid", (), 0, 2, "after the end: cards that this seat has laid (KC-24)"),
    ("draw_pile", (), 0, keltis_card.CARDS, "cards in the draw pile"),
    ("closed", ("suit",), 0, 1, "piles that this turn was discarded to (KC-19): the colours, then the point cards"),
    ("wish_row", ("number/1-9",), 0, 1, "wish stones 1 to 9 that lie in the middle"),
    ("hand", ("kind/card",), 0, 2, "cards of each kind in the observer's hand"),
    ("unseen", ("kind/card",), 0, 2, "cards that the observer has not seen: draw pile, box, other hands"),
    ("discarded", ("kind/card",), 0, 2, "cards in the discard piles"),
    ("top", ("suit", "face/card"), 0, 1, "the card on top of each discard pile"),
    ("known", ("seat", "kind/card"), 0, 2, _KNOWN),
    ("hand_size", ("seat",), 0, keltis_card.HAND, "cards in hand"),
    ("length", ("seat", "colour"), 0, 24, "cards in the row: numbers, end cards, point cards"),
    ("last", ("seat", "colour"), 0, 11, _LAST),
    ("direction", ("seat", "colour"), -1, 1, _DIRECTION),
    ("end_cards", ("seat", "colour"), 0, 2, "end cards in the row"),
    ("neutral", ("seat",), 0, 11, "point cards in the neutral row"),
    ("wish_stones", ("seat", "number/1-9"), 0, 1, "wish stones 1 to 9 that the seat holds"),
)

_KELTIS: tuple[Row, ...] = (
    ("step", ("step/keltis",), 0, 1, _steps(keltis.STEPS)),
    ("seats", ("seats",), 0, 1, "how many play: one of two, three, four is 1"),
    ("turn", ("seat",), 0, 1, _TURN),
    ("laid", ("colour",), 0, 1, "the colour of the card that a step is owed for; none is 1 while none is owed"),
    ("draws", (), 0, 2, "cards still to be drawn in this turn"),
    ("draw_pile", (), 0, keltis.CARDS, "cards in the draw pile"),
    ("in_goal", (), 0, keltis.GOAL_FIGURES, "figures in the goal area, of all seats together"),
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
        keltis.MOST_PLACES,
        "while tiles are laid out: how many of each kind are to come",
    ),
    ("stack", ("colour",), 0, keltis.MOST_PLACES, "wish stones left on each stack (N-2)"),
    ("hand", ("kind",), 0, 2, "cards of each kind in the observer's hand"),
    ("unseen", ("kind",), 0, 2, "cards that the observer has not seen: draw pile, box, other hands"),
    ("discarded", ("kind",), 0, 2, "cards in the discard piles"),
    ("top", ("kind",), 0, 1, "the cards on top of the discard piles"),
    ("known", ("seat", "kind"), 0, 2, _KNOWN),
    ("hand_size", ("seat",), 0, keltis.HAND, "cards in hand"),
    ("row", ("seat", "kind"), 0, 2, "cards in the rows"),
    ("last", ("seat", "colour"), 0, 11, _LAST),
    ("direction", ("seat", "colour"), -1, 1, _DIRECTION),
    (
        "small",
        ("seat", "stone"),
        0,
        keltis.SMALL,
        "small figures on each stone; stone 0 is the start field, the others are in the board's order",
    ),
    ("large", ("seat", "stone"), 0, 1, "the large figure"),
    ("track", ("seat",), 0, 127, "points scored on the way"),
    (
        "wish_stones",
        ("seat", "wish colour"),
        0,
        keltis.MOST_PLACES + 25,
        "wish stones by colour; those without one last",
    ),
)

_DICE: tuple[Row, ...] = (
    ("step", ("step/dice",), 0, 1, _steps(keltis_dice.STEPS)),
    ("seats", ("seats",), 0, 1, "how many play: one of two, three, four is 1"),
    ("turn", ("seat",), 0, 1, _TURN),
    ("stones_end", (), 0, 1, "1 if only the last stone tile ends the game (KD-16)"),
    ("dice", ("face",), 0, keltis_dice.DICE, "dice on the table that show 1, 2, 3, 4, 5, a stone"),
    ("air", (), 0, keltis_dice.DICE, "dice that are being thrown"),
    ("supply", (), 0, max(keltis_dice.STONES), "stone tiles in the supply"),
    ("middle", ("tile",), 0, 1, "value tiles in the middle"),
    ("row", ("seat", "tile"), 0, 1, "value tiles in the rows"),
    ("takes", ("seat", "tile"), 0, 1, "value tiles that fit the rows, gone or not (KD-6)"),
    ("length", ("seat", "colour"), 0, 2 * keltis_dice.VALUES, "tiles in the row, those laid face down included"),
    ("last", ("seat", "colour"), 0, keltis_dice.VALUES, "the last value of the row + 1; 0 for none"),
    ("direction", ("seat", "colour"), -1, 1, _DIRECTION),
    ("stones", ("seat",), 0, max(keltis_dice.STONES), "stone tiles"),
    ("bonus", ("seat",), 0, 3 * keltis_dice.TILES, "bonus points"),
    ("leprechauns", ("seat",), 0, keltis_dice.TILES, "leprechauns"),
)

_CRYSTALS = int(quartz_dice.CRYSTALS.max())
_BLACK = int(quartz_dice.CRYSTALS[quartz_dice.BLACK])
_QUARTZ: tuple[Row, ...] = (
    ("step", ("step/quartz",), 0, 1, _steps(quartz_dice.STEPS)),
    ("seats", ("seats/quartz",), 0, 1, "how many play: one of three, four, five, six is 1"),
    ("turn", ("seat/quartz",), 0, 1, _TURN),
    ("start", ("seat/quartz",), 0, 1, "the start player of this round: one of them is 1"),
    ("most", ("seat/quartz",), 0, 1, "seats that may be named as the next start player (Q-20)"),
    ("per_die", (), 0, 1, "1 if each jackhammer die draws (the option `jackhammer`)"),
    ("rounds", (), 0, quartz_dice.ROUNDS, "rounds begun"),
    ("pairs", (), 0, quartz_dice.PAIRS, "black pairs beside the bag"),
    ("throws", (), 0, quartz_dice.FREE_THROWS + _BLACK, "throws of this turn"),
    ("thrown", (), 0, quartz_dice.DICE, "dice in the air"),
    ("dice", ("face",), 0, quartz_dice.DICE, "dice on the table: pickaxe, jackhammer, chest, transport, claw, helmet"),
    ("actions", ("face",), 0, quartz_dice.DICE, "left to do: by pickaxe die, by jackhammer die, by pair of the others"),
    ("hammered", (), 0, 1, "1 once the jackhammers have had their turn (Q-12)"),
    ("draws", (), 0, quartz_dice.MOST_HAMMERED, "crystals that the jackhammers still draw"),
    ("returns", (), 0, quartz_dice.MOST_HAMMERED, "crystals that go back then"),
    (
        "drawn",
        ("kind/quartz",),
        0,
        quartz_dice.MOST_HAMMERED,
        "crystals that may go back, by kind, the black ones last",
    ),
    ("bag", ("kind/quartz",), 0, _CRYSTALS, "crystals in the bag"),
    ("markers", ("seat/quartz",), 0, _BLACK, "markers for further throws (Q-8)"),
    ("cart", ("seat/quartz", "kind/quartz"), 0, _CRYSTALS, "crystals on the cart"),
    ("chest", ("seat/quartz", "kind/quartz"), 0, _CRYSTALS, "crystals in the chest"),
)

_MINIATURE: tuple[Row, ...] = (
    ("step", ("step/miniature",), 0, 1, _steps(miniature.STEPS)),
    ("turn", ("seat/miniature",), 0, 1, _TURN),
    ("plays", (), 0, miniature.PLAYS, "how many cards should have been played by now"),
    ("draw_pile", (), 0, miniature.KINDS, "cards in the draw pile"),
    ("hand", ("kind/miniature",), 0, 1, "cards in the observer's hand"),
    ("unseen", ("kind/miniature",), 0, 1, "cards that the observer has not seen: draw pile, the other hand"),
    ("discarded", ("kind/miniature",), 0, 1, "cards in the discard pile"),
    ("top", ("kind/miniature",), 0, 1, "the card on top of the discard pile"),
    ("known", ("seat/miniature", "kind/miniature"), 0, 1, _KNOWN),
    ("hand_size", ("seat/miniature",), 0, 2, "cards in hand"),
    ("row", ("seat/miniature", "kind/miniature"), 0, 1, "cards in the rows"),
    ("last", ("seat/miniature", "colour/miniature"), 0, miniature.NUMBERS, "the last number of the row; 0 for none"),
)

# By folder of a game: the version, and the fields in their order.
LAYOUTS: dict[str, tuple[int, tuple[Row, ...]]] = {
    "keltis_card": (1, _CARD),
    "keltis": (1, _KELTIS),
    "keltis_dice": (1, _DICE),
    "quartz_dice": (1, _QUARTZ),
    "miniature": (1, _MINIATURE),
}
