"""Connection guard: raw connections that say nothing, too much, or too slowly, are ended."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect

from tests.server.clients import http_client, serving
from tests.server.mischief import check_refusal, hub_of, table_at, well

SOON = 60.0
HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"


class Caller:
    """A connection on which anything can be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, raw: bytes) -> None:
        self.writer.write(raw)

    async def told(self) -> tuple[int, str]:
        """The status and the code with which the connection is ended."""
        async with asyncio.timeout(SOON):
            answer = await self.reader.read()
        head, _, body = answer.partition(b"\r\n\r\n")
        told = msgspec.json.decode(body)
        check_refusal(told)
        return int(head.split(b" ")[1]), told["code"]

    async def ended(self) -> None:
        """Wait until the connection is ended, with or without a word."""
        async with asyncio.timeout(SOON):
            try:
                while await self.reader.read(65536):
                    pass
            except ConnectionResetError:
                pass


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something has come about."""
    async with asyncio.timeout(SOON):
        while not condition():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def calling(url: str) -> AsyncIterator[Caller]:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rsplit(":", 1)[1]))
    try:
        yield Caller(reader, writer)
    finally:
        writer.close()


def test_a_head_without_an_end_is_refused(tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path)) as url:
            async with calling(url) as caller:
                caller.send(HEAD)
                for _ in range(200):
                    caller.send(b"a: " + b"x" * 60 + b"\r\n")
                assert await caller.told() == (431, "head-too-large")
            async with calling(url) as caller:  # all at once, and whole
                caller.send(HEAD + b"a: " + b"x" * 9000 + b"\r\n\r\n")
                assert await caller.told() == (431, "head-too-large")
            async with calling(url) as caller:
                caller.send(b"GET /" + b"x" * 9000)
                assert await caller.told() == (431, "head-too-large")
            async with calling(url) as caller:
                caller.send(b"\0\r\n\r\n")
                assert await caller.told() == (400, "malformed")
            async with http_client(base_url=url) as http:
                assert (await http.get("/health", headers={"a": "x" * 7000})).status_code == 200

    asyncio.run(call())


def test_a_socket_with_too_many_cookies_is_told_so(tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path)) as url, calling(url) as caller:
            table = secrets.token_hex(8)
            caller.send(
                f"GET /api/tables/{table}/socket?seat=0 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: {'x' * 9000}\r\n\r\n".encode()
            )
            assert await caller.told() == (431, "head-too-large")

    asyncio.run(call())


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"POST /api/look HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_a_request_that_does_not_come_is_waited_for_a_while(begun: bytes, tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path, request_seconds=0.4)) as url, calling(url) as caller:
            caller.send(begun)
            assert await caller.told() == (408, "too-slow")

    asyncio.run(call())


def test_one_byte_after_the_other_is_too_slow(tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path, request_seconds=0.5)) as url, calling(url) as caller:
            caller.send(HEAD)
            answer = asyncio.create_task(caller.told())
            while not answer.done():
                caller.send(b"a: b\r\n")
                await asyncio.sleep(0.05)
            assert answer.result() == (408, "too-slow")

    asyncio.run(call())


def test_requests_one_after_the_other_are_all_answered(tmp_path: Path) -> None:
    """Each has its own time, and what is answered is not waited for."""

    async def call() -> None:
        async with well(hub_of(tmp_path, request_seconds=0.5)) as url, calling(url) as caller:
            for _ in range(6):
                caller.send(HEAD + b"\r\n")
                answer = await asyncio.wait_for(caller.reader.readuntil(b"alive\n"), SOON)
                assert answer.startswith(b"HTTP/1.1 200")
                await asyncio.sleep(0.15)
            caller.send((HEAD + b"\r\n") * 3)
            for _ in range(3):
                await asyncio.wait_for(caller.reader.readuntil(b"alive\n"), SOON)

    asyncio.run(call())


def test_calls_from_one_address(tmp_path: Path) -> None:
    """Whoever plays is not counted among those who call, and whoever hangs up makes room."""

    async def call() -> None:
        hub = hub_of(tmp_path, calls_per_address=3)
        async with well(hub) as url:
            host, other, _ = await table_at(url, "open")
            await host.connect()
            await other.connect()
            async with calling(url), calling(url):
                async with calling(url), calling(url) as fourth:
                    assert await fourth.told() == (429, "too-many-connections")
                async with asyncio.timeout(SOON), http_client(base_url=url) as http:
                    while (await http.get("/health")).status_code != 200:
                        await asyncio.sleep(0.02)
            await host.close()
            await other.close()

    asyncio.run(call())


def test_calls_through_a_proxy_are_not_counted(tmp_path: Path) -> None:
    async def call() -> None:
        hub = hub_of(tmp_path, calls_per_address=1)
        hub.settings = msgspec.structs.replace(hub.settings, proxies=["127.0.0.0/8"])
        async with serving(hub.settings, hub) as (url, _), calling(url), calling(url), http_client() as http:
            assert (await http.get(f"{url}/health")).status_code == 200

    asyncio.run(call())


def test_nothing_is_left_of_calls_that_are_over(tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path, calls_per_address=2)) as url, http_client(base_url=url) as http:

            async def transports() -> str:
                lines = (await http.get("/metrics")).text.splitlines()
                return next(line for line in lines if line.startswith("wishstone_transports "))

            for _ in range(5):
                async with calling(url) as caller:
                    caller.send(HEAD + b"\r\n")
                    await asyncio.wait_for(caller.reader.readuntil(b"alive\n"), SOON)
            host, *_ = await table_at(url, "open")
            await host.connect()
            async with asyncio.timeout(SOON):
                while await transports() != "wishstone_transports 2":  # the socket, and our own
                    await asyncio.sleep(0.02)
                await host.close()
                while await transports() != "wishstone_transports 1":
                    await asyncio.sleep(0.02)

    asyncio.run(call())


CHUNKED = (
    b"POST /api/look HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


@pytest.mark.parametrize(
    "endless",
    [b"A: " + b"b" * 1000 + b"\r\n", b"b" * 1000],
    ids=["many trailers", "one trailer"],
)
def test_trailers_without_an_end_are_refused(endless: bytes, tmp_path: Path) -> None:
    async def call() -> None:
        hub = hub_of(tmp_path)
        async with well(hub) as url, calling(url) as caller:
            caller.send(CHUNKED + b"0\r\nA: ")
            for _ in range(100):
                caller.send(endless)
            await caller.ended()
        assert hub.metrics.refusals["head-too-large"] == 1

    asyncio.run(call())


@pytest.mark.parametrize("chunk", [b"1;x=" + b"y" * 2000 + b"\r\n{\r\n", b"1\r\n \r\n" * 400])
def test_a_body_with_more_around_it_than_in_it_is_refused(chunk: bytes, tmp_path: Path) -> None:
    async def call() -> None:
        hub = hub_of(tmp_path)
        async with well(hub) as url, calling(url) as caller:
            caller.send(CHUNKED)
            for _ in range(100):
                caller.send(chunk)
            await caller.ended()
        assert hub.metrics.refusals["head-too-large"] == 1

    asyncio.run(call())


def test_a_body_in_small_chunks_with_trailers_is_read(tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path)) as url, calling(url) as caller:
            caller.send(CHUNKED + b"".join(b"1\r\n%c\r\n" % byte for byte in b'{"code": "NOWHERE"}'))
            caller.send(b"0\r\nA: b\r\n\r\n")
            answer = await asyncio.wait_for(caller.reader.readuntil(b"}}"), SOON)
            assert answer.startswith(b"HTTP/1.1 404")
            assert b"no-code" in answer
            caller.send(HEAD + b"\r\n")
            assert b"alive" in await asyncio.wait_for(caller.reader.readuntil(b"alive\n"), SOON), "and what comes next"

    asyncio.run(call())


def test_a_body_that_is_sent_on_after_its_refusal_ends_the_connection(tmp_path: Path) -> None:
    async def call() -> None:
        hub = hub_of(tmp_path)
        async with well(hub) as url, calling(url) as caller:
            caller.send(CHUNKED)
            for _ in range(400):
                caller.send(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
            await caller.ended()
        assert hub.metrics.refusals["too-large"] > 0

    asyncio.run(call())


def test_thousands_of_requests_at_once_are_not_kept(tmp_path: Path) -> None:
    async def call() -> None:
        hub = hub_of(tmp_path)
        async with well(hub) as url, calling(url) as caller:
            caller.send((HEAD + b"\r\n") * 5000)
            await caller.ended()
        assert hub.metrics.refusals == {"too-fast": 1}
        assert sum(hub.metrics.requests.values()) <= 20

    asyncio.run(call())


def test_who_reads_no_answer_is_hung_up_on(tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path, request_seconds=0.3)) as url:
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(deaf, ("127.0.0.1", int(url.rsplit(":", 1)[1])))
            await loop.sock_sendall(deaf, b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 16)
            async with asyncio.timeout(SOON), http_client(base_url=url) as http:
                while "wishstone_transports 1\n" not in (await http.get("/metrics")).text:
                    await asyncio.sleep(0.05)
            deaf.close()

    asyncio.run(call())


def test_floods_of_the_smallest_frames_end_the_connection(tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path)) as url:
            host, _other, watch = await table_at(url, "open")
            address = f"{url.replace('http', 'ws')}/api/tables/{host.table}/socket?seat=-1"
            headers = {"Authorization": f"Bearer {watch}"}
            ping, pong, crumb, empty = (bytes([first]) + b"\x80\0\0\0\0" for first in (0x89, 0x8A, 0x00, 0x81))
            for flood in (ping * 200, pong * 200, b"\x01\x80\0\0\0\0" + crumb * 200, empty * 2000):
                async with connect(address, additional_headers=headers, ping_interval=None) as socket:
                    await socket.recv()
                    socket.transport.write(flood)
                    await asyncio.wait_for(socket.wait_closed(), SOON)
                    assert socket.close_code == 1006
            async with connect(address, additional_headers=headers, ping_interval=None) as socket:
                for _ in range(20):
                    await asyncio.wait_for(await socket.ping(), SOON)

    asyncio.run(call())


def test_who_goes_on_sending_after_the_end_is_cut_off(tmp_path: Path) -> None:
    async def call() -> None:
        async with well(hub_of(tmp_path)) as url, calling(url) as caller:
            caller.send(
                f"GET /api/tables/{'0' * 16}/socket?seat=0 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            async with asyncio.timeout(SOON):
                await caller.reader.readuntil(b"no-table")
                await caller.reader.readuntil((4404).to_bytes(2))  # it was told that it is over
                sent = 0
                with suppress(ConnectionError):
                    while True:
                        caller.send(b"\x81\x80\0\0\0\0" * 1000)
                        await caller.writer.drain()
                        sent += 6000
                        await asyncio.sleep(0)
            assert sent < 4 * 2**20, "and not only after ten seconds"

    asyncio.run(call())


def test_requests_under_way_are_counted_by_whom_the_proxy_speaks_for(tmp_path: Path) -> None:
    async def call() -> None:
        hub = hub_of(tmp_path, calls_per_address=2)
        hub.settings = msgspec.structs.replace(hub.settings, proxies=["127.0.0.1"])
        slow = b"POST /api/look HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n"
        async with serving(hub.settings, hub) as (url, _), calling(url) as one, calling(url) as two:
            for caller in (one, two):
                caller.send(slow + b"X-Forwarded-For: 203.0.113.9\r\n\r\n")
            async with asyncio.timeout(SOON), http_client(base_url=url) as http:
                asked = {"X-Forwarded-For": "203.0.113.9"}
                while (refused := await http.get("/api/games", headers=asked)).status_code == 200:
                    await asyncio.sleep(0.02)
                assert (refused.status_code, refused.json()["code"]) == (429, "too-many-connections")
                other = await http.get("/api/games", headers={"X-Forwarded-For": "203.0.113.10"})
                assert other.status_code == 200
                one.send(b"{}       ")
                await one.reader.readuntil(b"}}")
                while (await http.get("/api/games", headers=asked)).status_code != 200:
                    await asyncio.sleep(0.02)

    asyncio.run(call())


def test_bodies_whose_end_does_not_come_are_refused_where_they_hold_too_much(tmp_path: Path) -> None:
    async def call() -> None:
        hub = hub_of(tmp_path, record_bytes=100_000, body_bytes=1000)
        head = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
        async with well(hub) as url, AsyncExitStack() as callers, asyncio.timeout(SOON):
            waiting = []
            for _ in range(12):  # 1.2 MB, of 3.2 MB in all
                caller = await callers.enter_async_context(calling(url))
                caller.send(head + b" " * 99_000)
                waiting.append(asyncio.create_task(caller.reader.readuntil(b"}}")))
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            answered = next(task for task in waiting if task.done())
            assert answered.result().startswith(b"HTTP/1.1 429")
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            await callers.aclose()  # nobody waits for an answer any more
            async with http_client(base_url=url) as http:
                while (await http.post("/api/records", content=b" " * 50_000)).status_code == 429:
                    await asyncio.sleep(0.02)
        assert not hub.metrics.refusals["failed"], "who hangs up is no fault of ours"

    asyncio.run(call())
