"""Keltis, the base game, and New Paths, New Goals: one rule set, two boards."""

from wishstone.api import About, Option

GAMES = (
    About(
        id="keltis",
        title=("Keltis", "Keltis"),
        line=(
            "Lay cards that rise or fall, and lead five figures along five paths: far, or better not at all.",
            "Lege Karten, die steigen oder fallen, und führe fünf Figuren über fünf Pfade: weit oder lieber gar nicht.",
        ),
        seats=(2, 4),
        minutes=(25, 35),
        rule_prefix="K",
        margin=30,
        files=("board",),
    ),
    About(
        id="keltis-new-paths",
        title=("Keltis: New Paths, New Goals", "Keltis: Neue Wege, Neue Ziele"),
        line=(
            "Paths that branch and meet, wish stones in five colours, and cards that you can take back.",
            "Wege, die sich teilen und treffen, Wunschsteine in fünf Farben und Karten, die man zurücknehmen kann.",
        ),
        seats=(2, 4),
        minutes=(30, 45),
        rule_prefix="N",
        margin=30,
        options=(Option("open_wish_stones", (False, True)),),
        files=("board",),
        rules_versions=(2, 1),  # version 1: another board, and N-5 asked for less
    ),
)
