"""Attacks of `benchmarks/siege.py`: each module here is one, played from a process of its own.

A module has

- `ABOUT`: the attack in a few words, for the table of results;
- `SETUP`: what the server is started with, a `Setup`;
- `attack(target)`: a coroutine that attacks until it is cancelled. It does nothing faster than `target.pace` allows,
  connects by `target.connect` or `target.request`, from addresses of its own, and counts in `target.told` what it did
  and what it was answered.

The whole of it is played on loopback, where every address of 127.0.0.0/8 is this machine's: the attackers are at
127.0.0.2 and above, the honest player is at 127.0.1.1, and a proxy that is believed (`Setup.proxy`) is at 127.0.2.1.
Through that, an attack can come from any address, of IPv6 too: `X-Forwarded-For`.
"""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import ssl
import time
from collections import Counter
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

PROXY = "127.0.2.1"
HONEST = "127.0.1.1"


class Setup(NamedTuple):
    """What a server is started with; all else is as it is by default."""

    settings: str = ""  # TOML
    tls: bool = False  # serves https
    proxy: bool = False  # believes the proxy at PROXY
    open_files: int = 0  # its limit of open files; 0: this machine's


class Answer(NamedTuple):
    """What the server answered to a request."""

    status: int
    body: bytes

    def json(self) -> dict[str, Any]:
        """The body, read."""
        told: dict[str, Any] = msgspec.json.decode(self.body)
        return told


class Pace:
    """So much a second at most, of whatever is counted."""

    def __init__(self) -> None:
        self._next = time.monotonic()

    async def __call__(self, rate: float, count: float = 1) -> None:
        """Wait until there may be this much more, at this rate."""
        self._next = max(self._next, time.monotonic() - 0.1) + count / rate
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))


@dataclass
class Target:
    """The server that is attacked."""

    url: str
    pace: Pace = field(default_factory=Pace)
    told: Counter[str] = field(default_factory=Counter)

    def address(self, number: int = 0) -> str:
        """An address from which to attack."""
        return f"127.0.0.{2 + number}"

    async def connect(self, source: str, secure: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from an address; not `secure`: one on which no TLS is spoken even where the server does."""
        where = urlsplit(self.url)
        return await asyncio.open_connection(
            where.hostname,
            where.port,
            local_addr=(source, 0),
            ssl=trusting() if secure and where.scheme == "https" else None,
        )

    async def request(
        self, source: str, method: str, path: str, body: Any = None, seen_as: str = "", seconds: float = 30
    ) -> Answer:
        """One request on a connection of its own; `seen_as`: the address that the proxy, as `source`, speaks for."""
        content = b"" if body is None else msgspec.json.encode(body)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(self.url).netloc}", "Connection: close"]
        lines += [f"X-Forwarded-For: {seen_as}"] if seen_as else []
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"] if content else []
        async with asyncio.timeout(seconds):
            reader, writer = await self.connect(source)
            try:
                writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
                head, _, rest = (await reader.read(-1)).partition(b"\r\n\r\n")
            finally:
                writer.close()
        answer = Answer(int(head.split(b" ", 2)[1]), rest)
        self.told[f"status {answer.status}"] += 1
        return answer


def trusting() -> ssl.SSLContext:
    """TLS that asks for no certificate: the server is our own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def names() -> list[str]:
    """The names of all attacks."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def load(name: str) -> ModuleType:
    """An attack by its name."""
    return importlib.import_module(f"{__name__}.{name}")


async def play(name: str, url: str, seconds: float) -> dict[str, int]:
    """Play an attack for a bounded time; what it did, and what it was answered."""
    target = Target(url)
    try:
        async with asyncio.timeout(seconds):
            while True:  # an attack that comes to an end, as where it is refused, begins anew
                try:
                    await load(name).attack(target)
                except (OSError, asyncio.IncompleteReadError, ssl.SSLError) as error:
                    target.told[f"lost: {type(error).__name__}"] += 1
                    await asyncio.sleep(0.05)
    except TimeoutError:
        pass
    return dict(target.told)
