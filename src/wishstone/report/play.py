"""Parallel play of a report's games: bots on all cores, a batch at a time, with the same result as on one.

Compiled code lets go of Python's lock, so threads are enough. A game depends on the seed and its number alone, and it
is the game that `wishstone record --number` writes down.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from queue import SimpleQueue
from threading import Event
from types import ModuleType

import numpy as np

from wishstone import __version__
from wishstone.game.contract import MoveNumber
from wishstone.game.errors import UsageError
from wishstone.game.registry import rules_of
from wishstone.game.rule import Engine, bound
from wishstone.lab.playing import BY_LOT, outcome_dtype
from wishstone.lab.process_pool import MOST_JOBS, cores
from wishstone.lab.simulate import Player
from wishstone.report import walk
from wishstone.report.games import NOTES, Games, Setting, joined
from wishstone.report.walk import Leads

BATCH = 50  # games between two reports of progress
AHEAD = 2  # batches that wait for each core
MOST_GAMES = 1_000_000
FEWEST_GAMES = 2  # an interval needs a spread

Progress = Callable[[int], None]


def setting_of(player: Player) -> Setting:
    """What a player plays."""
    game, rules = player.game, player.game.rules
    return Setting(
        game=game.id,
        seats=player.seats,
        bots=player.names,
        seed=player.seed,
        first=None if player.first == BY_LOT else player.first,
        options=game.options,
        files=game.files,
        items=rules.ITEMS,
        keys=rules.KEYS,
        ends=rules.ENDS,
        version=__version__,
    )


def play(
    make: Callable[[], Player], games: int, jobs: int | None = None, progress: Progress = lambda done: None
) -> Games:
    """Play games 0 to `games` - 1 on so many cores, or all. Ctrl-C ends it with the games before the first missing.

    Each core has a player of its own, which `make` makes; `progress` hears how many games are done.
    """
    check_counts(games, jobs)
    starts = range(0, games, BATCH)
    jobs = min(jobs or cores(), len(starts))
    workers = [_Worker(make())]
    if workers[0].has_own_bots:  # objects of Python's, of which all workers would have the same
        jobs = 1
    try:
        workers[0].warm_up()
        workers += [_Worker(make()) for _ in range(jobs - 1)]
        done = _play(workers, starts, games, progress)
    finally:
        for worker in workers:
            worker.close()
    whole = []
    for start in starts:
        if start not in done:
            break
        whole.append(done[start])
        if len(done[start]) < min(BATCH, games - start):
            break
    if sum(map(len, whole)) < FEWEST_GAMES:
        raise KeyboardInterrupt
    return joined(workers[0].setting, whole)


def check_counts(games: int, jobs: int | None) -> None:
    """Refuse numbers of games and cores that cannot be."""
    if not FEWEST_GAMES <= games <= MOST_GAMES:
        raise UsageError("count-wrong", name="--games", low=FEWEST_GAMES, high=str(MOST_GAMES), value=str(games))
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError("count-wrong", name="--jobs", low=1, high=MOST_JOBS, value=str(jobs))


def _play(workers: list[_Worker], starts: range, games: int, progress: Progress) -> dict[int, Games]:
    """Hand out batches to the workers, as they become free; by their starts, what came of them."""
    free: SimpleQueue[_Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)
    stop = Event()

    def batch(start: int) -> Games:
        worker = free.get()
        try:
            return worker.play(start, min(BATCH, games - start), stop)
        finally:
            free.put(worker)

    done: dict[int, Games] = {}
    pending: dict[Future[Games], int] = {}
    left = iter(starts)
    with ThreadPoolExecutor(len(workers)) as pool:
        try:
            while True:
                while len(pending) < AHEAD * len(workers) and (start := next(left, None)) is not None:
                    pending[pool.submit(batch, start)] = start
                if not pending:
                    break
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    done[pending.pop(future)] = future.result()
                progress(sum(map(len, done.values())))
        except BaseException as error:
            stop.set()
            pool.shutdown(cancel_futures=True)
            if not isinstance(error, KeyboardInterrupt):
                raise
            done |= {start: future.result() for future, start in pending.items() if not future.cancelled()}
    return done


class _Worker:
    """Worker of one core: all that it needs to play games and walk through them."""

    def __init__(self, player: Player) -> None:
        game, rules, most = player.game, player.game.rules, player.game.rules.MAX_DECISIONS
        self.setting = setting_of(player)
        self._player, self._game = player, game
        self._walk = _bound_walk(game.folder, game.engine, player.loop.bound)
        self._found_type = walk.found_dtype(rules, outcome_dtype(rules))
        self._leads = Leads(
            np.zeros(most + 1, np.int64),
            np.zeros(most + 1, np.int64),
            np.zeros(player.seats, np.int64),
            game.array(1),
            np.zeros((1, rules.SEATS[1], len(rules.ITEMS) + len(rules.KEYS)), MoveNumber),
        )

    @property
    def has_own_bots(self) -> bool:
        """Whether some of the bots are objects that were handed over."""
        return bool(self._player.own)

    def close(self) -> None:
        """Let the bots give back what they hold."""
        self._player.close()

    def warm_up(self) -> None:
        """Compile what is not compiled yet, or read it from the disk."""
        self.play(0, 0, Event())

    def play(self, start: int, games: int, stop: Event) -> Games:
        """Games numbered from `start`; fewer where `stop` was set meanwhile."""
        player, rules, loop = self._player, self._game.rules, self._player.loop
        found = self._game.records(self._found_type, games)

        def enter(done: int, until: int) -> int:
            tables = loop.plays, loop.tables, loop.memories, loop.tools
            return int(self._walk.play_games(*tables, (start, done), found[:until], self._leads))

        found = found[: loop.finish(enter, games, stop.is_set)]
        outcomes, turns = found["outcome"], found["turns"]
        notes = {
            name: (turns if name in (walk.Turns.names or ()) else outcomes)[name].astype(np.int64) for name in NOTES
        }
        if "rounds" in (rules.State.names or ()):  # the game counts them itself
            notes["rounds"] = found["state"]["rounds"][:, 0].astype(np.int64)
        sheets = outcomes["sheet"][:, : player.seats].astype(np.int64)
        return Games(self.setting, notes, sheets, turns["leaders"].copy(), turns["gaps"].copy())


@cache
def _bound_walk(folder: str, engine: Engine, loop: ModuleType) -> ModuleType:
    label = loop.__name__.rpartition(":")[2]
    return bound(walk, engine, label, rules=rules_of(folder, engine), playing=loop)
