"""Net bot: a bare net, which rates every move once and takes the best.

`net` plays by the net that comes with its game, and `net:FILE` by that in a file, so that a new one can be measured. It
runs compiled rules, whatever the game was loaded with: interpreted, a net takes seconds for a move.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from wishstone.bots import net as net_rules
from wishstone.bots.lottery import best_of
from wishstone.bots.net import work_dtype
from wishstone.bots.net_file import NetFile, NetName, find_net, load_net
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, MoveNumber, Position
from wishstone.game.errors import UsageError
from wishstone.game.registry import on_engine, rules_of
from wishstone.game.rule import Engine, bound


class NetEvaluator:
    """A net for one game, on the game's engine, with the memory that it needs."""

    def __init__(self, game: Game, net: NetFile) -> None:
        self.game, self.net = game, net
        self.moves = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
        self.ratings = np.zeros(game.rules.MAX_LEGAL, np.int64)
        self._loop = net_rules_of(game.folder, game.engine)
        self._weights = game.records(net.numbers.dtype, 1)
        self._weights[:] = net.numbers
        self._work = game.records(work_dtype(net.shape), 1)

    @property
    def values(self) -> list[int]:
        """What the last rating foretold: by seat from the observer on its share of the win and its margin."""
        return [int(value) for value in self._work[0]["values"]]

    def rate(self, position: Position) -> int:
        """Rate every legal move, into `moves` and `ratings`; returns how many there are."""
        game = self.game
        count = int(game.rules.legal(position, game.data, self.moves))
        self._loop.rate(position, game.data, self._weights[0], self.moves, count, self.ratings, self._work[0])
        return count


class NetBot:
    """The bare net as a bot."""

    def __init__(self, game: Game, name: str, net: NetFile) -> None:
        self.game, self.name, self.net = on_engine(game, "compiled"), name, net
        self._evaluator = NetEvaluator(self.game, net)

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is."""
        check_seats(self.name, self.net, int(position["seats"]))
        count = self._evaluator.rate(position)
        return int(self._evaluator.moves[best_of(self._evaluator.ratings, count)])

    def close(self) -> None:
        """Nothing is held but memory."""


def check_seats(name: str, net: NetFile, seats: int) -> None:
    """Refuse a number of seats that a net was not trained for."""
    if seats not in net.seats:
        raise UsageError("net-seats", name=name, seats=seats, known=", ".join(map(str, net.seats)))


def make_net_bot(name: str, game: Game) -> NetBot | None:
    """The bot that `net` or `net:FILE` means in a game; None if this is no such name, or the game has no net."""
    said = NetName.of(name)
    if said is None or said.simulations:
        return None
    net = net_of(said, game)
    return NetBot(game, name, net) if net is not None else None


def net_of(said: NetName, game: Game) -> NetFile | None:
    """The net of a file, or that of the game, if it has one."""
    if said.path:
        return load_net(game, Path(said.path))
    found = find_net(game.id)
    return load_net(game, found) if found is not None else None


@cache
def net_rules_of(folder: str, engine: Engine) -> ModuleType:
    """The functions of `net.py` for one game, on one engine."""
    return bound(net_rules, engine, folder.rpartition(".")[2], rules=rules_of(folder, engine))
