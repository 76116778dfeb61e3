"""Cairns: stones of nine weights, three places along a path, and nobody knows who can build on."""

from wishstone.api import About

ABOUT = About(
    id="cairns",
    title=("Cairns", "Steinmännchen"),
    line=(
        "Set stone upon stone, never a heavier one on top, and finish the cairns that others have begun.",
        "Setze Stein auf Stein, nie einen schwereren obenauf, und vollende, was andere begonnen haben.",
    ),
    seats=(2, 4),
    minutes=(10, 20),
    contract=1,
)
GAMES = (ABOUT,)
