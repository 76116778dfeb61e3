"""Webhooks: a player is told of its turn by a signed message, which goes to no forbidden address."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import ssl
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.clients import PATIENCE, Client, begin, http_client, join_table, open_table, quick_settings, serving
from wishstone.server.config.settings import WebhookSettings
from wishstone.server.live.hub import Hub
from wishstone.server.live.webhooks import DeliveryFailed, TurnNotifier, WebhookSender, check_url, is_public, resolve
from wishstone.server.ops.serve import make_hub
from wishstone.server.store.interface import Webhook
from wishstone.server.table.refusal import Refusal

PUBLIC = "93.184.215.14"
SETTINGS = WebhookSettings(hosts=["example.org", ".example.com", "example.net:8443"], seconds=2)
PLAIN = WebhookSettings(hosts=["example.org"], seconds=2, plain=True)
HOOK = Webhook("http://example.org/turn/of-mine?a=b", "the secret")
KEY = "a player key of Bob's"
GOOD = b"HTTP/1.1 204 No Content\r\n\r\n"


# ── Where they may go ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",  # shared by the customers of a provider
        "127.0.0.1",
        "127.9.9.9",
        "169.254.169.254",  # where clouds keep their keys
        "172.16.0.1",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::127.0.0.1",
        "64:ff9b::7f00:1",  # an IPv4 address behind a gateway
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "localhost",
        "",
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
def test_addresses_that_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://EXAMPLE.org/turn?x=1",
        "https://example.org:443/",
        "https://a.example.com/",
        "https://a.b.example.com/",
        "https://example.net:8443/",
    ],
)
def test_urls_that_are_allowed(url: str) -> None:
    assert check_url(url, SETTINGS).secure


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "webhook-url"),
        ("example.org", "webhook-url"),
        ("https://", "webhook-url"),
        ("https:///path", "webhook-url"),
        ("https://[::1", "webhook-url"),
        ("https://example.org:99999/", "webhook-url"),
        ("https://example.org:0/", "webhook-url"),
        ("https://user@example.org/", "webhook-url"),
        ("https://example.org@evil.org/", "webhook-url"),
        ("https://example.org/a\r\nX: y", "webhook-url"),
        ("https://example.org/a b", "webhook-url"),
        ("https://example.org\\@evil.org/", "webhook-url"),
        ("https://example.org/#a", "webhook-url"),
        ("https://exämple.org/", "webhook-url"),
        ("http://example.org/", "webhook-https"),
        ("ftp://example.org/", "webhook-https"),
        ("//example.org/", "webhook-https"),
        ("https://example.com/", "webhook-host"),  # only what is below it
        ("https://notexample.com/", "webhook-host"),
        ("https://example.org.evil.org/", "webhook-host"),
        ("https://example.org./", "webhook-host"),
        ("https://example.org:8443/", "webhook-host"),
        ("https://example.net/", "webhook-host"),
        ("https://127.0.0.1/", "webhook-host"),
        ("https://[::1]/", "webhook-host"),
        ("https://2130706433/", "webhook-host"),
    ],
)
def test_urls_that_are_not(url: str, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_url(url, SETTINGS)
    assert refused.value.code == "webhook-wrong"
    assert getattr(refused.value.values["reason"], "key", "") == reason
    assert refused.value.text("de") != refused.value.text("en")


def test_no_hosts_no_notices() -> None:
    with pytest.raises(Refusal, match="sends no notices"):
        check_url("https://example.org/", WebhookSettings())


# ── Sending ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Receiver:
    """A server that notices come to, at whatever public address they were sent to."""

    def __init__(self, answer: bytes = GOOD, tls: ssl.SSLContext | None = None) -> None:
        self.answer, self.tls = answer, tls
        self.addresses: list[tuple[str, int]] = []
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.came = asyncio.Event()

    async def __aenter__(self) -> Receiver:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self.tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines)
            self.requests.append((first, headers, await reader.readexactly(int(headers["content-length"]))))
            self.came.set()
            writer.write(self.answer)
            await writer.drain()
            if not self.answer:
                await reader.read()  # until the other one has enough of waiting
        except OSError:
            pass
        finally:
            writer.close()

    async def connect(self, host: str, port: int, **how: Any) -> Any:
        """Instead of `open_connection`: notes where to, and comes here."""
        self.addresses.append((host, port))
        return await asyncio.open_connection("127.0.0.1", self.port, **how)


def names(*answers: Sequence[str]) -> Callable[[str, int], Awaitable[Sequence[str]]]:
    """A resolver that gives these answers, one after the other, and the last one for ever."""
    left = list(answers)

    async def resolve(host: str, port: int) -> Sequence[str]:
        return left.pop(0) if len(left) > 1 else left[0]

    return resolve


def sent(
    answer: bytes, *found: Sequence[str], settings: WebhookSettings = PLAIN
) -> tuple[Receiver, DeliveryFailed | None]:
    """What becomes of one notice that is answered like this."""

    async def run() -> tuple[Receiver, DeliveryFailed | None]:
        async with Receiver(answer) as receiver:
            sender = WebhookSender(settings, names(*(found or ([PUBLIC],))), receiver.connect)
            try:
                await sender.send(HOOK, "1700000000", b'{"table":"t"}')
            except DeliveryFailed as failure:
                return receiver, failure
            return receiver, None

    return asyncio.run(run())


def test_a_notice_is_signed() -> None:
    receiver, failure = sent(GOOD)
    assert failure is None
    ((first, headers, body),) = receiver.requests
    assert first == "POST /turn/of-mine?a=b HTTP/1.1"
    assert headers["host"] == "example.org"
    assert headers["content-type"] == "application/json"
    assert body == b'{"table":"t"}'
    expected = hmac.new(b"the secret", b"1700000000." + body, hashlib.sha256).hexdigest()
    assert headers["wishstone-timestamp"] == "1700000000"
    assert headers["wishstone-signature"] == f"sha256={expected}"
    assert receiver.addresses == [(PUBLIC, 80)]


@pytest.mark.parametrize(
    ("answer", "again"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n", False),
        (b"HTTP/1.1 307 Temporary Redirect\r\nLocation: http://example.org/other\r\n\r\n", False),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", False),
        (b"HTTP/1.1 429 Too Many Requests\r\n\r\n", True),
        (b"HTTP/1.1 500 Oh\r\n\r\n", True),
        (b"HTTP/1.1 2", True),
        (b"SSH-2.0-nothing\r\n", False),
        (b"HTTP/1.1 abc\r\n", False),
        (b"x" * 100_000, False),
    ],
)
def test_other_answers(answer: bytes, again: bool) -> None:
    receiver, failure = sent(answer)
    assert failure is not None
    assert failure.can_retry == again
    assert len(receiver.addresses) == 1  # nothing was followed


def test_a_long_body_is_not_read() -> None:
    assert sent(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 10_000_000)[1] is None


def test_no_answer_in_time() -> None:
    _, failure = sent(b"", settings=WebhookSettings(hosts=["example.org"], seconds=0.2, plain=True))
    assert failure is not None
    assert "too long" in str(failure)


@pytest.mark.parametrize(
    "found",
    [[], ["127.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"], [PUBLIC, "10.0.0.1"], ["::1", PUBLIC]],
)
def test_names_that_lead_inside(found: list[str]) -> None:
    receiver, failure = sent(GOOD, found)
    assert failure is not None
    assert not failure.can_retry
    assert receiver.addresses == []


def test_a_name_that_leads_elsewhere_the_second_time() -> None:
    """DNS rebinding: what was checked is what is connected to, and it is checked every time."""

    async def run() -> None:
        async with Receiver() as receiver:
            sender = WebhookSender(PLAIN, names([PUBLIC], ["127.0.0.1"]), receiver.connect)
            await sender.send(HOOK, "1", b"{}")
            assert receiver.addresses == [(PUBLIC, 80)]
            with pytest.raises(DeliveryFailed, match="public internet"):
                await sender.send(HOOK, "2", b"{}")
            assert receiver.addresses == [(PUBLIC, 80)]

    asyncio.run(run())


def test_a_host_that_is_not_allowed_any_more() -> None:
    receiver, failure = sent(GOOD, settings=WebhookSettings(hosts=["example.net"], plain=True))
    assert failure is not None
    assert not receiver.addresses


def test_the_real_names_of_this_machine_are_refused() -> None:
    async def run() -> None:
        assert not any(map(is_public, await resolve("localhost", 80)))
        with pytest.raises(DeliveryFailed, match="public internet"):
            await WebhookSender(WebhookSettings(hosts=["localhost"], plain=True)).send(
                Webhook("http://localhost/", "s"), "1", b"{}"
            )

    asyncio.run(run())


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for example.org, signed by itself, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=example.org"
    names = "subjectAltName=DNS:example.org"
    subprocess.run([*command.split(), "-addext", names, "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


@pytest.mark.parametrize(
    ("host", "is_trusted", "arrives"),
    [("example.org", True, True), ("example.org", False, False), ("a.example.com", True, False)],
)
def test_tls(
    certificate: tuple[Path, Path], host: str, is_trusted: bool, arrives: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The certificate has to be good, and that of the host's name, wherever the name leads."""

    async def run() -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        trust = ssl.create_default_context(cafile=str(certificate[0]) if is_trusted else None)
        async with Receiver(tls=context) as receiver:
            sender = WebhookSender(SETTINGS, names([PUBLIC]), receiver.connect, trust)
            try:
                await sender.send(Webhook(f"https://{host}/", "s"), "1", b"{}")
            except DeliveryFailed:
                assert not arrives
            assert bool(receiver.requests) == arrives
            assert receiver.addresses == [(PUBLIC, 443)]

    caplog.set_level(logging.CRITICAL, "asyncio")  # the server's side of a handshake that failed
    asyncio.run(run())


# ── Who is told, and when ────────────────────────────────────────────────────────────────────────────────────────


def evening(
    url: str,
    work: Callable[[str, Hub, Receiver], Awaitable[None]],
    answer: bytes = GOOD,
    every: float = 60.0,
) -> None:
    """Do something with a server that sends notices to us, without waiting."""

    async def run() -> None:
        settings = quick_settings(url, webhooks=PLAIN)
        hub = make_hub(settings)
        async with Receiver(answer) as receiver, serving(settings, hub) as (address, _):
            hub.notify_turn = TurnNotifier(
                hub, WebhookSender(PLAIN, names([PUBLIC]), receiver.connect), 0.05, every
            ).notify
            await work(address, hub, receiver)

    asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something, and a little longer, in case that more comes."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)


async def wish(address: str, **body: Any) -> httpx.Response:
    async with http_client(headers={"Authorization": f"Player {KEY}"}) as http:
        return await http.put(f"{address}/api/player", json={"rated": False, **body})


async def ann_to_move(address: str) -> tuple[Client, Client]:
    """A game that has just begun, with Ann's turn; Bob has a player key, and goes away."""
    ann = await (await open_table(address, "keltis-dice", ["me", "open"], first=0)).connect()
    bob = await (await join_table(address, ann.table, code=ann.you["code"], player=KEY)).connect()
    await begin(ann, bob)
    return ann, bob


async def pass_turn(client: Client) -> None:
    """Move until it is the other one's turn."""
    while client.scene["actor"] == client.seat:
        answer = await client.move(client.legal[-1])
        assert answer["type"] == "news"


def test_somebody_away_is_told(url: str) -> None:
    async def work(address: str, hub: Hub, receiver: Receiver) -> None:
        told = (await wish(address, webhook="http://example.org/turn?of=bob")).json()
        assert told["webhook"] == "http://example.org/turn?of=bob"
        ann, bob = await ann_to_move(address)
        await bob.close()
        await pass_turn(ann)
        await asyncio.wait_for(receiver.came.wait(), PATIENCE)
        ((first, headers, body),) = receiver.requests
        assert first.startswith("POST /turn?of=bob ")
        notice = json.loads(body)
        assert notice == {"table": ann.table, "game": "keltis-dice", "seat": 1, "at": notice["at"]}
        message = headers["wishstone-timestamp"].encode() + b"." + body
        expected = hmac.new(told["webhook_secret"].encode(), message, hashlib.sha256).hexdigest()
        assert headers["wishstone-signature"] == f"sha256={expected}"
        await ann.close()

    evening(url, work)


def test_somebody_there_is_not(tmp_path: Path) -> None:
    async def work(address: str, hub: Hub, receiver: Receiver) -> None:
        await wish(address, webhook="http://example.org/")
        ann, bob = await ann_to_move(address)
        await pass_turn(ann)
        await asyncio.sleep(0.3)
        assert receiver.requests == []
        await asyncio.gather(ann.close(), bob.close())

    evening(str(tmp_path / "t.db"), work)


def test_somebody_who_comes_back_at_once_is_not(tmp_path: Path) -> None:
    async def work(address: str, hub: Hub, receiver: Receiver) -> None:
        await wish(address, webhook="http://example.org/")
        ann, bob = await ann_to_move(address)
        notifier = TurnNotifier(hub, WebhookSender(PLAIN, names([PUBLIC]), receiver.connect), 0.05)
        hub.notify_turn = notifier.notify
        is_back, webhook_of = asyncio.Event(), hub.store.webhook_of

        async def found_later(player: str) -> Webhook | None:
            await is_back.wait()
            return await webhook_of(player)

        hub.store.webhook_of = found_later  # type: ignore[method-assign]
        await bob.close()
        await until(lambda: hub.live_tables[ann.table].away_since(1) is not None)
        await pass_turn(ann)
        assert notifier._waiting, "he is about to be told"
        await bob.connect()
        is_back.set()
        await until(lambda: not notifier._waiting)
        assert receiver.requests == []
        await asyncio.gather(ann.close(), bob.close())

    evening(str(tmp_path / "t.db"), work)


@pytest.mark.parametrize(("every", "notices"), [(60.0, 1), (0.01, 3)])
def test_once_a_minute(tmp_path: Path, every: float, notices: int) -> None:
    async def work(address: str, hub: Hub, receiver: Receiver) -> None:
        await wish(address, webhook="http://example.org/")
        ann, bob = await ann_to_move(address)
        for number in range(1, 4):
            await bob.close()
            await pass_turn(ann)
            await until(lambda number=number: len(receiver.requests) >= min(number, notices))  # type: ignore[misc]
            await bob.connect()
            await pass_turn(bob)
            await ann.until(lambda: ann.scene["actor"] == 0)
        assert len(receiver.requests) == notices
        await asyncio.gather(ann.close(), bob.close())

    evening(str(tmp_path / "t.db"), work, every=every)


def test_it_is_tried_three_times_and_the_log_keeps_the_path_to_itself(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wishstone.server.live.webhooks.PAUSES", (0.01, 0.01))

    async def work(address: str, hub: Hub, receiver: Receiver) -> None:
        await wish(address, webhook="http://example.org/very/secret")
        ann, bob = await ann_to_move(address)
        await bob.close()
        await pass_turn(ann)
        await until(lambda: len(receiver.requests) >= 3)
        assert len(receiver.requests) == 3
        await ann.close()

    with caplog.at_level(logging.DEBUG):
        evening(str(tmp_path / "t.db"), work, b"HTTP/1.1 503 Later\r\n\r\n")
    failures = [record for record in caplog.records if record.name == "wishstone.notices"]
    assert [vars(record)["host"] for record in failures] == ["example.org"] * 3
    assert not any("secret" in str(vars(record)) for record in failures)


def test_a_webhook_can_be_seen_changed_and_deleted(url: str) -> None:
    async def work(address: str, hub: Hub, receiver: Receiver) -> None:
        first = (await wish(address, webhook="http://example.org/1")).json()
        second = (await wish(address, webhook="http://example.org/2")).json()
        assert first["webhook_secret"] != second["webhook_secret"]
        kept = (await wish(address)).json()
        assert kept["webhook"] == "http://example.org/2"
        assert "webhook_secret" not in kept
        for wrong in ("http://example.net/", "https://10.0.0.1/", "x"):
            refused = await wish(address, webhook=wrong)
            assert (refused.status_code, refused.json()["code"]) == (422, "webhook-wrong")
        assert (await wish(address, webhook="")).json()["webhook"] == ""
        await wish(address, webhook="http://example.org/3")
        async with http_client(headers={"Authorization": f"Player {KEY}"}) as http:
            exported = await http.get(f"{address}/api/player/export")
            assert exported.json()["statistics"]["webhook"] == "http://example.org/3"
            assert (await http.delete(f"{address}/api/player")).status_code == 204
            assert (await http.get(f"{address}/api/player")).json()["webhook"] == ""

    evening(url, work)


def test_a_server_without_hosts_takes_none(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(quick_settings(str(tmp_path / "t.db"))) as (address, _):
            refused = await wish(address, webhook="https://example.org/")
            assert (refused.status_code, refused.json()["code"]) == (403, "webhooks-off")

    asyncio.run(run())
