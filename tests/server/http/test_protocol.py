"""docs/protocol.md: its examples are sent, and the answers are those on the page."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.server.clients import http_client, quick_settings, serving
from wishstone.game.words import MESSAGES
from wishstone.games import load
from wishstone.server.http.websocket_endpoint import FLOOD, PROTOCOL
from wishstone.server.live.announcements import Announcement
from wishstone.server.live.connection import Connection
from wishstone.server.live.hub import Hub
from wishstone.server.ops.serve import make_hub
from wishstone.server.table import commands, entries
from wishstone.server.table.game_cache import GameCache, decode_position
from wishstone.server.table.refusal import CLOSED
from wishstone.server.table.words import WORDS
from wishstone.server.workers.bot_pool import ChosenMove, Claim
from wishstone.server.workers.worker_tasks import BotTask

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"
STEP = re.compile(
    r"^(?P<who>Ann|Bob|Cal) (?:(?P<sends>sends)|(?P<told>is told)|(?P<gets>gets)|asks `(?P<ask>[A-Z]+) (?P<path>\S+)`)"
    r":\n\n"
    r"```json\n(?P<json>.*?)^```$"
    r"|^(?P<comes>Ann|Bob|Cal) connects to `(?P<socket>\S+)`[.,:]"
    r"|^The operator announces «(?P<announces>[^»]+)»"
    r"|^(?P<goes>Ann|Bob|Cal) is disconnected with (?P<code>\d{4})",
    re.MULTILINE | re.DOTALL,
)
MORE = "…"  # as a key or at the end of a list: there is more, which the page does not show
BEGAN = 1_700_000_000_000
PATIENCE = 60.0

# What is said when a webhook is explained: never the code of a refusal over the wire.
NOT_TOLD = {"webhook-url", "webhook-https", "webhook-host"}


class Step(NamedTuple):
    """One thing that happens on the page: its line, and the groups of `STEP`."""

    line: int
    found: dict[str, str | None]


def steps(text: str) -> Iterator[Step]:
    """What happens on the page, in order."""
    for found in STEP.finditer(text):
        yield Step(text.count("\n", 0, found.start()) + 1, found.groupdict())


def differences(shown: Any, real: Any, where: str = "") -> list[str]:
    """Where what the page shows is not what was told."""
    if isinstance(shown, dict) and isinstance(real, dict):
        keys = set(shown) - {MORE}
        wrong = [f"{where}.{key} is not told" for key in keys - set(real)]
        wrong += [f"{where}.{key} is not on the page" for key in set(real) - keys if MORE not in shown]
        return wrong + [
            each for key in keys & set(real) for each in differences(shown[key], real[key], f"{where}.{key}")
        ]
    if isinstance(shown, list) and isinstance(real, list):
        is_part = bool(shown) and shown[-1] == MORE
        shown = shown[:-1] if is_part else shown
        if len(shown) > len(real) or (len(shown) < len(real) and not is_part):
            return [f"{where} has {len(real)} elements, the page shows {len(shown)}"]
        pairs = zip(shown, real, strict=False)
        return [
            each for place, (one, other) in enumerate(pairs) for each in differences(one, other, f"{where}[{place}]")
        ]
    return [] if type(shown) is type(real) and shown == real else [f"{where} is {real!r}, the page shows {shown!r}"]


def sign_of(message: Any, shown: Any) -> tuple[object, ...]:
    """By what a message is known, as far as the page shows it: its type, its id, and the number of its first entry."""
    sign = [message["type"], message.get("id") if "id" in shown else None]
    if message["type"] == shown["type"] == "news" and "entries" in shown:
        sign.append(message["entries"][0]["number"])
    return tuple(sign)


class Person:
    """Somebody on the page: the secret of its seat, and its socket."""

    def __init__(self) -> None:
        self.secret = ""
        self.key = ""
        self.socket: ClientConnection | None = None
        self.answer: Any = None

    async def come(self, url: str) -> None:
        """Connect, after going if it was there."""
        await self.go()
        self.socket = await connect(
            url,
            additional_headers={"Authorization": f"Bearer {self.secret}"},
            subprotocols=[Subprotocol(PROTOCOL)],
            max_size=None,
        )
        assert self.socket.subprotocol == PROTOCOL

    async def go(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def hear(self, shown: Any) -> Any:
        """The next message that is meant by one on the page; others, which the page leaves out, are passed over."""
        assert self.socket is not None
        while True:
            told = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if sign_of(told, shown) == sign_of(shown, shown):
                return told

    async def closed_with(self) -> int | None:
        """The code with which its connection ends."""
        assert self.socket is not None
        with suppress(ConnectionClosed):
            while True:
                await asyncio.wait_for(self.socket.recv(), PATIENCE)
        return self.socket.close_code


class Conversation:
    """The page, carried out."""

    def __init__(self, address: str, hub: Hub) -> None:
        self.address = address
        self.people = {name: Person() for name in ("Ann", "Bob", "Cal")}
        self.time = BEGAN
        self._hub = hub
        hub.now = lambda: self.time

    async def take(self, step: Step) -> list[str]:
        """Carry out a step; what is wrong with what the page shows."""
        found = step.found
        if found["comes"] or found["sends"] or found["ask"]:  # not while the server is still answering
            self.time += 1000
        if found["comes"]:
            await self.people[found["comes"]].come(self.address.replace("http", "ws", 1) + str(found["socket"]))
            return []
        if found["announces"]:
            text = dict.fromkeys(("en", "de"), found["announces"])
            await self._hub.announcements.announce(Announcement(text, self.time + 600_000))
            return []
        if found["goes"]:
            code = await self.people[found["goes"]].closed_with()
            return [] if str(code) == found["code"] else [f"the code is {code}"]
        person, shown = self.people[str(found["who"])], json.loads(str(found["json"]))
        if found["sends"]:
            assert person.socket is not None
            await person.socket.send(json.dumps(shown))
            return []
        if found["ask"]:
            person.answer = await self._ask(person, found["ask"], str(found["path"]), shown)
            return []
        if found["gets"]:
            return differences(shown, person.answer)
        return differences(shown, await person.hear(shown))

    async def _ask(self, person: Person, method: str, path: str, body: Any) -> Any:
        person.key = body.get("player", person.key)
        secret = f"Player {person.key}" if path.startswith("/api/player") else f"Bearer {person.secret or 'none'}"
        async with http_client(base_url=self.address, headers={"Authorization": secret}) as http:
            answer = await http.request(method, path, json=body)
        told = answer.json() if answer.content else None
        person.secret = (told or {}).get("secret", person.secret)
        return told


async def first_move(task: BotTask, claim: Claim) -> ChosenMove:
    """A bot that can be foretold."""
    game = load(task.game, task.options, engine="interpreted")
    return ChosenMove(int(game.moves_by_name[game.legal_touches(decode_position(game, task.state))[0][0]]))


async def some_hint(task: BotTask, claim: Claim) -> dict[str, Any]:
    """A hint that takes no time; what is in a real one is said in docs/analyse.md."""
    row = {"move": "keep", "visits": 1200, "chance": 0.5312, "ci95": [0.51, 0.55], "score": 12.5, "lead": 1.25}
    moves = [{**row, "items": {"rows": 3.5}, "line": []}]
    return {"game": task.game, "seat": 0, "simulations": 2000, "moves": moves, "why": {"rows": 0.5}}


async def long_thought(*_: object, **__: object) -> None:
    """Somebody who never comes to an end."""
    await asyncio.Event().wait()


def foretell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every secret, number, id and code be the same in every run."""
    numbers, letters = itertools.count(1), itertools.cycle("PEBBLE")

    def token_hex(size: int = 32) -> str:
        return hashlib.sha256(f"number {next(numbers)}".encode()).hexdigest()[: 2 * size]

    monkeypatch.setattr(secrets, "token_hex", token_hex)
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: f"secret-{token_hex(size)[:size]}")
    monkeypatch.setattr(secrets, "choice", lambda among: next(letters))


def prepare(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have bots and hints be the same in every run, as if everything were compiled."""
    monkeypatch.setattr(hub.bot_pool, "choose_move", first_move)
    monkeypatch.setattr(hub.bot_pool, "analyse_moves", some_hint)
    monkeypatch.setattr(hub.bot_pool, "run_in_background", long_thought)
    monkeypatch.setattr(hub.games, "game", GameCache().game)
    hub.games.compiled.add("keltis-dice")


def held(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """Carry out the conversation on a page; what is wrong with it."""
    foretell(monkeypatch)

    async def run() -> list[str]:
        settings = quick_settings(str(folder / "t.db"))
        hub = make_hub(settings)
        prepare(hub, monkeypatch)
        wrong = []
        async with serving(settings, hub) as (address, _):
            conversation = Conversation(address, hub)
            for step in steps(text):
                try:
                    wrong += [f"line {step.line}: {each}" for each in await conversation.take(step)]
                except (TimeoutError, ConnectionClosed) as error:
                    return [*wrong, f"line {step.line}: nothing more comes ({error!r})"]
            for person in conversation.people.values():
                await person.go()
        return wrong

    return asyncio.run(run())


def test_the_page_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert held(tmp_path, monkeypatch, PAGE.read_text(encoding="utf-8")) == []


def test_a_page_that_is_not_so_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text(encoding="utf-8").replace('"type": "pong", "now": 17', '"type": "pong", "now": 27', 1)
    assert len(held(tmp_path, monkeypatch, text)) == 1


def examples() -> list[Any]:
    """Everything in JSON on the page."""
    return [
        json.loads(str(step.found["json"])) for step in steps(PAGE.read_text(encoding="utf-8")) if step.found["json"]
    ]


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_every_command_entry_and_message_has_an_example() -> None:
    shown = examples()
    assert {each["do"] for each in shown if "do" in each} == tags(commands.Command)
    told = [each for each in shown if "type" in each]
    kinds = {entry["kind"] for each in told for entry in each.get("entries", []) + each.get("log", []) if entry != MORE}
    assert kinds == tags(entries.EntryBody)
    assert {each["type"] for each in told} == {
        *("table", "news", "present", "done", "refused", "pong", "why", "hint", "announcement")
    }


def rows(text: str, heading: str) -> dict[str, str]:
    """A table of the page under a heading: what stands in its first column, and in its second."""
    part = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.*?) \|", part, re.MULTILINE))


def test_every_refusal_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert rows(text, "Refusals") == {code: english for code, (english, _) in WORDS.items() if code not in NOT_TOLD}
    of_games = text.split("### Of the games")[1].split("\n## ")[0]
    codes = set(re.findall(r"`((?:move|seat|seats|first|game|option)-[a-z]+)`", of_games))
    assert "move-malformed" in codes
    assert codes <= MESSAGES.keys()


def test_every_command_is_in_the_list() -> None:
    listed = rows(PAGE.read_text(encoding="utf-8"), "Commands")
    assert set(listed) == tags(commands.Command)


def test_the_codes_with_which_connections_are_closed() -> None:
    listed = rows(PAGE.read_text(encoding="utf-8"), "Closing")
    refused = {str(CLOSED + status) for status in (403, 404, 409, 421, 422, 429, 500, 503)}
    codes = {Connection.GOING_AWAY, Connection.LINK_REVOKED, Connection.TOO_SLOW, FLOOD, 1000, 1009}
    assert set(listed) == {str(code) for code in codes} | refused
