"""Operator acts: carries out what an operator asks for. Whatever changes something is logged before it is done."""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple

import msgspec

from wishstone import __version__
from wishstone.game.errors import UsageError
from wishstone.game.words import LANGUAGES
from wishstone.server.admin import admin_requests as requests
from wishstone.server.admin import operator_views as views
from wishstone.server.admin.admin_requests import JsonObject
from wishstone.server.admin.words import LEXICON
from wishstone.server.live.announcements import Announcement
from wishstone.server.live.bans import parse_network
from wishstone.server.live.hub import Hub
from wishstone.server.store.interface import Act, ListedTable
from wishstone.server.table import decisions
from wishstone.server.table.refusal import Refusal
from wishstone.server.table.secrets import is_id, new_code

log = logging.getLogger("wishstone.admin")

LARGEST_V4, LARGEST_V6 = 8, 16  # bits of the largest networks that can be banned: a slip must not ban everybody
HASH = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)  # of a player key
CODE = 8  # letters of a report's id
SHOWN = ("table", "ban", "report", "ends", "until")  # what the server's own log has of an act


class ServerIdentity(NamedTuple):
    """By what an operator tells servers apart that run on one machine."""

    address: str
    port: int
    database: str  # without a password


class Operator:
    """An operator's hands in a running server."""

    def __init__(self, hub: Hub, identity: ServerIdentity) -> None:
        self.hub, self.identity = hub, identity
        self._began = time.time()
        self._do: dict[type, Callable[[int, Any], Awaitable[JsonObject]]] = {
            requests.Hello: self._hello,
            requests.Who: self._who,
            requests.Tables: self._tables,
            requests.Table: self._table,
            requests.Unlist: self._unlist,
            requests.Close: self._close,
            requests.Ban: self._ban,
            requests.Lift: self._lift,
            requests.Bans: self._bans,
            requests.Reports: self._reports,
            requests.Settle: self._settle,
            requests.Announce: self._announce,
            requests.Log: self._log,
        }

    async def carry_out(self, uid: int, request: requests.Request) -> JsonObject:
        """Do what the user with this id asks for, and return what they are told; a `WishstoneError` if it cannot be."""
        return await self._do[type(request)](uid, request)

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def _hello(self, uid: int, request: requests.Hello) -> JsonObject:
        return {
            **self.identity._asdict(),
            "version": __version__,
            "pid": os.getpid(),
            "since": round(self._began * 1000),
            "connections": self.hub.metrics.connections,
            "tables": len(self.hub.live_tables),
        }

    async def _who(self, uid: int, request: requests.Who) -> JsonObject:
        return {"people": views.people(self.hub, request.table)}

    async def _tables(self, uid: int, request: requests.Tables) -> JsonObject:
        return await views.tables(self.hub, request.limit)

    async def _table(self, uid: int, request: requests.Table) -> JsonObject:
        return await views.table(self.hub, await self._find_table(request.table))

    async def _bans(self, uid: int, request: requests.Bans) -> JsonObject:
        return {"bans": [views.ban(block) for block in await self.hub.bans.current()]}

    async def _reports(self, uid: int, request: requests.Reports) -> JsonObject:
        kept = await self.hub.store.reports(request.limit, request.settled)
        return {"reports": [views.report(each) for each in kept], "waiting": await self.hub.store.count_reports()}

    async def _log(self, uid: int, request: requests.Log) -> JsonObject:
        return {"acts": [views.act(each) for each in await self.hub.store.acts(request.limit)]}

    async def _find_table(self, table: str) -> ListedTable:
        row = await self.hub.store.listed_table(table) if is_id(table) else None
        if row is None:
            raise UsageError("admin-table", LEXICON, table=table)
        return row

    # ── Acting ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _note(self, uid: int, act: str, why: str, **about: object) -> None:
        """Log an act: in the database, and without people and their addresses in the server's own log."""
        shown = {name: value for name, value in about.items() if name in SHOWN}
        log.info("an operator acts", extra={"act": act, "uid": uid, **shown})
        body = msgspec.json.encode(about)
        await self.hub.store.add_act(Act(new_code(), self.hub.now(), uid, act, body, why))

    async def _unlist(self, uid: int, request: requests.Unlist) -> JsonObject:
        row = await self._find_table(request.table)
        if not row.summary.listed:
            raise UsageError("admin-listed", LEXICON, table=row.table)
        await self._note(uid, "unlist", request.why, table=row.table)
        await self.hub.store.unlist(row.table)
        self.hub.lobby.note_change()
        return {"table": row.table}

    async def _close(self, uid: int, request: requests.Close) -> JsonObject:
        row = await self._find_table(request.table)
        if row.summary.status == "over":
            raise Refusal("table-over")
        live = await self.hub.get_table(row.table)
        await self._note(uid, "close", request.why, table=row.table)
        await self.hub.change(live, lambda table: decisions.close(table, request.why))
        return {"table": row.table}

    async def _ban(self, uid: int, request: requests.Ban) -> JsonObject:
        networks, players = [*map(_network, request.networks)], [*map(_player, request.players)]
        if not networks and not players:
            raise UsageError("admin-whom", LEXICON, text="")
        ends = self.hub.now() + request.seconds * 1000
        await self._note(uid, "ban", request.why, players=players, networks=networks, ends=ends)
        kinds: list[tuple[Literal["network", "player"], list[str]]] = [("network", networks), ("player", players)]
        made = [
            await self.hub.bans.add(kind, subject, ends, f"uid {uid}", request.why)
            for kind, subjects in kinds
            for subject in subjects
        ]
        await self.hub.enforce_bans()
        return {"bans": [views.ban(block) for block in made]}

    async def _lift(self, uid: int, request: requests.Lift) -> JsonObject:
        found = next((each for each in await self.hub.bans.current() if each.id == request.ban.lower()), None)
        if found is None:
            raise UsageError("admin-ban", LEXICON, ban=request.ban)
        await self._note(uid, "lift", request.why, ban=found.id)
        await self.hub.bans.lift(found.id)
        return {"bans": [views.ban(found)]}

    async def _settle(self, uid: int, request: requests.Settle) -> JsonObject:
        found = await self.hub.store.report(request.report.upper()) if _is_code(request.report) else None
        if found is None:
            raise UsageError("admin-report", LEXICON, report=request.report)
        if found.settled is not None:
            raise UsageError("admin-settled", LEXICON, report=found.id)
        await self._note(uid, "settle", request.why, report=found.id)
        await self.hub.store.settle_report(found.id, self.hub.now())
        return {"report": found.id}

    async def _announce(self, uid: int, request: requests.Announce) -> JsonObject:
        text = {language: text for language, text in request.text.items() if language in LANGUAGES}
        until = self.hub.now() + request.seconds * 1000
        await self._note(uid, "announce" if text else "withdraw", "", text=text, until=until)
        await self.hub.announcements.announce(Announcement(text, until))
        return {"text": text, "until": until}


def _network(text: str) -> str:
    """A network by its text, as it is banned; or raise a `UsageError` if it is none, or is too large."""
    try:
        found = parse_network(text)
    except ValueError as error:
        raise UsageError("admin-whom", LEXICON, text=text[:100]) from error
    if found.prefixlen < (LARGEST_V4 if found.version == 4 else LARGEST_V6):
        raise UsageError("admin-network", LEXICON, network=str(found), v4=LARGEST_V4, v6=LARGEST_V6)
    return str(found)


def _player(text: str) -> str:
    """The hash of a player key by its text."""
    if not HASH.fullmatch(text):
        raise UsageError("admin-whom", LEXICON, text=text[:100])
    return text.lower()


def _is_code(text: str) -> bool:
    """Whether this can be the id of a report."""
    return len(text) == CODE and text.isascii() and text.isalnum()
