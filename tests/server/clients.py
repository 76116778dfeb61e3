"""Test server and clients: a server in this process, and clients that talk to it as browsers and programs do."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from wishstone.server.config.settings import BotSettings, Limits, ServerSettings
from wishstone.server.live.hub import Hub
from wishstone.server.ops.serve import make_hub
from wishstone.server.ops.server import Server
from wishstone.server.ops.tls import Certificate

CAPACITY = 10_000  # connections
PATIENCE = 60.0  # seconds that anything may take: only a safety net, so that a busy machine is no failure
GENEROUS = Limits(
    commands_per_second=100_000,
    commands_at_once=100_000,
    requests_per_second=100_000,
    requests_at_once=100_000,
    tables_per_address=100_000,
    connections_per_address=100_000,
    calls_per_address=100_000,
    chats_per_minute=100_000,
    asks_per_address=100_000,
    looks_per_minute=100_000,
)
ANSWERS = ("news", "done")  # `done` where two servers changed a table at once: then the whole of it comes
Told = dict[str, Any]


def quick_settings(database: str, **changes: Any) -> ServerSettings:
    """Settings for tests: no pauses, hardly any limits."""
    settings = ServerSettings(
        database=database,
        port=0,
        log="warning",
        compile=False,
        drain_seconds=0,
        limits=GENEROUS,
        bots=BotSettings(pause=0),
    )
    return msgspec.structs.replace(settings, **changes)


def http_client(**wishes: Any) -> httpx.AsyncClient:
    """A client as patient as our tests, that asks nobody else and reads no certificates, which takes a while."""
    return httpx.AsyncClient(timeout=PATIENCE, trust_env=False, verify=False, **wishes)


def http_request(method: str, url: str, **wishes: Any) -> httpx.Response:
    """One request by such a client, without asyncio."""
    return httpx.request(method, url, timeout=PATIENCE, trust_env=False, verify=False, **wishes)


@asynccontextmanager
async def serving(settings: ServerSettings, hub: Hub | None = None) -> AsyncIterator[tuple[str, Hub]]:
    """A server that listens at a free port of this machine; its address, and its tables."""
    hub = hub or make_hub(settings)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = Server(settings, hub, Certificate(settings), CAPACITY)
    server.config.timeout_graceful_shutdown = 2
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
        if task.done():
            await task
    try:
        yield f"{'https' if settings.tls_cert else 'http'}://127.0.0.1:{listening.getsockname()[1]}", hub
    finally:
        server.should_exit = True
        await task


class Client:
    """Somebody at a table: a seat's secret, a socket, and the table as it was told."""

    def __init__(self, url: str, table: str, seat: int, secret: str, number: str = "") -> None:
        self.url, self.table, self.seat, self.secret, self.number = url, table, seat, secret, number
        self.socket: ClientConnection | None = None
        self.scene: Told = {}
        self.view: Told | None = None
        self.you: Told = {}
        self.about: Told = {}
        self.log: list[Told] = []
        self.received: list[str] = []
        self._answers: dict[str, asyncio.Future[Told]] = {}
        self._changed = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._ids = 0

    async def connect(self) -> Client:
        """Connect, and wait for the whole table."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/socket?seat={self.seat}"
        headers = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        self.socket = await connect(
            address,
            additional_headers=headers,
            subprotocols=[Subprotocol("wishstone.1")],
            compression=None,
            max_size=None,
        )
        self.scene = {}
        self._reading = asyncio.create_task(self._read())
        await self.until(lambda: bool(self.scene))
        return self

    async def close(self) -> None:
        """Go."""
        if self.socket is not None:
            await self.socket.close()
        if self._reading is not None:
            await self._reading

    async def _read(self) -> None:
        assert self.socket is not None
        async with self.socket:  # closed where a test fails before it says so, too
            with suppress(ConnectionClosed):
                async for text in self.socket:
                    assert isinstance(text, str)
                    self.received.append(text)
                    self._take(msgspec.json.decode(text))
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("closed"))
        self._changed.set()

    def _take(self, told: Told) -> None:
        match told["type"]:
            case "table":
                self.about, self.scene, self.view, self.you = (told[key] for key in ("about", "scene", "view", "you"))
                self.log = told["log"]
            case "news":
                assert told["entries"][0]["number"] == self.log[-1]["number"] + 1, "an entry is missing"
                self.log += told["entries"]
                self.scene, self.you = told["scene"], told["you"]
                self.view = told.get("view", self.view)
                merge(self.view, told.get("change", {}))
            case "present":
                for seat, here in zip(self.scene["seats"], told["seats"], strict=True):
                    seat["present"] = here
        if told.get("id") in self._answers:
            self._answers.pop(told["id"]).set_result(told)
        self._changed.set()

    async def do(self, do: str, **values: Any) -> Told:
        """Send a command, and wait for its answer."""
        assert self.socket is not None
        self._ids += 1
        id = str(self._ids)
        future = self._answers[id] = asyncio.get_running_loop().create_future()
        await self.socket.send(msgspec.json.encode({"do": do, "id": id, **values}).decode())
        return await asyncio.wait_for(future, PATIENCE)

    async def move(self, move: str) -> Told:
        """Make a move in the position that is shown."""
        return await self.do("move", move=move, basis=self.scene["basis"])

    async def until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait for something to be told."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    @property
    def legal(self) -> list[str]:
        """The moves that are offered."""
        return [move for move, _ in self.you.get("legal", [])]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.scene) and self.scene["status"] == "over"


def merge(whole: Any, change: Any) -> Any:
    """Put what is different into a view, in place: part by part, of a list by the place."""
    if isinstance(whole, dict | list) and isinstance(change, dict):
        for key, value in change.items():
            place = int(key) if isinstance(whole, list) else key
            whole[place] = merge(whole[place], value)
        return whole
    return change


async def open_table(url: str, game: str, seats: list[str], **wishes: Any) -> Client:
    """Open a table, and sit down where `me` stands."""
    number = secrets.token_hex(16)
    body = {"game": game, "seats": seats, "name": "Ann", "number_hash": sealed(number), **wishes}
    async with http_client() as http:
        answer = await http.post(f"{url}/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    client = Client(url, told["table"], told["seat"], told["secret"], number)
    client.you = {"code": told["code"], "watch": told["watch"]}
    return client


async def join_table(url: str, table: str, name: str = "Bob", **wishes: Any) -> Client:
    """Take a seat at a table."""
    number = secrets.token_hex(16)
    async with http_client() as http:
        body = {"name": name, "number_hash": sealed(number), **wishes}
        answer = await http.post(f"{url}/api/tables/{table}/join", json=body)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    return Client(url, table, told["seat"], told["secret"], number)


def sealed(number: str) -> str:
    """What is shown of a number before all are in."""
    return hashlib.sha256(bytes.fromhex(number)).hexdigest()


async def begin(*clients: Client) -> None:
    """The first one starts the game, and all show their numbers."""
    answer = await clients[0].do("start")
    assert answer["type"] in ANSWERS, answer
    for client in clients:
        if client.number:
            await client.until(lambda client=client: client.scene["status"] != "open")  # type: ignore[misc]
            answer = await client.do("number", number=client.number)
            assert answer["type"] in ANSWERS, answer
    for client in clients:
        await client.until(lambda client=client: client.scene["status"] == "playing")  # type: ignore[misc]
