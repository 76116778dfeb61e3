"""`wishstone play`: the real program opens the page, in a browser that only notes what it was asked for."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.clients import http_request
from tests.server.processes import PATIENCE, environment, free_port
from wishstone.server.config.settings import default_database


@contextmanager
def playing(folder: Path, *arguments: str, **changes: str) -> Iterator[subprocess.Popen[str]]:
    line = [sys.executable, "-m", "wishstone", "play", *arguments]
    told = environment(folder, **{"BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": "", **changes})
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=told) as process:
        try:
            yield process
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()  # where it has not ended by itself
    assert (process.returncode, errors) == (0, "")


@pytest.fixture
def browser(tmp_path: Path) -> tuple[str, Path]:
    """A browser, and where it writes what it was asked to open."""
    asked = tmp_path / "asked"
    program = tmp_path / "browser"
    program.write_text(f"#!/bin/sh\necho \"$1\" >>'{asked}'\n", encoding="utf-8")
    program.chmod(0o755)
    return f"{program} %s", asked


def was_asked(asked: Path) -> str:
    for _ in range(1000):
        if asked.exists() and asked.read_text(encoding="utf-8").endswith("\n"):
            return asked.read_text(encoding="utf-8")
        time.sleep(0.05)
    return ""


def test_the_page_is_there_and_opened(tmp_path: Path, browser: tuple[str, Path]) -> None:
    port = free_port()
    with playing(tmp_path, "--port", str(port), BROWSER=browser[0]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"Wishstone is at http://127.0.0.1:{port} (stop it with Ctrl-C)\n"
        page = http_request("GET", f"http://127.0.0.1:{port}/")
        assert page.headers["content-type"].startswith("text/html")
        assert isinstance(http_request("GET", f"http://127.0.0.1:{port}/api/games").json()["preparing"], bool)
        assert was_asked(browser[1]) == f"http://127.0.0.1:{port}\n"
    assert (tmp_path / "wishstone" / default_database().name).exists()


def test_a_second_start_shows_the_first(tmp_path: Path, browser: tuple[str, Path]) -> None:
    port = str(free_port())
    with playing(tmp_path, "--no-browser", "--port", port) as first:
        assert first.stdout is not None
        first.stdout.readline()
        http_request("GET", f"http://127.0.0.1:{port}/")
        with playing(tmp_path, "--port", port, "--lang", "de", BROWSER=browser[0]) as second:
            assert second.stdout is not None
            assert second.stdout.readline() == f"Wishstone ist schon unter http://127.0.0.1:{port} zu finden\n"
            second.wait(PATIENCE)
        assert was_asked(browser[1]) == f"http://127.0.0.1:{port}\n"


def test_a_port_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = int(other.getsockname()[1])
        with playing(tmp_path, "--no-browser", "--port", str(port)) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("Wishstone is at http://127.0.0.1:")
            assert int(said.split(":")[2].split()[0]) > port


def test_without_a_browser_it_is_the_terminal(tmp_path: Path) -> None:
    told = environment(tmp_path, BROWSER="", DISPLAY="", WAYLAND_DISPLAY="")
    line = [sys.executable, "-m", "wishstone", "play"]
    ended = subprocess.run(
        line, capture_output=True, text=True, timeout=PATIENCE, env=told, input="quit\n", check=False
    )
    assert ended.returncode == 0
    assert ended.stderr.startswith("There is no browser to open here")
    assert "Keltis" in ended.stdout
