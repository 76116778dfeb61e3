"""Listener: accepts connections, each counted and timed from its first moment, a TLS handshake included.

uvicorn has the event loop accept them, which makes a TLS handshake before our code hears of a connection: silent ones
are neither counted nor ended for a minute, and where they take all descriptors nobody else comes in. Neither hypercorn
nor granian counts connections by address, nor do uvicorn's own limits; granian bounds handshakes in time and number,
but all callers together, so that few silent ones hold up everybody. A proxy could do it, but is not to be needed.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from wishstone.server.http.occupancy import Occupancy, Visit

log = logging.getLogger("wishstone.listener")

AT_ONCE = 64  # connections to accept before others have their turn
AGAIN = 1.0  # seconds until it is tried again where no descriptor is left


class Reception(NamedTuple):
    """How a connection is received."""

    protocol: Callable[[Visit], asyncio.Protocol]  # makes what speaks on it
    is_proxy: Callable[[str], bool]  # whether an address is that of a proxy that is believed
    tls: Callable[[], ssl.SSLContext | None]  # the certificate of this moment
    handshake_seconds: float
    refusal: bytes  # what is answered to one that cannot stay; not over TLS, where the answer would cost a handshake


class Listener:
    """A bound socket at which connections are accepted; what uvicorn calls of a server of asyncio's is here, too."""

    def __init__(self, listening: socket.socket, occupancy: Occupancy, reception: Reception, backlog: int) -> None:
        self._listening, self._occupancy, self._reception = listening, occupancy, reception
        self._loop = asyncio.get_running_loop()
        self._beginning: set[asyncio.Task[None]] = set()
        self._is_closed = False
        listening.setblocking(False)
        listening.listen(backlog)
        self._loop.add_reader(listening, self._accept)

    def close(self) -> None:
        """Accept no more connections; those that are open stay."""
        if not self._is_closed:
            self._is_closed = True
            self._loop.remove_reader(self._listening)
            self._listening.close()

    async def wait_closed(self) -> None:
        """End what has only begun."""
        for task in self._beginning:
            task.cancel()
        await asyncio.gather(*self._beginning, return_exceptions=True)

    def _accept(self) -> None:
        """Accept those who wait."""
        for _ in range(AT_ONCE):
            try:
                connection, (host, *_) = self._listening.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionError:  # it was gone before we came
                continue
            except OSError as error:  # no descriptor left, though some are always kept back
                log.error("cannot accept connections", extra={"reason": error.strerror})
                self._loop.remove_reader(self._listening)
                self._loop.call_later(AGAIN, self._resume)
                return
            self._receive(connection, host)

    def _resume(self) -> None:
        if not self._is_closed:
            self._loop.add_reader(self._listening, self._accept)

    def _receive(self, connection: socket.socket, host: str) -> None:
        connection.setblocking(False)
        visit = self._occupancy.admit(host, self._reception.is_proxy(host))
        if visit is None:
            self._turn_away(connection)
            return
        task = self._loop.create_task(self._begin(connection, visit))
        self._beginning.add(task)
        task.add_done_callback(partial(self._begun, connection, visit))

    def _turn_away(self, connection: socket.socket) -> None:
        """Close a connection that cannot stay, with a word where that costs nothing."""
        with connection:
            if self._reception.tls() is None:
                try:
                    connection.send(self._reception.refusal)
                    connection.shutdown(socket.SHUT_WR)
                except OSError:  # it is gone already
                    return

    async def _begin(self, connection: socket.socket, visit: Visit) -> None:
        """Begin to speak on a connection, after the handshake."""
        tls = self._reception.tls()
        seconds = None if tls is None else self._reception.handshake_seconds
        await self._loop.connect_accepted_socket(
            lambda: self._reception.protocol(visit), connection, ssl=tls, ssl_handshake_timeout=seconds
        )

    def _begun(self, connection: socket.socket, visit: Visit, task: asyncio.Task[None]) -> None:
        """Stop counting a connection that did not get beyond its handshake."""
        self._beginning.discard(task)
        error = None if task.cancelled() else task.exception()
        if task.cancelled() or error is not None:
            visit.end()
            connection.close()
        if error is not None and not isinstance(error, OSError):  # which all of TLS is, too: a client's mistake
            log.error("a connection failed", exc_info=error)
