"""The games, one folder for each rule set; a new one is a folder and a line here."""

from wishstone.game.registry import Registry

GAMES = Registry(
    __name__,
    "keltis_card",
    "keltis",
    "keltis_dice",
    "quartz_dice",
)
load = GAMES.load
