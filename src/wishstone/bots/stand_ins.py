"""Stand-ins: who moves instead of a bot that has no time to think, or that is not there.

It is the quick player of the same family: of a level the fitted player that it thinks ahead with, in the same style, or
the greedy one in a game that has no fitted player; of a program of others the bot that its name asks for.
"""

from __future__ import annotations

from wishstone.bots.choice import GREEDY, NAMES
from wishstone.bots.levels import FITTED, recipe_of
from wishstone.bots.outside import fallback_of, is_outside
from wishstone.bots.policies import is_fitted
from wishstone.game.contract import Game


def simulations_of(name: str, game: Game) -> int:
    """How far a bot thinks ahead in a game, by its recipe; 0 for one that looks once, and for a program of others."""
    recipe = None if is_outside(name) else recipe_of(name, game)
    return recipe.simulations if recipe is not None else 0


def stand_in_of(name: str, game: Game) -> str:
    """The quick player of a bot's family; a bot that looks once is that itself."""
    if is_outside(name):
        return stand_in_of(fallback_of(name), game)
    if not simulations_of(name, game):
        return name
    if not is_fitted(game.package):
        return NAMES[GREEDY]
    _, plus, style = name.partition("+")
    return FITTED + plus + style
