"""Search runner: runs a search in small portions, until its simulations or its time are spent or it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from wishstone.bots import principal_variation, search
from wishstone.bots.policies import policy_of
from wishstone.bots.search import MOST_DEPTH, MOST_SEATS, ROOT, Edge, Finding, Manner
from wishstone.bots.weights import Weights
from wishstone.game.chance import Generator
from wishstone.game.contract import Game, MoveNumber, Numbers, Position
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
    far: float = 30.0
    softness: float = 1.0  # of the roll-outs' lottery, against the one that the player was fitted with
    depth: int = 40
    outcomes: bool = False
    round_robin: int = 0


def never_stopped() -> bool:
    """Stop condition that is never met."""
    return False


class Searcher:
    """Everything that searching in one game needs, allocated once.

    `policy` is the module of the player whose moves the roll-outs make; without it, the game's own.
    """

    def __init__(self, game: Game, simulations: int, style: Style | None = None, policy: str = "") -> None:
        self.game, self.simulations = game, simulations
        self.policy = shared(policy, game.engine) if policy else policy_of(game.folder, game.engine)
        self._loop = _search_of(game.folder, game.engine, policy)
        self._manner = game.records(Manner, 1)
        style = style or Style()
        for name in Manner.names or ():
            self._manner[name] = getattr(style, name)
        self._manner["softness"] = max(1, round(style.softness * self.policy.SOFTNESS))
        self._manner["depth"] = min(style.depth, MOST_DEPTH)
        self._turns = self._manner.copy()
        self._turns["round_robin"] = 1
        self._search = 0
        self._seat = 0
        rules = game.rules
        self._mind = game.array(2)
        self._edges = game.records(Edge, max(LEAST_ROOM, 1 << (ROOM * simulations - 1).bit_length()))
        self.findings = game.records(Finding, rules.MAX_LEGAL)
        self.items = np.zeros((rules.MAX_LEGAL, len(rules.ITEMS)))
        self._keys = np.zeros(MOST_SEATS, np.int64)
        self._moves = np.zeros(rules.MAX_LEGAL, MoveNumber)
        self._tools = (
            np.zeros((MOST_DEPTH, 2), np.int64),
            self._keys,
            np.zeros((MOST_SEATS, 3)),
            self.findings,
            self.items,
            self._moves,
            np.zeros(rules.MAX_LEGAL, np.int64),
            np.zeros(rules.MAX_LEGAL, np.int64),
            np.zeros(self.policy.SCRATCH, np.int64),
            np.zeros((rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS)), MoveNumber),
        )

    def run(
        self,
        position: Position,
        weights: Weights,
        rng: Generator,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never_stopped,
    ) -> int:
        """Search for the seat whose decision it is; what was found is in `findings`. Returns the simulations done."""
        end = None if seconds is None else time.monotonic() + seconds
        self._search += 1
        self._mind[ROOT] = position
        self.findings[:] = 0
        self.items[:] = 0
        done = 0
        seat = self._seat = self.game.actor(position)
        while done < self.simulations and not stopped():
            portion = min(PORTION, self.simulations - done)
            self._loop.simulate(
                portion, done, self._search, seat, self._mind, self.game.data, self._manner, weights, self._edges,
                *self._tools, rng,
            )  # fmt: skip
            done += portion
            if end is not None and time.monotonic() >= end:
                break
        return done

    def again(self, place: int, weights: Weights, rng: Generator) -> None:
        """One simulation more of the last search, which begins with the legal move at this place."""
        self._loop.simulate(
            1, place, self._search, self._seat, self._mind, self.game.data, self._turns, weights, self._edges,
            *self._tools, rng,
        )  # fmt: skip

    def follow(self, move: int, least: int, steps: Numbers, scenes: Numbers, rng: Generator) -> int:
        """What the last search tried most after a move, with the unknown dealt once more: (seat, move) into `steps`.

        It goes on while moves were tried as often as `least`; returns how many there are. The position before each is
        in `scenes`.
        """
        loop = _variations_of(self.game.folder, self.game.engine, self._loop)
        count: int = loop.follow(
            move, least, self._search, self._seat, self._mind, self.game.data, self._edges, self._keys, self._moves,
            steps, scenes, rng,
        )  # fmt: skip
        return count

    def best(self) -> int:
        """The place, among the legal moves, of the move that was tried most; of equal ones, the better one."""
        found = self.findings
        return max(range(len(found)), key=lambda i: (int(found[i]["visits"]), float(found[i]["total"])))


@cache
def _search_of(folder: str, engine: Engine, policy: str) -> ModuleType:
    """The search of one game on one engine, with roll-outs by the player of this module or by the game's own."""
    label = f"{folder.rpartition('.')[2]}{'_' if policy else ''}{policy}"
    player = shared(policy, engine) if policy else policy_of(folder, engine)
    return bound(search, engine, label, rules=rules_of(folder, engine), policy=player)


@cache
def _variations_of(folder: str, engine: Engine, trees: ModuleType) -> ModuleType:
    """The principal variations of one game on one engine, in the trees of a search."""
    return bound(principal_variation, engine, folder.rpartition(".")[2], rules=rules_of(folder, engine), trees=trees)
