"""Bad input: nothing that anybody sends makes the server fail, over the socket or HTTP, in any amount."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.conftest import amount
from tests.server.clients import PATIENCE, http_client, http_request
from tests.server.mischief import (
    ANY_JSON,
    GAME,
    NOT_TEXT,
    PLANS,
    Rascal,
    check_refusal,
    guarded,
    hub_of,
    misbehave,
    table_at,
    well,
)
from wishstone.games import GAMES
from wishstone.server.live.connection import Connection
from wishstone.server.store.interface import Change

calm = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))


# ── Over the socket ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def no_constants_of_ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is drawn from the constants in our sources, so that the same is drawn after every change of them.

    Hypothesis takes one draw in twenty from the constants of all local modules that are imported by then, also where
    it is to repeat itself: what was sent depended on every string in the source, and on which tests were collected.
    """
    monkeypatch.setattr(providers, "_get_local_constants", Constants)
    providers.CONSTANTS_CACHE.cache.clear()  # it holds what other tests may draw from
    yield
    providers.CONSTANTS_CACHE.cache.clear()


@pytest.mark.usefixtures("no_constants_of_ours")
def test_whatever_is_sent_gets_one_answer(tmp_path: Path) -> None:
    answers: Counter[str] = Counter()
    with asyncio.Runner() as runner:
        server = guarded(tmp_path)
        url = runner.run(server.__aenter__())

        @settings(calm, max_examples=amount(30, 60))
        @given(PLANS)
        def send(plan: Any) -> None:
            answers.update(runner.run(misbehave(url, *plan)))

        send()
        runner.run(server.__aexit__(None, None, None))
    assert answers["(sent)"] > amount(750, 1500)
    assert answers["malformed"] > amount(150, 300)
    assert answers["news"] > amount(15, 30), answers
    assert len(answers) > 20, "many different refusals"


@pytest.mark.parametrize("raw", [b"\xff", b'{"do":"ping","id":"\xed\xa0\x80"}', b"\xc3"])
def test_text_that_is_no_text_ends_the_connection(raw: bytes, tmp_path: Path) -> None:
    async def send() -> None:
        async with guarded(tmp_path) as url:
            host, _, watch = await table_at(url, "playing")
            rascal = await Rascal(url, host.table, -1, watch).connect()
            await rascal.send(raw, as_text=True)
            await rascal.finish()
            assert rascal.closed == NOT_TEXT

    asyncio.run(send())


def test_a_frame_that_is_too_large_ends_the_connection(tmp_path: Path) -> None:
    async def send() -> None:
        async with guarded(tmp_path, message_bytes=500) as url:
            host, other, _ = await table_at(url, "playing")
            await other.connect()
            await host.connect()
            assert host.socket is not None
            await host.socket.send('{"do":"ping","id":"' + "x" * 500 + '"}')
            await host.socket.wait_closed()
            assert host.socket.close_code == 1009
            assert (await other.do("ping"))["type"] == "pong"
            await other.close()
            await host.close()

    asyncio.run(send())


@pytest.mark.parametrize(
    "path",
    ["x", "00", "%00", "0000000000000000", "%F0%9F%8E%B2", "a" * 3000, "0000000000000000%0a"],
)
@pytest.mark.parametrize(
    "query", ["", "?seat=0", "?seat=-7", "?seat=99999999999999999999", "?seat=x", "?seat=", "?x=%00"]
)
def test_a_socket_to_nowhere_is_refused(path: str, query: str, server: str) -> None:
    async def ask() -> None:
        async with connect(f"{server.replace('http', 'ws')}/api/tables/{path}/socket{query}") as nobody:
            check_refusal(msgspec.json.decode(await nobody.recv()))
            await nobody.wait_closed()
            assert nobody.close_code == 4404

    asyncio.run(ask())


@pytest.mark.parametrize("how", ["goes", "is dropped"])
def test_what_is_stored_is_told_even_if_its_sender(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        hub = hub_of(tmp_path)
        append, begun, is_gone = hub.store.append, asyncio.Event(), asyncio.Event()

        async def late(change: Change) -> None:
            begun.set()
            await is_gone.wait()
            await append(change)

        async def slowly(change: Change) -> None:
            """As a database does, it stores what it was given even if nobody waits for it any more."""
            await asyncio.wait([asyncio.create_task(late(change))])

        async with well(hub) as url:
            host, other, _ = await table_at(url, "playing")
            await host.connect()
            await other.connect()
            monkeypatch.setattr(hub.store, "append", slowly)
            assert host.socket is not None
            await host.socket.send('{"do":"say","text":"bye"}')
            await begun.wait()
            if how == "goes":
                host.socket.transport.abort()
            else:  # the server ends its connection, and with it whatever waits there
                mine = next(each for each in hub.live_tables[host.table].connections if each.seat == host.seat)
                mine.drop(Connection.GOING_AWAY)
            is_gone.set()
            await other.until(lambda: other.log[-1].get("text") == "bye")
            await other.close()

    asyncio.run(go())


def test_there_is_no_socket_anywhere_else(server: str) -> None:
    async def ask() -> None:
        for path in ("", "/", "/api/games", "/api/tables/..%2f..%2fetc/socket", "/api/tables//socket", "/health"):
            with pytest.raises(InvalidStatus) as refused:
                await connect(server.replace("http", "ws") + path)
            assert refused.value.response.status_code == 403

    asyncio.run(ask())


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────


SELDOM = 0.001  # a second: not once more in a test, however slow the machine is


def test_commands_a_second(tmp_path: Path) -> None:
    async def hurry() -> None:
        async with guarded(tmp_path, commands_per_second=SELDOM, commands_at_once=8) as url:
            host, other, watch = await table_at(url, "open")
            await host.connect()
            answers = [await host.do("ping") for _ in range(12)]
            assert [told["type"] for told in answers].count("pong") == 8
            assert answers[-1]["code"] == "too-fast"
            await other.connect()
            assert (await other.do("ping"))["type"] == "pong", "the others are not slower for it"
            rascal = await Rascal(url, host.table, -1, watch).connect()
            for _ in range(200):  # who sends as many without reading is cut off, see test_connection_guard.py
                await rascal.ask("ping")
            await rascal.finish()
            assert rascal.closed == 4029
            assert rascal.answers["too-fast"] >= 100
            await host.close()
            await other.close()

    asyncio.run(hurry())


def test_what_is_said_in_a_minute_and_at_once(tmp_path: Path) -> None:
    async def talk() -> None:
        async with guarded(tmp_path, chats_per_minute=4, hints_per_minute=2) as url:
            host, *_ = await table_at(url, "playing")
            await host.connect()
            assert (await host.do("say", text="x" * 200))["type"] == "news"
            assert (await host.do("say", text="x" * 201))["code"] == "malformed"
            answers = [await host.do("say", text="hm") for _ in range(4)]
            assert answers[-1]["code"] == "too-fast"
            assert (await host.do("ping"))["type"] == "pong"
            hints = [await host.do("hint") for _ in range(4)]
            assert hints[0]["code"] == "hint-not-ready"
            assert hints[-1]["code"] == "too-fast"
            await host.close()

    asyncio.run(talk())


def test_connections_from_one_address(tmp_path: Path) -> None:
    async def come() -> None:
        async with guarded(tmp_path, connections_per_address=2) as url:
            host, other, watch = await table_at(url, "open")
            await host.connect()
            await other.connect()
            address = f"{url.replace('http', 'ws')}/api/tables/{host.table}/socket"
            async with connect(address, additional_headers={"Authorization": f"Bearer {watch}"}) as third:
                told = msgspec.json.decode(await third.recv())
                check_refusal(told)
                assert told["code"] == "too-many-connections"
                await third.wait_closed()
                assert third.close_code == 4429
            await other.close()
            told = {"code": "too-many-connections"}
            async with asyncio.timeout(PATIENCE):  # until it is known that there is room again
                while told.get("code") == "too-many-connections":
                    async with connect(address, additional_headers={"Authorization": f"Bearer {watch}"}) as third:
                        told = msgspec.json.decode(await third.recv())
            assert told["type"] == "table"
            await host.close()

    asyncio.run(come())


OPENING = {"game": GAME, "seats": ["me", "open"], "name": "Ann"}


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ({"tables_per_address": 2}, "too-many-tables"),
        ({"open_tables": 2}, "server-full"),
        ({"requests_at_once": 2, "requests_per_second": SELDOM}, "too-fast"),
    ],
)
def test_tables_and_requests(limits: dict[str, float], code: str, tmp_path: Path) -> None:
    async def ask() -> None:
        async with guarded(tmp_path, **limits) as url, http_client(base_url=url) as http:
            answers = [await http.post("/api/tables", json=OPENING) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [201, 201, 429]
            check_refusal(answers[-1].json())
            assert answers[-1].json()["code"] == code
            assert (await http.get("/health")).status_code == 200

    asyncio.run(ask())


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "x" * 101, "a\nb", "\u202eabc", "\0", 7, None, ["Ann"], "\ud800"])
def test_names(name: object, server: str) -> None:
    refused(server, {**OPENING, "name": name}, "name-wrong", "malformed")


async def until_closed(connection: ClientConnection) -> AsyncIterator[str | bytes]:
    """What still comes over a connection that is about to be closed."""
    with suppress(ConnectionClosed):
        while True:
            yield await connection.recv()


def test_a_reader_who_is_too_slow_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    async def wait() -> None:
        hub = hub_of(tmp_path, waiting_bytes=100_000)
        async with well(hub) as url:
            host, other, watch = await table_at(url, "playing")
            await host.connect()
            await other.connect()
            narrow = socket.socket()
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            narrow.setblocking(False)
            port = int(url.rsplit(":", 1)[1])
            await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", port))
            address = f"{url.replace('http', 'ws')}/api/tables/{host.table}/socket"
            headers = {"Authorization": f"Bearer {watch}"}
            slow = await connect(address, additional_headers=headers, sock=narrow, max_queue=1, max_size=None)
            await slow.recv()
            kept = next(each for each in hub.live_tables[host.table].connections if each.seat < 0)
            while kept._waiting < 50_000:  # it asks until no answer gets through to it any more, and then falls silent
                await slow.send('{"do":"read","after":0}')
                await asyncio.sleep(0.001)

            def has_heard(start: str) -> bool:
                return str(other.log[-1]["text"]).startswith(start)

            longest = 0.0
            clock = asyncio.get_running_loop().time
            for number in range(200):
                began = clock()
                assert (await host.do("say", text=f"{number} {'x' * 150}"))["type"] == "news"
                await other.until(partial(has_heard, f"{number} "))
                longest = max(longest, clock() - began)
                if not other.scene["watching"]:
                    break
            assert other.scene["watching"] == 0, "it is not there any more"
            assert longest < 2.0
            async for _ in until_closed(slow):
                pass
            assert slow.close_code == 4008
            await host.close()
            await other.close()

    asyncio.run(wait())


# ── Over HTTP ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server in a thread of its own, which has nothing to complain of in the end."""
    ready, found = threading.Event(), dict[str, Any]()

    async def serve() -> None:
        found["loop"], found["end"] = asyncio.get_running_loop(), asyncio.Event()
        async with guarded(tmp_path_factory.mktemp("server")) as found["url"]:
            ready.set()
            await found["end"].wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:
            found["error"] = error
        ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    ready.wait()
    yield found["url"]
    found["loop"].call_soon_threadsafe(found["end"].set)
    thread.join()
    if "error" in found:
        raise found["error"]


def refused(server: str, body: object, *codes: str, status: int = 422) -> None:
    """A table cannot be opened with this body, for one of these reasons."""
    raw = body if isinstance(body, bytes) else as_json(body)
    answer = http_request("POST", f"{server}/api/tables", content=raw, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    check_refusal(answer.json())
    assert answer.json()["code"] in codes


def as_json(body: object) -> bytes:
    """JSON with whatever cannot be written in UTF-8 escaped."""
    return json.dumps(body).encode()


class Asked:
    """A table to ask about, and the keys to it."""

    def __init__(self, url: str) -> None:
        opening = {**OPENING, "player": "a-player-key-of-ann"}
        told = http_request("POST", f"{url}/api/tables", json=opening).json()
        self.id, self.secret, self.code = told["table"], told["secret"], told["code"]
        self.keys = (f"Bearer {self.secret}", f"Bearer {told['watch']}", "Player a-player-key-of-ann", "Bearer x", "")

    def make_likely(self, case: Any) -> None:
        """Ask about this table, or for one that could be, so that more than the first check is met."""
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = self.id
        if isinstance(case.body, dict):
            likely = {"name": "Ann", "game": GAME, "seats": ["me", "open"], "seat": 0, "code": self.code, "options": {}}
            case.body = {**case.body, **{name: value for name, value in likely.items() if name in case.body}}


def test_everything_in_the_description_of_the_api_holds(server: str) -> None:
    table = Asked(server)
    schema = schemathesis.openapi.from_url(f"{server}/openapi.json")
    seen: Counter[int] = Counter()
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(calm, max_examples=amount(10, 30))
        @given(operation.as_strategy(), st.booleans(), st.sampled_from(table.keys))
        def ask(case: Any, there: bool, key: str) -> None:
            if there:
                table.make_likely(case)
            if key:
                case.headers = {**(case.headers or {}), "Authorization": key}
            response = case.call()
            case.validate_response(response, checks=checks)
            seen[response.status_code] += 1
            if response.status_code >= 400:
                check_refusal(response.json())

        ask()
    assert {200, 201, 204, 401, 403, 404, 409, 422} <= set(seen), seen


@pytest.mark.parametrize("game", list(GAMES), ids=lambda about: about.id)
def test_files_that_are_anything(game: Any, server: str) -> None:
    seats = ["me", *["open"] * (game.seats[0] - 1)]

    @settings(calm, max_examples=amount(10, 40))
    @given(st.dictionaries(st.sampled_from(["board", "tiles", "x", "\ud800"]), ANY_JSON, max_size=2))
    def ask(files: Any) -> None:
        body = {**OPENING, "game": game.id, "seats": seats, "files": files}
        raw = as_json(body)
        answer = http_request("POST", f"{server}/api/tables", content=raw, headers={"content-type": "application/json"})
        assert answer.status_code in (201, 422), answer.text
        if answer.status_code == 422:
            check_refusal(answer.json())

    ask()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        b'{"a":' * 40_000,
        b"{}",
        b"null",
        b"1" * 5000,
        b'{"\\ud800": 1}',
        b'{"name": "\\ud800"}',
        b'{"game": "\\u0000", "seats": ["me", "open"], "name": "Ann"}',
        b'{"game": "keltis", "seats": ["me", "open"], "name": "Ann", "files": {"board": 1' + b"0" * 400 + b"}}",
        b'{"game": "keltis", "seats": ["me", "open"], "name": "Ann", "files": {"board": NaN}}',
        b'{"game": "keltis", "seats": ["me", "open"], "name": "Ann", "files": {"board": '
        + b"[" * 900
        + b"]" * 900
        + b"}}",
    ],
    ids=lambda body: body[:24].decode(errors="replace"),
)
def test_bodies_that_are_no_wish(body: bytes, server: str) -> None:
    answer = http_request("POST", f"{server}/api/tables", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text
    check_refusal(answer.json())


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "", "http://127.0.0.1", "\xff", "//"])
def test_pages_from_elsewhere_are_refused(origin: str, server: str) -> None:
    raw = origin.encode("latin-1")
    answer = http_request("POST", f"{server}/api/tables", json=OPENING, headers=[(b"origin", raw)])
    assert answer.status_code == 403
    assert answer.json()["code"] == "origin-wrong"
    check_refusal(answer.json())

    async def ask() -> None:
        address = f"{server.replace('http', 'ws')}/api/tables/0000000000000000/socket"
        async with connect(address, additional_headers=[("Origin", origin)]) as page:
            assert msgspec.json.decode(await page.recv())["code"] == "origin-wrong"
            await page.wait_closed()
            assert page.close_code == 4403

    if origin.isascii():
        asyncio.run(ask())


def exchange(server: str, request: bytes) -> bytes:
    """The whole answer of a server to raw bytes; it must answer soon, or end the connection."""
    port = int(server.rsplit(":", 1)[1])
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        raw.sendall(request)
        while not is_whole(answer) and (more := raw.recv(65536)):
            answer += more
    return answer


def is_whole(answer: bytes) -> bool:
    """Whether head and body of an answer are there; they may come one after the other."""
    head, found, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    return bool(found) and len(body) >= int(length[1] if length else 0)


@pytest.mark.parametrize("length", ["-1", "99999999", "9" * 40, "+5", "0x10", "5, 5", "1e3", "\xb2", "", " ", "262145"])
def test_lengths_that_cannot_be(length: str, server: str) -> None:
    head = "POST /api/tables HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\n"
    answer = exchange(server, f"{head}Content-Length: {length}\r\n\r\n{{}}".encode("latin-1"))
    assert answer.split(b" ", 2)[1] in (b"400", b"413", b"422"), answer


@pytest.mark.parametrize("extra", ["", "Content-Length: 5\r\n", "Content-Length: 5\r\nContent-Length: 7\r\n"])
def test_chunks_without_end_and_two_lengths(extra: str, server: str) -> None:
    head = (
        "POST /api/tables HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
    )
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    answer = exchange(server, f"{head}{extra}\r\n".encode() + chunk * 6)
    status, body = answer.split(b" ", 2)[1], answer.partition(b"\r\n\r\n")[2]
    assert status in ((b"413",) if not extra else (b"400", b"413")), answer
    if status == b"413":
        assert msgspec.json.decode(body)["code"] == "too-large"


@pytest.mark.parametrize("host", ["evil.example", "", "127.0.0.1:1", "[::1", "a b", "\xff", "x" * 5000])
def test_any_host(host: str, server: str) -> None:
    answer = exchange(server, f"GET /api/games HTTP/1.1\r\nHost: {host}\r\n\r\n".encode("latin-1"))
    assert answer.split(b" ", 2)[1] in ((b"200",) if host.startswith("127.") else (b"400", b"421")), answer
    body = b'{"code":"x"}'
    head = f"POST /api/look HTTP/1.1\r\nHost: {host}\r\nOrigin: null\r\nContent-Type: application/json\r\n"
    answer = exchange(server, f"{head}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body)
    assert answer.split(b" ", 2)[1] in ((b"403",) if host.startswith("127.") else (b"400", b"421")), answer


@pytest.mark.parametrize(
    "request_", [b"\0\0\0\0\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01" * 99]
)
def test_no_http_at_all(request_: bytes, server: str) -> None:
    assert exchange(server, request_).startswith((b"HTTP/1.1 4", b"HTTP/1.1 505"))
