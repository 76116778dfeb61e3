"""The games, one folder for each rule set: a new one of ours is a folder and a line here.

Those of other distributions come after ours, without a line.
"""

from wishstone.game.installed import InstalledGames
from wishstone.game.registry import Registry

OURS = Registry(
    __name__,
    "keltis_card",
    "keltis",
    "keltis_dice",
    "quartz_dice",
)
RESEARCH = Registry(__name__, "miniature")  # small enough to be solved exactly, and offered to nobody to play
INSTALLED = InstalledGames(lambda: (about.id for each in (OURS, RESEARCH) for about in each))
GAMES = Registry(__name__, *OURS.folders, installed=INSTALLED)
EVERY = Registry(__name__, *OURS.folders, *RESEARCH.folders, installed=INSTALLED)
load = GAMES.load
