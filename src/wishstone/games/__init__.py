"""The games, one folder for each rule set; a new one is a folder and a line here."""

from wishstone.game.registry import Registry

GAMES = Registry(
    __name__,
    "keltis_card",
    "keltis",
    "keltis_dice",
    "quartz_dice",
)
RESEARCH = Registry(__name__, "miniature")  # small enough to be solved exactly, and offered to nobody to play
EVERY = Registry(__name__, *GAMES.folders, *RESEARCH.folders)
load = GAMES.load
