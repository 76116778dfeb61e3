"""Simulation: plays many games in batches and adds up their results."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from types import ModuleType
from typing import Protocol

import numpy as np

from wishstone.bots import choice_of, make, seated
from wishstone.bots.choice import MIND
from wishstone.bots.choice import NAMES as QUICK
from wishstone.bots.outside import game_over
from wishstone.game.chance import DEALER, STREAM, below, stream
from wishstone.game.contract import Game, MoveNumber
from wishstone.game.errors import UsageError
from wishstone.game.match import Match
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound
from wishstone.lab import playing
from wishstone.lab.playing import BOTS, BY_LOT, SHARE

BATCH = 2048  # games between two reports of progress
MAX_SEED = 2**63 - 1
MAX_NUMBER = 2**48 - 1  # games in a stream of games


@dataclass(frozen=True)
class SeatResult:
    """The results of one seat in many games."""

    bot: str
    mean_score: float
    win_share: float


@dataclass
class Simulation:
    """The results of many games, by seat."""

    game: str
    bots: tuple[str, ...]
    games: int = 0
    decisions: int = 0
    cut_off: int = 0
    seconds: float = 0.0
    points: list[int] = field(default_factory=list)  # of all games together, by seat
    shares: list[int] = field(default_factory=list)  # of the wins, in parts of `SHARE`
    ends: dict[str, int] = field(default_factory=dict)

    def add(self, other: Simulation) -> None:
        """Add the results of other games, but not the time that they took, since many play at once."""
        self.games += other.games
        self.decisions += other.decisions
        self.cut_off += other.cut_off
        self.points = [a + b for a, b in zip(self.points, other.points, strict=True)]
        self.shares = [a + b for a, b in zip(self.shares, other.shares, strict=True)]
        self.ends = {end: self.ends.get(end, 0) + count for end, count in other.ends.items()}

    def to_json(self) -> dict[str, object]:
        """The figures, ready for JSON."""
        return {
            "game": self.game,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else 0,
            "games_per_second": round(self.games / self.seconds, 1) if self.seconds else 0,
            "cut_off": self.cut_off,
            "ends": self.ends,
            "by_seat": [asdict(seat) for seat in self.by_seat()],
        }

    def by_seat(self) -> list[SeatResult]:
        """Mean score and share of the wins, by seat; a shared win is divided."""
        games = max(self.games, 1)
        return [
            SeatResult(bot, round(points / games, 4), round(share / SHARE / games, 6))
            for bot, points, share in zip(self.bots, self.points, self.shares, strict=True)
        ]


class BatchPlayer(Protocol):
    """Plays games by their numbers: a `Player`, or one on a GPU."""

    @property
    def batch_games(self) -> int:
        """How many games are played between two reports of progress."""

    def warm_up(self) -> None:
        """Compile what is not compiled yet."""

    def results(self) -> Simulation:
        """No results yet."""

    def batch(self, start: int, games: int, into: Simulation) -> None:
        """Play games numbered from `start` and add their results up."""

    def close(self) -> None:
        """Give back what is held."""


class Player:
    """Everything that playing games of one kind needs, allocated once."""

    def __init__(self, game: Game, seats: int, bots: Sequence[str], seed: int, first: int = BY_LOT) -> None:
        low, high = game.rules.SEATS
        if not low <= seats <= high:
            raise UsageError("seats-wrong", game=game.id, seats=seats, low=low, high=high)
        if first != BY_LOT and not 0 <= first < seats:
            raise UsageError("first-wrong", first=first, last=seats - 1)
        if not 0 <= seed <= MAX_SEED:
            raise UsageError("count-wrong", name="seed", low=0, high=str(MAX_SEED), value=str(seed))
        self.game, self.seats, self.first, self.seed = game, seats, first, seed
        self.names = seated(bots, seats)
        self.bots = {name: make(name, game) for name in self.names}
        self._quick = np.array([QUICK.index(name) for name in self.names if name in QUICK], np.int8)
        self._loop = loop_of(game.folder, game.engine, choice_of(game))
        self._state = game.array(1)
        self._log = np.zeros(8 * game.rules.MAX_DECISIONS, MoveNumber)
        self._dealer, self._player = np.zeros((2, STREAM), np.int64)
        self._moves = np.zeros(game.rules.MAX_LEGAL, MoveNumber)
        self._mind = game.array(MIND)
        self._sheet = np.zeros((high, len(game.rules.ITEMS) + len(game.rules.KEYS)), MoveNumber)

    @property
    def is_quick(self) -> bool:
        """Whether whole games can be played in one compiled loop: all bots look but once."""
        return len(self._quick) == self.seats

    @property
    def batch_games(self) -> int:
        """How many games are played between two reports of progress."""
        return BATCH if self.game.engine == "compiled" and self.is_quick else 1

    def close(self) -> None:
        """Let the bots give back what they hold."""
        for bot in self.bots.values():
            bot.close()

    def play(self, number: int = 0) -> Match:
        """One game, as a match with all its events."""
        if not self.is_quick:
            return self._play_slowly(number)
        events, _ = self._loop.play_game(self._state[0], *self._key(number), *self._tools(self._log))
        first = int(self._state[0]["first"])
        match = Match(self.game, self.seats, first)
        for move in self._log[:events]:
            match.play(int(move))
        return match

    def _play_slowly(self, number: int) -> Match:
        """One game with bots of any kind, decision by decision; outcomes and bots have the same streams as always."""
        dealer, player = stream(self.seed, number, DEALER), stream(self.seed, number, BOTS)
        lot = below(dealer, self.seats)
        match = Match(self.game, self.seats, lot if self.first == BY_LOT else self.first)
        match.let_happen(dealer)
        while not match.is_over and match.decisions < self.game.rules.MAX_DECISIONS:
            seat = match.actor
            mind = self.game.redealt(match.state, seat, player)
            match.play(self.bots[self.names[seat]].choose(mind, player), by=seat)
            match.let_happen(dealer)
        game_over(self.bots.values(), match.result)
        return match

    def warm_up(self) -> None:
        """Compile what is not compiled yet, or read it from the disk; playing can be timed then."""
        self.batch(0, 0, self.results())

    def results(self) -> Simulation:
        """No results yet."""
        return Simulation(self.game.id, self.names, points=[0] * self.seats, shares=[0] * self.seats)

    def batch(self, start: int, games: int, into: Simulation) -> None:
        """Play games numbered from `start` and add their results up."""
        if not self.is_quick:
            self._batch_slowly(start, games, into)
            return
        scores = np.zeros((games, self.seats), MoveNumber)
        shares = np.zeros((games, self.seats), MoveNumber)
        lengths = np.zeros(games, np.int32)
        ended = np.zeros(games, np.int8)
        begin = time.perf_counter()
        self._loop.play_games(
            self._state,
            *self._key(start),
            *self._tools(self._log[:0]),
            self._sheet,
            scores,
            shares,
            lengths,
            ended,
        )
        into.seconds += time.perf_counter() - begin
        into.games += games
        into.decisions += int(lengths.sum())
        into.cut_off += int((ended == 0).sum())
        into.points = [a + int(b) for a, b in zip(into.points, scores.sum(axis=0, dtype=np.int64), strict=True)]
        into.shares = [a + int(b) for a, b in zip(into.shares, shares.sum(axis=0, dtype=np.int64), strict=True)]
        for end, name in enumerate(self.game.rules.ENDS[1:], 1):
            into.ends[name] = into.ends.get(name, 0) + int((ended == end).sum())

    def _batch_slowly(self, start: int, games: int, into: Simulation) -> None:
        for name in self.game.rules.ENDS[1:]:
            into.ends.setdefault(name, 0)
        for number in range(start, start + games):
            begin = time.perf_counter()
            match = self._play_slowly(number)
            into.seconds += time.perf_counter() - begin
            into.games += 1
            into.decisions += match.decisions
            result = match.result()
            for seat in range(self.seats):
                into.points[seat] += result.scores[seat]
                into.shares[seat] += SHARE // len(result.winners) if seat in result.winners else 0
            if match.is_over:
                into.ends[self.game.end(match.state)] += 1
            else:
                into.cut_off += 1

    def _key(self, number: int) -> tuple[object, ...]:
        return self.game.data, self.seats, self.first, self.seed, number, self._quick

    def _tools(self, log: np.ndarray[tuple[int], np.dtype[np.int16]]) -> tuple[object, ...]:
        return self._dealer, self._player, self._moves, self._mind, log


def simulate(player: BatchPlayer, games: int, progress: Callable[[int], None] = lambda done: None) -> Simulation:
    """Play games 0 to `games` - 1; `progress` hears how many are done. Ctrl-C ends it with what there is."""
    player.warm_up()
    results = player.results()
    try:
        while results.games < games:
            player.batch(results.games, min(player.batch_games, games - results.games), results)
            progress(results.games)
    except KeyboardInterrupt:
        if not results.games:
            raise
    return results


@cache
def loop_of(folder: str, engine: Engine, choice: ModuleType) -> ModuleType:
    """The loops of `playing.py` for one game, on one engine, with its quick bots."""
    return bound(playing, engine, folder.rpartition(".")[2], rules=rules_of(folder, engine), choice=choice)
