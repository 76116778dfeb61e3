"""Listener: what only connects is counted and ended, with TLS and without, and whoever comes after that is served."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.certificates import certificate
from tests.server.clients import GENEROUS, PATIENCE, http_client, quick_settings, serving


@asynccontextmanager
async def served(tmp_path: Path, tls: bool, **limits: Any) -> AsyncIterator[str]:
    """A server's address; with TLS, if it is to have that."""
    cert, key = certificate(tmp_path) if tls else ("", "")
    changes = {"tls_cert": str(cert), "tls_key": str(key), "limits": msgspec.structs.replace(GENEROUS, **limits)}
    async with serving(quick_settings(str(tmp_path / "tables.db"), **changes)) as (url, _):
        yield url


async def silent(url: str) -> socket.socket:
    """A connection on which nothing is said."""
    caller = socket.socket()
    caller.setblocking(False)
    await asyncio.get_running_loop().sock_connect(caller, ("127.0.0.1", int(url.rpartition(":")[2])))
    return caller


async def is_ended(caller: socket.socket) -> bool:
    """Whether the server hangs up on a connection, after whatever it says."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(PATIENCE):
        try:
            while await loop.sock_recv(caller, 65536):
                pass
        except ConnectionResetError:
            pass
    return True


async def status(url: str, path: str = "/health") -> int:
    async with http_client() as http:
        return (await http.get(url + path)).status_code


async def metric(url: str, name: str) -> float:
    async with http_client() as http:
        lines = (await http.get(f"{url}/metrics")).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


@pytest.mark.parametrize("tls", [False, True])
def test_silent_connections_are_counted_from_the_first_moment(tmp_path: Path, tls: bool) -> None:
    async def call() -> None:
        async with served(tmp_path, tls, calls_per_address=3) as url:
            callers = [await silent(url) for _ in range(4)]
            assert await is_ended(callers[3])
            callers.pop(0).close()
            async with asyncio.timeout(PATIENCE):
                while True:
                    try:
                        assert await status(url) == 200
                        break
                    except Exception:
                        await asyncio.sleep(0.02)
            for caller in callers:
                caller.close()

    asyncio.run(call())


@pytest.mark.parametrize("tls", [False, True])
def test_silent_connections_are_ended_after_a_while(tmp_path: Path, tls: bool) -> None:
    async def call() -> None:
        async with served(tmp_path, tls, request_seconds=0.3) as url:
            callers = [await silent(url) for _ in range(5)]
            assert all([await is_ended(caller) for caller in callers])
            async with asyncio.timeout(PATIENCE):
                while await metric(url, "wishstone_transports") > 1:  # our own
                    await asyncio.sleep(0.02)
            for caller in callers:
                caller.close()

    asyncio.run(call())


def test_nonsense_instead_of_a_handshake_ends_that_connection_alone(tmp_path: Path) -> None:
    async def call() -> None:
        async with served(tmp_path, tls=True) as url:
            for nonsense in (
                b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                b"\0" * 5000,
                b"\x16\x03\x01\x40\0" + b"x" * 16384,
            ):
                caller = await silent(url)
                await asyncio.get_running_loop().sock_sendall(caller, nonsense)
                assert await is_ended(caller)
                caller.close()
            assert await status(url) == 200

    asyncio.run(call())


def test_a_handshake_byte_by_byte_does_not_take_longer_than_a_request_may(tmp_path: Path) -> None:
    async def call() -> None:
        async with served(tmp_path, tls=True, request_seconds=0.5) as url:
            outgoing = ssl.MemoryBIO()
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            with pytest.raises(ssl.SSLWantReadError):
                context.wrap_bio(ssl.MemoryBIO(), outgoing).do_handshake()
            hello, caller = outgoing.read(), await silent(url)
            loop = asyncio.get_running_loop()
            ended = asyncio.create_task(is_ended(caller))
            for byte in hello:
                if ended.done():
                    break
                try:
                    await loop.sock_sendall(caller, bytes([byte]))
                except ConnectionError:
                    break
                await asyncio.sleep(0.05)
            assert await ended
            caller.close()

    asyncio.run(call())


def test_who_is_turned_away_is_told_why_where_that_costs_nothing(tmp_path: Path) -> None:
    async def call() -> None:
        async with served(tmp_path, tls=False, calls_per_address=1) as url:
            first = await silent(url)
            reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
            assert answer.startswith(b"HTTP/1.1 429")
            assert b"too-many-connections" in answer
            writer.close()
            first.close()
            async with asyncio.timeout(PATIENCE):
                while await metric(url, "wishstone_transports") > 1:
                    await asyncio.sleep(0.02)

    asyncio.run(call())
