"""Bot pool: worker processes in which bots choose moves and hints are computed, so that no table waits for another.

Each kind of work has a lane of its own, with a fair queue, because a running search cannot be paused. Bots that look
once have a process that compiles nothing, so that they never wait for one that thinks; those that think ahead share the
others with hints; programs of others mostly wait, and keep nobody else waiting; and what no table waits for, such as
the review of a finished game, runs in a background process.

A move that is not there in its time is made by the quick player of the same family, and so is one where a process dies
twice over one position.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

from wishstone.bots.outside import is_outside
from wishstone.bots.turn_time import decision_seconds
from wishstone.server.workers import worker_tasks
from wishstone.server.workers.fair_queue import Path, Urgency
from wishstone.server.workers.lane import Lane, Request, TooLate
from wishstone.server.workers.worker_process import WorkerProcess
from wishstone.server.workers.worker_tasks import FALLBACK, BotTask, BotUnavailable

log = logging.getLogger("wishstone.thinkers")
Argument = TypeVar("Argument")
Result = TypeVar("Result")

AT_ONCE, FOREGROUND, BACKGROUND = 2, 5, 10  # niceness
IDLE = 30.0  # seconds before an idle background process ends: with a search it takes some 200 MiB
GRACE = 0.5  # seconds that a turn may take longer, until somebody else moves
LEAST = 0.05  # seconds that a decision may take, however many others wait
HINT_WAIT = 10.0  # seconds until it is too late for a hint

Why = Literal["late", "compiling", "failed"]


class Claim(NamedTuple):
    """For whom something is computed."""

    path: Path  # from the network to the table
    left: float = math.inf  # seconds that are left for the turn; below 0 where they are over


class ChosenMove(NamedTuple):
    """A move that a bot chose, and who chose it if it was another."""

    move: int
    instead: str = ""  # the name of the bot that chose it
    why: Why | None = None


class BotPool:
    """Worker processes, each of which computes one thing at a time."""

    def __init__(self, count: int, commands: Mapping[str, str] | None = None) -> None:
        self._commands = dict(commands or {})  # outside bots by name, from the server's settings
        self._quick = Lane([WorkerProcess(AT_ONCE)])
        self._thinking = Lane([WorkerProcess(FOREGROUND) for _ in range(count)])
        self._outside = [Lane([WorkerProcess(FOREGROUND)]) for _ in range(count)]
        self._background = Lane([WorkerProcess(BACKGROUND, IDLE)])

    def command_of(self, bot: str) -> str:
        """The name by which a bot is created: for an outside bot, its command."""
        return self._commands.get(bot, bot)

    @property
    def outside_bots(self) -> tuple[str, ...]:
        """The names of bots from the settings."""
        return tuple(self._commands)

    @property
    def _lanes(self) -> Iterator[Lane]:
        yield from (self._quick, self._thinking, *self._outside, self._background)

    def tell_waits(self, note: Callable[[Urgency, float], None]) -> None:
        """Have somebody told how long each piece of work has waited."""
        for lane in self._lanes:
            lane.note_wait = note

    @property
    def pending(self) -> int:
        """How many positions are being computed or waiting."""
        return sum(lane.pending for lane in self._lanes if lane is not self._background)

    def waiting(self, urgency: Urgency) -> int:
        """How much work of a kind waits."""
        return sum(lane.waiting(urgency) for lane in self._lanes)

    def start(self) -> None:
        """Start the processes, so that the first move need not wait for it."""
        for lane in (self._quick, self._thinking):
            for worker in lane.workers:
                if isinstance(worker, WorkerProcess):
                    worker.start(worker_tasks.import_module)

    # ── Moves ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def choose_move(self, task: BotTask, claim: Claim) -> ChosenMove:
        """The move that a bot makes, or another for it; there always is one, whatever goes wrong."""
        try:
            if is_outside(task.bot):
                return await self._ask_outside(task, claim)
            if not task.simulations:
                return await self._choose_quickly(task, claim)
            if not task.is_compiled:
                return await self._move_instead(task, claim, "compiling")
            return await self._think(task, claim)
        except TooLate:
            return await self._move_instead(task, claim, "late")
        except Exception as error:
            self._log_failure(task, error)
            return await self._move_instead(task, claim, "failed")

    async def _think(self, task: BotTask, claim: Claim) -> ChosenMove:
        """The move of a bot that thinks ahead, in the time that is left for it beside all others."""
        end, patience = time.monotonic() + claim.left, claim.left + GRACE
        if patience <= 0:
            raise TooLate

        def budget(share: float) -> float:
            mine = max(LEAST, share * decision_seconds(claim.left))
            return min(task.seconds, mine, decision_seconds(end - time.monotonic()))

        request = Request(
            claim.path,
            Urgency.SEARCH,
            worker_tasks.choose_move,
            lambda seconds: replace(task, seconds=seconds),
            budget,
            begin_within=patience,
            end_within=patience,
        )
        return ChosenMove((await self._thinking.run(request)).move)

    async def _choose_quickly(self, task: BotTask, claim: Claim) -> ChosenMove:
        """The move of a bot that looks once."""
        request = Request(claim.path, Urgency.QUICK, worker_tasks.choose_move, lambda _: task)
        return ChosenMove((await self._quick.run(request)).move)

    async def _ask_outside(self, task: BotTask, claim: Claim) -> ChosenMove:
        """The move of a program of others; where it fails, one of ours has chosen."""
        request = Request(
            claim.path, Urgency.SEARCH, worker_tasks.choose_move, lambda _: task, begin_within=task.seconds + GRACE
        )
        lane = self._outside[hash(task.owner) % len(self._outside)]
        choice = await lane.run(request)
        if not choice.instead:
            return ChosenMove(choice.move)
        if choice.reason:
            told = {"bot": task.bot, "game": task.game, "instead": choice.instead, "reason": choice.reason}
            log.warning("an outside bot failed, and another moved instead", extra=told)
        return ChosenMove(choice.move, choice.instead, "failed")

    async def _move_instead(self, task: BotTask, claim: Claim, why: Why) -> ChosenMove:
        """The move of the quick player of a bot's family; if that fails, too, of the quickest, in this process."""
        name = task.stand_in
        if name != task.bot:
            try:
                other = replace(task, bot=name, simulations=0)
                return (await self._choose_quickly(other, claim))._replace(instead=name, why=why)
            except Exception as error:
                self._log_failure(task, error)
        return ChosenMove(await asyncio.to_thread(worker_tasks.fallback_move, task), FALLBACK, why)

    def _log_failure(self, task: BotTask, error: Exception) -> None:
        told = {"bot": task.bot, "game": task.game, "instead": task.stand_in}
        match error:
            case BotUnavailable():
                log.warning("a bot is not there, and another moves instead", extra={**told, "reason": str(error)})
            case BrokenProcessPool():
                log.warning("a thinker died twice over one position, and another bot moves instead", extra=told)
            case _:
                log.error("a bot failed, and another moves instead", extra=told, exc_info=error)

    # ── Other work ───────────────────────────────────────────────────────────────────────────────────────────────

    async def analyse_moves(self, task: BotTask, claim: Claim) -> dict[str, Any]:
        """An evaluation of the legal moves; raises `TooLate` where many others think."""
        request = Request(
            claim.path,
            Urgency.HINT,
            worker_tasks.analyse,
            lambda seconds: replace(task, seconds=seconds),
            lambda share: max(LEAST, share * task.seconds),
            begin_within=HINT_WAIT,
        )
        return await self._thinking.run(request)

    async def run_in_background(
        self,
        job: Callable[[Argument], Result],
        matter: Argument,
        claim: Claim,
        urgency: Urgency,
        seconds: float = 0.0,
        rank: Callable[[], float] = lambda: 0.0,
    ) -> Result:
        """Run a module-level function that no table waits for, one at a time.

        If it takes longer than `seconds` (0: no limit), it is interrupted with a `TimeoutError`. Of equally urgent work
        of one claim, that with the smallest `rank` comes first.
        """
        run = partial(worker_tasks.run_within, job, seconds)
        return await self._background.run(Request(claim.path, urgency, run, lambda _: matter, rank=rank))

    async def load_compiled(self, game: str) -> None:
        """Have the processes that think load what was compiled of a game."""
        loading = (worker.run(worker_tasks.load_compiled, game) for worker in self._thinking.workers)
        for result in await asyncio.gather(*loading, return_exceptions=True):
            if isinstance(result, Exception):  # it is loaded when it is needed
                log.error("a thinker could not load a game", extra={"game": game}, exc_info=result)

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

    def close(self) -> None:
        """Stop all processes, even in mid-search: a turn that is lost is found again at the next start."""
        for lane in self._lanes:
            lane.close()
