"""Observation layout of Quartz: by field of `OBSERVATION` its axes, smallest, largest, and meaning."""

from wishstone.games.quartz_dice import rules

VERSION = 1  # rises where a field changes
NOTES = "A «kind» of crystal is quartz, rubellite, emerald, sapphire, ruby, amber, black."
AXES = {
    "seat": 6,
    "seats": 4,
    "face": 6,
    "kind": rules.KINDS,
    "step": len(rules.STEPS),
}

_CRYSTALS = int(rules.CRYSTALS.max())
_BLACK = int(rules.CRYSTALS[rules.BLACK])

FIELDS = (
    ("step", ("step",), 0, 1, f"what is asked for next, one of them is 1: {', '.join(rules.STEPS)}"),
    ("seats", ("seats",), 0, 1, "how many play: one of three, four, five, six is 1"),
    ("turn", ("seat",), 0, 1, "whose turn it is: one of them is 1; 0 is the observer"),
    ("start", ("seat",), 0, 1, "the start player of this round: one of them is 1"),
    ("most", ("seat",), 0, 1, "seats that may be named as the next start player (Q-20)"),
    ("per_die", (), 0, 1, "1 if each jackhammer die draws (the option `jackhammer`)"),
    ("rounds", (), 0, rules.ROUNDS, "rounds begun"),
    ("pairs", (), 0, rules.PAIRS, "black pairs beside the bag"),
    ("throws", (), 0, rules.FREE_THROWS + _BLACK, "throws of this turn"),
    ("thrown", (), 0, rules.DICE, "dice in the air"),
    ("dice", ("face",), 0, rules.DICE, "dice on the table: pickaxe, jackhammer, chest, transport, claw, helmet"),
    ("actions", ("face",), 0, rules.DICE, "left to do: by pickaxe die, by jackhammer die, by pair of the others"),
    ("hammered", (), 0, 1, "1 once the jackhammers have had their turn (Q-12)"),
    ("draws", (), 0, rules.MOST_HAMMERED, "crystals that the jackhammers still draw"),
    ("returns", (), 0, rules.MOST_HAMMERED, "crystals that go back then"),
    (
        "drawn",
        ("kind",),
        0,
        rules.MOST_HAMMERED,
        "crystals that may go back, by kind, the black ones last",
    ),
    ("bag", ("kind",), 0, _CRYSTALS, "crystals in the bag"),
    ("markers", ("seat",), 0, _BLACK, "markers for further throws (Q-8)"),
    ("cart", ("seat", "kind"), 0, _CRYSTALS, "crystals on the cart"),
    ("chest", ("seat", "kind"), 0, _CRYSTALS, "crystals in the chest"),
)
