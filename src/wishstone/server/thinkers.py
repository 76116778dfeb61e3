"""Who thinks for the bots? Processes of their own, so that nobody waits at another table.

A thinker is sent a position that was dealt anew for the bot's seat, and never anything else. One that dies is replaced;
whoever asked it is answered by the next, and if that fails too, by the quickest bot there is.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from threading import Thread
from typing import Any, TypeVar

from wishstone.bots import make
from wishstone.bots.analyse import Analyst
from wishstone.bots.bot import Bot
from wishstone.bots.outside import Outside, is_outside
from wishstone.game.chance import stream
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.game.registry import on_engine
from wishstone.games import load
from wishstone.server.quick import quick
from wishstone.server.shelf import position_of, warm_up

log = logging.getLogger("wishstone.thinkers")
Matter = TypeVar("Matter")
Found = TypeVar("Found")

FALLBACK = "greedy"
HINT_SIMULATIONS = 2000
PATIENCE = 5.0  # seconds in which a thinker that was killed has to be gone
KEPT_BOTS = 64  # bots that a thinker keeps ready
KEPT_OUTSIDE = 8  # of them, those that have a process of their own
KEPT_ANALYSTS = 8  # who are asked for hints


@dataclass(frozen=True)
class Task:
    """A position to think about, with everything that a thinker needs to know of its table."""

    game: str
    options: Mapping[str, Any]
    files: Mapping[str, Any]
    bot: str  # as it is made: a name, or `run:` and the command of an outside bot
    state: bytes
    seed: int
    seconds: float
    owner: str  # table and seat: whose process an outside bot is


class NoBot(Exception):
    """A bot cannot be made here, such as one whose program is missing; an error of ours would not get to the server."""


class Thinkers:
    """So many processes, each with one thing to think about at a time."""

    def __init__(self, count: int, commands: Mapping[str, str] | None = None) -> None:
        self._commands = dict(commands or {})  # outside bots by name, from the server's settings
        self._pools: list[ProcessPoolExecutor | None] = [None] * count
        self._busy = [0] * count
        self._leisure = asyncio.Semaphore(count)  # what can wait: a bot's move waits for one such thing at most

    def command_of(self, bot: str) -> str:
        """How a bot of this name is made."""
        return self._commands.get(bot, bot)

    @property
    def outside(self) -> tuple[str, ...]:
        """The names of outside bots."""
        return tuple(self._commands)

    @property
    def waiting(self) -> int:
        """How many tasks are under way or wait."""
        return sum(self._busy)

    def begin(self) -> None:
        """Have the processes started, so that the first move does not wait for it."""
        for place in range(len(self._pools)):
            self._pool(place).submit(os.getpid)

    async def choose(self, task: Task) -> int:
        """The move that a bot makes; always one, whatever happens."""
        told = {"bot": task.bot, "game": task.game, "instead": FALLBACK}
        try:
            move, trouble = await self._ask(_choose, task, task.owner if is_outside(task.bot) else "")
            if trouble:
                log.warning("an outside bot failed, and another moved instead", extra={**told, **trouble})
            return int(move)
        except NoBot as error:
            log.warning("a bot is not there, and another moves instead", extra={**told, "reason": str(error)})
        except BrokenProcessPool:
            log.warning("a thinker died twice over one position, and another bot moves instead", extra=told)
        except Exception:
            log.exception("a bot failed, and another moves instead", extra=told)
        return _quick(task)

    async def hint(self, task: Task) -> dict[str, Any]:
        """What can be said of the legal moves."""
        async with self._leisure:
            report: dict[str, Any] = await self._ask(_analyse, task)
        return report

    async def work(self, job: Callable[[Matter], Found], matter: Matter, seconds: float = 0.0) -> Found:
        """Have something else thought about; a job is a function that a process finds by its name.

        Bots wait meanwhile. What takes more than `seconds`, if any are said, is given up with a `TimeoutError`.
        """
        async with self._leisure:
            found: Found = await self._ask(partial(_in_time, job, seconds), matter)
        return found

    async def get_ready(self, games: Sequence[str]) -> AsyncIterator[str]:
        """Have the rules and the search of games compiled where they are not yet, in a process for nothing else."""
        pool = _process()
        try:
            for game in games:
                try:
                    await asyncio.wrap_future(pool.submit(_get_ready, game))
                    yield game
                except BrokenProcessPool:
                    raise
                except Exception:
                    log.exception("a game could not be compiled and stays interpreted", extra={"game": game})
        finally:
            _end(pool)

    async def _ask(self, work: Callable[[Matter], Any], task: Matter, owner: str = "") -> Any:
        place = hash(owner) % len(self._pools) if owner else self._busy.index(min(self._busy))
        self._busy[place] += 1
        try:
            for _ in range(2):
                pool = self._pool(place)
                try:
                    return await asyncio.wrap_future(pool.submit(work, task))
                except BrokenProcessPool:
                    if self._pools[place] is pool:
                        self._pools[place] = None
            raise BrokenProcessPool
        finally:
            self._busy[place] -= 1

    def _pool(self, place: int) -> ProcessPoolExecutor:
        pool = self._pools[place]
        if pool is None:
            pool = self._pools[place] = _process()
        return pool

    def close(self) -> None:
        """Let everybody go, in the middle of a thought too: a turn that is lost is found again at the next start."""
        for pool in self._pools:
            if pool is not None:
                _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """Let a process go, whatever it is doing: the end of the server would wait for it."""
    processes = list((pool._processes or {}).values())  # gone after the shutdown, as is the thread that minds them
    manager: Thread | None = pool._executor_manager_thread  # type: ignore[assignment] # typeshed has another type
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    if manager is not None:
        manager.join(PATIENCE)  # at the end of the program, Python would wake it up while it closes its pipe


def _process() -> ProcessPoolExecutor:
    """A process that does one thing after the other."""
    return ProcessPoolExecutor(1, get_context("spawn"), _begin, (os.getpid(),))


# ── In the process of a thinker ──────────────────────────────────────────────────────────────────────────────────

_bots: OrderedDict[tuple[object, ...], Bot] = OrderedDict()
_analysts: OrderedDict[tuple[str, str, str], Analyst] = OrderedDict()


def _begin(parent: int) -> None:
    """Leave signals of the terminal to the server, go with it when it goes, and let others have the processor first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _go_with_parent(parent)
    os.nice(5)


def _go_with_parent(parent: int) -> None:
    """On Linux, end when the server ends, even if it is killed."""
    import ctypes
    import sys

    if sys.platform == "linux":
        death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


def _game(task: Task) -> Game:
    return load(task.game, task.options, engine="interpreted", files=task.files)


def _in_time(job: Callable[[Matter], Found], seconds: float, matter: Matter) -> Found:
    """Do a job, or give it up."""
    if not seconds or not hasattr(signal, "setitimer"):  # as on Windows
        return job(matter)
    signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return job(matter)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _give_up(*_: object) -> None:
    raise TimeoutError


def _choose(task: Task) -> tuple[int, dict[str, str]]:
    """A bot's move, and what is to be said of it if another bot had to move instead."""
    outside = is_outside(task.bot)
    key = (task.game, repr(task.options), repr(task.files), task.bot, task.owner if outside else "")
    try:
        bot = _bots.pop(key, None) or make(task.bot, _game(task))
    except UsageError as error:
        raise NoBot(str(error)) from None
    _bots[key] = bot
    _let_go()
    state = position_of(_game(task), task.state)
    if not isinstance(bot, Outside):
        return int(bot.choose(state, stream(task.seed), task.seconds)), {}
    reports, replaced = bot.reports, bot.replaced
    move = int(bot.choose(state, stream(task.seed), task.seconds))
    new = [each.text() for each in bot.reports if each not in reports]  # none of one that was given up before
    if bot.replaced == replaced or not new:
        return move, {}
    return move, {"instead": bot.fallback.name, "reason": "; ".join(new)}


def _let_go() -> None:
    """Close the bots that were not asked for longest."""
    outside = [key for key in _bots if is_outside(str(key[3]))]
    while len(_bots) > KEPT_BOTS or len(outside) > KEPT_OUTSIDE:
        key = outside.pop(0) if len(outside) > KEPT_OUTSIDE else next(iter(_bots))
        _bots.pop(key).close()


def _analyse(task: Task) -> dict[str, Any]:
    key = (task.game, repr(task.options), repr(task.files))
    analyst = _analysts.pop(key, None) or Analyst(on_engine(_game(task), "compiled"), HINT_SIMULATIONS)
    _analysts[key] = analyst
    while len(_analysts) > KEPT_ANALYSTS:
        _analysts.popitem(last=False)
    analyst.search(position_of(analyst.game, task.state), stream(task.seed), task.seconds)
    return analyst.analysis(walks=24).report()


def _get_ready(game: str) -> None:
    compiled = load(game, engine="compiled")
    Analyst(compiled, HINT_SIMULATIONS).get_ready()
    warm_up(quick(compiled))


def _quick(task: Task) -> int:
    """The move of the quickest bot, in this process."""
    game = _game(task)
    return int(make(FALLBACK, game).choose(position_of(game, task.state), stream(task.seed)))
