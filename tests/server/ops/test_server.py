"""Server: it drains on SIGTERM, and reads its certificate anew on SIGHUP, without a restart."""

from __future__ import annotations

import asyncio
import shutil
import signal
import ssl
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.certificates import certificate
from tests.server.clients import PATIENCE, begin, http_request, join_table, open_table
from tests.server.processes import QUICK, Server, address_of, headers_of, running


def until(condition: Callable[[], bool]) -> None:
    """Wait until something has come about."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_it_says_how_many_connections_it_has_room_for(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert server.process.stdout is not None
        said = server.process.stdout.readline()
        metrics = http_request("GET", f"{server.url}/metrics").text
    room = next(line for line in metrics.splitlines() if line.startswith("wishstone_transports_most "))
    assert said.startswith(f"it has room for {float(room.split()[1]):.0f} connections at once")


# ── How it drains ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def drained(tmp_path: Path) -> Server:
    """A server behind a proxy that takes a while to notice anything."""
    settings = f"drain_seconds = 600\nproxies = ['127.0.0.1']\n{QUICK}"
    return Server(tmp_path, "--database", tmp_path / "tables.db", settings=settings)


def test_it_is_not_ready_any_more_while_it_serves_on(drained: Server) -> None:
    """So a proxy leads nobody here any more; then everybody at a table is told to come back, and nothing is lost."""

    async def play() -> None:
        ann = await (await open_table(drained.url, "keltis-dice", ["me", "open"])).connect()
        bob = await (await join_table(drained.url, ann.table, code=ann.you["code"])).connect()
        await begin(ann, bob)
        assert httpx.get(f"{drained.url}/ready").status_code == 200
        drained.process.send_signal(signal.SIGTERM)
        until(lambda: http_request("GET", f"{drained.url}/ready").status_code == 503)
        answer = http_request("GET", f"{drained.url}/ready")
        assert answer.json()["ready"] is False
        assert answer.headers["connection"] == "close", "a proxy keeps no connection that will be gone"
        assert http_request("GET", f"{drained.url}/health").status_code == 200
        assert (await ann.do("say", text="still here"))["type"] == "news"
        async with connect(address_of(bob), additional_headers=headers_of(bob)) as another:
            await another.recv()
            drained.process.send_signal(signal.SIGTERM)  # a second one waits for nobody
            await asyncio.wait_for(another.wait_closed(), PATIENCE)
            assert another.close_code == 1001
        await asyncio.gather(ann.close(), bob.close())
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{drained.url}/health")

    asyncio.run(play())
    assert drained.wait() == 0
    assert not [line for line in drained.log if line["level"] in ("error", "warning")]


def test_ctrl_c_waits_for_no_proxy(drained: Server) -> None:
    began = time.monotonic()
    assert drained.end(by=signal.SIGINT) == 0
    assert time.monotonic() - began < 300


# ── Its certificate ──────────────────────────────────────────────────────────────────────────────────────────────


def shown(server: Server) -> bytes:
    """The certificate that a server shows."""
    host, port = server.url.removeprefix("https://").split(":")
    return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((host, int(port)), timeout=PATIENCE))


def stored(cert: Path) -> bytes:
    return ssl.PEM_cert_to_DER_cert(cert.read_text())


def test_a_new_certificate_counts_after_sighup_and_nobody_is_disconnected(tmp_path: Path) -> None:
    (tmp_path / "newer").mkdir()
    cert, key = certificate(tmp_path)
    newer, newer_key = certificate(tmp_path / "newer")
    trust = ssl.create_default_context(cafile=str(cert))
    with (
        running(tmp_path, "--tls-cert", cert, "--tls-key", key) as server,
        httpx.Client(verify=trust, base_url=server.url, timeout=PATIENCE) as http,
    ):
        assert http.get("/health").text == "alive\n"
        assert shown(server) == stored(cert)
        shutil.copy(newer, cert)
        server.process.send_signal(signal.SIGHUP)  # half of the pair is new: what was before, stays
        until(lambda: any("before stays" in line for line in server.errors))
        assert shown(server) != stored(newer)
        shutil.copy(newer_key, key)
        server.process.send_signal(signal.SIGHUP)
        until(lambda: shown(server) == stored(newer))
        assert http.get("/health").text == "alive\n", "a connection goes on with the one that it began with"
    refused, read = [line for line in server.log if line["from"] == "wishstone.tls"]
    assert (refused["level"], read["level"]) == ("error", "info")
    assert str(key) in refused["reason"]
