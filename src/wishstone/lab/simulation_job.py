"""Simulation job: many games, cut into parts; who plays them, and where, does not change the sums.

A game depends on the job and its number alone, and results are sums of whole numbers. So the sums are the same for
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
from wishstone.lab.executor import UNWATCHED, Executor, Watch
from wishstone.lab.simulate import BatchPlayer, Player, Simulation

Spans = list[tuple[int, int]]  # numbers of games: from the first up to, but without, the second; in rising order


class Part(NamedTuple):
    """Part of a simulation: some of its games, by their numbers."""

    start: int
    games: int


class PartResult(NamedTuple):
    """A part of a simulation with its results."""

    part: Part
    results: Simulation


@dataclass(frozen=True)
class SimulationJob:
    """All that a simulation depends on, but for how many games there are."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    first: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    files: Mapping[str, object] = field(default_factory=dict)
    engine: Engine = "compiled"
    rules_version: int | None = None  # None for the newest

    @contextmanager
    def open(self) -> Iterator[SimulationRunner]:
        """A runner with a player of its own."""
        game = GAMES.load(self.game, self.options, self.engine, self.files, self.rules_version)
        player = Player(game, self.seats, self.bots, self.seed, self.first)
        try:
            yield SimulationRunner(player)
        finally:
            player.close()


class SimulationRunner:
    """Runner of a simulation: a player who is handed parts."""

    def __init__(self, player: BatchPlayer) -> None:
        self._player = player

    def warm_up(self) -> None:
        """Compile what is not compiled yet."""
        self._player.warm_up()

    def report_to(self, hear: Callable[[float], None]) -> None:
        """Tell now and then how many games of a part are played; on a GPU it is played in one go."""
        if isinstance(self._player, Player):
            self._player.loop.hear = hear

    def play(self, part: Part) -> PartResult:
        """Play the games of one part."""
        results = self._player.results()
        self._player.batch(part.start, part.games, results)
        return PartResult(part, results)


class PreparedJob:
    """A job whose player is there already."""

    def __init__(self, player: BatchPlayer) -> None:
        self._player = player

    @contextmanager
    def open(self) -> Iterator[SimulationRunner]:
        """A runner with that player, who is closed by whoever made it."""
        yield SimulationRunner(self._player)


def job_of(player: Player) -> SimulationJob:
    """The simulation that a player plays."""
    game = player.game
    return SimulationJob(
        game.id,
        player.seats,
        player.names,
        player.seed,
        player.first,
        game.options,
        game.files,
        game.engine,
        game.rules_version,
    )


@dataclass
class Progress:
    """Progress of a simulation: which games are played, and their results added up."""

    results: Simulation
    done: Spans = field(default_factory=list)

    def add(self, found: PartResult) -> None:
        """Add one part; how long it took is counted by whoever watches the clock for all."""
        part, new = found
        self.done = merge_spans([*self.done, (part.start, part.start + part.games)])
        self.results.add(new)

    def left(self, games: int, size: int) -> Iterator[Part]:
        """The parts that are missing of the first `games` games, in a size."""
        start = 0
        for first, beyond in [*self.done, (games, games)]:
            for begin in range(start, min(first, games), size):
                yield Part(begin, min(size, first - begin, games - begin))
            start = beyond


def new_progress(job: SimulationJob) -> Progress:
    """The progress of a simulation of which nothing is played yet."""
    return Progress(Simulation(job.game, job.bots, points=[0] * job.seats, shares=[0] * job.seats))


def run_simulation(
    progress: Progress,
    games: int,
    size: int,
    executor: Executor[Part, PartResult],
    keep: Callable[[Progress], None] = lambda progress: None,
    watch: Watch = UNWATCHED,
) -> None:
    """Play what is missing of the first `games` games; `keep` hears of the progress after every part."""
    before, begin = progress.results.seconds, perf_counter()

    def parts() -> Iterator[Part]:
        nonlocal begin
        begin = perf_counter()  # the first is asked for when everything is compiled
        yield from progress.left(games, size)

    def add(found: PartResult) -> None:
        progress.add(found)
        progress.results.seconds = before + perf_counter() - begin
        keep(progress)

    executor.run(parts(), add, watch)


def merge_spans(spans: Iterable[tuple[int, int]]) -> Spans:
    """The same numbers in as few spans as possible."""
    whole: Spans = []
    for first, beyond in sorted(spans):
        if whole and first <= whole[-1][1]:
            whole[-1] = whole[-1][0], max(whole[-1][1], beyond)
        else:
            whole.append((first, beyond))
    return whole
