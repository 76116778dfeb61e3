"""This version and the one before, over one PostgreSQL and behind one address: people play on, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.conftest import amount, spread
from tests.server.clients import ANSWERS, PATIENCE, Client, Told, begin, http_client, join_table, open_table
from tests.server.live.test_processes import same
from tests.server.processes import QUICK, Server, running
from tests.server.versions import Proxy, sources_before
from wishstone.games import GAMES
from wishstone.server.admin.admin_client import find_servers
from wishstone.server.admin.admin_session import AdminSession

MakeDatabase = Callable[[], str]
MOVES = amount(12, 10_000)  # in each game
PAUSE = 0.005  # seconds between two looks at how a table stands
BETWEEN = 0.3  # seconds of play before and after each process is started anew


@pytest.fixture(scope="session")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the version before this one."""
    return sources_before(tmp_path_factory.mktemp("before"))


class House:
    """Processes of both versions on one database, each of which can be started anew with the other version."""

    def __init__(self, folder: Path, before: Path, database: str) -> None:
        self._folder, self._before, self._database = folder, before, database
        self.ports: dict[str, str] = {}
        self.servers: dict[str, Server] = {}

    def start(self, name: str, is_new: bool) -> Server:
        """Start a process, at the port that it had before."""
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        sources = {} if is_new else {"PYTHONPATH": str(self._before)}
        options = ["--database", self._database, *(["--port", self.ports[name]] if name in self.ports else [])]
        server = self.servers[name] = Server(folder, *options, settings=QUICK, **sources)
        assert server.url, "".join(server.errors)
        self.ports[name] = server.url.rsplit(":", 1)[1]
        return server

    def end(self, name: str) -> None:
        """End a process in peace, in whose log nothing has gone wrong."""
        server = self.servers.pop(name)
        assert server.end() == 0, "".join(server.errors)
        assert [line for line in server.log if line["level"] == "error"] == []

    def end_all(self) -> None:
        """End all that still run."""
        for name in list(self.servers):
            self.end(name)


@pytest.fixture
def house(tmp_path: Path, before: Path, make_database: MakeDatabase) -> Iterator[House]:
    house = House(tmp_path, before, make_database())
    with ExitStack() as stack:
        stack.callback(house.end_all)
        yield house


@pytest.fixture(scope="module")
def both(
    tmp_path_factory: pytest.TempPathFactory, before: Path, make_database: MakeDatabase
) -> Iterator[tuple[str, str]]:
    """The addresses of a process of the version before, which made the tables, and of one of this version."""
    database = make_database()
    old, new = (tmp_path_factory.mktemp(name) for name in ("old", "new"))
    with (
        running(old, "--database", database, PYTHONPATH=str(before)) as first,
        running(new, "--database", database) as second,
    ):
        yield first.url, second.url
    for server in (first, second):
        assert [line for line in server.log if line["level"] == "error"] == []


async def versions(*urls: str) -> list[Any]:
    """What each process says of its version; the one before says nothing."""
    async with http_client() as http:
        return [(await http.get(f"{url}/ready")).json().get("version") for url in urls]


# ── At one table ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("game", "host"), spread([about.id for about in GAMES], ["old", "new"]))
def test_people_at_both_versions_play_one_game(both: tuple[str, str], game: str, host: str) -> None:
    here, there = both if host == "old" else both[::-1]
    seats = GAMES.find(game).about.seats[0]

    async def work() -> None:
        assert (await versions(*both))[0] is None
        ann = await (await open_table(here, game, ["me", "open", *["novice"] * (seats - 2)])).connect()
        bob = await (await join_table(there, ann.table, code=ann.you["code"])).connect()
        await ann.until(lambda: ann.scene["seats"][1]["kind"] == "person")
        await begin(ann, bob)
        lot = random.Random(f"{game} {host}")
        for _ in range(MOVES):
            await until_a_person_moves(ann, bob)
            if ann.is_over:
                break
            (turn,) = [client for client in (ann, bob) if client.legal]
            assert (await turn.move(lot.choice(turn.legal)))["type"] in ANSWERS
        for client, text in ((ann, "hello over there"), (bob, "hello, you too")):
            assert (await client.do("say", text=text))["type"] in ANSWERS
            await same(ann, bob)
        assert ann.view == bob.view
        for client, url in ((ann, there), (bob, here)):
            known = {entry["number"]: without_story(entry) for entry in client.log}
            assert await stored(url, client) == known, "the other version tells the same seat something else"
            await client.close()

    asyncio.run(asyncio.wait_for(work(), 10 * PATIENCE))


def test_who_is_connected_to_the_version_before_is_told_why_a_table_was_closed(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator speaks to this version; what the one before does not know, an announcement, it passes over."""
    old, new = house.start("old", is_new=False), house.start("new", is_new=True)
    monkeypatch.setenv("WISHSTONE_ADMIN", str(tmp_path / "new" / "wishstone" / "admin"))
    operator = AdminSession(find_servers())

    async def work() -> None:
        ann = await (await open_table(new.url, "keltis-dice", ["me", "open"])).connect()
        bob = await (await join_table(old.url, ann.table, code=ann.you["code"])).connect()
        await ann.until(lambda: ann.scene["seats"][1]["kind"] == "person")
        operator.announce("a short break", "", "10m")
        operator.close(ann.table, "no rude names")
        for client in (ann, bob):
            await client.until(lambda client=client: client.is_over)  # type: ignore[misc]
            assert [(entry["kind"], entry.get("seat"), entry.get("text")) for entry in client.log[-2:]] == [
                ("said", -1, "no rude names"),
                ("finished", None, None),
            ]
        again = await Client(old.url, ann.table, 0, ann.secret).connect()
        assert again.log[-2]["text"] == "no rude names", "and it is read so, too"
        for client in (ann, bob, again):
            await client.close()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


async def until_a_person_moves(*clients: Client) -> None:
    """Wait until bots have moved, and all have been told the same."""
    for client in clients:
        await client.until(lambda client=client: client.is_over or _is_person(client))  # type: ignore[misc]
    await same(*clients)
    if not clients[0].is_over and not any(client.legal for client in clients):
        await until_a_person_moves(*clients)


def _is_person(client: Client) -> bool:
    actor = client.scene["actor"]
    return bool(actor >= 0 and client.scene["seats"][actor]["kind"] == "person")


# ── An upgrade ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Evening:
    """Two people at one table after the other, who come back whenever their connection is lost."""

    proxy: Proxy
    lot: random.Random
    awaited: int = 0  # the port of a process that is about to end: until it has, one of them is there and nobody leaves
    clients: list[Client] = field(default_factory=list)
    told: dict[str, dict[int, Told]] = field(default_factory=dict)  # by table: what somebody was told of each entry
    moves: int = 0  # that were acknowledged
    losses: list[int] = field(default_factory=list)  # of connections: the port of each

    async def play(self, stop: asyncio.Event) -> None:
        """Play until it is enough, and then to the end of the game."""
        await self._sit_down()
        while not (stop.is_set() and self.clients[0].is_over):
            if self.clients[0].is_over and not self.awaited:
                await self._leave()
                await self._sit_down()
            await self._meet()
            for turn in [client for client in self.clients if client.legal]:
                with suppress(ConnectionError, WebSocketException):
                    answer = await turn.move(self.lot.choice(turn.legal))
                    if answer["type"] == "news":
                        self.moves += 1
            self._note()
            await asyncio.sleep(PAUSE)
        await self._leave()

    def is_at(self, port: int) -> bool:
        """Whether one of them is connected to a process: the proxy has led them there at last."""
        there = [client for client in self.clients if client._reading is not None and not client._reading.done()]
        return port in map(self._port_of, there)

    def _port_of(self, client: Client) -> int:
        address = f"/api/tables/{client.table}/socket?seat={client.seat}"
        return next(port for path, port in reversed(self.proxy.led) if path == address)

    async def _sit_down(self) -> None:
        url = self.proxy.url
        ann = await self._again(lambda: open_table(url, "keltis-dice", ["me", "open"]))
        bob = await self._again(lambda: join_table(url, ann.table, code=ann.you["code"]))
        self.clients = [ann, bob]
        await self._meet()
        while ann.scene["status"] != "playing":
            if ann.scene["status"] == "open":
                await self._try(ann, "start")
            for client in self.clients:
                if ann.scene["status"] == "starting" and not client.scene["seats"][client.seat]["number"]:
                    await self._try(client, "number", number=client.number)
            await self._meet()

    async def _try(self, client: Client, do: str, **values: Any) -> None:
        with suppress(ConnectionError, WebSocketException):
            await client.do(do, **values)

    async def _meet(self) -> None:
        """Wait until both are connected and were told the same; whoever is not connected comes back."""
        while True:
            for client in self.clients:
                if client._reading is None or client._reading.done():
                    if client._reading is not None:
                        self.losses.append(self._port_of(client))
                    await self._again(client.connect)
            if self.awaited and not self.is_at(self.awaited):  # one of them loads the page anew, and is led elsewhere
                await self.clients[1].close()
                await self._again(self.clients[1].connect)
            if len({client.scene["count"] for client in self.clients}) == 1:
                return
            await asyncio.sleep(PAUSE)

    async def _again(self, work: Callable[[], Any]) -> Any:
        """Do something that may fail while a process ends; the same request may be done twice."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await asyncio.wait_for(work(), 5)
                except (AssertionError, OSError, WebSocketException, TimeoutError):
                    await asyncio.sleep(0.05)

    def _note(self) -> None:
        for client in self.clients:
            known = self.told.setdefault(client.table, {})
            known |= {entry["number"]: without_story(entry) for entry in client.log}

    async def _leave(self) -> None:
        self._note()
        for client in self.clients:
            await client.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something while people play."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(PAUSE)


def without_story(entry: Told) -> Told:
    """An entry, but for how its story is told to who it is about."""
    return {key: value for key, value in entry.items() if key != "story"}


async def stored(url: str, client: Client) -> dict[int, Told]:
    """What a process tells the same seat of its table."""
    again = await Client(url, client.table, client.seat, client.secret).connect()
    await again.close()
    return {entry["number"]: without_story(entry) for entry in again.log}


def test_an_upgrade_process_by_process_and_the_way_back_lose_nothing(house: House) -> None:
    names = ("one", "two")
    for name in names:
        house.start(name, is_new=False)
    proxy = Proxy([house.servers[name].url for name in names])

    async def renew(name: str, is_new: bool, evenings: list[Evening]) -> None:
        """Each evening has a connection to the process and loses it, also one whose game is over in that moment."""
        await asyncio.sleep(BETWEEN)
        port = int(house.ports[name])
        before = [evening.losses.count(port) for evening in evenings]
        for evening in evenings:
            evening.awaited = port
        await until(lambda: all(evening.is_at(port) for evening in evenings))
        await asyncio.to_thread(house.end, name)
        for evening in evenings:
            evening.awaited = 0
        await until(lambda: all(now.losses.count(port) > lost for now, lost in zip(evenings, before, strict=True)))
        await asyncio.sleep(BETWEEN)
        await asyncio.to_thread(house.start, name, is_new)

    async def work() -> None:
        stop = asyncio.Event()
        evenings = [Evening(proxy, random.Random(number)) for number in range(3)]
        playing = asyncio.gather(*(evening.play(stop) for evening in evenings))
        seen = []
        for is_new in (True, False):
            for name in names:
                await renew(name, is_new, evenings)
                seen.append(await versions(*(house.servers[name].url for name in names)))
        stop.set()
        await playing
        assert [[bool(each) for each in pair] for pair in seen] == [[1, 0], [1, 1], [0, 1], [0, 0]]
        assert all(evening.moves > 20 for evening in evenings), [evening.moves for evening in evenings]
        assert all(len(evening.losses) > 3 for evening in evenings), [evening.losses for evening in evenings]
        for evening in evenings:
            for server in house.servers.values():
                known = await stored(server.url, evening.clients[0])
                assert known == evening.told[evening.clients[0].table]
                assert sorted(known) == list(range(len(known)))

    try:
        asyncio.run(asyncio.wait_for(work(), 20 * PATIENCE))
    finally:
        proxy.close()
