"""Quartz, the dice game."""

from wishstone.api import About, Option

ABOUT = About(
    id="quartz-dice",
    title=("Quartz, the dice game", "Quartz, das Würfelspiel"),
    line=(
        "Dig crystals out of a bag, lock up the best, steal the others' and leave the black ones to somebody else.",
        "Grabe Kristalle aus dem Beutel, sichere die besten, stibitze fremde und schieb die schwarzen jemandem unter.",
    ),
    seats=(3, 6),
    minutes=(30, 45),
    rule_prefix="Q",
    is_open=True,
    margin=30,
    options=(Option("jackhammer", ("pairs", "per-die")),),
)
GAMES = (ABOUT,)
