"""Miniature: four cards for research, small enough that what is best can be computed exactly."""

from wishstone.api import About

ABOUT = About(
    id="miniature",
    title=("Miniature", "Miniatur"),
    line=(
        "Four cards, two turns each: small enough to be solved, and made like the large games.",
        "Vier Karten, zwei Züge für jeden: klein genug zum Lösen und gemacht wie die großen Spiele.",
    ),
    seats=(2, 2),
    minutes=(1, 1),
    rule_prefix="M",
    margin=30,
)
GAMES = (ABOUT,)
