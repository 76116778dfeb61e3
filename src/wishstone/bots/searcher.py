"""Search runner: runs a search in small portions, until its simulations or its time are spent or it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from wishstone.bots import net_evaluator, principal_variation, rollout_evaluator, search
from wishstone.bots.net_bot import net_rules_of
from wishstone.bots.net_file import NET, NetFile
from wishstone.bots.policies import policy_of, rollout_of
from wishstone.bots.principal_variation import step_dtype
from wishstone.bots.search import MOST_DEPTH, Edge, Search, memory_dtype
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, Numbers, Position
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound, shared

PORTION = 32  # simulations between two looks at the clock
ROOM = 4  # entries of the table for each simulation, of which each adds one at most
LEAST_ROOM = 1 << 10


@dataclass(frozen=True)
class Style:
    """How to search. The values are those that the arena found best; see `benchmarks/`."""

    explore: float = 1.0
    doubt: float = 0.1
    evenness: float = 0.1
    lead: float = 0.1
    softness: float = 1.0  # of the roll-outs' lottery, against the one that the player was fitted with
    depth: int = 40
    outcomes: bool = False
    round_robin: int = 0


def never_stopped() -> bool:
    """Stop condition that is never met."""
    return False


class Searcher:
    """Everything that searching in one game needs, allocated once.

    `policy` is the module of the player whose moves the roll-outs make; without it, the game's own. With a `net` there
    are no roll-outs, and the weights to be handed over are an array of one net of its shape.
    """

    def __init__(
        self, game: Game, simulations: int, style: Style | None = None, policy: str = "", net: NetFile | None = None
    ) -> None:
        self.game, self.simulations = game, simulations
        if net is not None:
            player, scratch, shape = net_rules_of(game.folder, game.engine), 0, net.shape
            self._loop = net_search_of(game.folder, game.engine)
        else:
            player = shared(policy, game.engine) if policy else policy_of(game.folder, game.engine)
            scratch, shape = player.SCRATCH, None
            self._loop = search_of(game.folder, game.engine, policy)
        self._search = game.records(Search, 1)
        set_search(self._search, simulations, style or Style(), player, game.margin)
        self._turns = self._search.copy()
        self._memory = game.records(memory_dtype(game.rules, scratch, shape), 1)
        self._edges = game.records(Edge, room_for(simulations))
        self.findings: Numbers = self._memory["findings"][0]
        self.items: Numbers = self._memory["items"][0]

    def run(
        self,
        position: Position,
        weights: Numbers,
        rng: Generator,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never_stopped,
    ) -> int:
        """Search for the seat whose decision it is; what was found is in `findings`. Returns the simulations done."""
        end = None if seconds is None else time.monotonic() + seconds
        search, memory, data = self._search[0], self._memory[0], self.game.data
        self._loop.begin(position, search, memory, self.game.actor(position))
        done = 0
        while done < self.simulations and not stopped():
            portion = min(PORTION, self.simulations - done)
            self._loop.simulate(portion, search, memory, data, weights, self._edges, rng)
            done += portion
            if end is not None and time.monotonic() >= end:
                break
        return done

    def again(self, place: int, weights: Numbers, rng: Generator) -> None:
        """One simulation more of the last search, which begins with the legal move at this place."""
        self._turns[:] = self._search
        self._turns["round_robin"], self._turns["done"] = 1, place
        self._loop.simulate(1, self._turns[0], self._memory[0], self.game.data, weights, self._edges, rng)

    def follow(self, move: int, longest: int, rng: Generator) -> Numbers:
        """What the last search tried most after a move, with the unknown dealt once more: the steps of the line."""
        loop = _variations_of(self.game.folder, self.game.engine, self._loop)
        steps = self.game.records(step_dtype(self.game.rules), longest)
        search, memory = self._search[0], self._memory[0]
        count: int = loop.follow(move, search, memory, self.game.data, self._edges, steps, rng)
        return steps[:count]

    def best(self) -> int:
        """The place, among the legal moves, of the move that was tried most; of equal ones, the better one."""
        return int(self._loop.best(self._memory[0]))


def set_search(search: Numbers, simulations: int, style: Style, policy: ModuleType, margin: int) -> None:
    """Write into an array of a `Search`, or of many, how to search; the margin is the game's."""
    for name in Style.__dataclass_fields__:
        search[name] = getattr(style, name)
    search["softness"] = max(1, round(style.softness * policy.SOFTNESS))
    search["depth"] = min(style.depth, MOST_DEPTH)
    search["far"] = margin
    search["simulations"], search["room"] = simulations, room_for(simulations)


def room_for(simulations: int) -> int:
    """How many entries the table of a search has."""
    return max(LEAST_ROOM, 1 << (ROOM * simulations - 1).bit_length())


@cache
def search_of(folder: str, engine: Engine, policy: str = "") -> ModuleType:
    """The search of one game on one engine, with roll-outs by the player of this module or by the game's own."""
    label, evaluator = _label(folder, policy), evaluator_of(folder, engine, policy)
    return bound(search, engine, label, rules=rules_of(folder, engine), evaluator=evaluator)


@cache
def net_search_of(folder: str, engine: Engine) -> ModuleType:
    """The search of one game on one engine, with nets."""
    label, evaluator = _label(folder, NET), net_evaluator_of(folder, engine)
    return bound(search, engine, label, rules=rules_of(folder, engine), evaluator=evaluator)


@cache
def evaluator_of(folder: str, engine: Engine, policy: str = "") -> ModuleType:
    """The evaluator of one game on one engine by the player of this module or by the game's own."""
    player = shared(policy, engine) if policy else policy_of(folder, engine)
    rollouts = rollout_of(folder, engine, policy)
    return bound(rollout_evaluator, engine, _label(folder, policy), policy=player, rollout=rollouts)


@cache
def net_evaluator_of(folder: str, engine: Engine) -> ModuleType:
    """The evaluator of one game on one engine by nets."""
    rules, net = rules_of(folder, engine), net_rules_of(folder, engine)
    return bound(net_evaluator, engine, _label(folder), rules=rules, net=net)


def _label(folder: str, player: str = "") -> str:
    """What tells compiled copies for games and players apart."""
    return f"{folder.rpartition('.')[2]}{'_' if player else ''}{player}"


@cache
def _variations_of(folder: str, engine: Engine, trees: ModuleType) -> ModuleType:
    """The principal variations of one game on one engine, in the trees of a search."""
    return bound(principal_variation, engine, _label(folder), rules=rules_of(folder, engine), trees=trees)
