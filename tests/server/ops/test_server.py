"""Server: it says how many connections it has room for."""

from __future__ import annotations

from pathlib import Path

from tests.server.clients import http_request
from tests.server.processes import running


def test_it_says_how_many_connections_it_has_room_for(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert server.process.stdout is not None
        said = server.process.stdout.readline()
        metrics = http_request("GET", f"{server.url}/metrics").text
    room = next(line for line in metrics.splitlines() if line.startswith("wishstone_transports_most "))
    assert said.startswith(f"it has room for {float(room.split()[1]):.0f} connections at once")
