"""Random and greedy bots as rule functions, which run on every engine.

`rules` and `greedy` are bound to one game (see `game/rule.py`). A bot that weighs a position gets it redealt for its
seat: it never sees what its seat cannot know. The random bot needs only the legal moves.
"""

from __future__ import annotations

from typing import Protocol

from wishstone.game.chance import Generator
from wishstone.game.contract import Numbers, Position, Rules, Settings
from wishstone.game.rule import TO_BE_BOUND, rule


class OwnGreedy(Protocol):
    """What `greedy.py` in a game's folder offers."""

    def choose(self, mind: Numbers, data: Settings, moves: Numbers) -> int:
        """The move that looks best in position `mind[0]`; `mind[1]` is where moves are tried out."""


class Greedy(Protocol):
    """The greedy player of any game: its own, or the plain one."""

    def choose(self, mind: Numbers, data: Settings, moves: Numbers, sheet: Numbers) -> int:
        """The same, with a sheet to score on."""


rules: Rules = TO_BE_BOUND
greedy: Greedy = TO_BE_BOUND

RANDOM, GREEDY = range(2)
NAMES = ("random", "greedy")
MIND = 2  # positions that a bot needs to think


@rule
def random_move(state: Position, data: Settings, rng: Generator, moves: Numbers) -> int:
    """Any legal move, each as likely."""
    return rules.pick(state, data, rng, moves)


@rule
def think(
    state: Position, data: Settings, seat: int, rng: Generator, moves: Numbers, mind: Numbers, sheet: Numbers
) -> int:
    """The move of the greedy bot, which sees a redealt position and never the true one."""
    mind[0] = state
    rules.redeal(mind[0], data, seat, rng)
    return greedy.choose(mind, data, moves, sheet)
