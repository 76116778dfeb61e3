"""Bots by name: `make` gives the one that a name stands for.

`random` and `greedy` look once. `fitted` plays by what self-play has taught it (in the dice games it is also called
`odds`), `fitted:FILE` by weights in a file, and `search` thinks ahead from there, by a number of simulations:
`search:500`. The levels `novice` to `expert` are made of these, and a style may follow: `hard+bold`, `expert:2000`.
`net` is a bare neural net, in games that have one, and `net:FILE` that in a file; `net-search:500` and
`net-search:500:FILE` think ahead with it. `run:COMMAND` is a bot outside the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from wishstone.bots.bot import Bot
from wishstone.bots.choice import NAMES as QUICK
from wishstone.bots.levels import LEVELS, LevelBot, recipe_of
from wishstone.bots.net_bot import make_net_bot
from wishstone.bots.net_file import NET, find_net
from wishstone.bots.net_search_bot import make_net_search_bot
from wishstone.bots.outside import is_outside, make_outside
from wishstone.bots.quick import QuickBot
from wishstone.bots.quick import choice_of as choice_of
from wishstone.bots.quick import decide as decide
from wishstone.bots.weights_bot import make_weights_bot
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError

NAMES = (*QUICK, "fitted", "odds", "search", *LEVELS)


def make(name: str, game: Game) -> Bot:
    """The bot of this name, for a game with its options; `run:COMMAND` is one outside the program."""
    if is_outside(name):
        return make_outside(name, game, make)
    if name in QUICK:
        return QuickBot(game, name)
    net_bot = make_net_bot(name, game) or make_net_search_bot(name, game)
    if net_bot is not None:
        return net_bot
    if weights_bot := make_weights_bot(name, game):
        return weights_bot
    recipe = recipe_of(name, game)
    if recipe is None:
        known = (*NAMES, NET) if find_net(game.id) else NAMES
        raise UsageError("bot-unknown", name=name, known=", ".join(known))
    return LevelBot(game, name, recipe)


def seated(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The bots of these names, one for each seat; one name alone stands for all."""
    chosen = tuple(names) * seats if len(names) == 1 else tuple(names)
    if len(chosen) != seats:
        raise UsageError("bots-count", seats=seats, count=len(chosen))
    return chosen
