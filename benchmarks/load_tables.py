"""Tables of the load test: games at many tables, a schedule of moves, and what came of each."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, deque
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx
import msgspec

from benchmarks.frames import Socket, connect
from wishstone.games import GAMES

LATE = 5.0  # seconds in which the last moves have to arrive
AT_ONCE = 16  # tables that are opened at the same time


class Scene(msgspec.Struct):
    """What a client reads of how a table stands."""

    count: int
    basis: int
    status: str
    actor: int


class You(msgspec.Struct):
    """What a client reads of what only it is told."""

    legal: list[tuple[str, msgspec.Raw]] = []


class Told(msgspec.Struct):
    """What a client reads of a message; all else is checked to be JSON, and passed over."""

    type: str
    scene: Scene | None = None
    you: You | None = None
    code: str = ""


decode = msgspec.json.Decoder(Told).decode
encode = msgspec.json.Encoder().encode


class Seat:
    """Somebody connected to a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.socket: Socket | None = None
        self.scene: Scene | None = None
        self.legal: list[tuple[str, msgspec.Raw]] = []

    def take(self, message: bytes) -> None:
        """Read a message of the server's."""
        told = decode(message)
        if told.scene is not None and told.you is not None:
            self.scene, self.legal = told.scene, told.you.legal
            self.table.heard(told.scene)
        elif told.type == "refused":
            self.table.load.errors[told.code] += 1

    def ended(self) -> None:
        """The connection is gone, which it should not be while the game goes on."""
        if not self.table.is_left:
            self.table.load.errors["closed"] += 1

    def send(self, command: dict[str, Any]) -> None:
        """Send a command."""
        assert self.socket is not None
        self.socket.send(encode(command))


class Table:
    """A game, and the move that is under way at it."""

    def __init__(self, load: Load, game: str, size: int) -> None:
        self.load, self.game = load, game
        self.seats = [Seat(self) for _ in range(size)]
        self.due = 0.0  # when the move that is under way should have been made; 0: it is the start
        self.count = 0  # the entry that everybody waits for
        self.is_waiting = False
        self.is_idle = False
        self.is_left = False

    async def open(self, http: httpx.AsyncClient) -> None:
        """Open the table, have all sit down and connect, and begin."""
        bots = [self.load.bot] if self.load.bot else []
        body = {"game": self.game, "seats": ["me", *["open"] * (len(self.seats) - 1), *bots], "name": "Ann"}
        told = body_of(await http.post("/api/tables", json=body), 201)
        secrets = {told["seat"]: told["secret"]}
        for _ in self.seats[1:]:
            answer = await http.post(f"/api/tables/{told['table']}/join", json={"name": "Bob", "code": told["code"]})
            joined = body_of(answer, 200)
            secrets[joined["seat"]] = joined["secret"]
        for number, seat in enumerate(self.seats):
            path = f"/api/tables/{told['table']}/socket?seat={number}"
            seat.socket = await connect(self.load.url, path, secrets[number], seat.take, seat.ended)
        while any(seat.scene is None for seat in self.seats):
            await asyncio.sleep(0.005)
        self._wait(0.0)
        self.seats[0].send({"do": "start"})

    def _wait(self, due: float) -> None:
        """From now on, everybody waits for the next entry."""
        assert self.seats[0].scene is not None
        self.due, self.count, self.is_waiting, self.is_idle = due, self.seats[0].scene.count, True, False

    def move(self, due: float) -> None:
        """Have the one whose turn it is make a move."""
        scene = self.seats[0].scene
        assert scene is not None
        seat = self.seats[scene.actor]
        move = self.load.chooser.choice(seat.legal)[0]
        self._wait(due)
        seat.send({"do": "move", "move": move, "basis": scene.basis})

    def heard(self, scene: Scene) -> None:
        """Somebody was shown something; once all were, it counts, and once a person is to move, the next can follow."""
        if self.is_idle or scene.count <= self.count:
            return
        counts = [0 if seat.scene is None else seat.scene.count for seat in self.seats]
        if self.is_waiting and min(counts) > self.count:
            self.is_waiting = False
            self.load.shown(self)
        is_bots = scene.status == "playing" and scene.actor >= len(self.seats)
        if not self.is_waiting and not is_bots and min(counts) == max(counts) and scene.status in ("playing", "over"):
            self.is_idle = True
            self.load.go_on(self, scene.status)

    def leave(self) -> None:
        """Hang up."""
        self.is_left = True
        for seat in self.seats:
            if seat.socket is not None:
                seat.socket.close()


class Load:
    """All tables, the schedule, and what came of it."""

    def __init__(self, url: str, rate: float, seed: int, bot: str = "") -> None:
        self.url, self.rate, self.bot = url, rate, bot
        self.now = time.perf_counter
        self.chooser = random.Random(seed)
        self.errors: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self.times: list[tuple[float, float]] = []  # of each move: when it was due, and how long it took
        self.idle: deque[Table] = deque()
        self.late: deque[float] = deque()  # moves that are due, while no table is free
        self.counting = False
        self.is_flat_out = False  # no schedule: wherever a move was shown, the next one is made
        self.ended = 0
        self._one = asyncio.Semaphore(1)
        self._tasks: set[asyncio.Task[None]] = set()

    async def open_tables(self, clients: int, tables: int) -> None:
        """Open all tables, with as many seats as there are clients for each."""
        self.http = http_client(self.url)
        sizes = [clients // tables + (number < clients % tables) for number in range(tables)]
        places = asyncio.Semaphore(AT_ONCE)

        async def open_one(number: int, size: int) -> None:
            taken = size + bool(self.bot)
            fitting = [about.id for about in GAMES if about.seats[0] <= taken <= about.seats[1]]
            async with places:
                await self._open(fitting[number % len(fitting)], size)

        await asyncio.gather(*(open_one(number, size) for number, size in enumerate(sizes)))
        while len(self.idle) < tables:
            await asyncio.sleep(0.01)

    async def _open(self, game: str, size: int) -> None:
        self.games[game] += 1
        await Table(self, game, size).open(self.http)

    async def _open_next(self, table: Table) -> None:
        async with self._one:
            await self._open(table.game, len(table.seats))

    def shown(self, table: Table) -> None:
        """A move, or the start, was shown to everybody at a table."""
        if self.counting and table.due:
            self.times.append((table.due, self.now() - table.due))

    def go_on(self, table: Table, status: str) -> None:
        """A table waits for a person's move, or its game is over."""
        if self.is_flat_out and status == "playing":
            table.move(self.now())
        elif status == "over":
            self.ended += 1
            table.leave()
            task = asyncio.create_task(self._open_next(table))
            self._tasks.add(task)
            task.add_done_callback(self._opened)
        elif self.late:
            table.move(self.late.popleft())
        else:
            self.idle.append(table)

    def _opened(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.errors[f"open: {task.exception()!r}"] += 1

    async def play(self, seconds: float) -> None:
        """Make moves by the schedule for a while; without one, as many as can be."""
        if not self.rate:
            self.is_flat_out, self.wanted = True, 0
            while self.idle:
                self.idle.popleft().move(self.now())
            await asyncio.sleep(seconds)
            return
        began, count = self.now(), round(seconds * self.rate)
        self.wanted = count if self.counting else 0
        for number in range(count):
            due = began + number / self.rate
            while (wait := due - self.now()) > 0:
                await asyncio.sleep(wait)
            if self.idle:
                self.idle.popleft().move(due)
            else:
                self.late.append(due)
                await asyncio.sleep(0)

    async def finish(self) -> None:
        """Wait for the last moves; those that do not come are errors."""
        until = self.now() + LATE
        while len(self.times) < self.wanted and self.now() < until:
            await asyncio.sleep(0.05)
        self.counting = False
        if len(self.times) < self.wanted:
            self.errors["not shown"] += self.wanted - len(self.times)


def http_client(url: str) -> httpx.AsyncClient:
    """A client that keeps no cookies: every request is somebody else's, and a jar of thousands would go with each."""
    nothing_kept = CookieJar(DefaultCookiePolicy(allowed_domains=()))
    limits = httpx.Limits(max_connections=AT_ONCE)
    return httpx.AsyncClient(base_url=url, timeout=60, limits=limits, cookies=nothing_kept)


def body_of(answer: httpx.Response, status: int) -> dict[str, Any]:
    """What an answer says, which has to have this status."""
    if answer.status_code != status:
        raise RuntimeError(answer.text)
    told: dict[str, Any] = answer.json()
    return told
