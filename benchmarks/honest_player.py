"""Honest player: one person who plays against `easy`, beside newcomers who open the page, and what they feel.

Everything is timed from the moment in which somebody began to wait. What is refused, or does not come in time, counts
as a refusal and as having taken all that time.
"""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PATIENCE = 30.0  # seconds after which an answer does not come any more
PING_EVERY, COME_EVERY = 0.1, 0.5  # seconds
GAME, BOT, BOT_SEAT = "keltis-dice", "easy", 1
PAGES = ("/", "/api/games", "/api/tables")


@dataclass
class Felt:
    """What was felt over a while."""

    answers: list[float] = field(default_factory=list)  # seconds
    bot_moves: list[float] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        """The figures of it."""
        return {
            "worst_answer_ms": round(1000 * max(self.answers, default=0.0), 1),
            "median_answer_ms": round(1000 * sorted(self.answers)[len(self.answers) // 2], 1) if self.answers else 0.0,
            "answers": len(self.answers),
            "worst_bot_move_s": round(max(self.bot_moves, default=0.0), 2),
            "bot_moves": len(self.bot_moves),
            "refusals": dict(self.refusals),
        }


class HonestPlayer:
    """Somebody who plays at a server, from an address of their own, until told to stop."""

    def __init__(self, url: str, source: str, trust: ssl.SSLContext | None = None, seed: int = 1) -> None:
        self.url, self.source, self.trust = url, source, trust
        self.felt = Felt()
        self._random = random.Random(seed)
        self._is_over = False
        self._waiting: dict[str, tuple[str, float]] = {}
        self._bot_since: float | None = None  # when the bot's turn was seen to begin
        self._basis = 0
        self._ids = 0
        self._http = self._client()

    def _client(self) -> httpx.AsyncClient:
        """Who asks with a new connection for every request, as newcomers do."""
        limits = httpx.Limits(max_keepalive_connections=0)
        way = httpx.AsyncHTTPTransport(local_address=self.source, verify=self.trust or False, limits=limits)
        return httpx.AsyncClient(base_url=self.url, transport=way, timeout=PATIENCE)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[HonestPlayer]:
        """Play as long as this is open."""
        work = [asyncio.create_task(each) for each in (self._play(), self._come())]
        try:
            yield self
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            await self._http.aclose()

    def begin_anew(self) -> Felt:
        """What was felt so far; from now on it is counted anew. Who waits still has waited all the time."""
        felt, self.felt = self.felt, Felt()
        now = time.monotonic()
        felt.answers += [now - since for _, since in self._waiting.values() if now - since > PING_EVERY]
        if self._bot_since is not None:
            felt.bot_moves.append(now - self._bot_since)
        return felt

    # ── Newcomers ────────────────────────────────────────────────────────────────────────────────────────────────

    async def _come(self) -> None:
        while True:
            for path in PAGES:
                await self._ask("GET", path)
                await asyncio.sleep(COME_EVERY)

    async def _ask(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        began = time.monotonic()
        try:
            answer = await self._http.request(method, path, json=body)
        except httpx.HTTPError as error:
            self.felt.refusals[f"{path}: {type(error).__name__}"] += 1
            return None
        finally:
            self.felt.answers.append(time.monotonic() - began)
        if answer.status_code >= 400:
            self.felt.refusals[f"{path}: {answer.status_code}"] += 1
            return None
        return answer

    # ── At the table ─────────────────────────────────────────────────────────────────────────────────────────────

    async def _play(self) -> None:
        while True:
            body = {"game": GAME, "seats": ["me", BOT], "name": "Ann", "start": True, "first": 0}
            opened = await self._ask("POST", "/api/tables", body)
            if opened is None:
                await asyncio.sleep(1)
                continue
            told = opened.json()
            address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{told['table']}/socket?seat={told['seat']}"
            while True:
                try:
                    async with connect(
                        address,
                        additional_headers={"Authorization": f"Bearer {told['secret']}"},
                        local_addr=(self.source, 0),
                        ssl=self.trust,
                        open_timeout=PATIENCE,
                        compression=None,
                    ) as socket:
                        if await self._sit(socket):
                            break
                except (OSError, WebSocketException) as error:
                    self.felt.refusals[f"socket: {type(error).__name__}"] += 1
                    await asyncio.sleep(0.5)
                finally:
                    self._waiting.clear()
                    self._bot_since, self._basis = None, 0

    async def _sit(self, socket: ClientConnection) -> bool:
        """Play a game to its end over one connection; whether it came to its end."""
        pinging = asyncio.create_task(self._ping(socket))
        try:
            async for text in socket:
                told = msgspec.json.decode(text)
                self._take(told)
                if "scene" not in told:
                    continue
                scene, legal = told["scene"], told["you"].get("legal")
                if scene["status"] == "over":
                    return True
                if scene["status"] != "playing":
                    continue
                if legal:
                    await self._send(socket, "move", move=self._random.choice(legal)[0], basis=scene["basis"])
        finally:
            pinging.cancel()
        self.felt.refusals[f"closed {socket.close_code}"] += 1
        return False

    def _take(self, told: dict[str, Any]) -> None:
        """Note how long somebody waited for this message."""
        now = time.monotonic()
        asked = self._waiting.pop(told.get("id", ""), None)
        if asked is not None:
            self.felt.answers.append(now - asked[1])
        if told["type"] == "refused":
            self.felt.refusals[told["code"]] += 1
        scene = told.get("scene")
        if scene is not None and scene["basis"] != self._basis:
            self._basis = scene["basis"]
            if self._bot_since is not None:
                self.felt.bot_moves.append(now - self._bot_since)
            self._bot_since = now if scene["status"] == "playing" and scene["actor"] == BOT_SEAT else None

    async def _ping(self, socket: ClientConnection) -> None:
        while True:
            await self._send(socket, "ping")
            await asyncio.sleep(PING_EVERY)

    async def _send(self, socket: ClientConnection, do: str, **values: Any) -> None:
        self._ids += 1
        self._waiting[str(self._ids)] = do, time.monotonic()
        await socket.send(msgspec.json.encode({"do": do, "id": str(self._ids), **values}).decode())
