"""Fuzzing of the server: messages of every kind from every role, and what must hold after them.

Every message gets exactly one answer, or the connection is closed with a code that says why. A refusal has a code and a
sentence in every language. And whatever came, the table is what its entries say.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import fields
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.server.clients import GENEROUS, PATIENCE, Client, begin, join_table, open_table, quick_settings, serving
from wishstone.bots import make
from wishstone.game.chance import stream
from wishstone.game.words import LANGUAGES
from wishstone.games import load
from wishstone.server.live.hub import Hub
from wishstone.server.ops.logs import is_about_us
from wishstone.server.ops.serve import make_hub
from wishstone.server.table import commands
from wishstone.server.table.game_cache import decode_position
from wishstone.server.table.replay import replay_entries
from wishstone.server.table.state import TableState
from wishstone.server.workers.bot_pool import BotPool, ChosenMove, Claim
from wishstone.server.workers.worker_tasks import BotTask

HOST, OTHER, ONLOOKER = 0, 1, -1
ROLES = (HOST, OTHER, ONLOOKER)
STAGES = ("open", "starting", "playing", "over")
GAME = "keltis-dice"
NOT_TEXT, SEAT_LOST, FLOOD = 1007, 4003, 4029
CLOSED = (NOT_TEXT, SEAT_LOST, FLOOD)  # how a connection may end because of what was sent

Message = str | bytes
Sent = tuple[int, Message]  # by whom, and what
_numbers = count()

# ── Messages ─────────────────────────────────────────────────────────────────────────────────────────────────────

NAMES = [command.__struct_config__.tag for command in commands.Command.__args__]
FIELDS = sorted({name for command in commands.Command.__args__ for name in command.__struct_fields__})
MOVES = load(GAME, engine="interpreted").move_names
ANY_TEXT = st.text(max_size=30) | st.sampled_from(["", "\0", "a" * 300, "\u202e", "🎲" * 60, "ß\u0301", "me", "novice"])
ANY_NUMBER = st.integers() | st.sampled_from([-1, 0, 1, 2, 9, 10, 2**31, 2**63, 2**64, 10**40]) | st.floats()
ANY_JSON = st.recursive(
    st.none() | st.booleans() | ANY_NUMBER | ANY_TEXT | st.text(st.characters(categories=["Cs"]), max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=8,
)
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "id": st.text(max_size=10),
    "move": st.sampled_from(MOVES)
    | st.sampled_from(["keep", "take red 3", "r", "t", "roll 1 1 1", "stones", "nothing"]),
    "basis": st.integers(6, 11),  # about where the game is
    "keep": st.integers(0, 30),
    "to": st.integers(6, 14),
    "after": st.integers(0, 60),
    "yes": st.booleans(),
    "on": st.booleans(),
    "block": st.booleans(),
    "seat": st.integers(0, 2),
    "bot": st.sampled_from(["novice", "easy", "medium+bold", "run:true", "nobody", ""]),
    "text": st.sampled_from(["", "", "hm", "\0", "🎲" * 100]),
    "phrase": st.sampled_from(["hello", "bye", None]),
    "number_hash": st.sampled_from(["0" * 64, "f" * 63]),
    "number": st.sampled_from(["0" * 32, "f" * 32, "x" * 32]),
}
RUINED = [
    "[" * 4000,
    '{"do":' * 1000,
    '{"a":' * 700 + "1" + "}" * 700,
    "[" * 900 + "]" * 900,
    "1" * 5000,
    "1e999999",
    "-",
    "NaN",
    '{"do":"ping","do":"leave"}',
    '{"do":"ping"} {"do":"ping"}',
    '\ufeff{"do":"ping"}',
    '{"do":"say","text":"\\ud800"}',
    '{"do":"say","text":"\\u0000"}',
    '{"do":"why","move":"\\udfff"}',
    '{"do":"read","after":1e3}',
    '{"do":"ping","id":"' + "x" * 41 + '"}',
    '{"do":"say","text":"' + "x" * 201 + '"}',
    '{"do":"move","move":"' + "x" * 101 + '","basis":1}',
    "",
    " ",
    "\0",
]


def like(command: type[msgspec.Struct]) -> st.SearchStrategy[str]:
    """A command with all its fields as they should be, or nearly."""
    own = {field: LIKELY.get(field, ANY_JSON) for field in command.__struct_fields__}
    return st.fixed_dictionaries({"do": st.just(command.__struct_config__.tag), **own}).map(json.dumps)


BROKEN = st.dictionaries(st.sampled_from(["do", *FIELDS]), ANY_JSON | st.sampled_from(NAMES), max_size=4)
KINDS: list[st.SearchStrategy[Any]] = [
    *[like(command) for command in commands.Command.__args__],
    *[like(command) for command in (commands.Move, commands.Undo, commands.End, commands.Answer)] * 2,
    *[BROKEN.map(json.dumps), ANY_JSON.map(json.dumps), st.sampled_from(RUINED), ANY_TEXT, st.binary(max_size=40)] * 2,
]
MESSAGES: st.SearchStrategy[Sent] = st.tuples(st.sampled_from(ROLES), st.sampled_from(KINDS).flatmap(lambda kind: kind))
PLANS = st.tuples(st.sampled_from(STAGES), st.lists(MESSAGES, min_size=25, max_size=45))


# ── Who sends them ───────────────────────────────────────────────────────────────────────────────────────────────


class Rascal:
    """A connection over which anything is sent, and every answer counted."""

    def __init__(self, url: str, table: str, seat: int, secret: str) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket?seat={seat}"
        self.headers = {"Authorization": f"Bearer {secret}"}
        self.sent = 0
        self.answers: Counter[str] = Counter()  # codes of refusals, or types of what else was answered
        self.closed: int | None = None
        self._socket: ClientConnection | None = None

    async def connect(self) -> Rascal:
        """Connect."""
        protocols = [Subprotocol("wishstone.1")]
        self._socket = await connect(
            self.address, additional_headers=self.headers, subprotocols=protocols, compression=None, max_size=None
        )
        return self

    async def send(self, message: Message, as_text: bool = False) -> None:
        """Send something, unless the connection was closed."""
        assert self._socket is not None
        if self.closed is not None:
            return
        try:
            await self._socket.send(message, text=True if as_text or isinstance(message, str) else None)
            self.sent += 1
        except ConnectionClosed:
            await self._read("")

    async def ask(self, do: str) -> None:
        """Send a command and read until its answer, unless the connection was closed."""
        last = f"last {next(_numbers)}"
        await self.send(json.dumps({"do": do, "id": last}))
        if self.closed is None:
            await asyncio.wait_for(self._read(last), PATIENCE)

    async def finish(self) -> None:
        """See to it that everything was answered, once, and go."""
        assert self._socket is not None
        await self.ask("ping")
        if self.closed is None:
            assert self.answers.total() == self.sent, (self.sent, self.answers)
        else:
            assert self.closed in CLOSED, self.closed
            assert self.answers.total() <= self.sent
        await self._socket.close()

    async def _read(self, last: str) -> None:
        assert self._socket is not None
        try:
            while self._take(msgspec.json.decode(await self._socket.recv())) != last:
                pass
        except ConnectionClosed as error:
            self.closed = error.rcvd.code if error.rcvd is not None else 1006

    def _take(self, told: dict[str, Any]) -> str | None:
        """Look at what was sent; an answer has an id."""
        if "id" not in told:
            assert told["type"] in ("table", "news", "present"), told
            return None
        if told["type"] == "refused" or told.get("allowed") is False:
            check_refusal(told)
        self.answers[told["code"] if told["type"] == "refused" else told["type"]] += 1
        return str(told["id"])


def check_refusal(told: dict[str, Any]) -> None:
    """A refusal says what was wrong, in every language, and is never our own fault."""
    assert told["code"] not in ("failed", "store-down"), told
    assert all(told["text"][language] for language in LANGUAGES), told


async def table_at(url: str, stage: str) -> tuple[Client, Client, str]:
    """A table at a stage, with its host and another player, who are not connected, and the onlookers' secret."""
    host = await open_table(url, GAME, ["me", "open"], first=0)
    code, watch = host.you["code"], host.you["watch"]
    other = await join_table(url, host.table, code=code)
    if stage != "open":
        await host.connect()
        await other.connect()
        if stage == "starting":
            await host.do("start")
        else:
            await begin(host, other)
        if stage == "over":
            asked = await host.do("end", basis=host.scene["basis"])
            await other.do("answer", to=asked["scene"]["count"] - 1, yes=True)
        await host.close()
        await other.close()
    return host, other, watch


async def misbehave(url: str, stage: str, messages: Sequence[Sent]) -> Counter[str]:
    """Send all of this at a new table; how it was answered."""
    host, other, watch = await table_at(url, stage)
    secrets = {HOST: host.secret, OTHER: other.secret, ONLOOKER: watch}
    rascals = {seat: await Rascal(url, host.table, seat, secrets[seat]).connect() for seat in ROLES}
    for seat, message in messages:
        await rascals[seat].send(message)
    answers: Counter[str] = Counter()
    for rascal in rascals.values():
        await rascal.finish()
        answers += rascal.answers
        answers["(sent)"] += rascal.sent
        if rascal.closed is not None:
            answers[f"(closed {rascal.closed})"] += 1
    return answers


# ── What must hold afterwards ────────────────────────────────────────────────────────────────────────────────────


class Quick(BotPool):
    """Thinks in this process, and hardly at all."""

    async def choose_move(self, task: BotTask, claim: Claim) -> ChosenMove:
        """Any move."""
        game = load(task.game, task.options, engine="interpreted", files=task.files)
        return ChosenMove(int(make("random", game).choose(decode_position(game, task.state), stream(task.seed))))

    async def analyse_moves(self, task: BotTask, claim: Claim) -> dict[str, Any]:
        """Nothing."""
        return {"moves": []}


async def inconsistencies(hub: Hub) -> list[str]:
    """The live tables that are not what their entries say, and how."""
    found = []
    for live in tuple(hub.live_tables.values()):
        async with live.lock:
            if hub.live_tables.get(live.table.id) is not live:
                continue  # it was put away meanwhile
            kept = await hub.store.entries(live.table.id)
            fresh = replay_entries(live.table.id, kept, hub.games.game)
            found += [f"{live.table.id}: {name}" for name in differing(live.table, fresh)]
    return found


def differing(one: TableState, other: TableState) -> list[str]:
    """The fields in which two tables differ."""
    names = [each.name for each in fields(TableState) if each.compare and each.name not in ("game", "match")]
    found = [name for name in [*names, "actor"] if getattr(one, name) != getattr(other, name)]
    if (one.match is None) != (other.match is None):
        return [*found, "match"]
    if one.match is not None and other.match is not None:
        found += ["events"] if one.match.events != other.match.events else []
        found += ["state"] if one.match.state.tobytes() != other.match.state.tobytes() else []
    return found


class Complaints(logging.Handler):
    """What is logged that should not be: errors, and traces of any kind."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note it."""
        if record.levelno >= logging.ERROR or record.exc_info:
            self.lines.append(f"{record.name}: {record.getMessage()} {record.exc_info or ''}")


@contextmanager
def complaints() -> Iterator[list[str]]:
    """What a server logs that it should not, while it is asked for anything."""
    handler, root = Complaints(), logging.getLogger()
    root.addHandler(handler)
    logging.getLogger("uvicorn.error").addFilter(is_about_us)  # as it is when the server is started as usual
    try:
        yield handler.lines
    finally:
        root.removeHandler(handler)
        logging.getLogger("uvicorn.error").removeFilter(is_about_us)


def hub_of(path: Path, **limits: float) -> Hub:
    """The tables of a server with other limits, whose bots are quick."""
    narrow = msgspec.structs.replace(GENEROUS, **limits)
    hub = make_hub(quick_settings(str(path / "tables.db"), limits=narrow))
    hub.bot_pool = Quick(1)
    return hub


@asynccontextmanager
async def guarded(path: Path, **limits: float) -> AsyncIterator[str]:
    """A server with other limits that is well in the end."""
    async with well(hub_of(path, **limits)) as url:
        yield url


@asynccontextmanager
async def well(hub: Hub) -> AsyncIterator[str]:
    """A server that has nothing to complain of in the end, and whose tables are what their entries say."""
    with complaints() as lines:
        async with serving(hub.settings, hub) as (url, _):
            yield url
            assert await inconsistencies(hub) == []
        assert lines == []
