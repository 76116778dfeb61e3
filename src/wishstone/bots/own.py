"""Bots of one's own in Python: an object with `choose(position, rng)`, or a callable over (observation, mask).

Either may stand in the Python interfaces wherever a bot's name does. On the command line `mymodule:MyBot` names one,
from the folder that one is in or from an installed package; a class is called for an object first, with the game if it
takes an argument. Nothing else ever imports what a name says: in a saved game, a record or a request such a name is
that of no bot.

What it sees has been redealt for its seat. A callable is handed what the seat knows, as 32-bit floats laid out as in
docs/observations.md, and a mask of the legal moves; it returns a move's number. A method `many` is handed the rows of
several positions at once, and returns as many numbers.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np

from wishstone.bots import make
from wishstone.bots.bot import Bot
from wishstone.bots.levels import FITTED, THINKERS
from wishstone.bots.own_words import LEXICON
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, Numbers, Position
from wishstone.game.errors import UsageError

NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
RESERVED = (*THINKERS, FITTED, "run", "net")  # what stands before a colon in other names

OwnBotLike = Any  # an object with `choose`, or a callable


class OwnBot:
    """A bot of somebody else's Python, as the game loop asks it."""

    def __init__(self, game: Game, target: OwnBotLike, name: str = "") -> None:
        if not (hasattr(target, "choose") or hasattr(target, "many") or callable(target)):
            raise UsageError("own-kind", LEXICON, name=name or repr(target))
        self.game = game
        self.name = name or str(getattr(target, "name", "") or getattr(target, "__name__", type(target).__name__))
        self._target = target

    @property
    def takes_many(self) -> bool:
        """Whether it looks at many positions at once."""
        return hasattr(self._target, "many")

    def choose_many(self, observations: Numbers, masks: Numbers) -> Numbers:
        """The moves for these positions."""
        return np.asarray(self._target.many(observations, masks), np.int64)

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is."""
        if hasattr(self._target, "choose"):
            return int(self._target.choose(position, rng))
        seat = self.game.actor(position)
        mask = np.zeros(self.game.rules.MOVES, np.bool_)
        mask[self.game.legal(position)] = True
        seen = self.game.observation(position, seat)
        return int(self.choose_many(seen[None], mask[None])[0] if self.takes_many else self._target(seen, mask))

    def close(self) -> None:
        """Let it give back what it holds, if it wants to."""
        close = getattr(self._target, "close", None)
        if close is not None:
            close()


def is_own(name: str) -> bool:
    """Whether a name is that of a bot in a module, `mymodule:MyBot`."""
    return NAME.fullmatch(name) is not None and name.partition(":")[0] not in RESERVED


def make_any(bot: str | OwnBotLike, game: Game) -> Bot:
    """The bot of a name, of a name in a module, or of an object: only for what somebody typed or wrote in Python."""
    if not isinstance(bot, str):
        return cast(Bot, bot) if isinstance(bot, OwnBot) else OwnBot(game, bot)
    return OwnBot(game, _imported(bot, game), bot) if is_own(bot) else make(bot, game)


def names_of(bots: Sequence[str | OwnBotLike], game: Game) -> tuple[tuple[str, ...], dict[str, OwnBot]]:
    """The names of some bots, with the objects among them by their names, which are told apart by numbers."""
    names, found = [], dict[str, OwnBot]()
    for bot in bots:
        if isinstance(bot, str):
            names.append(bot)
            continue
        own = bot if isinstance(bot, OwnBot) else OwnBot(game, bot)
        same = [name for name, each in found.items() if each._target is own._target]
        number = sum(name == own.name or name.startswith(f"{own.name}#") for name in found)
        names.append(same[0] if same else f"{own.name}#{number + 1}" if number else own.name)
        found.setdefault(names[-1], own)
    return tuple(names), found


def _imported(name: str, game: Game) -> OwnBotLike:
    """What a module holds under a name; a class is called for an object."""
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UsageError("own-missing", LEXICON, name=name, reason=str(error)) from error
    except Exception as error:
        raise _broken(name, error) from error
    if not isinstance(found, type):
        return found
    try:
        return found(game) if inspect.signature(found).parameters else found()
    except Exception as error:
        raise _broken(name, error) from error


def _broken(name: str, error: Exception) -> UsageError:
    """The refusal of a bot whose own code failed before it was asked for a move."""
    return UsageError("own-broken", LEXICON, name=name, reason=f"{type(error).__name__}: {error}")
