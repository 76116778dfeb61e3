"""Keltis, the dice game."""

from wishstone.api import About, Option

ABOUT = About(
    id="keltis-dice",
    title=("Keltis, the dice game", "Keltis, das Würfelspiel"),
    line=(
        "Roll, roll once more, and take the tile that your dice add up to, for rows that rise or fall.",
        "Würfle, würfle noch einmal und nimm das Plättchen, das deine Würfel ergeben: Reihen, die steigen oder fallen.",
    ),
    seats=(2, 4),
    minutes=(15, 25),
    rule_prefix="KD",
    is_open=True,
    margin=30,
    options=(Option("end", ("tiles", "stones")),),
    files=("tiles",),
)
GAMES = (ABOUT,)
