"""`wishstone serve`: the real program, in a process of its own, does as its page says."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.conftest import thorough
from tests.server.certificates import certificate
from tests.server.clients import PATIENCE, Client, begin, http_client, http_request, join_table, open_table
from tests.server.processes import QUICK, Server, address_of, command, headers_of, is_running, running
from wishstone.game.errors import UsageError
from wishstone.server.config.settings import ServerSettings
from wishstone.server.ops.serve import lan_address, serve

SLOW_BOT = """
import json, os, pathlib, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"name": "slow"}), flush=True)
    elif told["type"] == "decide":
        pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
        time.sleep(600)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not end it."""
    folder = tmp_path_factory.mktemp("serve")
    with running(folder, "--database", folder / "tables.db") as server:
        yield server


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers that a test ends by itself; where it fails before that, they do not stay."""
    started: list[Server] = []

    def make(*arguments: str | Path, **changes: str) -> Server:
        started.append(Server(tmp_path, *arguments, **changes))
        return started[-1]

    yield make
    for server in started:
        if server.process.poll() is None:
            server.process.kill()
            server.wait()


# ── What it answers ──────────────────────────────────────────────────────────────────────────────────────────────


def test_it_says_where_it_is(server: Server) -> None:
    assert server.said == f"Wishstone is at {server.url} (stop it with Ctrl-C)\n"
    assert http_request("GET", f"{server.url}/health").text == "alive\n"
    assert http_request("GET", f"{server.url}/ready").json()["ready"] is True


def test_metrics_can_be_read(server: Server) -> None:
    http_request("GET", f"{server.url}/api/tables/0000000000000000")
    http_request("BREW", f"{server.url}/api/games")

    async def play() -> None:
        ann = await (await open_table(server.url, "keltis-dice", ["me", "open"])).connect()
        await ann.do("move", move="keep", basis=0)
        await ann.close()

    asyncio.run(play())
    families = {
        family.name: family
        for family in text_string_to_metric_families(http_request("GET", f"{server.url}/metrics").text)
    }
    refused = {sample.labels["code"]: sample.value for sample in families["wishstone_refusals"].samples}
    assert refused["no-table"] >= 1
    assert refused["table-not-playing"] >= 1
    methods = {sample.labels["method"] for sample in families["wishstone_requests"].samples}
    assert methods <= {"GET", "POST", "other"}
    stored = {sample.name: sample.value for sample in families["wishstone_storing_seconds"].samples}
    assert stored["wishstone_storing_seconds_count"] >= 1
    assert families["wishstone_up_seconds"].samples[0].value > 0
    assert families["wishstone_open_tables"].type == "gauge"
    assert families["wishstone_moves"].type == "counter"
    assert all(family.documentation for family in families.values())


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/health", None, 200),
        ("GET", "/api/games", None, 200),
        ("GET", "/openapi.json", None, 200),
        ("GET", "/nothing", None, 404),
        ("GET", "/api/tables/0000000000000000", None, 404),
        ("DELETE", "/api/games", None, 405),
        ("POST", "/api/tables", b"{", 422),
        ("POST", "/api/tables", b"x" * 300_000, 413),
        ("GET", "/api/player", None, 401),
    ],
)
def test_every_answer_keeps_browsers_safe(
    server: Server, method: str, path: str, body: bytes | None, status: int
) -> None:
    answer = http_request(method, server.url + path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in answer.headers
    if status >= 400:
        assert set(answer.json()["text"]) == {"en", "de"}


def test_the_description_says_what_opens_what(server: Server) -> None:
    told = http_request("GET", f"{server.url}/openapi.json").json()
    schemes = told["components"]["securitySchemes"]
    assert (schemes["player-key"]["in"], schemes["player-key"]["name"]) == ("header", "Authorization")
    assert schemes["seat-cookie"]["in"] == "cookie"
    assert schemes["seat-secret"]["scheme"] == "bearer"
    secured = {
        path: {name for each in operation["security"] for name in each}
        for path, operations in told["paths"].items()
        for operation in operations.values()
        if "security" in operation
    }
    assert secured["/api/player/export"] == {"player-key"}
    assert secured["/api/tables/{id}/steps"] == secured["/api/tables/{id}/renew"] == {"seat-cookie", "seat-secret"}
    assert "/api/games" not in secured
    for path, operations in told["paths"].items():
        for operation in operations.values():
            answers = set(operation["responses"])
            assert {"408", "413", "429", "431"} <= answers, path
            assert ("421" in answers) == path.startswith("/api"), path
    ready = told["paths"]["/ready"]["get"]["responses"]
    assert ready["503"]["content"] == ready["200"]["content"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/tables", "GET, HEAD, POST"),
        ("POST", "/api/player", "DELETE, GET, HEAD, PUT"),
        ("HEAD", "/api/records", "POST"),
        ("POST", "/health", "GET, HEAD"),
    ],
)
def test_who_asks_in_a_wrong_way_is_told_the_right_ones(server: Server, method: str, path: str, allowed: str) -> None:
    answer = http_request(method, server.url + path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


def test_another_page_may_not_use_it(server: Server) -> None:
    headers = {"origin": "https://elsewhere.example"}
    answer = http_request("POST", f"{server.url}/api/look", json={"code": "x"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin-wrong")
    assert "content-security-policy" in answer.headers


# ── What it refuses ──────────────────────────────────────────────────────────────────────────────────────────────

ONE_FOR_A_CODE = "each starts the whole program; by default every code comes up once"


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = command(tmp_path, "serve", "--port", str(port))
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert f"cannot listen at 127.0.0.1:{port}: " in ended.stderr
    assert ended.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (("--settings", "/nowhere/at/all.toml"), "file-unreadable", "/nowhere/at/all.toml"),
        (("--port", "99999"), "settings-wrong", "--port is 99999, and should be a whole number from 0 to 65535"),
        thorough(
            *(("--port", "-1"), "settings-wrong", "--port is -1, and should be a whole number from 0 to 65535"),
            why=ONE_FOR_A_CODE,
        ),
        thorough(
            *(("--workers", "0"), "settings-wrong", "--workers is 0, and should be a whole number from 1 to 1000"),
            why=ONE_FOR_A_CODE,
        ),
        (("--host", "nonsense.invalid"), "address-taken", "nonsense.invalid"),
        (("--lan", "--host", "127.0.0.1"), "lan-host", "--lan and --host 127.0.0.1"),
        (("--database", "/nowhere/at/all.db"), "database-file", "/nowhere/at/all.db"),
        (("--database", "mysql://localhost/x"), "database-url", "mysql"),
        (("--database", "postgresql://127.0.0.1:1/x"), "database-unreachable", "127.0.0.1:1"),
        (("--tls-cert", "/nowhere/cert.pem"), "tls-half", "--tls-key"),
        thorough(("--tls-key", "/nowhere/key.pem"), "tls-half", "--tls-cert", why=ONE_FOR_A_CODE),
        (("--tls-cert", "/nowhere/c.pem", "--tls-key", __file__), "file-unreadable", "/nowhere/c.pem"),
        thorough(
            *(("--tls-cert", __file__, "--tls-key", "/nowhere/k.pem"), "file-unreadable", "/nowhere/k.pem"),
            why=ONE_FOR_A_CODE,
        ),
        (("--tls-cert", __file__, "--tls-key", __file__), "tls-cert", f"{__file__} is not a certificate"),
    ],
)
def test_arguments_that_are_wrong(tmp_path: Path, arguments: tuple[str, ...], code: str, named: str) -> None:
    ended = command(tmp_path, "serve", "--port", "0", *arguments)
    assert ended.returncode == 2
    assert ended.stderr.endswith(f"[{code}]\n"), ended.stderr
    assert named in ended.stderr
    assert "_ssl" not in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert ended.stdout == ""


def test_it_speaks_german(tmp_path: Path) -> None:
    ended = command(tmp_path, "serve", "--tls-key", "x", "--lang", "de")
    assert "gehören zusammen" in ended.stderr
    with running(tmp_path, "--lang", "de") as server:
        assert server.said == f"Wishstone ist unter {server.url} zu finden (Strg-C beendet es)\n"
        assert (tmp_path / "wishstone" / "tables.sqlite").exists()  # where it is kept unless one says otherwise


@pytest.mark.parametrize(
    ("spare", "told"),
    [
        ("here", "compiled rules are kept in {spare}, since {path} cannot be written: once that is emptied, a start"),
        ("nowhere", "compiled rules cannot be kept, since {path} cannot be written: every start compiles them anew"),
    ],
)
def test_it_says_what_follows_where_compiled_rules_cannot_be_kept(
    tmp_path: Path, start: Callable[..., Server], spare: str, told: str
) -> None:
    path = tmp_path / "file" / "below"  # not even the superuser can make a folder there
    temporary = tmp_path / f"wishstone-{os.getuid()}"
    for blocked in [path.parent, *([temporary] if spare == "nowhere" else [])]:
        blocked.touch()
    settings = QUICK.replace("compile = false", "compile = true")
    server = start(settings=settings, WISHSTONE_CACHE=str(path), TMPDIR=str(tmp_path))
    assert http_request("GET", f"{server.url}/health").text == "alive\n"
    assert server.process.stdout is not None
    line = server.process.stdout.readline()
    assert line.startswith(told.format(path=path, spare=temporary))
    assert line.endswith("name a folder that can be written with WISHSTONE_CACHE\n")
    assert server.end() == 0
    assert not [line for line in server.log if line["level"] == "error"]


def test_the_address_in_the_local_network() -> None:
    try:
        found = lan_address()
    except UsageError:  # there is none where no network is
        found = ""
    assert not found.startswith("127.")


def test_it_names_addresses_that_can_be_opened(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "0.0.0.0") as server:
        assert server.url.startswith("http://localhost:")
        assert http_request("GET", f"{server.url}/health").text == "alive\n"
        assert server.process.stdout is not None
        said = server.process.stdout.readline()
        try:
            port = server.url.rpartition(":")[2]
            assert said == f"others in the local network open http://{lan_address()}:{port}\n"
        except UsageError:  # there is none where no network is
            assert said.startswith("without TLS")


# ── TLS ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("key", ["another", "encrypted", "none"])
def test_a_key_that_does_not_do(tmp_path: Path, key: str) -> None:
    (tmp_path / "other").mkdir()
    cert, _ = certificate(tmp_path)
    if key == "none":
        given, code = cert, "tls-key"
    elif key == "another":
        given, code = certificate(tmp_path / "other")[1], "tls-pair"
    else:
        cert, given = certificate(tmp_path / "other", "-passout", "pass:secret")
        code = "tls-key"
    with pytest.raises(UsageError) as refused:
        serve(ServerSettings(tls_cert=str(cert), tls_key=str(given)))
    assert refused.value.code == code
    for language in ("en", "de"):
        assert str(given) in refused.value.text(language)
        assert "_ssl" not in refused.value.text(language)


def test_a_certificate_of_ones_own(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(cert))
    with running(tmp_path, "--tls-cert", cert, "--tls-key", key) as server:
        assert server.url.startswith("https://127.0.0.1:")
        with httpx.Client(verify=trust, base_url=server.url) as http:
            assert http.get("/api/games").json()["secure"] is True
            answer = http.post("/api/tables", json={"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann"})
            cookies = answer.headers.get_list("set-cookie")
            assert cookies
            assert all(cookie.startswith("__Host-wishstone-") for cookie in cookies)
            assert all("; Path=/;" in cookie and "; Secure" in cookie for cookie in cookies)
            assert "strict-transport-security" not in answer.headers, "an address is no name"
            told = answer.json()

        async def look() -> str:
            ann = Client(server.url, told["table"], 0, told["secret"])
            async with connect(address_of(ann), additional_headers=headers_of(ann), ssl=trust) as table:
                return str(json.loads(await table.recv())["type"])

        assert asyncio.run(look()) == "table"


# ── How it ends ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_is_impatient_sees_no_traceback(start: Callable[..., Server]) -> None:
    server = start()
    assert http_request("GET", f"{server.url}/health").text == "alive\n"
    server.process.send_signal(signal.SIGINT)
    time.sleep(0.01)  # else the two may count as one
    assert server.end(by=signal.SIGINT) == 0
    assert not [line for line in server.log if line["level"] == "error"]


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_peace(tmp_path: Path, start: Callable[..., Server], by: signal.Signals) -> None:
    """What was acknowledged is stored, and whoever is connected is told that the server goes away."""
    database = tmp_path / "tables.db"
    server = start("--database", database)

    async def play() -> tuple[Client, int]:
        ann = await (await open_table(server.url, "keltis-dice", ["me", "open"])).connect()
        bob = await (await join_table(server.url, ann.table, code=ann.you["code"])).connect()
        await begin(ann, bob)
        await ann.close()
        acknowledged = await talk(ann)
        assert acknowledged
        await bob.close()
        assert bob.socket is not None
        assert bob.socket.close_code == 1001
        return ann, acknowledged

    async def talk(client: Client) -> int:
        """Say something again and again, until the server goes away; how many entries it has acknowledged."""
        acknowledged = 0
        async with (
            asyncio.timeout(PATIENCE),
            connect(address_of(client), additional_headers=headers_of(client)) as table,
        ):
            with pytest.raises(ConnectionClosed):  # noqa: PT012
                for number in range(10_000):
                    if number == 20:
                        server.process.send_signal(by)
                    await table.send(json.dumps({"do": "say", "text": f"word {number}"}))
                    while "id" not in (told := json.loads(await table.recv())):
                        pass
                    acknowledged = told["scene"]["count"]
        assert table.close_code == 1001
        return acknowledged

    ann, acknowledged = asyncio.run(play())
    began = time.monotonic()
    assert server.wait() == 0, server.errors
    assert time.monotonic() - began < 30
    assert not [line for line in server.log if line["level"] in ("error", "warning")]
    assert not (tmp_path / "tables.db-wal").exists()  # it was written back
    with running(tmp_path, "--database", database) as again:
        there = http_request(
            "GET", f"{again.url}/api/tables/{ann.table}", headers={"Authorization": f"Bearer {ann.secret}"}
        )
        assert there.json()["count"] >= acknowledged


def test_it_ends_while_a_bot_thinks(tmp_path: Path, start: Callable[..., Server]) -> None:
    bot, thinks = tmp_path / "slow.py", tmp_path / "pid"
    bot.write_text(SLOW_BOT)
    settings = f"{QUICK}\n[bots.outside]\nslow = '{sys.executable} {bot} {thinks}'\n".replace("[bots]\npause = 0", "")
    server = start("--database", tmp_path / "tables.db", settings=settings)

    async def play() -> None:
        wishes = {"first": 1, "number_hash": None}
        ann = await (await open_table(server.url, "keltis-dice", ["me", "slow"], **wishes)).connect()
        assert (await ann.do("start"))["type"] == "news"
        async with asyncio.timeout(PATIENCE), http_client() as http:
            while not thinks.exists() or not thinks.read_text():
                await asyncio.sleep(0.1)
            assert "wishstone_thinking 1\n" in (await http.get(f"{server.url}/metrics")).text
        await ann.close()

    asyncio.run(play())
    started = [*server.children(), int(thinks.read_text())]
    assert len(started) > 1
    began = time.monotonic()
    assert server.end() == 0, server.errors
    assert time.monotonic() - began < PATIENCE, "it would think for ten minutes"
    while any(map(is_running, started)):
        assert time.monotonic() - began < 2 * PATIENCE
        time.sleep(0.05)
    assert not [line for line in server.log if line["level"] == "error"]


def test_it_ends_while_rules_are_compiled(tmp_path: Path, start: Callable[..., Server]) -> None:
    settings = QUICK.replace("compile = false", "compile = true")
    server = start("--database", tmp_path / "tables.db", settings=settings, WISHSTONE_CACHE=str(tmp_path / "nothing"))
    until = time.monotonic() + PATIENCE
    while not any(map(is_running, server.children())):
        assert time.monotonic() < until
        time.sleep(0.05)
    started = server.children()
    assert server.end() == 0, server.errors  # all of it would take minutes
    assert not any(map(is_running, started))


# ── What it writes down ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_log_has_no_secrets(tmp_path: Path) -> None:
    player = "a-player-key-that-nobody-may-see"
    settings = QUICK.replace("compile = false", "compile = false\nlog = 'debug'")
    with running(tmp_path, "--database", tmp_path / "t.db", settings=settings) as server:
        secrets = [player]

        async def play() -> None:
            ann = await open_table(server.url, "keltis-dice", ["me", "open"], player=player)
            code = ann.you["code"]
            secrets.extend((ann.secret, ann.you["watch"], ann.number, code))
            async with http_client(base_url=server.url) as http:
                exchanged = await http.post(f"/api/tables/{ann.table}/session", json={"secret": ann.secret})
                assert exchanged.status_code == 200
                assert (await http.post("/api/look", json={"code": code})).status_code == 200
                assert (await http.post("/api/look", json={"code": "WRONGCODE"})).status_code == 404
                assert (await http.get(f"/api/tables/{ann.table}?secret={ann.secret}")).status_code == 200
                await http.get("/api/player", headers={"Authorization": f"Player {player}"})
            bob = await (await join_table(server.url, ann.table, code=code)).connect()
            secrets.extend((bob.secret, bob.number))
            await ann.connect()
            await begin(ann, bob)
            await ann.do("say", text="between the two of us")
            await ann.socket.send("{nonsense")  # type: ignore[union-attr]
            await ann.move("nonsense")
            wrong = Client(server.url, ann.table, 1, "not-the-secret-of-this-seat")
            secrets.append(wrong.secret)
            async with connect(address_of(wrong), additional_headers=headers_of(wrong)) as refused:
                assert json.loads(await refused.recv())["code"] == "no-key"
            await asyncio.gather(ann.close(), bob.close())

        asyncio.run(play())
    text = "".join(server.errors)
    assert any(line["what"] == "request" and line["path"] == "/api/look" for line in server.log)
    for line in server.log:
        assert {"at", "level", "from", "what"} <= set(line)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["at"])
    for secret in (*secrets, "between the two of us", "cookie", "Bearer"):
        assert secret.lower() not in text.lower()


# ── Backup and restore ───────────────────────────────────────────────────────────────────────────────────────────


def test_backup_while_serving_and_restore_into_the_other(
    url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    copy = tmp_path / "copy.backup"
    with running(tmp_path, "--database", url) as server:

        async def play() -> Client:
            ann = await (await open_table(server.url, "keltis-dice", ["me", "open"])).connect()
            bob = await (await join_table(server.url, ann.table, code=ann.you["code"])).connect()
            await begin(ann, bob)
            await asyncio.gather(ann.close(), bob.close())
            return ann

        ann = asyncio.run(play())
        done = command(tmp_path, "backup", copy, "--database", url)
        assert (done.returncode, done.stderr) == (0, "")
        assert str(copy) in done.stdout
    is_file = not url.startswith("postgresql")
    other = request.getfixturevalue("make_database")() if is_file else str(tmp_path / "other.db")
    done = command(tmp_path, "restore", copy, "--database", other, "--lang", "de")
    assert (done.returncode, done.stderr) == (0, "")
    assert "wieder da" in done.stdout
    with running(tmp_path, "--database", other) as server:

        async def go_on() -> None:
            there = await Client(server.url, ann.table, ann.seat, ann.secret).connect()
            assert there.scene["status"] == "playing"
            assert (await there.do("say", text="back again"))["type"] == "news"
            await there.close()

        asyncio.run(go_on())


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        (tmp_path / "wishstone").write_text("in the way")
    else:
        tmp_path.chmod(0o500)
    ended = command(tmp_path, "serve", "--port", "0")
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
