"""Server process under test: `wishstone serve` in a process of its own, watched from outside."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

PATIENCE = 1200.0  # seconds for the rules to be compiled on a machine that has never done it, and is busy
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
MIB = 2**20

# Everything comes from one address here, and nothing is to be refused.
LIMITS = """[limits]
commands_per_second = 1000000
commands_at_once = 1000000
requests_per_second = 1000000
requests_at_once = 1000000
tables_per_address = 1000000
connections_per_address = 1000000
calls_per_address = 1000000
looks_per_minute = 1000000
table_entries = 1000000
open_tables = 1000000
"""


class Server:
    """A server at a port of this machine that stays the same when it is started again."""

    def __init__(
        self,
        folder: Path,
        database: str = "",
        compiled: bool = True,
        pause: float = 0.0,
        settings: str | None = None,
        certificate: tuple[Path, Path] | None = None,
        open_files: int = 0,
        src: str = "",
    ) -> None:
        """`settings` are TOML, and stand for all of ours; `certificate`, with its key, makes it https.

        `src` is the `src` folder of another checkout, whose server it is then.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._src = src
        self.compiled, self.certificate, self.open_files = compiled, certificate, open_files
        self.trust = None if certificate is None else ssl.create_default_context(cafile=str(certificate[0]))
        self.database = database or str(folder / "tables.sqlite")
        self.port = free_port()
        self.log = folder / "server.log"
        self._settings = folder / "settings.toml"
        told = f"{LIMITS}[bots]\npause = {pause}\n" if settings is None else settings
        self._settings.write_text(f'log = "warning"\ncompile = {str(compiled).lower()}\n{told}', encoding="utf-8")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"{'http' if self.certificate is None else 'https'}://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self.process is not None
        return self.process.pid

    def start(self) -> Server:
        """Start it, and wait until it can be used: where it is to be compiled, until all games are."""
        command = [sys.executable, "-m", "wishstone", "serve", "--port", str(self.port), "--database", self.database]
        if self.certificate is not None:
            command += ["--tls-cert", str(self.certificate[0]), "--tls-key", str(self.certificate[1])]
        if self.open_files:
            command = ["sh", "-c", f'ulimit -n {self.open_files} && exec "$@"', "sh", *command]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--settings", str(self._settings)],
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
                env={**os.environ, **({"PYTHONPATH": self._src} if self._src else {})},
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server has ended: {self.log.read_text(encoding='utf-8')[-2000:]}")
            told = self.ask("/ready")
            if told.get("ready") and (not self.compiled or told["compiled"] == sorted(told["games"])):
                return self
            time.sleep(0.02)
        raise RuntimeError("the server does not get ready")

    def ask(self, path: str) -> dict[str, Any]:
        """What a page of the server says, in JSON; nothing while it does not answer."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=5, context=self.trust) as answer:
                told: dict[str, Any] = json.load(answer)
                return told
        except (OSError, urllib.error.URLError, ValueError):
            return {}

    def metric(self, name: str) -> float:
        """One figure of those for Prometheus."""
        with urllib.request.urlopen(self.url + "/metrics", timeout=30, context=self.trust) as answer:
            lines = answer.read().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))

    def kill(self) -> None:
        """End it without a warning, as a power cut would; its thinkers have to notice by themselves."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end, and wait for it."""
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    def faults(self) -> list[str]:
        """The lines of its log that speak of a mistake of the program's."""
        text = self.log.read_text(encoding="utf-8") if self.log.exists() else ""
        whole = re.sub(r"\n(?=[ \t])", " | ", text)  # what a traceback tells belongs to its first line
        lines = iter(whole.splitlines())
        return [
            f"{next(lines, '')} after {line}" if line.startswith("Traceback") else line
            for line in lines
            if '"level": "error"' in line or "Traceback" in line
        ]


def end_in_peace() -> None:
    """Let this program clean up, its servers above all, when it is told to end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
    return found


def is_alive(pid: int) -> bool:
    """Whether a process is there, and not only its place in the list of processes."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def cpu_seconds(pid: int) -> float:
    """How long a process, with all its threads, has been computing so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def rss_mib(pid: int) -> float:
    """How much memory of the machine a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE / MIB


def open_files(pid: int) -> int:
    """How many files, sockets and pipes a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1, made here and trusted by nobody else, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    subprocess.run([*make.split(), "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key
