"""Automatic turns: bots move when it is their turn, and for people whose time is over.

The process that stores a change takes care of what follows from it. A turn that was lost with its process is found by a
sweep: the table's `wake` time has passed, and whichever process moves that time on first may act.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from wishstone.bots.stand_ins import simulations_of, stand_in_of
from wishstone.game.errors import UsageError, WishstoneError
from wishstone.server.store.interface import StoreDown
from wishstone.server.table import entries, game_decisions
from wishstone.server.table.decision_types import Decision
from wishstone.server.table.entries import EntryBody
from wishstone.server.table.refusal import Refusal
from wishstone.server.table.state import LEASE, PASSING, TableState
from wishstone.server.workers.bot_pool import ChosenMove, Claim
from wishstone.server.workers.worker_tasks import FALLBACK, BotTask

if TYPE_CHECKING:
    from wishstone.server.live.hub import Hub
    from wishstone.server.live.live_table import LiveTable

log = logging.getLogger("wishstone.turns")

AT_ONCE = 200  # tables that one sweep resumes
MISSING_LEASE = 600_000  # milliseconds until a table is looked at again whose game is not there
AGAIN = 2.0  # seconds before a move that could not be stored is retried


class TurnClock:
    """The time that all decisions of one turn share: those that a seat makes with no other seat's in between."""

    def __init__(self, seat: int, seconds: float) -> None:
        self.seat = seat
        self.left = seconds

    def spend(self, seconds: float, choice: ChosenMove) -> None:
        """Count what a decision took; after one that came too late there is no time for the others either."""
        self.left = -math.inf if choice.why == "late" else self.left - seconds


class AutomaticTurns:
    """Bots' moves and people's clocks, at all live tables."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.is_closing = False

    def schedule(self, live: LiveTable, mine: bool = True) -> None:
        """Arrange for whatever a table waits for: a bot's move, or the end of a person's time.

        A bot's turn that another process has stored belongs to that process, until the sweep finds it overdue.
        """
        table = live.table
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if self.is_closing or table.status not in ("playing", "starting"):
            return
        if table.bot_to_move:
            if mine and (live.bot_turn is None or live.bot_turn.done()):
                live.bot_turn = self.hub.spawn(self._play_bots(live))
            return
        now = self.hub.now()
        wake = None if table.is_temporary else table.next_wake(now)
        if wake is not None:
            live.timer = asyncio.get_running_loop().call_later(
                max(0.0, (wake - now) / 1000), lambda: self.hub.spawn(self._handle_timeout(live))
            )

    async def _play_bots(self, live: LiveTable) -> None:
        """Let bots move until it is a person's turn."""
        clock: TurnClock | None = None
        while (bot := live.table.bot_to_move) and not self.is_closing and self.hub.is_loaded(live):
            basis, seat = live.table.basis, live.table.actor
            if clock is None or clock.seat != seat:
                clock = TurnClock(seat, self.hub.settings.bots.seconds)
            pause = self.hub.settings.bots.pause if live.connections else 0
            choice, _ = await asyncio.gather(self._choose_move(live, clock, bot), asyncio.sleep(pause))
            await self._move(live, basis, choice, seat, bot)

    async def _move(self, live: LiveTable, basis: int, choice: ChosenMove, seat: int, bot: str = "") -> None:
        """Make a move that a bot chose on its turn, or (without a bot) one for a person whose time is over.

        It is dropped if it is no longer due: the game may have gone on, and the person may be back.
        """

        def decide(table: TableState) -> Decision:
            due = table.bot_to_move == bot if bot else self._is_timed_out(table)
            via: game_decisions.Via = "bot" if bot else "time"
            if not due or table.basis != basis:
                return Decision([])
            return game_decisions.move(table, choice.move, seat, via, choice.instead)

        await self._change(live, decide)

    async def _change(self, live: LiveTable, decide: Callable[[TableState], Decision]) -> None:
        """Change a table where nobody asked for it, so that there is nobody to tell of a refusal."""
        try:
            await self.hub.change(live, decide)
        except Refusal as refusal:
            log.warning("a turn could not be stored", extra={"table": live.table.id, "code": refusal.code})
            await asyncio.sleep(AGAIN)

    async def _choose_move(self, live: LiveTable, clock: TurnClock, bot: str) -> ChosenMove:
        """Have a bot choose a move in what is left of its turn's time."""
        task = self.make_task(live.table, clock.seat, bot)
        began = time.monotonic()
        choice = await self.hub.bot_pool.choose_move(task, Claim(live.path, clock.left))
        clock.spend(time.monotonic() - began, choice)
        if choice.why is not None:
            self.hub.metrics.moves_instead[choice.why] += 1
        return choice

    def make_task(self, table: TableState, seat: int, bot: str) -> BotTask:
        """The task for a bot: a position dealt anew for its seat, and a seed that reveals nothing about the secret."""
        assert table.match is not None
        rng = np.frombuffer(secrets.token_bytes(16), np.uint32).astype(np.int64)
        position = table.game.redealt(table.match.state, seat, rng)
        setup, command = table.setup, self.hub.bot_pool.command_of(bot)
        try:
            simulations, stand_in = simulations_of(command, table.game), stand_in_of(command, table.game)
        except UsageError:  # this game has no such style
            simulations, stand_in = 0, FALLBACK
        return BotTask(
            game=setup.game,
            rules=setup.rules,
            options=setup.options,
            files=setup.files,
            bot=command,
            state=position.tobytes(),
            seed=secrets.randbits(63),
            seconds=self.hub.settings.bots.seconds,
            owner=f"{table.id} {seat}",
            simulations=simulations,
            is_compiled=setup.game in self.hub.games.compiled,
            stand_in=stand_in,
        )

    async def _handle_timeout(self, live: LiveTable) -> None:
        """A person's time is over: a bot moves, and takes the seat once the grace time is over too."""
        table, now = live.table, self.hub.now()
        if not self._is_timed_out(table):
            self.schedule(live)
            return
        seat, basis = table.actor, table.basis
        if table.status == "starting":
            await self._change(live, lambda table: Decision([entries.Waiting()] if table.status == "starting" else []))
            return
        stand_in, late = self.hub.settings.bots.stand_in, table.seats[seat].late
        if late is not None and now - late >= table.setup.grace * 1000:
            handed: list[EntryBody] = [entries.Handed(seat, stand_in, "time")]
            await self._change(
                live, lambda table: Decision(handed if table.basis == basis and self._is_timed_out(table) else [])
            )
            return
        choice = await self._choose_move(live, TurnClock(seat, self.hub.settings.bots.seconds), stand_in)
        await self._move(live, basis, choice, seat)

    def _is_timed_out(self, table: TableState) -> bool:
        """Whether the time that the table waited for is over."""
        now = self.hub.now()
        wake = table.next_wake(now)
        return not table.bot_to_move and wake is not None and now >= wake

    async def resume_due(self, now: int) -> None:
        """Resume tables where a server should have acted by this time."""
        store = self.hub.store
        played = {about.id for about in self.hub.games.catalogue()}
        for due in await store.due(now, AT_ONCE):
            assert due.summary.wake is not None
            is_missing = due.summary.game not in played
            lease = MISSING_LEASE if is_missing else LEASE
            if not await store.claim(due.table, due.count, due.summary.wake, self.hub.now() + lease) or is_missing:
                continue
            try:
                live = await self.hub.get_table(due.table)
                await self.hub.catch_up(live)
            except WishstoneError as error:
                log.warning("a table cannot go on", extra={"table": due.table, "code": error.code})
            except StoreDown:
                raise
            except Exception as error:  # one broken table must not hold up all others
                if self.hub.note_failure(error) is None:
                    log.exception("a table cannot be read", extra={"table": due.table})
            else:
                if live.table.is_temporary and live.table.since + PASSING <= now:
                    await self.hub.remove_table(live)
                else:
                    self.schedule(live)
