"""Admin client: finds the servers that run on this machine, and asks them; the command line's side of the socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from wishstone.game.errors import UsageError, WishstoneError
from wishstone.server.admin import admin_requests as requests
from wishstone.server.admin.admin_folders import HAS_SOCKETS, SUFFIX, folders_to_search, short_path
from wishstone.server.admin.admin_requests import Answer, JsonObject, Request
from wishstone.server.admin.words import LEXICON

PATIENCE = 30.0  # seconds for an answer

_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Answer)


class Refused(WishstoneError):
    """What a server refused, with its own words."""

    def __init__(self, told: JsonObject) -> None:
        self._texts: dict[str, str] = told["text"]
        super().__init__(told["code"])

    def text(self, language: str = "en") -> str:
        """The sentence in this language."""
        return self._texts[language]


class RunningServer(NamedTuple):
    """A server on this machine, and what it says of itself."""

    path: Path
    about: JsonObject

    def ask(self, request: Request) -> JsonObject:
        """Ask this server for something; raises what it refuses."""
        try:
            return ask(self.path, request)
        except OSError as error:  # it has just ended
            raise UsageError("admin-silent", LEXICON, path=str(self.path), seconds=round(PATIENCE)) from error


def find_servers() -> list[RunningServer]:
    """The servers that run on this machine and that we may administer."""
    folders = folders_to_search() if HAS_SOCKETS else []
    found: list[RunningServer] = []
    closed: UsageError | None = None
    for folder in folders:
        try:
            found += _servers_in(folder)
        except UsageError as error:  # somebody else's; there may be one of one's own
            closed = error
    if not found and closed is not None:
        raise closed
    if not found:
        raise UsageError("admin-none", LEXICON, folders=", ".join(map(str, folders)))
    return sorted(found, key=lambda server: int(server.about["port"]))


def choose_servers(port: int | None = None) -> list[RunningServer]:
    """The servers that share one database, or the one at a port."""
    found = find_servers()
    known = ", ".join(f"{server.about['port']} ({server.about['database']})" for server in found)
    if port is not None:
        found = [server for server in found if server.about["port"] == port]
        if not found:
            raise UsageError("admin-server", LEXICON, port=str(port), known=known)
    if len({server.about["database"] for server in found}) > 1:
        raise UsageError("admin-several", LEXICON, known=known)
    return found


def _servers_in(folder: Path) -> Iterator[RunningServer]:
    """The servers whose sockets are in a folder."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except (FileNotFoundError, NotADirectoryError):
        return
    except PermissionError as error:
        raise UsageError("admin-owner", LEXICON, path=str(folder), owner=_owner_of(folder)) from error
    for path in paths:
        with suppress(ConnectionRefusedError, FileNotFoundError):  # left by a server that was killed, or gone just now
            yield RunningServer(path, ask(path, requests.Hello()))


def _owner_of(path: Path) -> str:
    """The user whose folder this is; of one that cannot even be seen, the one that it lies in."""
    import pwd  # lazily: not every system has it

    for each in (path, *path.parents):
        with suppress(OSError):
            uid = each.stat().st_uid
            try:
                return pwd.getpwuid(uid).pw_name
            except KeyError:
                return str(uid)
    return "root"


def _connected(path: Path) -> socket.socket:
    """A connection to a server; an `OSError` where nobody listens."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(PATIENCE)
    try:
        with short_path(path) as short:
            connection.connect(short)
    except PermissionError as error:
        connection.close()
        raise UsageError("admin-owner", LEXICON, path=str(path), owner=_owner_of(path)) from error
    except OSError:
        connection.close()
        raise
    return connection


def ask(path: Path, request: Request) -> JsonObject:
    """Ask the server at a socket for something; raises what it refuses, and an `OSError` where nobody listens."""
    with _connected(path) as connection:
        return _exchange(path, connection, request)


def _exchange(path: Path, connection: socket.socket, request: Request) -> JsonObject:
    try:
        connection.sendall(_encode(request) + b"\n")
        with connection.makefile("rb") as answers:
            text = answers.readline()
        answer = _decoder.decode(text)
    except OSError as error:  # a timeout, too
        raise UsageError("admin-silent", LEXICON, path=str(path), seconds=round(PATIENCE)) from error
    except msgspec.DecodeError as error:
        raise UsageError("admin-version", LEXICON, reason=str(error)[:200]) from error
    if answer.refused is not None:
        raise Refused(answer.refused)
    return answer.done or {}
