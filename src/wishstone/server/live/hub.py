"""What is going on at the tables right now? Live tables, and the one way in which they change.

A command is decided, stored, and only then told. The table changes first in memory, behind its lock; if it cannot be
stored, what is in memory is thrown away and read anew. There is no owner: whatever another process has stored for a
table is read on, and of two changes to the same number only one is stored.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from wishstone.bots.levels import is_level
from wishstone.game.errors import WishstoneError
from wishstone.game.fairness import SECRET_BYTES, commitment
from wishstone.server.config.settings import Settings
from wishstone.server.live.automatic_turns import Turns
from wishstone.server.live.broadcast import Audience, Question
from wishstone.server.live.connection import Connection
from wishstone.server.live.live_table import WHISPER, Live
from wishstone.server.live.metrics import Metrics
from wishstone.server.live.rate_limits import HALF, HOUR, MINUTE, within
from wishstone.server.store.interface import Change, Conflict, Finish, Snapshot, Store, StoreDown, Summary
from wishstone.server.table import commands, decisions, entries, views
from wishstone.server.table.decisions import Asking, Decision
from wishstone.server.table.entries import Kind, Setup
from wishstone.server.table.game_cache import Shelf, layout_of, position_of
from wishstone.server.table.refusal import Busy, Missing, Refusal
from wishstone.server.table.secrets import hashed, new_code, new_id, new_secret
from wishstone.server.table.state import LEASE, NOBODY, Table, opened, replayed
from wishstone.server.workers.bot_pool import Thinkers

log = logging.getLogger("wishstone.hub")

SWEEP = 2.0  # seconds between two looks for turns that nobody takes care of
IDLE = 60.0  # seconds after which a table without anybody connected is put away
SNAPSHOT_EVERY = 64  # entries
TRIES = 4  # to store something while others store something too

Notice = Callable[["Table", int], None]


class Hub:
    """All tables of this process."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        thinkers: Thinkers,
        settings: Settings,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        notice: Notice = lambda table, seat: None,
    ) -> None:
        self.store, self.shelf, self.thinkers, self.settings, self.now = store, shelf, thinkers, settings, now
        self.notice = notice
        self.metrics = Metrics()
        self._is_open = False
        self.live: dict[str, Live] = {}
        self.moves = 0  # stored since the start
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.turns, self.audience = Turns(self), Audience(self)
        limits = settings.limits
        self.chats = within(MINUTE, limits.chats_per_minute, HALF)
        self.hints = within(MINUTE, limits.hints_per_minute, HALF)
        self.looks = within(MINUTE, limits.looks_per_minute, HALF)
        self.asks = within(HOUR, limits.asks_per_address, HALF)
        self.openings = within(HOUR, limits.tables_per_address)
        self.reviews = within(HOUR, limits.reviews_per_address)

    # ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def open_table(
        self,
        setup: Setup,
        reserved: dict[int, str] | None = None,
        before: str = "",
        bots: dict[int, str] | None = None,
        origin: entries.Origin | None = None,
        watch_key: str = "",
    ) -> tuple[Live, str]:
        """A new table with its bots, and the secret with which onlookers come in, unless theirs has this key."""
        for bot in (bots or {}).values():
            if not self.is_bot(bot):
                raise Refusal("bot-unknown-here", 422, name=bot)
        secret, watch = secrets.token_hex(SECRET_BYTES), new_secret()
        key = watch_key or hashed(watch)
        first = entries.Opened(setup, secret, commitment(secret), new_code(), key, reserved or {}, before, origin)
        return await self.add(first, (decisions.place(seat, bot) for seat, bot in (bots or {}).items())), watch

    async def add(self, first: entries.Opened, more: Iterable[Kind]) -> Live:
        """A new table, with what has happened there already."""
        limits = self.settings.limits
        if len(views.encode(first.setup.files)) > limits.files_bytes:
            raise Refusal("files-too-large", 413, most=limits.files_bytes)
        game = self.shelf.game(first.setup)
        if await self.store.open_tables() >= limits.open_tables:
            raise Busy("server-full")
        now = self.now()
        table = opened(new_id(), first, game, now)
        kinds: list[Kind] = [first, *more]
        if len(kinds) > limits.table_entries:
            raise Refusal("table-long", 413, most=limits.table_entries)
        table.follow((kind, now) for kind in kinds[1:])
        live = Live(table, loaded_at=now)
        await self.store.append(
            Change(table.id, 0, entries.stored(kinds, 0, now), self._summary(table, now), table.sittings)
        )
        self.live[table.id] = live
        return live

    async def remove(self, live: Live) -> None:
        """Take a table away for good."""
        async with live.lock:  # whatever is being stored there comes first
            self.put_away(live)
        await self.store.remove([live.table.id])

    async def at(self, id: str) -> Live:
        """A table by its id."""
        live = self.live.get(id)
        if live is not None:
            live.touched = time.monotonic()
            return live
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Live:
        live = Live(await self._read(id), loaded_at=self.now())
        live.snapshot = live.table.count
        self.live[id] = live
        return live

    async def _read(self, id: str) -> Table:
        kept = await self.store.entries(id)
        if not kept:
            raise Missing("no-table")
        snapshot = await self.store.snapshot(id)
        first = entries.read(kept[0])
        assert isinstance(first, entries.Opened)
        game = self.shelf.game(first.setup)
        known = None
        if snapshot is not None and snapshot.layout == layout_of(game) and snapshot.count <= len(kept):
            known = snapshot.count, position_of(game, snapshot.state)
        return replayed(id, kept, self.shelf.game, known)

    def is_at_hand(self, live: Live) -> bool:
        """Whether a table was not put away meanwhile."""
        return self.live.get(live.table.id) is live

    def is_bot(self, name: str) -> bool:
        """Whether a bot of this name plays here."""
        return is_level(name) or name in self.thinkers.outside

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def act(self, live: Live, seat: int, command: commands.Command, question: Question | None = None) -> Decision:
        """Carry out a command of somebody at a table, or raise what is to be said to it; never to be cancelled."""
        asking = Asking(seat, self.now(), self.is_bot, live.away, self.settings.bots.stand_in)

        def decide(table: Table) -> Decision:
            if question is not None:
                live.check_link(question.asker)
            decision = decisions.decide(table, command, asking)
            if isinstance(command, commands.Dismiss) and command.block:
                live.bar(command.seat)
            return decision

        decision = await self._change(live, decide, question)
        if isinstance(command, commands.Rematch):
            await self._rematch(live)
        return decision

    async def change(self, live: Live, decide: Callable[[Table], Decision]) -> Decision:
        """Decide about a table, store it, and tell everybody.

        It is finished even if whoever asked for it is gone meanwhile: it may be stored already.
        """
        return await asyncio.shield(self._change(live, decide))

    async def _change(
        self, live: Live, decide: Callable[[Table], Decision], question: Question | None = None
    ) -> Decision:
        async with live.lock:
            for _ in range(TRIES):
                if not self.is_at_hand(live):  # what is in memory may never have been stored
                    raise Refusal("store-down", 503)
                decision = self._bounded(live.table, decide(live.table))
                try:
                    if decision.kinds:
                        await self._store(live, decision, question)
                except Conflict:
                    continue
                return decision
        raise Busy("too-fast", seconds=1)

    def _bounded(self, table: Table, decision: Decision) -> Decision:
        """A decision within what a table may hold: a game that never ends is given up, and nobody talks on for ever."""
        most = self.settings.limits.table_entries
        if table.count + len(decision.kinds) <= most or all(isinstance(kind, _SELDOM) for kind in decision.kinds):
            return decision
        if table.status != "playing":
            raise Refusal("table-long", most=most)
        return Decision([entries.Finished("abandoned")])

    async def _store(self, live: Live, decision: Decision, question: Question | None) -> None:
        """Change the table, store the change, and tell it; if it is not stored, the table is read anew."""
        table, now = live.table, self.now()
        count, before = table.count, views.before(table)
        added = [(kind, now) for kind in decision.kinds]
        table.follow(added, decision.position)
        moved = any(isinstance(kind, _COMING) for kind in decision.kinds)
        change = Change(
            table.id,
            count,
            entries.stored(decision.kinds, count, now),
            self._summary(table, now),
            table.sittings if moved else None,
            _finishes(table) if isinstance(decision.kinds[-1], entries.Finished) else (),
            _visitors(decision.kinds),
        )
        began = time.perf_counter()
        try:
            await self.store.append(change)
        except BaseException as error:
            await self._recover(live)
            if isinstance(error, StoreDown):
                raise Refusal("store-down", 503) from error
            raise
        self.metrics.storing.add(time.perf_counter() - began)
        self.moves += sum(isinstance(kind, entries.Moved) for kind in decision.kinds)
        live.touched = time.monotonic()
        self.audience.tell(live, added, count, before, question)
        self.turns.arm(live)
        if table.basis > count and table.actor != NOBODY and table.seats[table.actor].plays:
            self.notice(table, table.actor)  # only here: of several processes, the one that stored it
        if table.status == "playing" and table.count - live.snapshot >= SNAPSHOT_EVERY:
            self._keep_snapshot(live)

    async def _recover(self, live: Live) -> None:
        """Throw away what is in memory, and read what is stored; those connected are told anew."""
        try:
            live.table = await self._read(live.table.id)
        except (WishstoneError, StoreDown):
            self.put_away(live)
            return
        for seat in range(len(live.table.seats)):
            self.audience.part_with(live, seat)
        self.audience.tell_all(live)
        self.turns.arm(live)

    async def catch_up(self, live: Live) -> None:
        """Read on, and tell what another process has stored."""
        async with live.lock:
            table = live.table
            kept = await self.store.entries(table.id, table.count)
            if not kept:
                return
            count, before = table.count, views.before(table)
            added = [(entries.read(entry), entry.at) for entry in kept]
            table.follow(added)
            self.audience.tell(live, added, count, before)
            self.turns.arm(live, mine=False)

    async def _rematch(self, live: Live) -> None:
        """Open the other table, with the seats kept for those who sat here; those who watched here can watch there."""
        table = live.table
        reserved = {n: seat.key for n, seat in enumerate(table.seats) if seat.is_person}
        bots = {n: seat.bot for n, seat in enumerate(table.seats) if seat.kind == "bot"}
        other, _ = await self.open_table(table.setup, reserved, table.id, bots, watch_key=table.opened.watch)
        again: list[Kind] = [entries.Again(other.table.id)]
        decision = await self.change(live, lambda table: Decision([] if table.again else again))
        if not decision.kinds:  # somebody else was quicker, and nobody will ever know of this table
            self.put_away(other)
            await self.store.remove([other.table.id])

    def _summary(self, table: Table, now: int) -> Summary:
        setup = table.setup
        if table.actor not in table.lobby:
            table.lobby[table.actor] = _lobby(table)
        listed = setup.public and table.status != "over"
        code = hashed(table.opened.code) if table.status == "open" else ""
        return Summary(setup.game, table.status, listed, table.wake(now), table.lobby[table.actor], code)

    def _keep_snapshot(self, live: Live) -> None:
        table = live.table
        assert table.match is not None
        live.snapshot = table.count
        snapshot = Snapshot(table.count, layout_of(table.game), bytes(table.match.state.tobytes()))
        self.spawn(self.store.keep_snapshot(table.id, snapshot))

    # ── Housekeeping ─────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Open the database, if it is not open yet."""
        if not self._is_open:
            await self.store.open()
            self._is_open = True

    async def begin(self) -> None:
        """Take up at once what was under way when the server last ended; only one process can have a SQLite file."""
        horizon = LEASE if self.store.alone else 0
        await self.turns.take_up(self.now() + horizon)

    async def listen(self) -> None:
        """Read on wherever another process has stored something; where nobody knows where, everywhere."""
        async for news in self.store.news():
            id, _, whispered = news.partition("/")
            if not whispered:
                for each in [id] if id else [*self.live, *self._loading]:
                    self.spawn(self._read_on(each))
            elif id in self.live:
                self.audience.hear(self.live[id], whispered)

    async def _read_on(self, id: str) -> None:
        """Read on at a table, if it is at hand, or is just being read: what was read of it may be too old already."""
        if id in self._loading:
            await asyncio.wait([self._loading[id]])
        if id in self.live:
            with suppress(StoreDown):  # once it is back, all is read on
                await self.catch_up(self.live[id])

    async def sweep(self) -> None:
        """Take up turns that nobody takes care of, and put away tables where nobody is."""
        while not self.turns.closing:
            await asyncio.sleep(SWEEP)
            try:
                await self.turns.take_up(self.now())
                await self._put_away_idle()
            except StoreDown:
                log.warning("the database does not answer")
            except Exception:  # whatever it is, somebody has to look again, and nobody else does
                log.exception("a sweep failed")

    async def _put_away_idle(self) -> None:
        """Put away tables where nobody is; the other processes hear again who is at the others."""
        before = time.monotonic() - IDLE
        for live in tuple(self.live.values()):
            if live.connections and live.whispered < time.monotonic() - WHISPER and not self.store.alone:
                await self.audience.whisper(live)
            busy = live.lock.locked() or (live.thinking is not None and not live.thinking.done())
            if not live.connections and live.touched < before and not busy and live.timer is None:
                self.put_away(live)

    def put_away(self, live: Live) -> None:
        """Keep a table at hand no longer; it is read again when somebody comes."""
        if live.timer is not None:
            live.timer.cancel()
        for connection in tuple(live.connections):
            connection.drop(Connection.GOING_AWAY)
        self.live.pop(live.table.id, None)

    def compiled(self, game: str) -> None:
        """Go on with the compiled rules of a game, which are read now."""
        for live in self.live.values():
            if live.table.setup.game == game:
                live.table.game = self.shelf.game(live.table.setup)
                if live.table.match is not None:
                    live.table.match.game = live.table.game

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Have something done beside all else; whatever goes wrong with it is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task failed", exc_info=error)

    async def close(self) -> None:
        """Finish what is in flight, and let everybody go."""
        self.turns.closing = True
        for live in tuple(self.live.values()):
            async with live.lock:
                self.put_away(live)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.thinkers.close)  # it waits for processes, and everybody is to be told meanwhile


_SELDOM = (entries.Waiting, entries.Finished, entries.Again, entries.Forgotten)  # of which no table can have many
_COMING = (entries.Sat, entries.Left)
_VISITING = (entries.Sat, entries.Asked)


def _visitors(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """The players who sit down, or ask for a seat."""
    return tuple(kind.player for kind in kinds if isinstance(kind, _VISITING) and kind.player)


def _lobby(table: Table) -> bytes:
    """What the lobby tells about a table."""
    setup = table.setup
    return msgspec.json.encode(
        {
            "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in table.seats],
            "options": setup.options,
            "clock": setup.clock,
            "onlookers": setup.onlookers,
            "rated": setup.rated,
            "actor": table.actor,
        }
    )


def _finishes(table: Table) -> tuple[Finish, ...]:
    """How the game went for those with a player key; nothing is counted that was not played to its end."""
    if table.match is None or table.how != "rules" or table.is_passing:
        return ()
    result = table.match.result()
    return tuple(
        Finish(seat.player, n, len(table.seats), result.places[n], result.scores[n], table.setup.rated)
        for n, seat in enumerate(table.seats)
        if seat.is_person and seat.player
    )
