"""Table tests' environment: a server of its own, a clock that the test moves, and people who come and go."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from tests.server.clients import Client, Told, begin, http_client, quick_settings, sealed, serving
from wishstone.server.config.settings import ServerSettings
from wishstone.server.live.hub import Hub
from wishstone.server.ops.serve import make_hub
from wishstone.server.table.state import TableState

SOON = 60.0  # seconds in which what should happen at once has happened, on however busy a machine
LONGEST = 600.0  # seconds that a test may take, on a machine that has everything to compile


class Time:
    """A clock that stands still until it is told to go on, in milliseconds since 1970."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


def has_heard(client: Client, count: int) -> bool:
    """Whether somebody was told of so many entries."""
    return bool(client.scene["count"] >= count)


class House:
    """A server, those who are connected to it, and requests from anybody."""

    def __init__(self, url: str, hub: Hub, time: Time, http: httpx.AsyncClient) -> None:
        self.url, self.hub, self.time, self._http = url, hub, time, http
        self.clients: list[Client] = []

    async def ask(self, method: str, path: str, body: Any = None, secret: str = "", player: str = "") -> httpx.Response:
        """A request by somebody who is known by nothing but what is given here."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        headers |= {"Authorization": f"Player {player}"} if player else {}
        self._http.cookies.clear()
        return await self._http.request(method, f"{self.url}/api{path}", json=body, headers=headers)

    async def refused(
        self, method: str, path: str, body: Any = None, secret: str = "", player: str = ""
    ) -> tuple[int, str]:
        """The status and the code with which a request is refused, in both languages."""
        answer = await self.ask(method, path, body, secret, player)
        told = answer.json()
        assert set(told["text"]) == {"en", "de"}, told
        assert all(told["text"].values()), told
        return answer.status_code, told["code"]

    async def open(self, game: str, seats: list[str], sealing: bool = True, **wishes: Any) -> Client:
        """Open a table, and sit down where `me` stands; without `sealing` the server gives the number."""
        number = secrets.token_hex(16) if sealing else ""
        body = {"game": game, "seats": seats, "name": "Ann", **wishes} | self._sealed(number)
        answer = await self.ask("POST", "/tables", body)
        assert answer.status_code == 201, answer.text
        told = answer.json()
        client = self.client(told["table"], told["seat"], told["secret"], number)
        client.you = told
        return client

    async def join(self, table: str, name: str = "Bob", sealing: bool = True, old: str = "", **wishes: Any) -> Client:
        """Take a seat at a table."""
        number = secrets.token_hex(16) if sealing else ""
        answer = await self.ask("POST", f"/tables/{table}/join", {"name": name, **wishes} | self._sealed(number), old)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        return self.client(table, told["seat"], told["secret"], number)

    @staticmethod
    def _sealed(number: str) -> Told:
        return {"number_hash": sealed(number)} if number else {}

    def client(self, table: str, seat: int, secret: str = "", number: str = "") -> Client:
        """Somebody who can connect."""
        client = Client(self.url, table, seat, secret, number)
        self.clients.append(client)
        return client

    async def another(self, client: Client) -> Client:
        """The same seat, connected from another device."""
        return await self.client(client.table, client.seat, client.secret, client.number).connect()

    async def sit(self, game: str, people: int = 2, bots: tuple[str, ...] = (), **wishes: Any) -> list[Client]:
        """People who sit at a table, all connected, the host first; the game has not begun."""
        ann = await (await self.open(game, ["me", *["open"] * (people - 1), *bots], **wishes)).connect()
        code = ann.you["code"]
        names = ("Bob", "Cid", "Dot", "Eve", "Fay")[: people - 1]
        others = [await (await self.join(ann.table, name, code=code)).connect() for name in names]
        await self.settled(ann, *others)
        return [ann, *others]

    async def playing(self, game: str, people: int = 2, bots: tuple[str, ...] = (), **wishes: Any) -> list[Client]:
        """People at a table where the game has just begun."""
        clients = await self.sit(game, people, bots, **wishes)
        await begin(*clients)
        await self.settled(*clients)
        return clients

    def table(self, client: Client) -> TableState:
        """The table as the server has it."""
        return self.hub.live_tables[client.table].table

    async def settled(self, *clients: Client) -> None:
        """Wait until all of these were told everything."""
        for client in clients:
            await client.until(partial(has_heard, client, self.table(client).count), SOON)

    async def later(self, seconds: float) -> None:
        """Let time pass, and have the server look whether anything is due."""
        self.time.ms += int(seconds * 1000)
        await self.hub.turns.resume_due(self.time.ms)

    async def turned_away(self, table: str, seat: int, secret: str = "") -> tuple[str, int]:
        """With which code somebody is refused who tries to connect, and with which the connection is closed."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?seat={seat}"
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        async with connect(address, additional_headers=headers) as socket:
            told = msgspec.json.decode(await asyncio.wait_for(socket.recv(), SOON))
            await asyncio.wait_for(socket.wait_closed(), SOON)
            return code_of(told), int(socket.close_code or 0)

    async def record(self, client: Client, seat: int | None = None) -> bytes:
        """The record of a table as a client can have it."""
        seat = client.seat if seat is None else seat
        answer = await self.ask("GET", f"/tables/{client.table}/record?seat={seat}", secret=client.secret)
        assert answer.status_code == 200, answer.text
        return answer.content


@asynccontextmanager
async def house(settings: ServerSettings, time: Time | None = None) -> AsyncIterator[House]:
    """A server for one test; whoever is still connected at its end goes."""
    hub = make_hub(settings)
    hub.now = time = time or Time()
    async with serving(settings, hub) as (url, _), http_client() as http:
        opened = House(url, hub, time, http)
        try:
            yield opened
        finally:
            for client in opened.clients:
                await client.close()


def evening(test: Callable[[House], Awaitable[None]]) -> Callable[[Path], None]:
    """A test at the tables of a server with an SQLite file."""

    def run(tmp_path: Path) -> None:
        async def whole() -> None:
            async with house(quick_settings(str(tmp_path / "tables.db"))) as opened, asyncio.timeout(LONGEST):
                await test(opened)

        asyncio.run(whole())

    run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
    return run


def code_of(answer: Told) -> str:
    """The code with which a command was refused, in both languages, with where the table stands."""
    assert answer["type"] == "refused", answer
    assert set(answer["text"]) == {"en", "de"}, answer
    return str(answer["code"])


def done(answer: Told) -> Told:
    """The answer to a command that was carried out."""
    assert answer["type"] in ("news", "done"), answer
    return answer


def to_move(clients: list[Client]) -> tuple[Client, list[Client]]:
    """The one whose turn it is, and the others."""
    (turn,) = [client for client in clients if client.legal]
    return turn, [client for client in clients if client is not turn]


async def make_moves(opened: House, clients: list[Client], count: int, chooser: random.Random | None = None) -> None:
    """Let those at a table make so many moves, or fewer if the game ends before."""
    chooser = chooser or random.Random(1)
    for _ in range(count):
        if clients[0].is_over:
            return
        turn, _others = to_move(clients)
        done(await turn.move(chooser.choice(turn.legal)))
        await opened.settled(*clients)


def kinds(client: Client) -> list[str]:
    """What has happened at the table, as a client was told it."""
    return [entry["kind"] for entry in client.log]


async def end_by_agreement(inn: House, *clients: Client) -> None:
    """Have all agree that the game ends as it stands."""
    done(await clients[0].do("end", basis=clients[0].scene["basis"]))
    await inn.settled(*clients)
    for client in clients[1:]:
        done(await client.do("answer", to=client.scene["proposal"]["number"], yes=True))
    await inn.settled(*clients)


async def rematch(inn: House, *clients: Client) -> str:
    """End the game and ask for another; its table."""
    await end_by_agreement(inn, *clients)
    done(await clients[0].do("rematch"))
    return str(clients[0].scene["again"])
