"""Speed of OpenSpiel's C++ engine in random games, on this machine.

The clock runs only while OpenSpiel is inside C++. Its `RandomRolloutEvaluator` plays random games there, a batch for
one call, but the Python bindings reach it only through a bot, and a bot must be asked at a player's turn. So the
roll-outs begin from games that are dealt already: the deal, nearly half of a game of hearts, is a gift to the peer.

Roll-outs do not tell their length. The mean number of decisions in a random game is estimated outside of the timing,
from a sample of games by random bots whose histories we read, and decisions = games × that mean.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, takewhile
from time import perf_counter
from typing import Protocol, cast

PEERS = ("hearts", "gin_rummy", "pig", "backgammon", "yacht")

SAMPLE = 1000  # games whose decisions are counted
STARTS = 200  # of them, those whose deals the roll-outs begin from, in turn
ROLLOUTS = 200  # games a batch: enough that the call from Python is lost in them


@dataclass(frozen=True)
class Peer:
    """A game on another engine, ready to be timed. A decision is a move by a player, forced or not; chance is none."""

    engine: str
    version: str
    game: str
    decisions_per_game: float
    error: float  # the standard error of `decisions_per_game`
    bot: _Bot
    starts: Sequence[_State]

    def speed(self, seconds: float) -> float:
        """Decisions a second, over batches of random games from their deal to their end."""
        self.bot.step(self.starts[-1])  # warms up
        games, spent = 0, 0.0
        for start in cycle(self.starts):
            began = perf_counter()
            self.bot.step(start)
            spent += perf_counter() - began
            games += ROLLOUTS
            if spent >= seconds:
                break
        return games * self.decisions_per_game / spent


def is_available() -> bool:
    """Whether OpenSpiel is installed."""
    return importlib.util.find_spec("pyspiel") is not None


def peer(game: str, seed: int = 1) -> Peer:
    """Get one of OpenSpiel's games ready, any in which players take turns."""
    spiel = cast(_Spiel, importlib.import_module("pyspiel"))  # here alone: it has no types and need not be installed
    rules = spiel.load_game(game)
    rollouts = _make_rollout_bot(spiel, rules, seed)  # first of all, since it refuses the games it cannot play
    bots = [spiel.make_uniform_random_bot(player, seed + player) for player in range(rules.num_players())]
    seeds = random.Random(seed)
    first = rules.new_initial_state()
    sample = [first.clone() for _ in range(SAMPLE)]
    for state in sample:
        spiel.evaluate_bots(state, bots, seeds.randrange(2**31))
    lengths = [sum(move.player >= 0 for move in state.full_history()) for state in sample]
    return Peer(
        engine="OpenSpiel",
        version=importlib.metadata.version("open_spiel"),
        game=game,
        decisions_per_game=statistics.fmean(lengths),
        error=statistics.stdev(lengths) / len(lengths) ** 0.5,
        bot=rollouts,
        starts=[_deal_again(first, state) for state in sample[:STARTS]],
    )


def _make_rollout_bot(spiel: _Spiel, rules: _Game, seed: int) -> _Bot:
    """Return a bot of which one step is one batch of roll-outs: its one simulation asks the evaluator at the root."""
    return spiel.MCTSBot(
        game=rules,
        evaluator=spiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=seed,
        verbose=False,
    )


def _deal_again(first: _State, played: _State) -> _State:
    """Return a copy of the first state with the deal of a game that was played."""
    state = first.clone()
    for move in takewhile(lambda move: move.player < 0, played.full_history()):
        state.apply_action(move.action)
    return state


class _Move(Protocol):
    """An entry of a game's history in OpenSpiel: chance is a player below 0."""

    player: int
    action: int


class _State(Protocol):
    """A position in OpenSpiel, as far as we use it."""

    def clone(self) -> _State: ...
    def move_number(self) -> int: ...
    def full_history(self) -> list[_Move]: ...
    def apply_action(self, action: int) -> None: ...


class _Game(Protocol):
    """A game's rules in OpenSpiel, as far as we use them."""

    def new_initial_state(self) -> _State: ...
    def num_players(self) -> int: ...


class _Bot(Protocol):
    """A bot of OpenSpiel's, as far as we use it."""

    def step(self, state: _State) -> int: ...


class _Spiel(Protocol):
    """The module `pyspiel`, as far as we use it."""

    def load_game(self, name: str) -> _Game: ...
    def RandomRolloutEvaluator(self, *, n_rollouts: int, seed: int) -> object: ...
    def MCTSBot(
        self,
        *,
        game: _Game,
        evaluator: object,
        uct_c: float,
        max_simulations: int,
        max_memory_mb: int,
        solve: bool,
        seed: int,
        verbose: bool,
    ) -> _Bot: ...
    def make_uniform_random_bot(self, player: int, seed: int) -> _Bot: ...
    def evaluate_bots(self, state: _State, bots: Sequence[_Bot], seed: int) -> list[float]: ...
