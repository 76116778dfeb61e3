"""Leak checker: two tables that look alike to somebody, and every byte that they are sent compared.

The two games are `twins`. Their tables have different secrets, seat keys and player keys; only what everybody may know
of these is injected: ids, times, codes, commitments, numbers. Each is in a server of its own, with the network
(`Networked`) or without it (`World`). Whatever is done at one table is done at the other, and whoever cannot tell the
games apart must have been sent the same.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import msgspec

from tests.server import clients
from tests.server.clients import GENEROUS, http_client, quick_settings, serving
from tests.server.twins import Twins
from wishstone.game import fairness
from wishstone.game.contract import ONLOOKER, Game, Position
from wishstone.server.config.settings import ServerSettings
from wishstone.server.http import table_routes
from wishstone.server.http.websocket_endpoint import CommandReader
from wishstone.server.live import automatic_turns, hub
from wishstone.server.live.connection import Connection
from wishstone.server.live.live_table import LiveTable
from wishstone.server.live.lobby import listed_to_json
from wishstone.server.store.factory import open_store
from wishstone.server.store.interface import (
    Attendance,
    Block,
    Change,
    Entry,
    ListedTable,
    LobbyTable,
    Snapshot,
    Store,
)
from wishstone.server.store.rating import rate
from wishstone.server.table import commands, entries, game_decisions, history_views, proposals, setup_decisions, views
from wishstone.server.table.entries import Clock, TableSetup
from wishstone.server.table.game_cache import GameCache
from wishstone.server.table.secrets import hash_secret
from wishstone.server.table.state import TableState
from wishstone.server.workers.bot_pool import BotPool, Claim
from wishstone.server.workers.worker_tasks import BotTask

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
NUMBERS = tuple(f"{seat:032x}" for seat in range(len(NAMES)))
SECRETS = ("a1" * 32, "b2" * 32)  # of the two tables; every card follows from them
ID, CODE, COMMITMENT = "00000000c0ffee00", "TWINTWIN", "c" * 64
BEGINNING = 1_700_000_000_000
SHELF = GameCache()
THOROUGHLY = 25  # steps between two times that everything is asked for


class Memory:
    """A store that keeps one table while the test runs: as much of a `Store` as is needed here."""

    is_exclusive = True

    def __init__(self) -> None:
        self.kept: list[Entry] = []
        self.listed: list[ListedTable] = []

    async def open(self) -> None:
        """Nothing has to be done."""

    async def close(self) -> None:
        """Nothing has to be done."""

    async def append(self, change: Change) -> None:
        """Keep a change."""
        assert change.after == len(self.kept)
        self.kept += change.entries
        at = change.entries[-1].at
        self.listed = [ListedTable(change.table, change.summary, len(self.kept), BEGINNING, at)]

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """What is kept."""
        return self.kept[after:]

    async def count_open_tables(self) -> int:
        """There is always room."""
        return 0

    async def lobby(self, since: int, limit: int) -> list[LobbyTable]:
        """The table."""
        return [LobbyTable(each) for each in self.listed if each.summary.listed]

    async def attendance(self, table: str) -> list[Attendance]:
        """Nobody came from anywhere."""
        return []

    async def blocks(self, table: str = "") -> list[Block]:
        """Nobody is kept out."""
        return []

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Replay is quick enough here."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """There is none."""


class Echo(BotPool):
    """Thinks nothing, and tells what it was sent."""

    def __init__(self) -> None:
        super().__init__(1)

    async def analyse_moves(self, task: BotTask, claim: Claim) -> dict[str, Any]:
        """The task."""
        return {"state": task.state.hex(), "seed": task.seed, "bot": task.bot, "owner": task.owner}


class Ear:
    """A wire without a network: keeps what is sent."""

    def __init__(self) -> None:
        self.received: list[str] = []

    def write(self, message: bytes) -> bool:
        """Keep a message."""
        self.received.append(message.decode())
        return True

    async def drain(self) -> None:
        """There is always room."""


class World:
    """One of the two tables, in a server without a network."""

    def __init__(self, setup: TableSetup, number: int, store: Store | None = None) -> None:
        self.setup, self.number = setup, number
        self.time = BEGINNING
        limits = msgspec.structs.replace(GENEROUS, hints_per_minute=100_000)
        self.settings: ServerSettings = quick_settings("", limits=limits)
        self.hub = hub.Hub(store or cast(Store, Memory()), SHELF, Echo(), self.settings, now=lambda: self.time)
        self.secrets: dict[int, str] = {}
        self._desks: dict[int, CommandReader] = {}
        self._ears: dict[int, Ear] = {}

    @property
    def live(self) -> LiveTable:
        """The table at hand."""
        return self.hub.live_tables[ID]

    @property
    def table(self) -> TableState:
        """The table as it stands."""
        return self.live.table

    @asynccontextmanager
    async def running(self) -> AsyncIterator[World]:
        """The server, while the test runs."""
        try:
            yield self
        finally:
            await self.hub.close()

    def player(self, seat: int) -> str:
        """The player key of a seat, another one in each world."""
        return f"player-{self.number}-of-seat-{seat}"

    async def open(self) -> None:
        """Open the table, with a person on every seat."""
        live, self.secrets[ONLOOKER] = await self.hub.open_table(self.setup)
        for seat in range(self.setup.seats):
            self.secrets[seat] = (await self.hub.change(live, self._sit(seat))).secret

    def _sit(self, seat: int) -> Any:
        sealed, player = fairness.number_hash(NUMBERS[seat]), hash_secret(self.player(seat))
        return lambda table: setup_decisions.sit(table, seat, NAMES[seat], player, sealed)

    async def begin(self) -> None:
        """Start the game."""
        await self.hub.execute(self.live, 0, commands.Start())
        for seat in range(self.setup.seats):
            await self.hub.execute(self.live, seat, commands.Number(number=NUMBERS[seat]))

    async def play(self, seat: int, move: str) -> None:
        """Make a move without anybody being told what it answers."""
        await self.hub.execute(self.live, seat, commands.Move(move=move, basis=self.table.basis))

    async def connect(self, seat: int) -> None:
        """Somebody comes; what an earlier connection was sent is forgotten."""
        self._ears[seat] = Ear()
        connection = Connection(seat, self.secrets[seat], 1 << 40, self._ears[seat])
        self._desks[seat] = CommandReader(self.hub, self.live, connection)
        await self.hub.broadcaster.join(self.live, connection)

    async def part(self, seat: int) -> None:
        """Somebody goes."""
        self.hub.broadcaster.leave(self.live, self._desks[seat].connection)

    async def do(self, seat: int, do: str, **values: Any) -> None:
        """A command of somebody; its answer is among what it receives."""
        await self._desks[seat]._handle(msgspec.json.encode({"do": do, "id": "1", **values}).decode())

    async def received(self, seat: int) -> list[str]:
        """All that somebody was sent since this was last asked."""
        ear = self._ears[seat]
        received, ear.received = ear.received, []
        return received

    async def fetch(self, what: str, seat: int, keep: int = 0) -> bytes:
        """What somebody gets over HTTP: a `replay`, a `record`, one with all `legal` moves, a `look`, the `lobby`."""
        match what:
            case "replay":
                return views.encode(history_views.replay(self.table, seat, keep))
            case "record" | "legal":
                return history_views.record(self.table, seat, what == "legal").encode()
            case "look":
                return views.encode(table_routes._table_to_json(self.hub, self.live))
        return views.encode([listed_to_json(each.listed) for each in await self.hub.store.lobby(0, 9)])


class Networked(World):
    """One of the two tables, in a real server with real clients."""

    def __init__(self, setup: TableSetup, number: int, database: str) -> None:
        super().__init__(setup, number, open_store(database, rate))
        self.url = ""
        self._clients: dict[int, clients.Client] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[World]:
        """The server, while the test runs."""
        async with serving(self.settings, self.hub) as (self.url, _):
            yield self

    async def open(self) -> None:
        """Open the table over HTTP, and let people join."""
        wish = {"game": self.setup.game, "options": self.setup.options, "public": True, "first": self.setup.first}
        opening = {**wish, "seats": ["me", *["open"] * (self.setup.seats - 1)], "clock": self.setup.clock}
        told = await self._post("/api/tables", {**opening, **self._newcomer(0)})
        self.secrets = {ONLOOKER: told["watch"], 0: told["secret"]}
        for seat in range(1, self.setup.seats):
            told = await self._post(f"/api/tables/{ID}/join", self._newcomer(seat))
            self.secrets[seat] = told["secret"]

    def _newcomer(self, seat: int) -> dict[str, Any]:
        sealed = fairness.number_hash(NUMBERS[seat])
        return {"name": NAMES[seat], "number_hash": sealed, "player": self.player(seat)}

    async def _post(self, path: str, body: dict[str, Any]) -> Any:
        async with http_client(headers={"content-type": "application/json"}) as http:
            answer = await http.post(self.url + path, content=msgspec.json.encode(body))
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def connect(self, seat: int) -> None:
        """Somebody comes; what an earlier connection was sent is forgotten."""
        self._clients[seat] = await clients.Client(self.url, ID, seat, self.secrets[seat]).connect()

    async def part(self, seat: int) -> None:
        """Somebody goes."""
        await self._clients[seat].close()
        while any(each.seat == seat for each in self.live.connections):
            await asyncio.sleep(0.001)

    async def do(self, seat: int, do: str, **values: Any) -> None:
        """A command of somebody; its answer is among what it receives."""
        await self._clients[seat].do(do, **values)

    async def received(self, seat: int) -> list[str]:
        """All that somebody was sent since this was last asked; what is on its way comes before the answer."""
        client = self._clients[seat]
        await client.do("ping")
        received, client.received = client.received, []
        return received

    async def fetch(self, what: str, seat: int, keep: int = 0) -> bytes:
        """What somebody gets over HTTP."""
        headers = {"Authorization": f"Bearer {self.secrets[seat]}"}
        path = {
            "replay": f"/api/tables/{ID}/replay?seat={seat}&keep={keep}",
            "record": f"/api/tables/{ID}/record?seat={seat}",
            "legal": f"/api/tables/{ID}/record?seat={seat}&legal=true",
            "look": f"/api/tables/{ID}",
            "lobby": "/api/tables",
        }[what]
        async with http_client(headers=headers) as http:
            return (await http.get(self.url + path)).content


@contextmanager
def injected(twins: Twins) -> Iterator[None]:
    """What is random and may be known is the same at both tables, and the draws are those of the twins."""
    of_tables = dict(zip(SECRETS, twins.draws, strict=True))
    secrets = iter(SECRETS)

    def draw(game: Game, state: Position, source: fairness.Fairness, number: int) -> int:
        return of_tables[source.known_secret][number]

    def same(secret: str) -> str:
        return COMMITMENT

    with ExitStack() as stack:
        for where, name, instead in (
            (hub, "secrets", SimpleNamespace(token_hex=lambda length: next(secrets))),
            (hub, "new_id", lambda: ID),
            (hub, "new_code", lambda: CODE),
            (hub, "commitment", same),
            (fairness, "commitment", same),
            (game_decisions, "draw", draw),
            (automatic_turns, "secrets", SimpleNamespace(token_bytes=bytes, randbits=lambda bits: bits)),
        ):
            stack.enter_context(patch.object(where, name, instead))
        yield


def setup_of(twins: Twins) -> TableSetup:
    """The table of the twins: public, so that there is a lobby to look at, with a clock and onlookers."""
    game = twins.game
    clock = Clock("bank", 100_000, 5)
    return TableSetup(
        game.id, game.rules_version, twins.seats, dict(game.options), first=twins.first, clock=clock, public=True
    )


class Evening:
    """Both tables, and what is done at them; `leaks` are the differences that were found."""

    def __init__(self, twins: Twins, worlds: Sequence[World], thorough: int) -> None:
        self.twins, self.worlds, self.thorough = twins, worlds, thorough
        self.rng = twins.rng
        self.viewers = sorted({ONLOOKER, twins.viewer})
        self.leaks: list[str] = []
        self.positions = 0
        self.compared = 0

    async def play(self, ahead: int, steps: int) -> None:
        """Begin, go ahead by some moves, and then look at everything that is told for so many steps."""
        twins = self.twins
        if not twins.let_happen():
            return
        early = not ahead  # whether all are there from the beginning, before the game
        for world in self.worlds:
            await world.open()
        if early:
            await self._everybody_comes()
        for world in self.worlds:
            await world.begin()
        for _ in range(ahead):
            if not await self._move(quickly=True):
                return
        if not early:
            await self._everybody_comes()
        for step in range(steps):
            if not await self._step(step) or self.leaks:
                return
            await self._compare(f"step {step}")
            if step % self.thorough == 0:
                await self._ask_everything()

    async def _everybody_comes(self) -> None:
        for seat in range(ONLOOKER, self.twins.seats):
            await self._both("connect", seat)
        await self._compare("coming")

    async def _both(self, what: str, *args: Any, **values: Any) -> None:
        for world in self.worlds:
            await getattr(world, what)(*args, **values)

    async def _do(self, seat: int, do: str, **values: Any) -> None:
        """A command of a seat at both tables."""
        await self._both("do", seat, do, **values)

    @property
    def _basis(self) -> int:
        return self.worlds[0].table.basis

    async def _move(self, quickly: bool = False) -> bool:
        seat, move = self.twins.actor, self.twins.move()
        if move is None:
            return False
        name = self.twins.game.move_names[move]
        if quickly:
            await self._both("play", seat, name)
        else:
            await self._do(seat, "move", move=name, basis=self._basis)
        return True

    async def _step(self, step: int) -> bool:
        """Something happens at both tables; False where the twins part."""
        for world in self.worlds:
            world.time += 1000
        self.positions += 1
        match self.rng.randrange(24):
            case 0:
                await self._do(self._anybody(), "say", phrase="well-played")
            case 1:
                await self._take_back(alone=True)
            case 2:
                await self._take_back(alone=False)
            case 3:
                await self._do(self._anybody(), "end", basis=self._basis)
                await self._answer(False)
            case 4:
                seat = self._anybody()
                await self._both("part", seat)
                await self._compare("parting", self.viewers if seat not in self.viewers else [ONLOOKER])
                await self._both("connect", seat)
            case 5:
                await self._do(self._anybody(), "leave", basis=0)  # `leave` has no basis: refused
            case _:
                return await self._move()
        return True

    def _anybody(self) -> int:
        return self.rng.randrange(self.twins.seats)

    async def _take_back(self, alone: bool) -> None:
        """The last move of a seat is taken back, if that can be; `alone` where nobody has to be asked."""
        table = self.worlds[0].table
        seats = [seat for seat in range(self.twins.seats) if proposals.last_move_of(table, seat) is not None]
        offers = {seat: cast(int, proposals.last_move_of(table, seat)) for seat in seats}
        fitting = [seat for seat in seats if (offers[seat] >= proposals.first_undoable(table, seat)) == alone]
        if not fitting:
            return
        seat = self.rng.choice(fitting)
        await self._do(seat, "undo", basis=self._basis)
        yes = alone or self.rng.random() < 0.7
        if not alone:
            await self._answer(yes)
        if yes:
            self.twins.undo(offers[seat])

    async def _answer(self, yes: bool) -> None:
        """All who are asked say yes, or the first says no."""
        while (proposal := self.worlds[0].table.proposal) is not None:
            seat = min(proposals.seats_to_agree(self.worlds[0].table))
            await self._do(seat, "answer", to=proposal.number, yes=yes)

    # ── What is told ─────────────────────────────────────────────────────────────────────────────────────────────

    async def _compare(self, when: str, viewers: Sequence[int] | None = None) -> None:
        """What those who cannot tell the tables apart were sent since the last time."""
        for viewer in self.viewers if viewers is None else viewers:
            one, other = [await world.received(viewer) for world in self.worlds]
            self._same(f"{when}, seat {viewer}", "\n".join(one), "\n".join(other))
            for message in one:
                self._nothing_of_others(when, viewer, msgspec.json.decode(message))

    def _same(self, what: str, one: str, other: str) -> None:
        self.compared += len(one)
        if one == other:
            return
        place = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
        around = slice(max(0, place - 60), place + 60)
        self.leaks.append(f"{self.twins.game.id}, {what}: «{one[around]}» or «{other[around]}»")

    def _nothing_of_others(self, when: str, viewer: int, message: dict[str, Any]) -> None:
        """What only its owner is shown stands in nobody else's view, even where all could have kept count of it."""
        game, state = self.twins.game, self.twins.now.one
        secret = game.table.secret_items(state, game.data)
        view = message.get("view") or {}
        for seat, player in enumerate(view.get("players", ())):
            if seat == viewer and view["seat"] == viewer:
                continue
            shown = [name for name in self._kept_back(seat) if player[name] is not None]
            shown += [item for item in secret if item in player["sheet"]]
            if shown:
                self.leaks.append(f"{game.id}, {when}: seat {viewer} is shown {shown} of seat {seat}")

    def _kept_back(self, seat: int) -> list[str]:
        """What of a player only that player is shown."""
        game, state = self.twins.game, self.twins.now.one
        player = game.table.public(state, game.data)["players"][seat]
        return [name for name in game.table.own(state, game.data, seat) if player[name] is None]

    async def _ask_everything(self) -> None:
        """Ask for all that can be asked for, and for much that cannot."""
        game, viewer = self.twins.game, self.twins.viewer
        legal = self.twins.moves() if self.twins.actor == viewer else []
        await self._do(ONLOOKER, "why", move=game.move_names[0])
        await self._do(ONLOOKER, "hint")
        await self._do(ONLOOKER, "read", after=0)
        if viewer != ONLOOKER:
            moves = range(game.rules.MOVES)
            for move in self.rng.sample(moves, len(moves) // 6):
                await self._do(viewer, "why", move=game.move_names[move])
                if move not in legal and move % 8 == 0:
                    await self._do(viewer, "move", move=game.move_names[move], basis=self._basis)
            for text in ("", "l", "d", "lay", "lay b", "discard r 3", "step", "?", "card ?", game.outcome_names[0]):
                await self._do(viewer, "why", move=text)
            await self._do(viewer, "move", move="discard red 1", basis=self._basis - 1)
            await self._do(viewer, "hint")
            await self._do(viewer, "undo", basis=self._basis, keep=self.twins.events)
            await self._do(viewer, "read", after=0)
            self._redealt(viewer)
        await self._compare("asking")
        await self._fetch_everything([self.rng.randrange(self.twins.events + 1), self.twins.events])

    def _redealt(self, viewer: int) -> None:
        """What a bot on this seat is sent, whoever's turn it is."""
        one, other = [world.hub.turns.make_task(world.table, viewer, "medium") for world in self.worlds]
        self._same(f"what a bot is sent, seat {viewer}", str(one), str(other))

    async def _fetch_everything(self, keeps: Sequence[int]) -> None:
        for viewer in self.viewers:
            for keep in keeps:
                one, other = [await world.fetch("replay", viewer, keep) for world in self.worlds]
                self._same(f"replay to {keep}, seat {viewer}", one.decode(), other.decode())
                self._nothing_of_others("replay", viewer, msgspec.json.decode(one))
            for what in ("record", "legal", "look", "lobby"):
                one, other = [await world.fetch(what, viewer) for world in self.worlds]
                self._same(f"{what}, seat {viewer}", one.decode(), other.decode())

    async def replay_everything(self) -> None:
        """Every event of the game, as it can be looked at again."""
        await self._fetch_everything(range(self.twins.events + 1))


async def watch(
    twins: Twins, worlds: Sequence[World], ahead: int, steps: int, replay: bool = False, thorough: int = THOROUGHLY
) -> Evening:
    """Spend an evening at both tables."""
    evening = Evening(twins, worlds, thorough)
    with injected(twins):
        async with AsyncExitStack() as stack:
            for world in worlds:
                await stack.enter_async_context(world.running())
            await evening.play(ahead, steps)
            if replay and not evening.leaks:
                await evening.replay_everything()
    return evening


def some_twins(game: Game, number: int) -> Twins:
    """Twins for the so-manyeth evening: every number of seats and every viewer has its turn."""
    rng = random.Random(f"{game.id} {number}")
    low, high = game.about.seats
    seats = low + number % (high - low + 1)
    return Twins(game, seats, rng.randrange(seats), (number + 1) % (seats + 1) - 1, rng)


def unread(kept: Sequence[Entry]) -> list[str]:
    """What entries hold that nobody may ever be told: hashes of keys; with the secret and the code in front."""
    found: list[str] = []
    for kind in map(entries.decode_body, kept):
        if isinstance(kind, entries.Opened):
            found += [kind.secret, kind.code, kind.watch]
        if isinstance(kind, entries.Sat):
            found += [kind.key, kind.player]
    return [each for each in found if each]
