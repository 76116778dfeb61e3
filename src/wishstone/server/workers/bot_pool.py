"""Bot pool: worker processes in which bots choose moves and hints are computed, so that no table waits for another.

A bot is sent a position whose hidden parts were dealt anew for its seat, and never anything else. If a process dies
twice over one position, the quickest bot answers instead. Work that no table waits for, such as the review of a
finished game, runs in a separate background process, because a running search cannot be paused.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from wishstone.bots import make
from wishstone.bots.analyse import Analyst
from wishstone.bots.bot import Bot
from wishstone.bots.outside import OutsideBot, is_outside
from wishstone.game.chance import stream
from wishstone.game.contract import Game
from wishstone.game.errors import UsageError
from wishstone.game.registry import on_engine
from wishstone.games import load
from wishstone.server.table.fast_game import make_fast
from wishstone.server.table.game_cache import decode_position, warm_up
from wishstone.server.workers.worker_process import WorkerProcess

log = logging.getLogger("wishstone.thinkers")
Argument = TypeVar("Argument")
Result = TypeVar("Result")

FALLBACK = "greedy"
HINT_SIMULATIONS = 2000
FOREGROUND, BACKGROUND = 5, 10  # niceness
IDLE = 30.0  # seconds before an idle background process ends: with a search it takes some 200 MiB
KEPT_BOTS = 64  # bots that a worker process keeps
KEPT_OUTSIDE = 8  # of them, those with a process of their own
KEPT_ANALYSTS = 8  # for hints


@dataclass(frozen=True)
class BotTask:
    """A position for a bot, with everything that the worker process needs to know of its table."""

    game: str
    rules: int  # the version under which the table plays
    options: Mapping[str, Any]
    files: Mapping[str, Any]
    bot: str  # a name, or `run:` and the command of an outside bot
    state: bytes
    seed: int
    seconds: float
    owner: str  # table and seat: each has its own process of an outside bot


class BotUnavailable(Exception):
    """A bot cannot be created here, as when its program is missing; unlike our own errors, it can be pickled."""


class BotPool:
    """A number of worker processes, each of which computes one thing at a time."""

    def __init__(self, count: int, commands: Mapping[str, str] | None = None) -> None:
        self._commands = dict(commands or {})  # outside bots by name, from the server's settings
        self._workers = [WorkerProcess(FOREGROUND) for _ in range(count)]
        self._hints = asyncio.Semaphore(count)  # a bot's move waits for at most one hint per process
        self._background = WorkerProcess(BACKGROUND, IDLE)

    def command_of(self, bot: str) -> str:
        """The name by which a bot is created: for an outside bot, its command."""
        return self._commands.get(bot, bot)

    @property
    def outside_bots(self) -> tuple[str, ...]:
        """The names of bots from the settings."""
        return tuple(self._commands)

    @property
    def pending(self) -> int:
        """How many positions are being computed or waiting."""
        return sum(worker.waiting for worker in self._workers)

    def start(self) -> None:
        """Start the processes, so that the first move need not wait for it."""
        for worker in self._workers:
            worker.start(_import_module)

    async def choose_move(self, task: BotTask) -> int:
        """The move that a bot makes; there always is one, whatever goes wrong."""
        told = {"bot": task.bot, "game": task.game, "instead": FALLBACK}
        try:
            move, trouble = await self._run(_choose_move, task, task.owner if is_outside(task.bot) else "")
            if trouble:
                log.warning("an outside bot failed, and another moved instead", extra={**told, **trouble})
            return int(move)
        except BotUnavailable as error:
            log.warning("a bot is not there, and another moves instead", extra={**told, "reason": str(error)})
        except BrokenProcessPool:
            log.warning("a thinker died twice over one position, and another bot moves instead", extra=told)
        except Exception:
            log.exception("a bot failed, and another moves instead", extra=told)
        return _fallback_move(task)

    async def analyse_moves(self, task: BotTask) -> dict[str, Any]:
        """An evaluation of the legal moves."""
        async with self._hints:
            report: dict[str, Any] = await self._run(_analyse, task)
        return report

    async def run_in_background(
        self, job: Callable[[Argument], Result], matter: Argument, seconds: float = 0.0
    ) -> Result:
        """Run a module-level function that no table waits for, one at a time.

        If it takes longer than `seconds` (0: no limit), it is interrupted with a `TimeoutError`.
        """
        return await self._background.run(partial(_run_within, job, seconds), matter)

    async def compile_games(self, games: Sequence[str]) -> AsyncIterator[str]:
        """Compile the rules and search of games, in a process of its own; yields each game that is ready."""
        worker = WorkerProcess(FOREGROUND)
        try:
            for game in games:
                try:
                    await worker.run(_compile_game, game)
                    yield game
                except Exception:
                    log.exception("a game could not be compiled and stays interpreted", extra={"game": game})
        finally:
            worker.close()

    async def _run(self, work: Callable[[BotTask], Result], task: BotTask, owner: str = "") -> Result:
        """Run a function in the least busy process; tasks with an owner always go to the same one."""
        idlest = min(self._workers, key=lambda worker: worker.waiting)
        return await (self._workers[hash(owner) % len(self._workers)] if owner else idlest).run(work, task)

    def close(self) -> None:
        """Stop all processes, even in mid-search: a turn that is lost is found again at the next start."""
        for worker in (*self._workers, self._background):
            worker.close()


# ── In a worker process ───────────────────────────────────────────────────────────────────────────────────────────

_bots: OrderedDict[tuple[object, ...], Bot] = OrderedDict()
_analysts: OrderedDict[tuple[object, ...], Analyst] = OrderedDict()


def _import_module() -> None:
    """Do nothing: unpickling this function has imported the module."""


def _load_game(task: BotTask) -> Game:
    return load(task.game, task.options, "interpreted", task.files, task.rules)


def _game_key(task: BotTask) -> tuple[object, ...]:
    """The game of a task among those that are kept."""
    return task.game, task.rules, repr(task.options), repr(task.files)


def _run_within(job: Callable[[Argument], Result], seconds: float, matter: Argument) -> Result:
    """Run a function with a time limit."""
    if not seconds or not hasattr(signal, "setitimer"):  # on Windows
        return job(matter)
    signal.signal(signal.SIGALRM, _raise_timeout)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return job(matter)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _raise_timeout(*_: object) -> None:
    raise TimeoutError


def _choose_move(task: BotTask) -> tuple[int, dict[str, str]]:
    """A bot's move, and what to log if another bot had to move instead."""
    outside = is_outside(task.bot)
    key = (*_game_key(task), task.bot, task.owner if outside else "")
    try:
        bot = _bots.pop(key, None) or make(task.bot, _load_game(task))
    except UsageError as error:
        raise BotUnavailable(str(error)) from None
    _bots[key] = bot
    _close_oldest_bots()
    state = decode_position(_load_game(task), task.state)
    if not isinstance(bot, OutsideBot):
        return int(bot.choose(state, stream(task.seed), task.seconds)), {}
    reports, replaced = bot.reports, bot.replaced
    move = int(bot.choose(state, stream(task.seed), task.seconds))
    new = [each.text() for each in bot.reports if each not in reports]  # without those of an earlier, abandoned move
    if bot.replaced == replaced or not new:
        return move, {}
    return move, {"instead": bot.fallback.name, "reason": "; ".join(new)}


def _close_oldest_bots() -> None:
    """Close the bots that were not used for longest."""
    outside = [key for key in _bots if is_outside(str(key[4]))]
    while len(_bots) > KEPT_BOTS or len(outside) > KEPT_OUTSIDE:
        key = outside.pop(0) if len(outside) > KEPT_OUTSIDE else next(iter(_bots))
        _bots.pop(key).close()


def _analyse(task: BotTask) -> dict[str, Any]:
    key = _game_key(task)
    analyst = _analysts.pop(key, None) or Analyst(on_engine(_load_game(task), "compiled"), HINT_SIMULATIONS)
    _analysts[key] = analyst
    while len(_analysts) > KEPT_ANALYSTS:
        _analysts.popitem(last=False)
    analyst.search(decode_position(analyst.game, task.state), stream(task.seed), task.seconds)
    analyst.settle(task.seconds / 2)
    return analyst.analysis(walks=24).to_json()


def _compile_game(game: str) -> None:
    compiled = load(game, engine="compiled")
    Analyst(compiled, HINT_SIMULATIONS).get_ready()
    warm_up(make_fast(compiled))


def _fallback_move(task: BotTask) -> int:
    """The move of the quickest bot, computed in this process."""
    game = _load_game(task)
    return int(make(FALLBACK, game).choose(decode_position(game, task.state), stream(task.seed)))
