"""Admin socket: a Unix socket at which a server hears its operator, and nobody else.

It lies in a folder that only the server's user can enter (0700), is itself open to that user alone (0600), and whoever
connects has to be that user or root, as the operating system says.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from wishstone.game.errors import UsageError, WishstoneError
from wishstone.server.admin.admin_folders import SUFFIX, prepare_folder, remove_dead, short_path, unusable
from wishstone.server.admin.admin_requests import Answer, Request
from wishstone.server.admin.operator_acts import Operator
from wishstone.server.admin.words import LEXICON
from wishstone.server.store.interface import StoreDown
from wishstone.server.table.refusal import Refusal, error_to_json

log = logging.getLogger("wishstone.admin")

LONGEST = 64 * 1024  # bytes of a request
PATIENCE = 10.0  # seconds for a request to be here whole
BACKLOG = 16
ROOT = 0

_decoder = msgspec.json.Decoder(Request)
_encode = msgspec.json.Encoder().encode


@asynccontextmanager
async def listening_to_operator(operator: Operator, folder: Path) -> AsyncIterator[Path]:
    """Listen in a folder for as long as the block runs; the path of the socket."""
    path = prepare_folder(folder) / f"{secrets.token_hex(4)}{SUFFIX}"
    remove_dead(folder)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        with short_path(path) as short:
            try:
                listening.bind(short)
                path.chmod(0o600)
            except OSError as error:
                raise unusable(folder, error) from error
        listening.listen(BACKLOG)
        listening.setblocking(False)
        accepting = asyncio.create_task(_accept(operator, listening))
        try:
            yield path
        finally:
            accepting.cancel()
            with suppress(asyncio.CancelledError):
                await accepting
            path.unlink(missing_ok=True)


async def _accept(operator: Operator, listening: socket.socket) -> None:
    """Serve whoever connects, one request for each connection."""
    loop = asyncio.get_running_loop()
    async with asyncio.TaskGroup() as group:
        while True:
            connection, _ = await loop.sock_accept(listening)
            group.create_task(_serve(operator, connection))


async def _serve(operator: Operator, connection: socket.socket) -> None:
    """Answer one request; whatever goes wrong with it concerns nobody else."""
    loop = asyncio.get_running_loop()
    with connection, suppress(OSError, TimeoutError):
        connection.setblocking(False)
        uid = peer_uid(connection)
        async with asyncio.timeout(PATIENCE):
            text = await _read_line(connection)
        answer = await _answer(operator, uid, text)
        async with asyncio.timeout(PATIENCE):
            await loop.sock_sendall(connection, _encode(answer) + b"\n")


async def _read_line(connection: socket.socket) -> bytes:
    """A request, up to the end of its line or the longest that is read."""
    loop, text = asyncio.get_running_loop(), b""
    while not text.endswith(b"\n") and len(text) <= LONGEST:
        part = await loop.sock_recv(connection, LONGEST)
        if not part:
            break
        text += part
    return text


async def _answer(operator: Operator, uid: int, text: bytes) -> Answer:
    try:
        if uid not in (os.geteuid(), ROOT):
            log.warning("somebody else wanted to administer this server", extra={"uid": uid})
            raise UsageError("admin-stranger", LEXICON, owner=str(os.geteuid()), uid=str(uid))
        return Answer(done=await operator.carry_out(uid, _decoder.decode(text)))
    except msgspec.DecodeError as error:
        return Answer(refused=error_to_json(UsageError("admin-version", LEXICON, reason=str(error)[:200])))
    except WishstoneError as error:
        return Answer(refused=error_to_json(error))
    except StoreDown:
        return Answer(refused=error_to_json(Refusal("store-down", 503)))
    except Exception:
        log.exception("a request of the operator failed")
        return Answer(refused=error_to_json(Refusal("failed", 500)))


def peer_uid(connection: socket.socket) -> int:
    """Who is at the other end, as the operating system knows them."""
    if not hasattr(socket, "SO_PEERCRED"):  # only Linux has it; elsewhere the folder keeps others out
        return os.geteuid()
    found = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("iII"))
    _, uid, _ = struct.unpack("iII", found)
    return int(uid)
