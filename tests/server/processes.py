"""Program under test: a command runs as a process of its own, which the test ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from tests.server.clients import Client

PATIENCE = 180.0  # seconds for a process to start, or to end: only a safety net, for busy machines
SOURCES = Path(__file__).parents[2] / "src"
QUICK = """
compile = false
[bots]
pause = 0
[limits]
commands_per_second = 10000
commands_at_once = 10000
requests_at_once = 10000
chats_per_minute = 1000000
looks_per_minute = 1000000
tables_per_address = 10000
"""


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def environment(folder: Path, **changes: str) -> dict[str, str]:
    """What a process of ours is given: nothing of whoever runs the tests."""
    told = {"PYTHONPATH": str(SOURCES), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    return {**os.environ, **told, **changes}


def command(folder: Path, *arguments: str | Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    line = [sys.executable, "-m", "wishstone", *map(str, arguments)]
    return subprocess.run(
        line, capture_output=True, text=True, timeout=PATIENCE, env=environment(folder, **changes), check=False
    )


def address_of(client: Client) -> str:
    """Where the socket of somebody's seat is."""
    return f"{client.url.replace('http', 'ws', 1)}/api/tables/{client.table}/socket?seat={client.seat}"


def headers_of(client: Client) -> dict[str, str]:
    """What shows that the seat is somebody's own."""
    return {"Authorization": f"Bearer {client.secret}"}


class Server:
    """`wishstone serve`, as a process."""

    def __init__(self, folder: Path, *arguments: str | Path, settings: str = QUICK, **changes: str) -> None:
        file = folder / "settings.toml"
        file.write_text(settings, encoding="utf-8")
        line = [sys.executable, "-m", "wishstone", "serve", "--port", "0", "--settings", str(file)]
        self.process = subprocess.Popen(
            [*line, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(folder, **changes),
        )
        self.errors: list[str] = []
        self._reader = Thread(target=self._read_errors, daemon=True)
        self._reader.start()
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"https?://\S+", self.said)
        self.url = found[0] if found else ""

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors += self.process.stderr

    def end(self, by: signal.Signals = signal.SIGTERM, seconds: float = PATIENCE) -> int:
        """Tell it to end; its status."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        return self.wait(seconds)

    def wait(self, seconds: float = PATIENCE) -> int:
        """Wait for its end; its status."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self._reader.join()
            for stream in (self.process.stdout, self.process.stderr):
                assert stream is not None
                stream.close()
        return status

    def children(self) -> list[int]:
        """The processes that it has started."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(pid) for pid in listed.stdout.split()]

    @property
    def log(self) -> list[dict[str, Any]]:
        """What it has written to the log."""
        return [json.loads(line) for line in self.errors]


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only waits to be counted out."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return not listed.stdout.startswith("Z") and bool(listed.stdout.strip())


@contextmanager
def running(folder: Path, *arguments: str | Path, **changes: str) -> Iterator[Server]:
    """A server for as long as it is needed, which ends in peace."""
    server = Server(folder, *arguments, **changes)
    try:
        assert server.url, "".join(server.errors)
        yield server
    finally:
        status = server.end() if server.process.returncode is None else 0
    assert status == 0, "".join(server.errors)
