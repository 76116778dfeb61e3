"""Host names: a server answers to addresses, its machine's names and those in its settings, and to no other."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import msgspec
import pytest
from starlette.datastructures import Headers
from websockets.asyncio.client import connect

from tests.server.clients import http_client, quick_settings, serving
from wishstone.server.http.access_control import allowed_hosts, check_host
from wishstone.server.table.refusal import Refusal

SETTINGS = ["games.example.org", ".Wide.example"]


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8420", "192.168.1.20", "[::1]:8420", "[fe80::1]", "localhost", "LOCALHOST.:8420", "play.localhost",
        socket.gethostname(), f"{socket.gethostname()}.local:8420",
        "games.example.org", "Games.Example.org:443", "a.wide.example", "b.a.wide.example",
    ],
)  # fmt: skip
def test_names_that_are_its_own(host: str) -> None:
    check_host(Headers({"host": host}), allowed_hosts(SETTINGS))


@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("evil.example", "evil.example"),
        ("evil.example:8420", "evil.example"),
        ("127.0.0.1.evil.example", "127.0.0.1.evil.example"),
        ("localhost.evil.example", "localhost.evil.example"),
        ("wide.example", "wide.example"),
        ("notgames.example.org", "notgames.example.org"),
        ("127.0.0.1@evil.example", "evil.example"),
        ("[", "["),
        ("", ""),
    ],
)
def test_names_that_anybody_may_have_chosen(host: str, named: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_host(Headers({"host": host}), allowed_hosts(SETTINGS))
    assert (refused.value.code, refused.value.status) == ("host-wrong", 421)
    assert f'hosts = ["{named}"]' in refused.value.text("en")
    assert f'hosts = ["{named}"]' in refused.value.text("de")


def test_one_wrong_name_among_two_is_enough() -> None:
    both = Headers(raw=[(b"host", b"localhost"), (b"host", b"evil.example")])
    with pytest.raises(Refusal):
        check_host(both, allowed_hosts([]))


def test_an_operator_can_allow_any_name_and_programs_need_none() -> None:
    check_host(Headers({"host": "anything.example"}), allowed_hosts(["*"]))
    check_host(Headers({}), allowed_hosts([]))


def test_a_name_that_was_led_here_gets_nothing(tmp_path: Path) -> None:
    """A page elsewhere whose name leads to this machine comes from the same host as far as its browser can tell."""

    async def ask() -> None:
        settings = quick_settings(str(tmp_path / "tables.db"), hosts=["games.example.org"])
        async with serving(settings) as (url, hub), http_client() as http:
            port = url.rpartition(":")[2]
            led = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
            for path in ("/", "/api/games", "/api/tables"):
                answer = await http.get(url + path, headers=led)
                assert (answer.status_code, answer.json()["code"]) == (421, "host-wrong"), path
            answer = await http.post(f"{url}/api/tables", json={}, headers=led)
            assert (answer.status_code, answer.json()["code"]) == (421, "host-wrong")
            assert (await http.get(f"{url}/api/games", headers={"Host": "games.example.org"})).status_code == 200
            assert (await http.get(f"{url}/ready", headers={"Host": "wishstone:8420"})).status_code == 200
            address = f"ws://evil.example:{port}/api/tables/0000000000000000/socket"
            async with connect(address, host="127.0.0.1", port=int(port)) as page:
                assert msgspec.json.decode(await page.recv())["code"] == "host-wrong"
                await page.wait_closed()
                assert page.close_code == 4421
            assert hub.metrics.refusals["host-wrong"] == 5

    asyncio.run(ask())
