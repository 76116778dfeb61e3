"""Keltis, the card game."""

from wishstone.api import About

ABOUT = About(
    id="keltis-card",
    title=("Keltis, the card game", "Keltis, das Kartenspiel"),
    line=(
        "Build rows that rise or fall, pair numbers for wish stones, and end the rows before the others do.",
        "Baue Reihen, die steigen oder fallen, tausche Paare gegen Wunschsteine und beende Reihen vor den anderen.",
    ),
    seats=(2, 4),
    minutes=(20, 30),
    rule_prefix="KC",
    margin=30,
)
GAMES = (ABOUT,)
