"""Operator access: opens the socket of `wishstone admin` for as long as a server runs."""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from wishstone.game.errors import UsageError
from wishstone.server.admin.admin_folders import folder_of_server
from wishstone.server.admin.admin_socket import listening_to_operator
from wishstone.server.admin.operator_acts import Operator, ServerIdentity
from wishstone.server.config.settings import ServerSettings, default_database
from wishstone.server.live.hub import Hub
from wishstone.server.store.factory import parse_url

log = logging.getLogger("wishstone.admin")


@asynccontextmanager
async def operator_access(hub: Hub, listening: socket.socket) -> AsyncIterator[None]:
    """Let operators reach a server; where there can be no socket, the log says so and the server runs without."""
    host, port = listening.getsockname()[:2]
    operator = Operator(hub, ServerIdentity(host, port, database_name(hub.settings)))
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(listening_to_operator(operator, folder_of_server()))
        except UsageError as error:
            log.warning("operators cannot reach this server", extra={"reason": str(error)})
        yield


def database_name(settings: ServerSettings) -> str:
    """What the database is called, without a password."""
    kind, place = parse_url(settings.database or str(default_database()))
    if kind == "sqlite":
        return str(Path(place).absolute())
    from wishstone.server.store.postgres_connection import name_of  # lazily: not everybody has SQLAlchemy

    return name_of(place)
