"""Who thinks for the bots? Processes of their own, so that nobody waits at another table.

A thinker is sent a position that was dealt anew for the bot's seat, and never anything else. Where one dies twice over
a position, the quickest bot there is answers instead. What nobody at a table waits for, such as looking back at a
finished game, has a process of its own while there is any of it: thoughts cannot be put off once they are begun.
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
THINKING, LEISURE = 5, 10  # how far they let others have the processor first, as `nice` has it
IDLE = 30.0  # seconds without leisure after which its process ends: with a game's search it has some 200 MiB
KEPT_BOTS = 64  # bots that a thinker keeps ready
KEPT_OUTSIDE = 8  # of them, those that have a process of their own
KEPT_ANALYSTS = 8  # who are asked for hints


@dataclass(frozen=True)
class BotTask:
    """A position to think about, with everything that a thinker needs to know of its table."""

    game: str
    options: Mapping[str, Any]
    files: Mapping[str, Any]
    bot: str  # as it is made: a name, or `run:` and the command of an outside bot
    state: bytes
    seed: int
    seconds: float
    owner: str  # table and seat: whose process an outside bot is


class BotUnavailable(Exception):
    """A bot cannot be made here, such as one whose program is missing; an error of ours would not get to the server."""


class BotPool:
    """So many processes, each with one thing to think about at a time."""

    def __init__(self, count: int, commands: Mapping[str, str] | None = None) -> None:
        self._commands = dict(commands or {})  # outside bots by name, from the server's settings
        self._workers = [WorkerProcess(THINKING) for _ in range(count)]
        self._hints = asyncio.Semaphore(count)  # a bot's move waits for one hint at most, however many are asked for
        self._background = WorkerProcess(LEISURE, IDLE)

    def command_of(self, bot: str) -> str:
        """How a bot of this name is made."""
        return self._commands.get(bot, bot)

    @property
    def outside_bots(self) -> tuple[str, ...]:
        """The names of outside bots."""
        return tuple(self._commands)

    @property
    def pending(self) -> int:
        """How many positions are thought about at tables, or wait."""
        return sum(worker.waiting for worker in self._workers)

    def start(self) -> None:
        """Have the processes started, so that the first move does not wait for it."""
        for worker in self._workers:
            worker.start(_import_module)

    async def choose_move(self, task: BotTask) -> int:
        """The move that a bot makes; always one, whatever happens."""
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
        """What can be said of the legal moves."""
        async with self._hints:
            report: dict[str, Any] = await self._run(_analyse, task)
        return report

    async def run_in_background(
        self, job: Callable[[Argument], Result], matter: Argument, seconds: float = 0.0
    ) -> Result:
        """Have something done for which no table waits, one after the other; a process finds the job by its name.

        What takes more than `seconds`, if any are said, is given up with a `TimeoutError`.
        """
        return await self._background.run(partial(_run_within, job, seconds), matter)

    async def compile_games(self, games: Sequence[str]) -> AsyncIterator[str]:
        """Have the rules and the search of games compiled where they are not yet, in a process for nothing else."""
        worker = WorkerProcess(THINKING)
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
        """Ask the one who has least to do; what belongs to somebody, always the same."""
        idlest = min(self._workers, key=lambda worker: worker.waiting)
        return await (self._workers[hash(owner) % len(self._workers)] if owner else idlest).run(work, task)

    def close(self) -> None:
        """Let everybody go, in the middle of a thought too: a turn that is lost is found again at the next start."""
        for worker in (*self._workers, self._background):
            worker.close()


# ── In the process of a thinker ──────────────────────────────────────────────────────────────────────────────────

_bots: OrderedDict[tuple[object, ...], Bot] = OrderedDict()
_analysts: OrderedDict[tuple[str, str, str], Analyst] = OrderedDict()


def _import_module() -> None:
    """Nothing: who is asked for this has read all that stands at the top of this file."""


def _load_game(task: BotTask) -> Game:
    return load(task.game, task.options, engine="interpreted", files=task.files)


def _run_within(job: Callable[[Argument], Result], seconds: float, matter: Argument) -> Result:
    """Do a job, or give it up."""
    if not seconds or not hasattr(signal, "setitimer"):  # as on Windows
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
    """A bot's move, and what is to be said of it if another bot had to move instead."""
    outside = is_outside(task.bot)
    key = (task.game, repr(task.options), repr(task.files), task.bot, task.owner if outside else "")
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
    new = [each.text() for each in bot.reports if each not in reports]  # none of one that was given up before
    if bot.replaced == replaced or not new:
        return move, {}
    return move, {"instead": bot.fallback.name, "reason": "; ".join(new)}


def _close_oldest_bots() -> None:
    """Close the bots that were not asked for longest."""
    outside = [key for key in _bots if is_outside(str(key[3]))]
    while len(_bots) > KEPT_BOTS or len(outside) > KEPT_OUTSIDE:
        key = outside.pop(0) if len(outside) > KEPT_OUTSIDE else next(iter(_bots))
        _bots.pop(key).close()


def _analyse(task: BotTask) -> dict[str, Any]:
    key = (task.game, repr(task.options), repr(task.files))
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
    """The move of the quickest bot, in this process."""
    game = _load_game(task)
    return int(make(FALLBACK, game).choose(decode_position(game, task.state), stream(task.seed)))
