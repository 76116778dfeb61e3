"""Announcements: a sentence of the operator's that everybody at a table is told, such as that of a planned restart.

There is one at a time, and it has an end. It is kept in memory alone: after the restart that it told of, it is gone.
"""

from __future__ import annotations

import base64
import binascii
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from wishstone.server.live.connection import Connection
from wishstone.server.store.interface import StoreDown
from wishstone.server.table import views

if TYPE_CHECKING:
    from wishstone.server.live.hub import Hub

log = logging.getLogger("wishstone.announcements")

EVERYWHERE = ""  # in the place of a table's id: the text is for all tables
NOTICE = "announced:"  # how it begins


class Announcement(msgspec.Struct, frozen=True):
    """A sentence in every language, and until when it is shown, in milliseconds since 1970."""

    text: dict[str, str]  # by language; empty: the announcement before is withdrawn
    until: int

    def message(self) -> bytes:
        """The message that clients get."""
        return views.encode({"type": "announcement", **self.to_json()})

    def to_json(self) -> dict[str, Any]:
        """The announcement as clients get it."""
        return {"text": self.text, "until": self.until}


class Announcements:
    """What is announced at present, in this process and in the others on its database."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._latest = Announcement({}, 0)

    @property
    def current(self) -> Announcement | None:
        """What is announced at present, if anything."""
        latest = self._latest
        return latest if latest.text and latest.until > self.hub.now() else None

    def greet(self, connection: Connection) -> None:
        """Tell a client that has just come what was announced before."""
        if (announced := self.current) is not None:
            connection.send(announced.message())

    async def announce(self, announced: Announcement) -> None:
        """Tell everybody who is connected to this process, or to another on the same database."""
        self._tell(announced)
        with suppress(StoreDown):  # in this process everybody knows
            await self.hub.store.notify_others(EVERYWHERE, _to_notice(announced))

    def receive(self, notice: str) -> None:
        """Tell everybody here what another process announces; other notices are for others."""
        if not notice.startswith(NOTICE):
            return
        try:
            told = base64.urlsafe_b64decode(notice.removeprefix(NOTICE))
            self._tell(msgspec.json.decode(told, type=Announcement))
        except (binascii.Error, msgspec.DecodeError):  # of a newer version
            log.warning("an announcement of another process cannot be read")

    def _tell(self, announced: Announcement) -> None:
        self._latest = announced
        message = announced.message()
        for live in self.hub.live_tables.values():
            for connection in tuple(live.connections):
                connection.send(message)


def _to_notice(announced: Announcement) -> str:
    """An announcement as a text without spaces."""
    return NOTICE + base64.urlsafe_b64encode(msgspec.json.encode(announced)).decode()
