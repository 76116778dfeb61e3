"""Admin socket: only the server's own user is heard, each request is bounded, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import stat
import tempfile
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from tests.server.clients import quick_settings
from tests.server.evenings import SOON
from wishstone.game.errors import UsageError
from wishstone.server.admin import admin_socket
from wishstone.server.admin.admin_client import RunningServer, ask, find_servers
from wishstone.server.admin.admin_folders import folder_of_server, folders_to_search, prepare_folder, short_path
from wishstone.server.admin.admin_requests import Answer, Hello, JsonObject, Tables
from wishstone.server.admin.admin_socket import LONGEST, listening_to_operator
from wishstone.server.admin.operator_acts import Operator, ServerIdentity
from wishstone.server.ops.serve import make_hub

STRANGER = 65534  # a user who owns nothing here
HELLO = b'{"do":"hello"}\n'


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users can reach, unlike those of pytest."""
    made = Path(tempfile.mkdtemp(prefix="wishstone-"))
    made.chmod(0o755)
    yield made / "admin"
    shutil.rmtree(made)


@asynccontextmanager
async def listening(folder: Path) -> AsyncIterator[Path]:
    """A server without a network, whose operator is heard; the path of its socket."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    hub = make_hub(quick_settings(str(folder.parent / "tables.db")))
    await hub.open()
    try:
        async with listening_to_operator(Operator(hub, ServerIdentity("127.0.0.1", 8420, "x")), folder) as path:
            yield path
    finally:
        await hub.close()
        await hub.store.close()


def run(folder: Path, test: Callable[[Path], Awaitable[None]]) -> None:
    """Run a test with such a server."""

    async def whole() -> None:
        async with listening(folder) as path, asyncio.timeout(SOON):
            await test(path)

    asyncio.run(whole())


def say(path: Path, *parts: bytes, is_done: bool = True) -> bytes:
    """Send something to a socket, and read what comes back until it is closed."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection, short_path(path) as short:
        connection.settimeout(SOON)
        connection.connect(short)
        for part in parts:
            connection.sendall(part)
        if is_done:
            connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as answers:
            return answers.read()


def code_of(answer: bytes) -> str:
    told: JsonObject | None = msgspec.json.decode(answer, type=Answer).refused
    assert told is not None
    assert set(told["text"]) == {"en", "de"}
    return str(told["code"])


def as_stranger(path: Path) -> bytes:
    """What another user gets who says hello; where they cannot connect, nothing."""
    here, there = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that threads are running: the child touches nothing of theirs
        child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(STRANGER)
            os.setuid(STRANGER)
            os.write(there, say(path, HELLO))
        except PermissionError:
            os._exit(13)
        finally:
            os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as told:
        answer = told.read()
    os.waitpid(child, 0)
    return answer


def test_only_the_owner_can_open_it(folder: Path) -> None:
    async def test(path: Path) -> None:
        assert path.parent == folder
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_ISSOCK(path.stat().st_mode)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        about = await asyncio.to_thread(ask, path, Hello())
        assert (about["port"], about["pid"]) == (8420, os.getpid())

    run(folder, test)
    assert list(folder.iterdir()) == [], "nothing is left of it"


def test_a_folder_that_was_open_to_others_is_closed_first(folder: Path) -> None:
    folder.mkdir(0o777)
    folder.chmod(0o777)

    async def test(path: Path) -> None:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700

    run(folder, test)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_is_kept_out_by_the_folder_and_by_who_they_are(folder: Path) -> None:
    async def test(path: Path) -> None:
        assert await asyncio.to_thread(as_stranger, path) == b"", "they cannot even connect"
        folder.chmod(0o755)
        path.chmod(0o666)
        assert code_of(await asyncio.to_thread(as_stranger, path)) == "admin-stranger"

    run(folder, test)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_is_not_used(folder: Path) -> None:
    folder.mkdir()
    os.chown(folder, STRANGER, STRANGER)
    with pytest.raises(UsageError) as refused:
        asyncio.run(listening(folder).__aenter__())
    assert refused.value.code == "admin-folder"
    assert "somebody else" in str(refused.value)


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_no_folder_is_not_used(folder: Path, kind: str) -> None:
    """A link would lead elsewhere, where others may be."""
    elsewhere = folder.with_name("elsewhere")
    elsewhere.mkdir()
    if kind == "file":
        folder.touch()
    else:
        folder.symlink_to(elsewhere)
    with pytest.raises(UsageError) as refused:
        asyncio.run(listening(folder).__aenter__())
    assert refused.value.code == "admin-folder"
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"\n",
        b"hello\n",
        b"{}\n",
        b'{"do":"halt"}\n',
        b'{"do":"hello","more":1}\n',
        b'{"do":"ban","players":[],"networks":["203.0.113.7"],"seconds":0,"why":"x"}\n',
        b'{"do":"ban","players":[],"networks":["203.0.113.7"],"seconds":99999999,"why":"x"}\n',
        b'{"do":"ban","players":[],"networks":["203.0.113.7"],"why":"x"}\n',
        b'{"do":"tables","limit":99999999}\n',
        b"\xff\xfe\n",
        b"",
        b'{"do":"hello"',
    ],
)
def test_what_cannot_be_read_is_refused(folder: Path, text: bytes) -> None:
    """A ban without an end among it."""

    async def test(path: Path) -> None:
        assert code_of(await asyncio.to_thread(say, path, text)) == "admin-version"
        assert (await asyncio.to_thread(ask, path, Hello()))["port"] == 8420, "and the next one is heard"

    run(folder, test)


def test_a_request_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin_socket, "PATIENCE", 0.2)

    async def test(path: Path) -> None:
        with suppress(ConnectionError):  # which is closed while there is more to be read
            answer = await asyncio.to_thread(say, path, b'{"do":"', b"x" * (2 * LONGEST), is_done=False)
            assert code_of(answer) == "admin-version"
        assert await asyncio.to_thread(say, path, b'{"do":', is_done=False) == b"", "nor is it waited for"
        assert (await asyncio.to_thread(ask, path, Hello()))["port"] == 8420

    run(folder, test)


def test_many_are_answered_at_once(folder: Path) -> None:
    async def test(path: Path) -> None:
        told = await asyncio.gather(*(asyncio.to_thread(ask, path, Tables(9)) for _ in range(20)))
        assert told == [{"tables": [], "of": 0}] * 20

    run(folder, test)


def test_the_socket_of_a_server_that_was_killed_is_removed(folder: Path) -> None:
    folder.mkdir(0o700)
    dead = folder / "dead.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as gone:
        gone.bind(str(dead))
    assert dead.exists()

    async def test(path: Path) -> None:
        async with listening_to_operator(Operator(make_hub(quick_settings("x.db")), ServerIdentity("", 1, "")), folder):
            assert path.exists(), "that of one that runs is not"
            assert len(list(folder.iterdir())) == 2

    run(folder, test)
    assert not dead.exists()


def test_a_path_can_be_longer_than_the_system_takes(folder: Path) -> None:
    deep = folder.joinpath(*["a" * 40] * 5)

    async def test(path: Path) -> None:
        assert len(str(path)) > 200
        assert (await asyncio.to_thread(ask, path, Hello()))["port"] == 8420

    run(deep, test)


def test_a_server_that_has_just_ended_does_not_answer(folder: Path) -> None:
    found: list[RunningServer] = []

    async def test(path: Path) -> None:
        found.append(RunningServer(path, {}))

    run(folder, test)
    with pytest.raises(UsageError) as refused:
        found[0].ask(Hello())
    assert refused.value.code == "admin-silent"


def test_a_system_without_such_sockets_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is on Windows: the server runs without, and there is nobody to ask."""
    monkeypatch.setattr("wishstone.server.admin.admin_folders.HAS_SOCKETS", False)
    with pytest.raises(UsageError, match=r"on this system"):
        prepare_folder(folder)
    assert not folder.exists()
    monkeypatch.setattr("wishstone.server.admin.admin_client.HAS_SOCKETS", False)
    with pytest.raises(UsageError) as refused:
        find_servers()
    assert refused.value.code == "admin-none"


def test_where_sockets_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    mine, unit = tmp_path / "wishstone" / "admin", Path("/var/lib/wishstone/admin")
    assert folder_of_server({}) == mine
    assert folders_to_search({}) == [mine, unit]
    chosen = {"WISHSTONE_ADMIN": "/somewhere"}
    assert folder_of_server(chosen) == Path("/somewhere")
    assert folders_to_search(chosen) == [Path("/somewhere")]
    monkeypatch.setenv("XDG_DATA_HOME", "/var/lib")
    assert folders_to_search({}) == [unit], "each is looked at once"
