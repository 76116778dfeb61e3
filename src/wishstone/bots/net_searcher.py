"""Search runner for nets: runs a search with a net in small portions, until its simulations or its time are spent."""

from __future__ import annotations

import time
from functools import cache
from types import ModuleType

from wishstone.bots import net_search
from wishstone.bots.levels import parse_simulations
from wishstone.bots.net_bot import check_seats, net_of, net_rules_of
from wishstone.bots.net_file import NetFile, NetName
from wishstone.bots.net_search import memory_dtype
from wishstone.bots.search import Edge, Search
from wishstone.bots.searcher import PORTION, Style, room_for, search_of, set_search
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, Numbers, Position
from wishstone.game.registry import on_engine, rules_of
from wishstone.game.rule import Engine, bound


class NetSearchBot:
    """A bot that thinks ahead with a net, by a number of simulations, whatever engine the game was loaded with."""

    def __init__(self, game: Game, name: str, net: NetFile, simulations: int, engine: Engine = "compiled") -> None:
        self.game, self.name, self.net, self.simulations = on_engine(game, engine), name, net, simulations
        game = self.game
        self._loop, self._trees = _net_search_of(game.folder, game.engine), search_of(game.folder, game.engine)
        self._search = game.records(Search, 1)
        set_search(self._search, simulations, Style(), net_rules_of(game.folder, game.engine))
        self._memory = game.records(memory_dtype(game.rules, net.shape), 1)
        self._edges = game.records(Edge, room_for(simulations))
        self._net = game.records(net.numbers.dtype, 1)
        self._net[:] = net.numbers
        self.findings: Numbers = self._memory["findings"][0]

    def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """The move for the seat whose decision it is."""
        legal = self.game.legal(position)
        if len(legal) == 1:
            return legal[0]
        check_seats(self.name, self.net, int(position["seats"]))
        self.run(position, rng, seconds)
        return legal[int(self._trees.best(self._memory[0]))]

    def run(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
        """Search for the seat whose decision it is; what was found is in `findings`. Returns the simulations done."""
        end = None if seconds is None else time.monotonic() + seconds
        search, memory, data = self._search[0], self._memory[0], self.game.data
        self._trees.begin(position, search, memory, self.game.actor(position))
        done = 0
        while done < self.simulations:
            portion = min(PORTION, self.simulations - done)
            self._loop.simulate(portion, search, memory, data, self._net[0], self._edges, rng)
            done += portion
            if end is not None and time.monotonic() >= end:
                break
        return done

    def close(self) -> None:
        """Nothing is held but memory."""


def make_net_search_bot(name: str, game: Game) -> NetSearchBot | None:
    """The bot that `net-search:500` or `net-search:500:FILE` means; None for other names, and without a net."""
    said = NetName.of(name)
    if said is None or not said.simulations:
        return None
    net = net_of(said, game)
    return NetSearchBot(game, name, net, parse_simulations(name, said.simulations)) if net is not None else None


@cache
def _net_search_of(folder: str, engine: Engine) -> ModuleType:
    """The search with a net of one game, on one engine."""
    return bound(
        net_search,
        engine,
        folder.rpartition(".")[2],
        rules=rules_of(folder, engine),
        net=net_rules_of(folder, engine),
        trees=search_of(folder, engine),
    )
