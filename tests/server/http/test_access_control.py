"""Access control: to which host names a server answers, which pages may use it, and what cookies open a seat."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import msgspec
import pytest
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from websockets.asyncio.client import connect

from tests.server.clients import http_client, quick_settings, serving
from wishstone.server.config.settings import ServerSettings
from wishstone.server.http.access_control import (
    HALF_A_YEAR,
    allowed_hosts,
    check_host,
    check_origin,
    cookie_name,
    set_seat_cookie,
)
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


# ── Pages from elsewhere ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("scheme", "origin"),
    [
        ("http", "http://games.example.org"),
        ("ws", "http://games.example.org"),
        ("https", "https://games.example.org"),
        ("wss", "https://games.example.org"),
        ("http", "https://games.example.org"),  # a proxy that speaks TLS, and that the settings do not name
        ("https", "capacitor://localhost"),
    ],
)
def test_pages_of_ones_own(scheme: str, origin: str) -> None:
    check_origin({"host": "games.example.org", "origin": origin}, scheme, ["capacitor://localhost"])


@pytest.mark.parametrize(
    ("scheme", "origin"),
    [
        ("https", "http://games.example.org"),  # whoever stands in between has written this page
        ("wss", "http://games.example.org"),
        ("http", "ftp://games.example.org"),
        ("http", "http://games.example.org:81"),
        ("https", "https://other.example.org"),
        ("http", "null"),
    ],
)
def test_pages_that_are_not_ones_own(scheme: str, origin: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_origin({"host": "games.example.org", "origin": origin}, scheme, [])
    assert refused.value.code == "origin-wrong"


# ── What only TLS has ────────────────────────────────────────────────────────────────────────────────────────────

SAFE = {"Host": "games.example.org", "X-Forwarded-Proto": "https"}


def behind_tls(tmp_path: Path) -> ServerSettings:
    """Settings of a server behind a proxy that speaks TLS."""
    return quick_settings(str(tmp_path / "tables.db"), hosts=["Games.example.org"], proxies=["127.0.0.1"])


def test_browsers_are_told_to_ask_for_a_public_name_with_tls_only(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(behind_tls(tmp_path)) as (url, _), http_client(base_url=url) as http:
            told = (await http.get("/", headers=SAFE)).headers["strict-transport-security"]
            assert told == f"max-age={HALF_A_YEAR}"
            assert "strict-transport-security" in (await http.post("/api/look", json={}, headers=SAFE)).headers
            for less in ({"X-Forwarded-Proto": "http"}, {"Host": "localhost"}, {"Host": "192.0.2.1"}):
                answer = await http.get("/", headers={**SAFE, **less})
                assert answer.status_code == 200
                assert "strict-transport-security" not in answer.headers, less

    asyncio.run(ask())


def test_under_tls_a_cookie_is_this_hosts_alone_and_one_from_before_still_counts(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(behind_tls(tmp_path)) as (url, _), http_client(base_url=url) as http:
            opening = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann", "onlookers": False}
            told = (await http.post("/api/tables", json=opening, headers=SAFE)).json()
            old, seat = cookie_name(told["table"], 0), f"/api/tables/{told['table']}/renew"
            http.cookies.clear()
            before = {**SAFE, "Cookie": f"{old}={told['secret']}"}
            renewed = await http.post(seat, json={"seat": 0}, headers=before)
            assert renewed.status_code == 200, "what a browser has stored keeps working"
            http.cookies.clear()
            new, gone = renewed.headers.get_list("set-cookie")
            assert new.startswith(f"__Host-{old}={renewed.json()['secret']}; HttpOnly; Max-Age={HALF_A_YEAR}; Path=/; ")
            assert "; Secure" in new
            assert "domain" not in new.lower()
            assert gone.startswith(f'{old}=""; ')
            assert "Max-Age=0; Path=/api;" in gone
            both = {**SAFE, "Cookie": f"{old}={told['secret']}; __Host-{old}={renewed.json()['secret']}"}
            assert (await http.post(seat, json={"seat": 0}, headers=both)).status_code == 200, "the newer one counts"

    asyncio.run(ask())


def test_a_browser_under_tls_keeps_the_cookies_of_its_latest_tables_of_either_name() -> None:
    old = [f"wishstone-{number:016x}-0" for number in range(30)]
    new = [f"__Host-wishstone-{number:016x}-0" for number in range(30, 60)]
    cookies = "; ".join(f"{name}=x" for name in (*old, *new)).encode()
    scope = {"type": "http", "scheme": "https", "path": "/", "query_string": b"", "headers": [(b"cookie", cookies)]}
    response = Response()
    set_seat_cookie(Request({**scope, "server": ("games.example.org", 443)}), response, "f" * 16, 1, "secret")
    given = response.headers.getlist("set-cookie")
    dropped = [cookie.partition("=")[0] for cookie in given if "Max-Age=0" in cookie]
    assert dropped == old[:10]
    assert len(given) == 11


# ── HEAD ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", ["/", "/health", "/ready", "/api/games", "/icon.svg"])
def test_head_is_answered_like_get_without_the_body(path: str, tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(quick_settings(str(tmp_path / "tables.db"))) as (url, _), http_client(base_url=url) as http:
            head, whole = await http.head(path), await http.get(path)
            assert (head.status_code, head.content) == (200, b"")
            for name in ("content-type", "content-length", "etag"):
                assert head.headers.get(name) == whole.headers.get(name)
            assert (await http.head("/nothing")).status_code == 404
            assert (await http.head("/api/records")).status_code == 405

    asyncio.run(ask())
