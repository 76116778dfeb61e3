"""Lookup of the players of a game, on every engine: the fitted one, `policy.py` in its folder, and the greedy one.

A game without a fitted player has a uniform one, and one without `greedy.py` has the plain greedy one. What `policy.py`
offers:

- `rate(state, data, weights, moves, count, ratings, scratch)`: how good each legal move looks to the seat that decides;
- `WEIGHTS`, `LAYOUT`: how many weights there are, and the version of what they mean; `SCRATCH`: the working memory;
- `SOFTNESS`: a rating lower by so much makes a move e times less likely, in the lottery of `lottery.py`;
- `OTHERS`: the weights, as (first, beyond the last), of what a move gives to or takes from other seats;
- `LIKED`, `TASTES`: the first weight that makes a seat fond of a colour, and how many such weights there are;
- `STYLES`: for each style the weights that it shifts, as (first, beyond the last, by how much).
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from wishstone.bots import own_greedy, plain_greedy, rollout, uniform_policy
from wishstone.game.package import GamePackage, has_module
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound, shared


def policy_of(folder: str, engine: Engine) -> ModuleType:
    """The fitted player of the game in this folder, on this engine."""
    return shared(f"{folder}.policy" if has_module(folder, "policy") else uniform_policy.__name__, engine)


def is_fitted(package: GamePackage) -> bool:
    """Whether a game has a fitted player, with weights for every number of seats."""
    low, high = package.about.seats
    return package.has("policy") and all(package.find_weights(seats) for seats in range(low, high + 1))


@cache
def greedy_of(folder: str, engine: Engine) -> ModuleType:
    """The greedy player of the game in this folder, on this engine."""
    label = folder.rpartition(".")[2]
    if has_module(folder, "greedy"):
        return bound(own_greedy, engine, label, own=shared(f"{folder}.greedy", engine))
    return bound(plain_greedy, engine, label, rules=rules_of(folder, engine))


@cache
def rollout_of(folder: str, engine: Engine, policy: str = "") -> ModuleType:
    """The functions of `rollout.py` for one game, on one engine, with the player of this module or the game's own."""
    label = f"{folder.rpartition('.')[2]}{'_' if policy else ''}{policy}"
    player = shared(policy, engine) if policy else policy_of(folder, engine)
    return bound(rollout, engine, label, rules=rules_of(folder, engine), policy=player)
