"""Output of `wishstone admin`: tables of people, tables, bans, reports and acts, or the answer as JSON.

Names and texts come from strangers: they are printed as they are, and never read as markup.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from wishstone.game.words import Say
from wishstone.terminal.output.tables import make_table

Told = dict[str, Any]

SHORT = 12  # digits of a hash that are printed
NOBODY = -1
WHOLE = frozenset(("table", "since", "updated", "at", "ends", "ban"))  # columns that are never cut
WIDE = 200  # columns, where the output is no terminal


class AdminOutput:
    """Prints what a server answered, in one language or as JSON."""

    def __init__(self, say: Say, as_json: bool) -> None:
        self._say, self._as_json = say, as_json
        self._console = Console(highlight=False, markup=False)
        if not self._console.is_terminal and "COLUMNS" not in os.environ:
            self._console.width = WIDE

    def servers(self, found: Sequence[Told]) -> None:
        """The servers that run here."""
        rows = [
            [
                str(each["port"]),
                each["address"],
                each["database"],
                each["version"],
                _when(each["since"]),
                str(each["connections"]),
            ]
            for each in found
        ]
        self._table(
            {"servers": list(found)}, rows, ("server", "address", "database", "version", "since", "connected"), ""
        )

    def people(self, people: Sequence[Told]) -> None:
        """Who is connected."""
        rows = [
            [
                str(each["server"]),
                each["table"],
                self._seat(each["seat"]),
                each["name"],
                each["player"][:SHORT],
                each["address"],
                _when(each["since"]),
            ]
            for each in people
        ]
        heads = ("server", "table", "seat", "name", "player", "address", "since")
        self._table({"people": list(people)}, rows, heads, "nobody")

    def tables(self, told: Told) -> None:
        """The tables that are not over."""
        rows = [
            [
                each["table"],
                each["game"],
                self._say(f"status-{each['status']}"),
                "✓" if each["listed"] else "",
                ", ".join(each["seats"]),
                str(each["connected"]),
                str(each["entries"]),
                _when(each["updated"]),
            ]
            for each in told["tables"]
        ]
        heads = ("table", "game", "status", "listed", "seats", "here", "entries", "updated")
        self._table(told, rows, heads, "no-tables")
        if rows and not self._as_json and told["of"] > len(rows):
            self._line(self._say("shown-of", shown=len(rows), all=told["of"]))

    def table(self, told: Told) -> None:
        """How one table stands."""
        rows = [
            [
                str(each["seat"]),
                each["name"] or each["bot"] or each["kind"],
                each["player"][:SHORT],
                each["address"],
                self._say("present" if each["present"] else "absent") if each["kind"] == "person" else "",
            ]
            for each in told["seats"]
        ]
        if not self._as_json:
            known = {name: told[name] for name in ("game", "entries", "events", "watching")}
            listed = f", {self._say('listed')}" if told["listed"] else ""
            self._line(
                self._say("table-title", status=f"{self._say('status-' + told['status'])}{listed}", **known), "bold"
            )
        self._table(told, rows, ("seat", "name", "player", "address", "here"), "")

    def bans(self, told: Told) -> None:
        """The bans that hold."""
        rows = [[each["id"], _subject(each), _when(each["ends"]), each["by"], each["why"]] for each in told["bans"]]
        self._table(told, rows, ("ban", "whom", "ends", "by", "why"), "no-bans")

    def reports(self, told: Told) -> None:
        """What players have reported, each report with what was said."""
        if self._as_json or not told["reports"]:
            return self._table(told, [], (), "no-reports")
        for report in told["reports"]:
            self._report(report)
        return None

    def _report(self, report: Told) -> None:
        say = self._say
        about, by = report["about"], report["by"]
        reason = say(f"reported-{report['reason']}")
        of = say("report-about-seat", name=report["name"], seat=about) if about != NOBODY else say("report-about-chat")
        whose = say("report-by", name=report["by_name"], seat=by) if by != NOBODY else say("report-by-onlooker")
        self._line(f"{report['id']}  {_when(report['at'])}  {report['game']} {report['table']}", "bold")
        self._line(f"  {reason}, {of}, {whose}")
        if report["text"]:
            self._line(f"  «{report['text']}»")
        known = [say("report-player", player=report["player"][:SHORT])] if report["player"] else []
        known += [say("report-address", address=report["address"])] if report["address"] else []
        known += [say("report-settled", at=_when(report["settled"]))] if report["settled"] else []
        if known:
            self._line(f"  {', '.join(known)}", "dim")
        for line in report["lines"]:
            speaker = line["name"] or (say("operator") if line["seat"] == NOBODY else str(line["seat"]))
            self._line(f"    {_when(line['at'])}  {speaker}: {line['text'] or line['phrase']}")
        self._console.print()

    def log(self, told: Told) -> None:
        """What operators did."""
        rows = [
            [_when(each["at"]), str(each["uid"]), each["act"], _about(each["about"]), each["why"]]
            for each in told["acts"]
        ]
        self._table(told, rows, ("at", "by", "act", "about", "why"), "no-acts")

    def done(self, act: str, told: Told) -> None:
        """What was done."""
        if self._as_json:
            return print(json.dumps(told, ensure_ascii=False))
        if act in ("ban", "lift"):
            for ban in told["bans"]:
                self._line(self._say(f"done-{act}", ban=ban["id"], subject=_subject(ban), ends=_when(ban["ends"])))
            return None
        values = {name: told[name] for name in ("table", "report") if name in told}
        return self._line(self._say(f"done-{act}", until=_when(told.get("until")), **values))

    def _seat(self, seat: int) -> str:
        return self._say("onlooker") if seat == NOBODY else str(seat)

    def _table(self, told: Told, rows: Sequence[Sequence[str]], heads: Sequence[str], empty: str) -> None:
        if self._as_json:
            return print(json.dumps(told, ensure_ascii=False))
        if not rows and empty:
            return self._line(self._say(empty))
        table = make_table(*(self._say(head if head == "listed" else f"head-{head}") for head in heads))
        for head, column, *cells in zip(heads, table.columns, *rows, strict=True):
            if head in WHOLE:
                column.no_wrap, column.min_width = True, max(map(len, cells))
        for row in rows:
            table.add_row(*map(Text, row))
        return self._console.print(table)

    def _line(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style))


def _when(at: int | None) -> str:
    """A time of this machine, to the minute."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at / 1000)) if at else ""


def _subject(ban: Told) -> str:
    subject = str(ban["subject"])
    return subject if ban["kind"] == "network" else subject[:SHORT]


def _about(about: Told) -> str:
    """To what or whom something was done, in a line."""
    shown = []
    for name, value in about.items():
        if name in ("ends", "until"):
            shown.append(f"→ {_when(value)}")
        elif isinstance(value, list):
            shown += [each[:SHORT] if name == "players" else str(each) for each in value]
        elif isinstance(value, dict):
            shown += list(dict.fromkeys(map(str, value.values())))
        else:
            shown.append(str(value))
    return " ".join(shown)
