"""Reports: whoever is at a table can tell the operator of a player or of what was said; nobody there hears of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.clients import http_client, quick_settings
from tests.server.evenings import House, done, evening, house
from wishstone.server.config.settings import Limits
from wishstone.server.live.rate_limits import RateLimit
from wishstone.server.live.reports import MOST_LINES, body_of
from wishstone.server.live.retention import delete_expired
from wishstone.server.store.interface import Report

PLAYER = "a player key of somebody"


def wish(**changes: Any) -> dict[str, Any]:
    return {"seat": 0, "about": 1, "reason": "words", "text": "look at this", **changes}


async def only_report(inn: House) -> Report:
    (report,) = await inn.hub.store.reports(9)
    return report


@evening
async def test_a_report_has_what_was_said_and_by_whom(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    done(await bob.do("say", text="you are slow"))
    done(await ann.do("say", phrase="hello"))
    answer = await inn.ask("POST", f"/tables/{ann.table}/report", wish(), ann.secret)
    assert answer.status_code == 201
    told = answer.json()
    assert told["text"]["en"].startswith("Thank you")
    assert told["text"]["de"].startswith("Danke")
    report = await only_report(inn)
    assert (report.id, report.table, report.player, report.settled) == (told["report"], ann.table, "", None)
    body = body_of(report)
    assert (body.game, body.reason, body.text) == ("keltis-dice", "words", "look at this")
    assert (body.by, body.by_name, body.about, body.name, body.address) == (0, "Ann", 1, "Bob", "127.0.0.1")
    assert [(line.seat, line.name, line.text, line.phrase) for line in body.lines] == [
        (1, "Bob", "you are slow", ""),
        (0, "Ann", "", "hello"),
    ]
    assert bob.log[-1]["kind"] == "said", "nobody at the table is told"


@evening
async def test_a_report_holds_nothing_of_the_game(inn: House) -> None:
    """Neither cards, nor the table's secrets, nor the code."""
    ann, bob = await inn.playing("keltis-card")
    await inn.ask("POST", f"/tables/{ann.table}/report", wish(), ann.secret)
    report = await only_report(inn)
    told, table = report.body.decode(), inn.table(ann)
    hands = [card for client in (ann, bob) for card in client.you["own"]["hand"]]
    assert hands
    assert not [card for card in hands if card in told]
    for secret in (table.opened.secret, table.opened.code, ann.secret, bob.secret, *(seat.key for seat in table.seats)):
        assert secret not in told
    assert set(msgspec.json.decode(report.body)) == {
        *("game", "reason", "text", "by", "by_name", "about", "name", "player", "address", "lines")
    }


@evening
async def test_speakers_are_called_as_they_were_at_the_time(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    done(await bob.do("say", text="from Bob"))
    done(await bob.do("leave"))
    cid = await (await inn.join(ann.table, "Cid", code=ann.you["code"])).connect()
    done(await cid.do("say", text="from Cid"))
    await inn.ask("POST", f"/tables/{ann.table}/report", wish(about=-1), ann.secret)
    body = body_of(await only_report(inn))
    assert [(line.name, line.text) for line in body.lines] == [("Bob", "from Bob"), ("Cid", "from Cid")]
    assert (body.about, body.name, body.address) == (-1, "", "")


@evening
async def test_of_much_that_was_said_the_last_lines_are_kept(inn: House) -> None:
    ann, _ = await inn.sit("keltis-dice")
    for number in range(MOST_LINES + 3):
        done(await ann.do("say", text=f"line {number}"))
    await inn.ask("POST", f"/tables/{ann.table}/report", wish(about=-1), ann.secret)
    lines = body_of(await only_report(inn)).lines
    assert [line.text for line in lines] == [f"line {number}" for number in range(3, MOST_LINES + 3)]


@evening
async def test_onlookers_can_report_and_strangers_cannot(inn: House) -> None:
    ann, _ = await inn.sit("keltis-dice")
    path, report = f"/tables/{ann.table}/report", wish(seat=-1)
    assert await inn.refused("POST", path, report) == (404, "no-table")
    assert await inn.refused("POST", path, wish(), "no secret of that table") == (403, "no-key")
    watch = (await inn.ask("POST", "/tables", {"game": "keltis-dice", "seats": ["me", "open"], "name": "Eve"})).json()
    answer = await inn.ask("POST", f"/tables/{watch['table']}/report", wish(seat=-1, about=0), watch["watch"])
    assert answer.status_code == 201
    body = body_of(await only_report(inn))
    assert (body.by, body.by_name, body.name) == (-1, "", "Eve")


@evening
async def test_what_cannot_be_reported(inn: House) -> None:
    ann, _ = await inn.sit("keltis-dice", bots=("novice",))
    path = f"/tables/{ann.table}/report"
    for changes, refused in (
        ({"about": 0}, (409, "report-self")),
        ({"about": 2}, (409, "report-nobody")),
        ({"about": 3}, (422, "seat-wrong")),
        ({"reason": "other", "text": " \n "}, (422, "report-empty")),
        ({"reason": "spite"}, (422, "malformed")),
        ({"text": "x" * 301}, (422, "malformed")),
        ({"about": 10}, (422, "malformed")),
        ({"seat": -2}, (422, "malformed")),
    ):
        assert await inn.refused("POST", path, wish(**changes), ann.secret) == refused, changes
    assert await inn.hub.store.reports(9) == []


@evening
async def test_what_is_written_cannot_disturb_a_terminal(inn: House) -> None:
    ann, _ = await inn.sit("keltis-dice")
    await inn.ask("POST", f"/tables/{ann.table}/report", wish(text="a\x1b[31m\u202eb\r\nc"), ann.secret)
    assert body_of(await only_report(inn)).text.isprintable()


def test_reports_are_limited_by_address_and_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is refused has had nothing read or stored, and what is waiting is bounded."""

    async def run() -> None:
        limits = msgspec.structs.replace(quick_settings("").limits, reports_per_address=2, open_reports=3)
        assert isinstance(limits, Limits)
        async with house(quick_settings(str(tmp_path / "t.db"), limits=limits)) as inn:
            ann, _ = await inn.sit("keltis-dice")
            path = f"/tables/{ann.table}/report"
            for _ in range(2):
                assert (await inn.ask("POST", path, wish(), ann.secret)).status_code == 201
            reading = inn.hub.store.entries
            monkeypatch.setattr(inn.hub.store, "entries", None)
            assert await inn.refused("POST", path, wish(), ann.secret) == (429, "too-many-reports")
            monkeypatch.setattr(inn.hub.store, "entries", reading)
            assert await inn.refused("POST", path, wish(about=0), ann.secret) == (409, "report-self")
            inn.hub.limits.reports = RateLimit("reports", 100, 100)
            assert (await inn.ask("POST", path, wish(), ann.secret)).status_code == 201
            assert await inn.refused("POST", path, wish(), ann.secret) == (429, "reports-full")
            assert await inn.hub.store.count_reports() == 3
            async with http_client() as http:
                metrics = (await http.get(f"{inn.url}/metrics")).text
            found = {family.name: family.samples[0].value for family in text_string_to_metric_families(metrics)}
            assert (found["wishstone_reports"], found["wishstone_reports_waiting"]) == (3, 3)

    asyncio.run(run())


@evening
async def test_a_player_gets_and_deletes_their_own_reports(inn: House) -> None:
    """Those about them stay, for as long as reports do."""
    ann = await (await inn.open("keltis-dice", ["me", "open"], player=PLAYER)).connect()
    bob = await (await inn.join(ann.table, code=ann.you["code"])).connect()
    await inn.ask("POST", f"/tables/{ann.table}/report", wish(), ann.secret)
    await inn.ask("POST", f"/tables/{ann.table}/report", wish(seat=1, about=0, text="of her"), bob.secret)
    exported = (await inn.ask("GET", "/player/export", player=PLAYER)).json()
    assert [(each["reason"], each["about"], each["text"]) for each in exported["reports"]] == [
        ("words", "Bob", "look at this")
    ]
    await inn.ask("DELETE", "/player", player=PLAYER)
    assert [body_of(each).text for each in await inn.hub.store.reports(9)] == ["of her"]


@pytest.mark.parametrize("is_settled", [False, True])
def test_every_report_has_its_end(tmp_path: Path, is_settled: bool) -> None:
    async def run() -> None:
        async with house(quick_settings(str(tmp_path / "t.db"), report_days=3)) as inn:
            ann, _ = await inn.sit("keltis-dice")
            await inn.ask("POST", f"/tables/{ann.table}/report", wish(), ann.secret)
            report = await only_report(inn)
            if is_settled:
                await inn.hub.store.settle_report(report.id, inn.time.ms)
            inn.time.ms += 3 * 24 * 3600 * 1000
            await delete_expired(inn.hub)
            assert await inn.hub.store.report(report.id) is not None
            inn.time.ms += 1
            await delete_expired(inn.hub)
            assert await inn.hub.store.report(report.id) is None

    asyncio.run(run())
