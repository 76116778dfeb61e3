"""Net search bot: thinks ahead with a net, by a number of simulations: `net-search:500`, `net-search:500:FILE`."""

from __future__ import annotations

from wishstone.bots.levels import parse_simulations
from wishstone.bots.net_bot import check_seats, net_of
from wishstone.bots.net_file import NetFile, NetName
from wishstone.bots.searcher import Searcher
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, Position
from wishstone.game.registry import on_engine
from wishstone.game.rule import Engine


class NetSearchBot:
    """A bot that thinks ahead with a net, by a number of simulations, whatever engine the game was loaded with."""

    def __init__(self, game: Game, name: str, net: NetFile, simulations: int, engine: Engine = "compiled") -> None:
        self.game, self.name, self.net, self.simulations = on_engine(game, engine), name, net, simulations
        self.searcher = Searcher(self.game, simulations, net=net)
        self._nets = self.game.records(net.numbers.dtype, 1)
        self._nets[:] = net.numbers

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is."""
        legal = self.game.legal(position)
        if len(legal) == 1:
            return legal[0]
        check_seats(self.name, self.net, int(position["seats"]))
        self.searcher.run(position, self._nets, rng, seconds)
        return legal[self.searcher.best()]

    def close(self) -> None:
        """Nothing is held but memory."""


def make_net_search_bot(name: str, game: Game) -> NetSearchBot | None:
    """The bot that `net-search:500` or `net-search:500:FILE` means; None for other names, and without a net."""
    said = NetName.of(name)
    if said is None or not said.simulations:
        return None
    net = net_of(said, game)
    return NetSearchBot(game, name, net, parse_simulations(name, said.simulations)) if net is not None else None
