"""Admin session: what an operator can do from the command line, with all servers that share a database."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from wishstone.game.errors import UsageError
from wishstone.game.words import LANGUAGES
from wishstone.server.admin import admin_requests as requests
from wishstone.server.admin.admin_client import RunningServer
from wishstone.server.admin.admin_requests import LONGEST_SPAN, LONGEST_TEXT, MOST, JsonObject
from wishstone.server.admin.words import LEXICON

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}
SPAN = re.compile(r"([1-9][0-9]{0,8})([smhdw])")
TABLE = re.compile(r"[0-9a-f]{16}")
SEAT = re.compile(r"([0-9a-f]{16}):([0-9])")
HASH = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)
CODE = re.compile(r"[a-z2-9]{8}", re.IGNORECASE)


class Targets(NamedTuple):
    """By what somebody is to be banned: the hashes of player keys, and addresses or networks."""

    players: list[str]
    networks: list[str]


class AdminSession:
    """Some servers with one database: any of them does what concerns that, and each says who is connected to it."""

    def __init__(self, servers: Sequence[RunningServer]) -> None:
        self._servers = servers

    def _ask(self, request: requests.Request) -> JsonObject:
        return self._servers[0].ask(request)

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def people(self, table: str = "") -> list[JsonObject]:
        """Who is connected to any of these servers, each with the port of theirs."""
        request = requests.Who(parse_table(table))
        found = [
            {**person, "server": server.about["port"]}
            for server in self._servers
            for person in server.ask(request)["people"]
        ]
        return sorted(found, key=lambda person: (person["table"], person["seat"], -person["since"]))

    def tables(self, limit: int) -> JsonObject:
        """The tables that are not over, with how many are connected to all of these servers together."""
        told = [server.ask(requests.Tables(limit)) for server in self._servers]
        connected: dict[str, int] = {}
        for each in told:
            for row in each["tables"]:
                connected[row["table"]] = connected.get(row["table"], 0) + row["connected"]
        rows = [{**row, "connected": connected[row["table"]]} for row in told[0]["tables"]]
        return {**told[0], "tables": rows}

    def table(self, text: str) -> JsonObject:
        """How a table stands, with the addresses that any of these servers knows."""
        told = self._ask(requests.Table(parse_table(text)))
        people = self.people(told["table"])
        for seat in told["seats"]:
            known = [person["address"] for person in people if person["seat"] == seat["seat"]]
            seat["address"] = seat["address"] or next(iter(known), "")
        return {**told, "people": people}

    def bans(self) -> JsonObject:
        """The bans that hold."""
        return self._ask(requests.Bans())

    def reports(self, limit: int, settled: bool = False) -> JsonObject:
        """What players have reported."""
        return self._ask(requests.Reports(limit, settled))

    def log(self, limit: int) -> JsonObject:
        """What operators did."""
        return self._ask(requests.Log(limit))

    # ── Acting ───────────────────────────────────────────────────────────────────────────────────────────────────

    def unlist(self, table: str, why: str) -> JsonObject:
        """Have the lobby show a table no more."""
        return self._ask(requests.Unlist(parse_table(table), _sentence(why)))

    def close(self, table: str, why: str) -> JsonObject:
        """End a table, and tell those who sit there why."""
        return self._ask(requests.Close(parse_table(table), _sentence(why)))

    def ban(self, whom: str, span: str, why: str) -> JsonObject:
        """Keep somebody out for a time."""
        seconds, reason = parse_span(span), _sentence(why)
        return self._ask(requests.Ban(*self._targets(whom), seconds, reason))

    def lift(self, ban: str, why: str) -> JsonObject:
        """Lift a ban before its end."""
        return self._ask(requests.Lift(ban, _sentence(why)))

    def settle(self, report: str, why: str) -> JsonObject:
        """Be done with a report."""
        return self._ask(requests.Settle(report, _sentence(why) if why else ""))

    def announce(self, text: str, german: str, span: str) -> JsonObject:
        """Tell everybody at a table a sentence; what was not translated is said as it is."""
        texts = (_sentence(text), _sentence(german or text))
        return self._ask(requests.Announce(dict(zip(LANGUAGES, texts, strict=True)), parse_span(span)))

    def withdraw(self) -> JsonObject:
        """Withdraw what was announced before."""
        return self._ask(requests.Announce({}, 1))

    # ── Whom ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _targets(self, whom: str) -> Targets:
        """By what to ban whom an operator names: an address, a network, a player, a seat or a report."""
        if HASH.fullmatch(whom):
            return Targets([whom], [])
        if seat := SEAT.fullmatch(whom):
            return self._targets_at(seat[1], int(seat[2]), whom)
        if CODE.fullmatch(whom):
            return self._targets_of_report(whom)
        return Targets([], [whom])  # the server says what is wrong with it

    def _targets_at(self, table: str, number: int, whom: str) -> Targets:
        seats = self.table(table)["seats"]
        if number >= len(seats) or seats[number]["kind"] != "person":
            raise UsageError("admin-seat", LEXICON, seat=number, table=table)
        return _known(seats[number]["player"], seats[number]["address"], whom)

    def _targets_of_report(self, whom: str) -> Targets:
        for settled in (False, True):
            for report in self.reports(MOST, settled)["reports"]:
                if report["id"] == whom.upper():
                    return _known(report["player"], report["address"], whom)
        raise UsageError("admin-report", LEXICON, report=whom)


def _known(player: str, address: str, whom: str) -> Targets:
    if not player and not address:
        raise UsageError("admin-unknown", LEXICON, who=whom)
    return Targets([player] if player else [], [address] if address else [])


def parse_span(text: str) -> int:
    """Seconds that are written as a number and a unit: 30m, 12h, 7d."""
    found = SPAN.fullmatch(text)
    seconds = int(found[1]) * UNITS[found[2]] if found else 0
    if not 1 <= seconds <= LONGEST_SPAN:
        raise UsageError("admin-span", LEXICON, text=text[:100])
    return seconds


def parse_table(text: str) -> str:
    """The id of a table, also of its address: https://example.org/t/ID."""
    found = TABLE.search(text)
    return found[0] if found else text


def _sentence(text: str) -> str:
    """What an operator says, without line breaks."""
    told = " ".join(text.split())
    if not 1 <= len(told) <= LONGEST_TEXT:
        raise UsageError("admin-sentence", LEXICON, most=LONGEST_TEXT)
    return told
