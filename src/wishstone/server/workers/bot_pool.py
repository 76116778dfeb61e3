"""Bot pool: worker processes in which bots choose moves and hints are computed, so that no table waits for another.

A bot is sent a position whose hidden parts were dealt anew for its seat, and never anything else. If a process dies
twice over one position, the quickest bot answers instead. Work that no table waits for, such as the review of a
finished game, runs in a separate background process, because a running search cannot be paused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from wishstone.bots.outside import is_outside
from wishstone.server.workers import worker_tasks
from wishstone.server.workers.worker_process import WorkerProcess
from wishstone.server.workers.worker_tasks import FALLBACK, BotTask, BotUnavailable

log = logging.getLogger("wishstone.thinkers")
Argument = TypeVar("Argument")
Result = TypeVar("Result")

FOREGROUND, BACKGROUND = 5, 10  # niceness
IDLE = 30.0  # seconds before an idle background process ends: with a search it takes some 200 MiB


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
            worker.start(worker_tasks.import_module)

    async def choose_move(self, task: BotTask) -> int:
        """The move that a bot makes; there always is one, whatever goes wrong."""
        told = {"bot": task.bot, "game": task.game, "instead": FALLBACK}
        try:
            move, trouble = await self._run(worker_tasks.choose_move, task, task.owner if is_outside(task.bot) else "")
            if trouble:
                log.warning("an outside bot failed, and another moved instead", extra={**told, **trouble})
            return int(move)
        except BotUnavailable as error:
            log.warning("a bot is not there, and another moves instead", extra={**told, "reason": str(error)})
        except BrokenProcessPool:
            log.warning("a thinker died twice over one position, and another bot moves instead", extra=told)
        except Exception:
            log.exception("a bot failed, and another moves instead", extra=told)
        return worker_tasks.fallback_move(task)

    async def analyse_moves(self, task: BotTask) -> dict[str, Any]:
        """An evaluation of the legal moves."""
        async with self._hints:
            report: dict[str, Any] = await self._run(worker_tasks.analyse, task)
        return report

    async def run_in_background(
        self, job: Callable[[Argument], Result], matter: Argument, seconds: float = 0.0
    ) -> Result:
        """Run a module-level function that no table waits for, one at a time.

        If it takes longer than `seconds` (0: no limit), it is interrupted with a `TimeoutError`.
        """
        return await self._background.run(partial(worker_tasks.run_within, job, seconds), matter)

    async def compile_games(self, games: Sequence[str]) -> AsyncIterator[str]:
        """Compile the rules and search of games, in a process of its own; yields each game that is ready."""
        worker = WorkerProcess(FOREGROUND)
        try:
            for game in games:
                try:
                    await worker.run(worker_tasks.compile_game, game)
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
