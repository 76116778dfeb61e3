"""Simulation: plays many games in batches and adds up their results."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Protocol

import numpy as np

from wishstone.bots import seated
from wishstone.bots.choice import NAMES as QUICK
from wishstone.bots.own import OwnBotLike, make_any, names_of
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.game.match import Match
from wishstone.lab.playing import BY_LOT, SHARE
from wishstone.lab.seating import AT_A_GLANCE, SHOWN, TOGETHER, GameLoop

BATCH = 2048  # games between two reports of progress, of bots that look once
BATCHES = {"quick": BATCH, "rated": 64, "searching": 1}
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

    def __init__(
        self, game: Game, seats: int, bots: Sequence[str | OwnBotLike], seed: int, first: int = BY_LOT
    ) -> None:
        low, high = game.rules.SEATS
        if not low <= seats <= high:
            raise UsageError("seats-wrong", game=game.id, seats=seats, low=low, high=high)
        if first != BY_LOT and not 0 <= first < seats:
            raise UsageError("first-wrong", first=first, last=seats - 1)
        if not 0 <= seed <= MAX_SEED:
            raise UsageError("count-wrong", name="seed", low=0, high=str(MAX_SEED), value=str(seed))
        self.game, self.seats, self.first, self.seed = game, seats, first, seed
        names, self.own = names_of(bots, game)
        self.names = seated(names, seats)
        self.bots = {name: self.own.get(name) or make_any(name, game) for name in self.names}
        convention = AT_A_GLANCE if all(name in QUICK for name in self.names) else SHOWN
        self.loop = GameLoop(game, [[self.bots[name] for name in self.names]], seed, first, convention)

    @property
    def is_compiled(self) -> bool:
        """Whether whole games are compiled, with all bots."""
        return self.game.engine == "compiled" and not self.loop.is_asking

    @property
    def batch_games(self) -> int:
        """How many games are played between two reports of progress."""
        if self.loop.takes_many:
            return TOGETHER
        return BATCHES[self.loop.tier] if self.is_compiled else 1

    def close(self) -> None:
        """Let the bots give back what they hold."""
        for bot in self.bots.values():
            bot.close()

    def play(self, number: int = 0) -> Match:
        """One game, as a match with all its events."""
        outcomes = self.loop.outcomes(1)
        self.loop.play(number, outcomes)
        match = Match(self.game, self.seats, int(outcomes["first"][0]))
        for move in self.loop.tools.log[: int(outcomes["events"][0])]:
            match.play(int(move))
        return match

    def warm_up(self) -> None:
        """Compile what is not compiled yet, or read it from the disk; playing can be timed then."""
        self.batch(0, 0, self.results())

    def results(self) -> Simulation:
        """No results yet."""
        ends = dict.fromkeys(self.game.rules.ENDS[1:], 0)
        return Simulation(self.game.id, self.names, points=[0] * self.seats, shares=[0] * self.seats, ends=ends)

    def batch(self, start: int, games: int, into: Simulation) -> None:
        """Play games numbered from `start` and add their results up."""
        outcomes = self.loop.outcomes(games)
        begin = time.perf_counter()
        if self.loop.takes_many:
            self.loop.play_together(start, outcomes)
        else:
            self.loop.play(start, outcomes)
        into.seconds += time.perf_counter() - begin
        total = len(self.game.rules.ITEMS) - 1
        points = outcomes["sheet"][:, : self.seats, total].sum(axis=0, dtype=np.int64)
        shares = outcomes["shares"][:, : self.seats].sum(axis=0)
        into.games += games
        into.decisions += int(outcomes["decisions"].sum())
        into.points = [a + int(b) for a, b in zip(into.points, points, strict=True)]
        into.shares = [a + int(b) for a, b in zip(into.shares, shares, strict=True)]
        into.cut_off += int((outcomes["end"] == 0).sum())
        for end, name in enumerate(self.game.rules.ENDS[1:], 1):
            into.ends[name] = into.ends.get(name, 0) + int((outcomes["end"] == end).sum())


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
