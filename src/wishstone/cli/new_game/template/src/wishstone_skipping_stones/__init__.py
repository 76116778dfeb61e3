"""Skipping Stones: throw one more, or stop while it goes well."""

from wishstone.api import About

ABOUT = About(
    id="skipping-stones",
    title=("Skipping Stones", "Skipping Stones"),
    line=(
        "Throw stones over the water, and stop before one sinks.",
        "Wirf Steine übers Wasser, und hör auf, bevor einer untergeht.",
    ),
    seats=(2, 4),
    minutes=(5, 10),
    contract=1,
)
GAMES = (ABOUT,)
