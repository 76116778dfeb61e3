"""Simulation job: a series of games, cut into parts; who plays them, and where, does not change the sums.

A game depends on the series and its number alone, and results are sums of whole numbers. So the sums are the same for
every way of cutting, on one core or many, on a GPU or a cluster, at one sitting or several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from wishstone.game.about import OptionValue
from wishstone.game.rule import Engine
from wishstone.games import GAMES
from wishstone.lab.executor import Executor
from wishstone.lab.simulate import Player, Plays, Simulation

Spans = list[tuple[int, int]]  # numbers of games: from the first up to, but without, the second; in rising order


class Part(NamedTuple):
    """Games of a series, by their numbers."""

    start: int
    games: int


class Played(NamedTuple):
    """A part, and what came of it."""

    part: Part
    results: Simulation


@dataclass(frozen=True)
class Series:
    """All that a series of games depends on, but for how many there are."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    first: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    files: Mapping[str, object] = field(default_factory=dict)
    engine: Engine = "compiled"

    @contextmanager
    def open(self) -> Iterator[Desk]:
        """A player for it."""
        game = GAMES.load(self.game, self.options, self.engine, self.files)
        player = Player(game, self.seats, self.bots, self.seed, self.first)
        try:
            yield Desk(player)
        finally:
            player.close()


class Desk:
    """A player who is handed parts."""

    def __init__(self, player: Plays) -> None:
        self._player = player

    def warm_up(self) -> None:
        """Compile what is not compiled yet."""
        self._player.warm_up()

    def play(self, part: Part) -> Played:
        """The games of one part."""
        results = self._player.results()
        self._player.batch(part.start, part.games, results)
        return Played(part, results)


class Opened:
    """A job for a player who is there already."""

    def __init__(self, player: Plays) -> None:
        self._player = player

    @contextmanager
    def open(self) -> Iterator[Desk]:
        """That player, who is closed by whoever made him."""
        yield Desk(self._player)


def series_of(player: Player) -> Series:
    """The series that a player plays."""
    game = player.game
    return Series(game.id, player.seats, player.names, player.seed, player.first, game.options, game.files, game.engine)


@dataclass
class Standing:
    """What is known of a series: which games are played, and their results together."""

    results: Simulation
    done: Spans = field(default_factory=list)

    def add(self, played: Played) -> None:
        """One more part; how long it took is counted by whoever watches the clock for all."""
        part, new = played
        self.done = joined([*self.done, (part.start, part.start + part.games)])
        self.results.add(new)

    def left(self, games: int, size: int) -> Iterator[Part]:
        """What is missing of the first `games` games, in parts of a size."""
        start = 0
        for first, beyond in [*self.done, (games, games)]:
            for begin in range(start, min(first, games), size):
                yield Part(begin, min(size, first - begin, games - begin))
            start = beyond


def new_standing(series: Series) -> Standing:
    """A series of which nothing is played yet."""
    return Standing(Simulation(series.game, series.bots, points=[0] * series.seats, shares=[0] * series.seats))


def play_series(
    standing: Standing,
    games: int,
    size: int,
    executor: Executor[Part, Played],
    keep: Callable[[Standing], None] = lambda standing: None,
) -> None:
    """Play what is missing of the first `games` games; `keep` hears after every part how things stand."""
    before, begin = standing.results.seconds, perf_counter()

    def parts() -> Iterator[Part]:
        nonlocal begin
        begin = perf_counter()  # the first is asked for when everything is compiled
        yield from standing.left(games, size)

    def add(played: Played) -> None:
        standing.add(played)
        standing.results.seconds = before + perf_counter() - begin
        keep(standing)

    executor.run(parts(), add)


def joined(spans: Iterable[tuple[int, int]]) -> Spans:
    """The same numbers in as few spans as possible."""
    whole: Spans = []
    for first, beyond in sorted(spans):
        if whole and first <= whole[-1][1]:
            whole[-1] = whole[-1][0], max(whole[-1][1], beyond)
        else:
            whole.append((first, beyond))
    return whole
