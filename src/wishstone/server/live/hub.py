"""Hub: all live tables of this process, and the one way in which a table changes.

A command is decided, stored, and only then told. The table changes first in memory, behind its lock; if the change
cannot be stored, what is in memory is discarded and read again. No process owns a table: whatever another process has
stored is read on, and of two changes with the same number only one is stored.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

import msgspec

from wishstone.bots.levels import is_level
from wishstone.game.errors import WishstoneError
from wishstone.game.fairness import SECRET_BYTES, commitment
from wishstone.games import INSTALLED
from wishstone.server.config.settings import ServerSettings
from wishstone.server.live.announcements import Announcements
from wishstone.server.live.automatic_turns import AutomaticTurns
from wishstone.server.live.bans import Bans
from wishstone.server.live.broadcast import Broadcaster, PendingCommand
from wishstone.server.live.connection import Connection
from wishstone.server.live.live_table import ANNOUNCE_EVERY, LiveTable
from wishstone.server.live.lobby import Lobby
from wishstone.server.live.loop_shares import LoopShares, charged
from wishstone.server.live.metrics import Metrics
from wishstone.server.live.origins import OriginMarker
from wishstone.server.live.rate_limits import RateLimits
from wishstone.server.live.stored_changes import SEATING, make_change, summarize
from wishstone.server.live.table_room import TableRoom
from wishstone.server.store.interface import (
    BLOCKS_CHANGED,
    Attendance,
    Block,
    Change,
    Conflict,
    Snapshot,
    Store,
    StoreDown,
)
from wishstone.server.table import commands, decisions, entries, setup_decisions, views
from wishstone.server.table.decision_types import CommandContext, Decision
from wishstone.server.table.entries import EntryBody, TableSetup
from wishstone.server.table.game_cache import GameCache, decode_position, layout_hash
from wishstone.server.table.refusal import Busy, Missing, Refusal
from wishstone.server.table.replay import apply_entries, new_table, replay_entries
from wishstone.server.table.secrets import hash_secret, new_code, new_id, new_secret
from wishstone.server.table.state import LEASE, NOBODY, TableState
from wishstone.server.workers.bot_pool import BotPool

log = logging.getLogger("wishstone.hub")

SWEEP = 2.0  # seconds between two sweeps
IDLE = 60.0  # seconds after which a table without connections is unloaded
UNUSED = 5.0  # seconds after which a table without connections is not kept up to date with other processes
SNAPSHOT_EVERY = 64  # entries
TRIES = 4  # to store a change while other processes store changes, too

Notice = Callable[[TableState, int], None]


class Hub:
    """All live tables of this process."""

    def __init__(
        self,
        store: Store,
        games: GameCache,
        bot_pool: BotPool,
        settings: ServerSettings,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        notice: Notice = lambda table, seat: None,
    ) -> None:
        self.store, self.games, self.bot_pool, self.settings, self.now = store, games, bot_pool, settings, now
        self.notify_turn = notice
        self.page_version = ""  # of the browser client that is handed out
        self.metrics = Metrics()
        bot_pool.tell_waits(self.metrics.note_wait)
        self._is_open = False
        self.is_draining = False  # whether this process is about to end, and nobody should be led to it any more
        self.live_tables: dict[str, LiveTable] = {}
        self.moves = 0  # stored since the start
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.turns, self.broadcaster, self.announcements = AutomaticTurns(self), Broadcaster(self), Announcements(self)
        self.origins, self.bans, self.lobby = OriginMarker(), Bans(store, lambda: self.now()), Lobby(self)
        self.limits, self.room = RateLimits(settings), TableRoom(self)
        self.loop_shares = LoopShares()

    # ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def open_table(
        self,
        setup: TableSetup,
        reserved: dict[int, str] | None = None,
        before: str = "",
        bots: dict[int, str] | None = None,
        origin: entries.Origin | None = None,
        watch_key: str = "",
    ) -> tuple[LiveTable, str]:
        """Open a table with its bots; returns it and the onlookers' secret.

        With `watch_key`, the hash of an older secret, that one stays valid instead.
        """
        for bot in (bots or {}).values():
            if not self.is_bot(bot):
                raise Refusal("bot-unknown-here", 422, name=bot)
        secret, watch = secrets.token_hex(SECRET_BYTES), new_secret()
        key = watch_key or hash_secret(watch)
        first = entries.Opened(setup, secret, commitment(secret), new_code(), key, reserved or {}, before, origin)
        return await self.add_table(
            first, (setup_decisions.place(seat, bot) for seat, bot in (bots or {}).items())
        ), watch

    async def add_table(self, first: entries.Opened, more: Iterable[EntryBody]) -> LiveTable:
        """Store a new table with its first entries."""
        limits = self.settings.limits
        if len(views.encode(first.setup.files)) > limits.files_bytes:
            raise Refusal("files-too-large", 413, most=limits.files_bytes)
        game = self.games.game(first.setup)
        await self.room.check()
        now = self.now()
        table = new_table(new_id(), first, game, now)
        bodies: list[EntryBody] = [first, *more]
        if len(bodies) > limits.table_entries:
            raise Refusal("table-long", 413, most=limits.table_entries)
        apply_entries(table, ((body, now) for body in bodies[1:]))
        live = LiveTable(table, loaded_at=now)
        await self.store.append(
            Change(table.id, 0, entries.to_stored(bodies, 0, now), summarize(table, now), table.sittings)
        )
        self.live_tables[table.id] = live
        self.lobby.note_news(table)
        return live

    async def remove_table(self, live: LiveTable) -> None:
        """Delete a table for good."""
        async with live.lock:  # after whatever is being stored there
            self.unload(live)
        await self.store.delete_tables([live.table.id])

    async def get_table(self, id: str) -> LiveTable:
        """A table by its id, loaded if necessary."""
        live = self.live_tables.get(id)
        if live is not None:
            live.touched_at = time.monotonic()
            return live
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> LiveTable:
        live = LiveTable(await self._read_table(id), loaded_at=self.now())
        await self._read_people(live)
        live.snapshot = live.table.count
        self.live_tables[id] = live
        return live

    async def _read_table(self, id: str) -> TableState:
        kept = await self.store.entries(id)
        if not kept:
            raise Missing("no-table")
        snapshot = await self.store.snapshot(id)
        first = entries.decode_body(kept[0])
        assert isinstance(first, entries.Opened)
        game = self.games.game(first.setup)
        known = None
        if snapshot is not None and snapshot.layout == layout_hash(game) and snapshot.count <= len(kept):
            known = snapshot.count, decode_position(game, snapshot.state)
        return replay_entries(id, kept, self.games.game, known)

    async def _read_people(self, live: LiveTable) -> None:
        """Read from where those at a table came, and who is kept out of it, which matters until the game is over."""
        if live.table.status != "over":
            live.note_people(*await self._people_of(live.table.id))

    async def _people_of(self, id: str) -> tuple[list[Attendance], list[Block]]:
        return await self.store.attendance(id), await self.store.blocks(id)

    def is_loaded(self, live: LiveTable) -> bool:
        """Whether this is still the table in memory."""
        return self.live_tables.get(live.table.id) is live

    def is_bot(self, name: str) -> bool:
        """Whether this server has a bot of this name."""
        return is_level(name) or name in self.bot_pool.outside_bots

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def execute(
        self, live: LiveTable, seat: int, command: commands.Command, pending: PendingCommand | None = None
    ) -> Decision:
        """Carry out a command at a table, or raise the error that its sender is told. It must not be cancelled."""
        context = CommandContext(seat, self.now(), self.is_bot, live.away_since, self.settings.bots.stand_in)

        def decide(table: TableState) -> Decision:
            if pending is not None:
                live.check_link(pending.asker)
            decision = decisions.decide(table, command, context)
            if isinstance(command, commands.Dismiss) and command.block:
                decision = msgspec.structs.replace(decision, blocks=live.block_of(command.seat, context.now))
            return decision

        decision = await self._change(live, decide, pending)
        if isinstance(command, commands.Rematch):
            await self._open_rematch(live)
        return decision

    async def change(self, live: LiveTable, decide: Callable[[TableState], Decision]) -> Decision:
        """Decide, store and tell a change of a table.

        It is completed even if the caller is cancelled in the meantime, since it may be stored already.
        """
        return await asyncio.shield(charged(self._change(live, decide)))

    async def _change(
        self, live: LiveTable, decide: Callable[[TableState], Decision], pending: PendingCommand | None = None
    ) -> Decision:
        async with live.lock:
            for _ in range(TRIES):
                if not self.is_loaded(live):  # its state in memory may never have been stored
                    raise Refusal("store-down", 503)
                decision = self._within_limits(live.table, decide(live.table))
                try:
                    if decision.bodies:
                        await self._store(live, decision, pending)
                except Conflict:
                    continue
                return decision
        raise Busy("too-fast", seconds=1)

    def _within_limits(self, table: TableState, decision: Decision) -> Decision:
        """Keep a table within its size: a game without end is abandoned, and nothing more is added after it."""
        most = self.settings.limits.table_entries
        if table.count + len(decision.bodies) <= most or all(map(_is_always_allowed, decision.bodies)):
            return decision
        if table.status != "playing" and not isinstance(decision.bodies[-1], entries.Finished):
            raise Refusal("table-long", most=most)
        return Decision([entries.Finished("abandoned")])

    async def _store(self, live: LiveTable, decision: Decision, pending: PendingCommand | None) -> None:
        """Change the table, store the change and tell it; if it cannot be stored, read the table anew."""
        table, now = live.table, self.now()
        count, before = table.count, views.game_cursor(table)
        added = [(body, now) for body in decision.bodies]
        apply_entries(table, added, decision.position)
        live.note_decision(decision, now)
        change = make_change(live, decision, count, now)
        began = time.perf_counter()
        try:
            await self.store.append(change)
        except BaseException as error:
            await self._reload(live)
            if isinstance(error, StoreDown):
                raise Refusal("store-down", 503) from error
            raise
        self.metrics.storing.add(time.perf_counter() - began)
        self.moves += sum(isinstance(body, entries.Moved) for body in decision.bodies)
        live.touched_at = time.monotonic()
        self.lobby.note_news(table, decision.bodies)
        self.broadcaster.send_news(live, added, count, before, pending)
        self.turns.schedule(live)
        if table.basis > count and table.actor != NOBODY and table.seats[table.actor].is_playing:
            self.notify_turn(table, table.actor)  # only in the process that stored it
        if table.status == "playing" and table.count - live.snapshot >= SNAPSHOT_EVERY:
            self._keep_snapshot(live)

    async def _reload(self, live: LiveTable) -> None:
        """Discard what is in memory, read what is stored, and send it to everybody connected."""
        try:
            live.table = await self._read_table(live.table.id)
            await self._read_people(live)
        except (WishstoneError, StoreDown):
            self.unload(live)
            return
        for seat in range(len(live.table.seats)):
            self.broadcaster.drop_old_links(live, seat)
        self.broadcaster.request_snapshots(live)
        self.turns.schedule(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Read and tell what another process has stored."""
        async with live.lock:
            table = live.table
            kept = await self.store.entries(table.id, table.count)
            self.broadcaster.snapshots.forget(live)  # perhaps an entry was emptied
            if not kept:
                return
            count, before = table.count, views.game_cursor(table)
            added = [(entries.decode_body(entry), entry.at) for entry in kept]
            people = await self._people_of(table.id) if any(isinstance(body, SEATING) for body, _ in added) else None
            apply_entries(table, added)
            if people is not None:
                live.note_people(*people)
            self.broadcaster.send_news(live, added, count, before)
            self.turns.schedule(live, mine=False)

    async def rewrite(self, id: str, number: int, body: bytes) -> None:
        """Replace the body of one entry, so that it is not told any more, here or elsewhere."""
        await self.store.rewrite(id, number, body)
        if (live := self.live_tables.get(id)) is not None:
            self.broadcaster.snapshots.forget(live)

    async def _open_rematch(self, live: LiveTable) -> None:
        """Open the rematch, with seats reserved for the same people; those who watched here can watch there."""
        table = live.table
        reserved = {n: seat.key for n, seat in enumerate(table.seats) if seat.is_person}
        bots = {n: seat.bot for n, seat in enumerate(table.seats) if seat.kind == "bot"}
        setup = msgspec.structs.replace(table.setup, rules=self.games.rules_of(table.setup.game))
        other, _ = await self.open_table(setup, reserved, table.id, bots, watch_key=table.opened.watch)
        again: list[EntryBody] = [entries.Again(other.table.id)]
        decision = await self.change(live, lambda table: Decision([] if table.rematch else again))
        if not decision.bodies:  # another request was quicker, and nobody knows of this table
            self.unload(other)
            await self.store.delete_tables([other.table.id])

    def _keep_snapshot(self, live: LiveTable) -> None:
        table = live.table
        assert table.match is not None
        live.snapshot = table.count
        snapshot = Snapshot(table.count, layout_hash(table.game), bytes(table.match.state.tobytes()))
        self.spawn(self.store.save_snapshot(table.id, snapshot))

    # ── Housekeeping ─────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Open the database, if it is not open yet."""
        if not self._is_open:
            await self.store.open()
            await self.origins.open(self.store)
            await self.bans.load()
            self._is_open = True

    async def resume(self) -> None:
        """Resume at once what was under way when the server last stopped; an SQLite file has no other process."""
        horizon = LEASE if self.store.is_exclusive else 0
        await self.turns.resume_due(self.now() + horizon)

    async def follow_changes(self) -> None:
        """Catch up wherever another process has stored something; after a lost connection, at every table."""
        async for news in self.store.changes_elsewhere():
            id, _, announcement = news.partition("/")
            if news in ("", BLOCKS_CHANGED):
                self.spawn(self.enforce_bans())
            if not announcement:
                for each in [id] if id else [*self.live_tables, *self._loading]:
                    if each in self.live_tables or each in self._loading:
                        self.spawn(self._catch_up_if_loaded(each))
            elif not id:
                self.announcements.receive(announcement)
            elif id in self.live_tables:
                self.broadcaster.receive_presence(self.live_tables[id], announcement)

    async def _catch_up_if_loaded(self, id: str) -> None:
        """Catch up at a table that is in memory or just being loaded: what was read of it may be too old already."""
        if id in self._loading:
            await asyncio.wait([self._loading[id]])
        if (live := self.live_tables.get(id)) is not None:
            if self._is_unused(live, UNUSED):  # it goes on elsewhere, and is read again when somebody comes
                self.unload(live)
                return
            with suppress(StoreDown):  # once it is back, every table catches up
                try:
                    await self.catch_up(live)
                except Refusal as refusal:  # a newer version has stored what we cannot read: it is for others
                    log.warning("a table cannot go on here", extra={"table": id, "code": refusal.code})
                    self.unload(live)

    async def enforce_bans(self) -> None:
        """Read the bans anew, and disconnect whoever is banned by now."""
        with suppress(StoreDown):  # once it is back, this is done again
            await self.bans.load()
        for live in tuple(self.live_tables.values()):
            self.bans.disconnect_banned(live)

    async def sweep(self) -> None:
        """Resume overdue turns and unload idle tables, every few seconds."""
        while not self.turns.is_closing:
            await asyncio.sleep(SWEEP)
            try:
                await self.turns.resume_due(self.now())
                await self._unload_idle()
                await self.lobby.note_hosts()
            except StoreDown:
                log.warning("the database does not answer")
            except Exception as error:  # whatever it is, the sweep must go on
                if self.note_failure(error) is None:
                    log.exception("a sweep failed")

    async def _unload_idle(self) -> None:
        """Unload tables where nobody is connected; announce again who is connected at the others."""
        for live in tuple(self.live_tables.values()):
            is_due = live.presence_sent_at < time.monotonic() - ANNOUNCE_EVERY
            if live.connections and is_due and not self.store.is_exclusive:
                await self.broadcaster.announce_presence(live)
            if self._is_unused(live, IDLE) and live.timer is None:
                self.unload(live)

    def _is_unused(self, live: LiveTable, seconds: float) -> bool:
        """Whether nobody is connected to a table here, nobody has asked for it lately, and nothing is under way."""
        busy = live.lock.locked() or (live.bot_turn is not None and not live.bot_turn.done())
        return not live.connections and not busy and live.touched_at < time.monotonic() - seconds

    def unload(self, live: LiveTable) -> None:
        """Remove a table from memory; it is read again when somebody comes."""
        if live.timer is not None:
            live.timer.cancel()
        for connection in tuple(live.connections):
            connection.drop(Connection.GOING_AWAY)
        self.live_tables.pop(live.table.id, None)
        self.broadcaster.snapshots.forget(live)

    def use_compiled(self, game: str) -> None:
        """Switch the tables of a game to its compiled rules."""
        for live in self.live_tables.values():
            if live.table.setup.game == game:
                live.table.game = self.games.game(live.table.setup)
                if live.table.match is not None:
                    live.table.match.game = live.table.game

    def note_failure(self, error: BaseException, suspect: str = "") -> Refusal | None:
        """Leave out the installed game that an exception came from; None if it came from none.

        Its tables are kept. Whoever is there is disconnected, and told why on coming back.
        """
        failure = INSTALLED.blame(error, suspect)
        if failure is None:
            return None
        for live in tuple(self.live_tables.values()):
            if live.table.setup.game in INSTALLED.failed:
                self.unload(live)
        return Refusal("game-missing", 503, game=failure.values["name"])

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background; failures are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._log_failure)
        return task

    def _log_failure(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and self.note_failure(error) is None:
            log.error("a task failed", exc_info=error)

    async def close(self) -> None:
        """Finish what is in flight, and disconnect everybody."""
        self.turns.is_closing = True
        for live in tuple(self.live_tables.values()):
            async with live.lock:
                self.unload(live)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.limits.close()
        await asyncio.to_thread(self.bot_pool.close)  # in a thread: it waits for processes while clients are told


def _is_always_allowed(body: EntryBody) -> bool:
    """Whether no table can have many entries of this kind, so that they are stored even when the table is full."""
    if isinstance(body, entries.Said):
        return body.seat == NOBODY  # the operator says why the table is closed
    return isinstance(body, entries.Waiting | entries.Finished | entries.Again | entries.Forgotten)
