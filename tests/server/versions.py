"""Two versions behind one address: the sources of the version before this one, and a proxy in front of both."""

from __future__ import annotations

import asyncio
import io
import subprocess
import tarfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parents[2]
BEFORE = "9ed0c658453ba481da816be84caaed0b7a5937a2"  # a commit of this repository
NEEDED = (
    f"this test runs the version before this one, commit {BEFORE[:7]} of this repository, which is not here: it needs a"
    " clone with the whole history (git fetch --unshallow; where CI makes the clone, fetch-depth: 0)"
)
LONGEST_HEAD = 64 * 1024
LISTENER = "wishstone/server/store/postgres_notifications.py"
HANGS = "            await asyncio.wait_for(self._something.wait(), PULSE)\n"
ENDS = "            async with asyncio.timeout(PULSE):\n                await self._something.wait()\n"


def sources_before(folder: Path) -> Path:
    """The `src` folder of the version before, taken out of the history.

    One defect of it is mended: it did not end if another process told it something in that moment. It cannot be mended
    in what people run, and no test is about it.
    """
    git = ["git", "-C", str(ROOT)]
    there = subprocess.run([*git, "cat-file", "-e", f"{BEFORE}^{{commit}}"], capture_output=True, check=False)
    assert there.returncode == 0, NEEDED
    packed = subprocess.run([*git, "archive", BEFORE, "src"], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    listener = folder / "src" / LISTENER
    source = listener.read_text(encoding="utf-8")
    assert HANGS in source, "the version before is a newer one now: it needs no mending"
    listener.write_text(source.replace(HANGS, ENDS), encoding="utf-8")
    return folder / "src"


class Proxy:
    """Leads every request to the next of several servers, whatever it is about: the worst that a proxy can do.

    A server that is not there is passed over. As deploy/nginx/wishstone.conf has it, where one does not know a file
    under `/v/`, the next one is asked. Runs in a thread of its own.
    """

    def __init__(self, servers: Sequence[str], asks_next: bool = True) -> None:
        self.servers = [(url.split("//")[1].split(":")[0], int(url.rsplit(":", 1)[1])) for url in servers]
        self.led: list[tuple[str, int]] = []  # each request's address, and the port it was led to
        self.missing: set[tuple[str, int]] = set()  # versions of the page, and ports where they are not known
        self._asks_next = asks_next
        self._turn = 0
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        listening = asyncio.start_server(self._serve, "127.0.0.1", 0, limit=LONGEST_HEAD)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def close(self) -> None:
        """End it, and whatever it still passes on."""

        async def end() -> None:
            self._server.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            given = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
            is_socket = "upgrade" in given
            if not is_socket:  # one request for each connection is enough here
                kept = [line for line in lines[:-2] if not line.lower().startswith("connection:")]
                head = "\r\n".join([*kept, "Connection: close", "", ""]).encode("latin-1")
            request = head + await reader.readexactly(int(given.get("content-length", 0)))
            await self._pass_on(lines[0].split(" ")[1], request, reader, writer)
        writer.close()

    async def _pass_on(
        self, path: str, request: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._turn += 1
        ordered = [self.servers[(self._turn + place) % len(self.servers)] for place in range(len(self.servers))]
        for place, (host, port) in enumerate(ordered):
            is_last = place == len(ordered) - 1
            try:
                answers, server = await asyncio.open_connection(host, port)
            except OSError:
                continue
            try:
                server.write(request)
                head = await answers.readuntil(b"\r\n\r\n")
                if path.startswith("/v/") and head.split(b" ", 2)[1] == b"404":
                    self.missing.add((path.split("/")[2], port))
                    if self._asks_next and not is_last:
                        continue
                self.led.append((path, port))
                writer.write(head)
                await asyncio.gather(_pour(answers, writer), _pour(reader, server))
                return
            finally:
                server.close()


async def _pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Pass on what comes, until it ends; then the other side is told."""
    with suppress(OSError):
        while part := await source.read(64 * 1024):
            target.write(part)
            await target.drain()
    target.close()
