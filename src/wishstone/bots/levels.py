"""Levels of play from novice to expert, and styles: the recipe of weights and search behind each name.

Every one of them is the fitted player. The weak levels pick their moves carelessly, are fond of a colour and do not
look at the others; the strong ones think ahead, by a number of simulations. So a level is the same in a record, in an
arena and at a table, and a seed repeats its moves. A style shifts some of the weights.

`levels.py` in a game's folder says what its levels are made of: `LEVELS` has the values of a `Ladder` by the game's id.
A game without a fitted player has levels that are made of simulations alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from wishstone.bots.policies import is_fitted, policy_of
from wishstone.bots.rater import Rater
from wishstone.bots.searcher import Searcher, Style
from wishstone.bots.weights import Weights, weights_of
from wishstone.game.chance import Generator, stream
from wishstone.game.contract import CHANCE, Game, Position
from wishstone.game.errors import UsageError
from wishstone.game.package import module_of
from wishstone.game.registry import on_engine

LEVELS = ("novice", "easy", "medium", "hard", "expert")
STYLES = ("cautious", "bold", "spiteful")
FITTED, ODDS, SEARCH = "fitted", "odds", "search"  # the bare players: without and with simulations
THINKERS = (SEARCH, "hard", "expert")  # whose number of simulations can be set
USUAL_SIMULATIONS = 1000  # of `search`
MOST_SIMULATIONS = 1_000_000
NOVICE, MEDIUM = LEVELS.index("novice"), LEVELS.index("medium")


def is_level(name: str) -> bool:
    """Whether this is the name of a level, be it with a style."""
    base, plus, style = name.partition("+")
    return base in LEVELS and (style in STYLES if plus else True)


@dataclass(frozen=True)
class Recipe:
    """What makes a bot."""

    simulations: int = 0
    softness: float = 0.0  # how carelessly it picks; 0: the best, 1: by the lottery that it was fitted with
    alone: bool = False  # whether it looks at nobody else's rows
    fondness: float = 0.0  # of its colour, in nats
    style: str = ""


class Ladder(NamedTuple):
    """What the levels of one game are made of, from novice to expert. The arena sets them: `benchmarks/levels.py`."""

    careless: tuple[float, ...]  # how softly each picks its moves
    simulations: tuple[int, ...]  # of each; 0 where a few would be worth as much as the expert's many, or nothing
    fondness: float = 0.0  # of the novice
    alone: bool = False  # whether even the medium level looks at nobody else
    search: Mapping[str, Any] = {}  # how its bots search, where `Style` would not do

    @property
    def style(self) -> Style:
        """How its bots search."""
        return Style(**self.search)


USUAL = Ladder((4.0, 2.0, 1.0, 0, 0), (0, 0, 0, 50, 2000), 2.0)  # until the arena has been asked
SEARCHING = Ladder((0, 0, 0, 0, 0), (2, 8, 40, 250, 2000))  # without a fitted player


def ladder_of(game: Game) -> Ladder:
    """What the levels of a game are made of."""
    package = game.package
    if package.has("levels"):
        told = module_of(package.folder, "levels").LEVELS
        if game.id in told:
            return Ladder(**told[game.id])
    return USUAL if is_fitted(package) else SEARCHING


def recipe_of(name: str, game: Game) -> Recipe | None:
    """What a name such as `hard`, `expert:400` or `medium+bold` means in a game; None if it names no such bot."""
    base, _, style = name.partition("+")
    base, _, number = base.partition(":")
    if base in LEVELS:
        recipe = _recipe_of_level(LEVELS.index(base), ladder_of(game))
    elif base in (FITTED, ODDS, SEARCH):
        recipe = Recipe(USUAL_SIMULATIONS if base == SEARCH else 0)
    else:
        return None
    if number:
        if base not in THINKERS:
            raise UsageError("bot-thoughtless", name=name)
        recipe = replace(recipe, simulations=parse_simulations(name, number))
    if style:
        known = policy_of(game.folder, "interpreted").STYLES
        if style not in known:
            if not known:
                raise UsageError("bot-styleless", name=name, game=game.id)
            raise UsageError("bot-style", name=name, style=style, known=", ".join(known))
        recipe = replace(recipe, style=style)
    return recipe


def _recipe_of_level(level: int, ladder: Ladder) -> Recipe:
    return Recipe(
        ladder.simulations[level],
        softness=ladder.careless[level],
        alone=level < MEDIUM or (level == MEDIUM and ladder.alone),
        fondness=ladder.fondness if level == NOVICE else 0.0,
    )


def parse_simulations(name: str, number: str) -> int:
    """The simulations that a name asks for."""
    digits = number.isascii() and number.isdigit() and len(number) <= len(str(MOST_SIMULATIONS))
    if not digits or not 0 < int(number) <= MOST_SIMULATIONS:
        raise UsageError("bot-simulations", name=name, most=MOST_SIMULATIONS)
    return int(number)


class LevelBot:
    """The bot of a recipe. One that thinks ahead runs compiled rules, whatever the game was loaded with."""

    def __init__(self, game: Game, name: str, recipe: Recipe) -> None:
        if recipe.simulations:
            game = on_engine(game, "compiled")
        self.game, self.name, self.recipe = game, name, recipe
        self._rater = Rater(game)
        self._searcher = Searcher(game, recipe.simulations, ladder_of(game).style) if recipe.simulations else None
        self._weights: dict[tuple[int, int], Weights] = {}

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is."""
        weights = self.weights(position)
        if self._searcher is None:
            return self._rater.choose(position, weights, rng, self.recipe.softness)
        legal = self.game.legal(position)
        if len(legal) == 1:
            return legal[0]
        self._searcher.run(position, weights, rng, seconds)
        return legal[self._leaning(position) if self.recipe.style else self._searcher.best()]

    def _leaning(self, position: Position) -> int:
        """The place of the move tried most, where one that is in its style counts as tried more often."""
        assert self._searcher is not None
        plain, rater = weights_of(self.game, int(position["seats"])).copy(), self._rater  # as writable as the others
        count = rater.rate(position, plain)
        before = rater.ratings[:count].copy()
        rater.rate(position, self.weights(position))
        lean = np.exp((rater.ratings[:count] - before) / rater.policy.SOFTNESS)
        return int(np.argmax(self._searcher.findings["visits"][:count] * lean))

    @property
    def is_searching(self) -> bool:
        """Whether it searches: compiling the search takes a while, once on every machine."""
        return self._searcher is not None

    def get_ready(self) -> None:
        """Compile what is not compiled yet, or read it from the disk."""
        rng = stream(0)
        position = self.game.start(self.game.rules.SEATS[0])
        while self.game.actor(position) == CHANCE:
            self.game.apply(position, self.game.sample(position, rng))
        if self._searcher is not None:
            self._searcher.run(position, self.weights(position), rng, seconds=0)

    def weights(self, position: Position) -> Weights:
        """The weights by which it plays in this position."""
        return self.weights_for(int(position["seats"]), int(position["first"]), self.game.actor(position))

    def weights_for(self, seats: int, first: int, seat: int) -> Weights:
        """The weights by which it plays in a seat; whom it likes depends on where it sits and who began."""
        taste = (first + 2 * seat) % policy_of(self.game.folder, "interpreted").TASTES
        key = seats, taste if self.recipe.fondness else 0
        if key not in self._weights:
            self._weights[key] = self._changed(weights_of(self.game, seats).copy(), taste)
        return self._weights[key]

    def _changed(self, weights: Weights, taste: int) -> Weights:
        policy, recipe = policy_of(self.game.folder, "interpreted"), self.recipe
        if recipe.alone:
            for first, beyond in policy.OTHERS:
                weights[first:beyond] = 0
        if recipe.fondness:
            weights[policy.LIKED + taste] += np.int32(round(recipe.fondness * policy.SOFTNESS))
        if recipe.style:
            for first, beyond, shift in policy.STYLES[recipe.style]:
                weights[first:beyond] += np.int32(shift)
        return weights

    def close(self) -> None:
        """Nothing is held but memory."""
