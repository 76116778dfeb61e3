"""Reports: what a player tells the operator about another one, or about what was said at a table.

A report is kept with the last lines of that table's chat and the names that everybody there could see, and with what an
operator can ban by: the player key's hash and the address of whoever it is about. It holds nothing of the game.
"""

from __future__ import annotations

from collections import deque
from typing import Literal, NamedTuple

import msgspec

from wishstone.server.live.hub import Hub
from wishstone.server.live.live_table import LiveTable
from wishstone.server.store.interface import Report
from wishstone.server.table import entries
from wishstone.server.table.refusal import Busy, Refusal
from wishstone.server.table.secrets import new_code
from wishstone.server.table.state import NOBODY
from wishstone.server.table.visible_text import without_invisible

MOST_LINES = 30  # of the chat that are kept with a report
LONGEST = 300  # characters of what somebody writes about it

Reason = Literal["words", "name", "play", "other"]


class ReportedLine(msgspec.Struct, frozen=True):
    """Something that was said at the table, and what its speaker was called."""

    number: int
    at: int
    seat: int
    name: str
    text: str
    phrase: str


class ReportBody(msgspec.Struct, frozen=True):
    """What is kept of a report beside when and where it was made."""

    game: str
    reason: Reason
    text: str  # what the reporter wrote
    by: int  # the reporter's seat; -1: an onlooker
    by_name: str
    about: int  # the seat that it is about; -1: what was said at the table
    name: str = ""  # of whoever it is about
    player: str = ""  # the hash of their player key
    address: str = ""
    lines: list[ReportedLine] = []


class Complaint(NamedTuple):
    """What somebody wants to report."""

    by: int
    about: int
    reason: Reason
    text: str


async def add_report(hub: Hub, live: LiveTable, complaint: Complaint, address: str) -> Report:
    """Store a report of somebody at a table; `address` is theirs."""
    text = _check(live, complaint)
    await hub.limits.reports.spend_from(address, "too-many-reports")  # before the table's whole log is read
    body = await _make_body(hub, live, complaint, text)
    seats = live.table.seats
    player = seats[complaint.by].player if complaint.by != NOBODY else ""
    report = Report(new_code(), hub.now(), live.table.id, player, msgspec.json.encode(body))
    if not await hub.store.add_report(report, hub.settings.limits.open_reports):
        raise Busy("reports-full")
    hub.metrics.reports += 1
    return report


def body_of(report: Report) -> ReportBody:
    """What a stored report is about."""
    return msgspec.json.decode(report.body, type=ReportBody)


def _check(live: LiveTable, complaint: Complaint) -> str:
    """Refuse a complaint about nobody or nothing; returns its text as it is kept."""
    table, by, about = live.table, complaint.by, complaint.about
    text = " ".join(without_invisible(complaint.text).split())
    if about >= len(table.seats):
        raise Refusal("seat-wrong", 422, seat=about, last=len(table.seats) - 1)
    if about != NOBODY and about == by:
        raise Refusal("report-self")
    if about != NOBODY and not table.seats[about].is_person:
        raise Refusal("report-nobody", seat=about)
    if complaint.reason == "other" and not text:
        raise Refusal("report-empty", 422)
    return text


async def _make_body(hub: Hub, live: LiveTable, complaint: Complaint, text: str) -> ReportBody:
    table, by, about = live.table, complaint.by, complaint.about
    body = ReportBody(
        table.setup.game,
        complaint.reason,
        text,
        by,
        table.seats[by].name if by != NOBODY else "",
        about,
        lines=await _last_lines(hub, table.id),
    )
    if about == NOBODY:
        return body
    seat = table.seats[about]
    return msgspec.structs.replace(body, name=seat.name, player=seat.player, address=live.address_of(about))


async def _last_lines(hub: Hub, table: str) -> list[ReportedLine]:
    """The last lines of a table's chat; its speakers are called as they were at the time."""
    names: dict[int, str] = {}
    lines: deque[ReportedLine] = deque(maxlen=MOST_LINES)
    for entry in await hub.store.entries(table):
        if entry.kind not in ("sat", "left", "forgotten", "said"):
            continue
        match entries.decode_body(entry):
            case entries.Sat() as sat:
                names[sat.seat] = sat.name
            case entries.Left(seat) | entries.Forgotten(seat):
                names.pop(seat, None)
            case entries.Said(seat, text, phrase) if text or phrase:
                lines.append(ReportedLine(entry.number, entry.at, seat, names.get(seat, ""), text, phrase))
    return list(lines)
