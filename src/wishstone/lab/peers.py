"""How fast does OpenSpiel's C++ engine play random games on this machine?

The clock runs only while OpenSpiel is inside C++. Its `RandomRolloutEvaluator` plays whole random games there, a batch
for one call, but the Python bindings reach it only through a bot, and a bot must be asked at a player's turn. So a game
is timed in two parts: the roll-outs from a dealt game to its end, and the deal before them (`_time_deal`).

Roll-outs do not tell their length. The mean number of decisions in a random game is estimated apart, outside of the
timing, from a sample of games by random bots whose histories we read, and decisions = games × that mean.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice, takewhile
from time import perf_counter
from typing import Protocol, cast

PEERS = ("hearts", "gin_rummy", "pig")

SAMPLE = 1000  # games whose decisions are counted
STARTS = 200  # of them, those whose deals the roll-outs begin from, in turn
ROLLOUTS = 200  # games a batch: enough that the call from Python is lost in them
BLOCK = 20  # games with the deal, then as many without, so that both meet the same moods of the machine


@dataclass(frozen=True)
class Peer:
    """One measurement of another engine: a decision is a move by a player, forced or not; chance is none."""

    engine: str
    version: str
    game: str
    decisions: int
    games: int
    seconds: float  # the deals included
    deal_seconds: float  # the part of `seconds` that the deals take
    decisions_per_game: float
    error: float  # the standard error of `decisions_per_game`

    @property
    def decisions_per_second(self) -> float:
        """The rate over whole games, deal and chance included."""
        return self.decisions / self.seconds

    @property
    def decisions_per_second_dealt(self) -> float:
        """The rate with the deal for free: the most that can be said for the other engine."""
        return self.decisions / (self.seconds - self.deal_seconds)


def available() -> bool:
    """Whether OpenSpiel is installed."""
    return importlib.util.find_spec("pyspiel") is not None


def missing_message() -> str:
    """What to tell somebody who has no OpenSpiel."""
    return "OpenSpiel is not installed, so there is nothing to compare with: pip install open_spiel"


def measure(game: str, seconds: float, seed: int = 1) -> Peer:
    """Time OpenSpiel at `game`, any of its games by turns: `seconds` of roll-outs, and up to as long for the deal."""
    spiel = _load_spiel()
    rules = spiel.load_game(game)
    rollouts = _make_rollout_bot(spiel, rules, seed)  # first of all, since it refuses the games it cannot play
    bots = [spiel.make_uniform_random_bot(player, seed + player) for player in range(rules.num_players())]
    seeds = random.Random(seed)
    first = rules.new_initial_state()
    sample = [first.clone() for _ in range(SAMPLE)]
    _time_games(spiel, bots, sample, seeds)
    lengths = [sum(move.player >= 0 for move in state.full_history()) for state in sample]
    starts = [_deal_again(first, state) for state in sample[:STARTS]]
    games, play_seconds = _time_rollouts(rollouts, starts, seconds)
    deal_seconds = 0.0
    # One first throw of dice is a gift to the peer: the games' different lengths would drown so small a difference.
    if starts[0].move_number() > 1:
        deal_seconds = games * _time_deal(spiel, bots, first, starts, seeds, seconds)
    mean = statistics.fmean(lengths)
    return Peer(
        engine="OpenSpiel",
        version=importlib.metadata.version("open_spiel"),
        game=game,
        decisions=round(games * mean),
        games=games,
        seconds=play_seconds + deal_seconds,
        deal_seconds=deal_seconds,
        decisions_per_game=mean,
        error=statistics.stdev(lengths) / len(lengths) ** 0.5,
    )


def _time_rollouts(bot: _Bot, starts: Sequence[_State], seconds: float) -> tuple[int, float]:
    """Play batches of random games from dealt ones to their ends; return how many games, and their seconds."""
    bot.step(starts[-1])  # warms up
    games, spent = 0, 0.0
    for start in cycle(starts):
        began = perf_counter()
        bot.step(start)
        spent += perf_counter() - began
        games += ROLLOUTS
        if spent >= seconds:
            break
    return games, spent


def _time_deal(
    spiel: _Spiel, bots: Sequence[_Bot], first: _State, starts: Sequence[_State], seeds: random.Random, seconds: float
) -> float:
    """Return the seconds of one deal: those of a game by C++ random bots with its deal, less those of one without.

    Such bots are slower than roll-outs, but alike on both sides. What is left of them in the difference is a call to
    each bot for each card dealt; it slows a whole game by 5 % at most (hearts, against OpenSpiel compiled from source).
    """
    whole, dealt, games = 0.0, 0.0, 0
    next_starts = cycle(starts)
    while whole + dealt < seconds:
        # Cloned outside of the timing and never made anew: gin rummy builds its tables for each new first state.
        whole += _time_games(spiel, bots, [first.clone() for _ in range(BLOCK)], seeds)
        dealt += _time_games(spiel, bots, [start.clone() for start in islice(next_starts, BLOCK)], seeds)
        games += BLOCK
    return max(0.0, (whole - dealt) / games)  # below 0 by bad luck alone, when given too little time


def _time_games(spiel: _Spiel, bots: Sequence[_Bot], states: Sequence[_State], seeds: random.Random) -> float:
    """Let the bots play each of the states to its end, in place; return the seconds it took."""
    # Drawn, not counted up: its generator, made anew for each game, starts much alike from neighbouring seeds.
    chances = [seeds.randrange(2**31) for _ in states]
    began = perf_counter()
    for state, chance in zip(states, chances, strict=True):
        spiel.evaluate_bots(state, bots, chance)
    return perf_counter() - began


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


def _load_spiel() -> _Spiel:
    """Import OpenSpiel, here alone, since it has no types and need not be installed."""
    if not available():
        raise ModuleNotFoundError(missing_message(), name="pyspiel")
    return cast(_Spiel, importlib.import_module("pyspiel"))


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
