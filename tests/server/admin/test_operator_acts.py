"""Operator acts: what an operator asks of a running server is done, logged, and told to those whom it concerns."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.clients import Client, http_client, quick_settings
from tests.server.evenings import SOON, House, code_of, done, evening, house
from wishstone.game.errors import WishstoneError
from wishstone.server.admin import admin_requests as requests
from wishstone.server.admin.admin_requests import MOST, JsonObject, Request
from wishstone.server.admin.operator_acts import Operator, ServerIdentity
from wishstone.server.live.retention import delete_expired
from wishstone.server.ops.logs import JsonFormatter
from wishstone.server.store.interface import StoreDown
from wishstone.server.table.secrets import hash_secret

UID = 1234
PLAYER = "a player key of somebody"
DAY = 24 * 3600
REPORT = {"seat": 0, "about": 1, "reason": "name", "text": ""}


def operator(inn: House) -> Operator:
    return Operator(inn.hub, ServerIdentity("127.0.0.1", 8420, "tables.sqlite"))


async def ask(inn: House, request: Request) -> JsonObject:
    """Ask as an operator does, a moment after what was before: what comes back has gone through JSON."""
    inn.time.ms += 1
    told: JsonObject = msgspec.json.decode(msgspec.json.encode(await operator(inn).carry_out(UID, request)))
    return told


async def refused(inn: House, request: Request) -> str:
    """The code with which an operator's request is refused, in both languages."""
    with pytest.raises(WishstoneError) as error:
        await operator(inn).carry_out(UID, request)
    assert error.value.text("en") != error.value.text("de")
    return error.value.code


async def acts(inn: House) -> list[tuple[int, str, Any, str]]:
    """What was logged, the earliest first."""
    kept = (await ask(inn, requests.Log(99)))["acts"]
    return [(each["uid"], each["act"], each["about"], each["why"]) for each in reversed(kept)]


async def closed_with(client: Client) -> int | None:
    """The code with which somebody is disconnected."""
    assert client.socket is not None
    await asyncio.wait_for(client.socket.wait_closed(), SOON)
    return client.socket.close_code


# ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_who_is_here(inn: House) -> None:
    came = inn.time.ms
    ann = await inn.open("keltis-dice", ["me", "open"], player=PLAYER)
    watch = ann.you["watch"]
    await ann.connect()
    await inn.client(ann.table, -1, watch).connect()
    bob = await (await inn.open("keltis-card", ["me", "open"])).connect()
    people = (await ask(inn, requests.Who()))["people"]
    assert sorted((each["table"], each["seat"], each["name"]) for each in people) == sorted(
        [(ann.table, 0, "Ann"), (ann.table, -1, ""), (bob.table, 0, "Ann")]
    )
    (mine,) = [each for each in people if each["table"] == ann.table and each["seat"] == 0]
    assert (mine["player"], mine["address"], mine["since"]) == (hash_secret(PLAYER), "127.0.0.1", came)
    assert [each["table"] for each in (await ask(inn, requests.Who(bob.table)))["people"]] == [bob.table]


@evening
async def test_which_tables_there_are(inn: House) -> None:
    public = await (await inn.open("keltis-dice", ["me", "open", "novice"], public=True)).connect()
    inn.time.ms += 1
    private = await inn.open("keltis-card", ["me", "open"])
    told = await ask(inn, requests.Tables(9))
    assert told["of"] == 2
    later, earlier = told["tables"]
    assert (later["table"], later["listed"], later["connected"]) == (private.table, False, 0)
    assert (earlier["table"], earlier["listed"], earlier["connected"]) == (public.table, True, 1)
    assert earlier["seats"] == ["Ann", "free", "novice"]
    assert (earlier["game"], earlier["status"], earlier["entries"]) == ("keltis-dice", "open", 3)
    told = await ask(inn, requests.Tables(1))
    assert ([each["table"] for each in told["tables"]], told["of"]) == ([private.table], 2)


@evening
async def test_how_a_table_stands_without_its_cards_and_secrets(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", player=PLAYER)
    done(await bob.do("say", text="what was said"))
    told = await ask(inn, requests.Table(ann.table))
    assert (told["status"], told["game"], told["entries"]) == ("playing", "keltis-card", inn.table(ann).count)
    assert told["events"] > 0
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bob"]
    assert [seat["player"] for seat in told["seats"]] == [hash_secret(PLAYER), ""]
    assert [(seat["present"], seat["address"]) for seat in told["seats"]] == [(True, "127.0.0.1")] * 2
    text, table = msgspec.json.encode(told).decode(), inn.table(ann)
    hands = [card for client in (ann, bob) for card in client.you["own"]["hand"]]
    assert hands
    secrets = [table.opened.secret, table.opened.code, ann.secret, bob.secret, *(seat.key for seat in table.seats)]
    numbers = [seat.number for seat in table.seats]
    assert not [each for each in (*hands, *secrets, *numbers, "what was said") if each in text]


@evening
async def test_what_is_not_there_is_refused(inn: House) -> None:
    await inn.sit("keltis-dice")
    unknown = "0123456789abcdef"
    for table in (unknown, "nowhere", "", "'; DROP TABLE tables; --"):
        assert await refused(inn, requests.Table(table)) == "admin-table"
        assert await refused(inn, requests.Unlist(table, "why")) == "admin-table"
        assert await refused(inn, requests.Close(table, "why")) == "admin-table"
    for report in ("AAAAAAAA", "nowhere", "ÄÖÜ"):
        assert await refused(inn, requests.Settle(report, "why")) == "admin-report"
    assert await refused(inn, requests.Lift("00000000", "why")) == "admin-ban"
    assert await acts(inn) == [], "nothing was done"


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_an_unlisted_table_is_played_on(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", public=True)
    assert [each["table"] for each in (await inn.ask("GET", "/tables")).json()["tables"]] == [ann.table]
    await ask(inn, requests.Unlist(ann.table, "a rude name"))
    assert (await inn.ask("GET", "/tables")).json()["tables"] == []
    turn = ann if ann.legal else bob
    done(await turn.move(turn.legal[0]))
    inn.time.ms += 60_000
    assert (await inn.ask("GET", "/tables")).json()["tables"] == []
    assert await refused(inn, requests.Unlist(ann.table, "again")) == "admin-listed"
    assert await acts(inn) == [(UID, "unlist", {"table": ann.table}, "a rude name")]
    private = await inn.open("keltis-dice", ["me", "open"])
    assert await refused(inn, requests.Unlist(private.table, "why")) == "admin-listed"


@evening
async def test_who_sits_at_a_closed_table_is_told_why(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    await ask(inn, requests.Close(ann.table, "No rude names, please"))
    for client in (ann, bob):
        await client.until(lambda client=client: client.is_over, SOON)  # type: ignore[misc]
        said, finished = client.log[-2:]
        assert (said["kind"], said["seat"], said["text"]) == ("said", -1, "No rude names, please")
        assert (finished["kind"], finished["how"]) == ("finished", "abandoned")
    again = await inn.another(bob)
    assert again.log[-2]["text"] == "No rude names, please", "also who comes back later"
    assert code_of(await ann.do("move", move="keep", basis=ann.scene["basis"])) == "table-over"
    assert await acts(inn) == [(UID, "close", {"table": ann.table}, "No rude names, please")]
    assert await refused(inn, requests.Close(ann.table, "again")) == "table-over"


@pytest.mark.parametrize("status", ["open", "starting"])
def test_a_table_is_closed_before_its_game(tmp_path: Path, status: str) -> None:
    @evening
    async def test(inn: House) -> None:
        ann, bob = await inn.sit("keltis-dice", public=True)
        code = ann.you["code"]
        if status == "starting":
            done(await ann.do("start"))
        assert inn.table(ann).status == status
        await ask(inn, requests.Close(ann.table, "spam"))
        await bob.until(lambda: bob.is_over, SOON)
        assert (bob.scene["result"], bob.view) == (None, None)
        assert await inn.refused("POST", f"/tables/{ann.table}/join", {"name": "Cid"}) == (409, "table-not-open")
        assert await inn.refused("POST", "/look", {"code": code}) == (404, "no-code")
        for path in ("record", "replay?keep=0", "steps"):
            answer = await inn.ask("GET", f"/tables/{ann.table}/{path}", secret=ann.secret)
            assert answer.status_code == 409, path
        inn.hub.unload(inn.hub.live_tables[ann.table])
        again = await inn.client(ann.table, 0, ann.secret).connect()
        assert (again.is_over, again.log[-2]["text"]) == (True, "spam"), "and it is read from the database as it was"

    test(tmp_path)


def test_a_table_that_has_as_many_entries_as_it_may_have_is_closed_with_the_same_words(tmp_path: Path) -> None:
    async def run() -> None:
        limits = msgspec.structs.replace(quick_settings("").limits, table_entries=5)
        async with house(quick_settings(str(tmp_path / "t.db"), limits=limits)) as inn:
            ann, _ = await inn.sit("keltis-dice")
            for _ in range(2):
                done(await ann.do("say", text="and on and on"))
            assert code_of(await ann.do("say", text="and on")) == "table-long"
            await ask(inn, requests.Close(ann.table, "spam"))
            await ann.until(lambda: ann.is_over, SOON)
            assert [entry["kind"] for entry in ann.log[-3:]] == ["said", "said", "finished"]
            assert [(entry["seat"], entry["text"]) for entry in ann.log[-3:-1]] == [(0, "and on and on"), (-1, "spam")]

    asyncio.run(run())


@evening
async def test_what_the_operator_said_goes_with_other_words(inn: House) -> None:
    ann, _ = await inn.sit("keltis-dice")
    await ask(inn, requests.Close(ann.table, "spam"))
    inn.time.ms += (inn.hub.settings.chat_days * DAY + 1) * 1000
    await delete_expired(inn.hub)
    kept = [entry.body for entry in await inn.hub.store.entries(ann.table) if entry.kind == "said"]
    assert kept == [b"{}"]
    inn.hub.unload(inn.hub.live_tables[ann.table])
    again = await inn.client(ann.table, 0, ann.secret).connect()
    assert [entry["kind"] for entry in again.log[-2:]] == ["said", "finished"]


# ── Bans ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_a_banned_address_is_disconnected_and_kept_out_until_the_end(inn: House) -> None:
    ann, _ = await inn.sit("keltis-dice")
    told = await ask(inn, requests.Ban([], ["127.0.0.1"], DAY, "spam"))
    (ban,) = told["bans"]
    assert (ban["kind"], ban["subject"], ban["by"], ban["why"]) == ("network", "127.0.0.1/32", f"uid {UID}", "spam")
    assert ban["ends"] == inn.time.ms + DAY * 1000
    assert await closed_with(ann) == 4403
    wish = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann"}
    assert await inn.refused("POST", "/tables", wish) == (403, "banned")
    for path in ("/games", "/tables", f"/tables/{ann.table}/record?seat=0"):
        assert await inn.refused("GET", path, secret=ann.secret) == (403, "banned")
    assert await inn.turned_away(ann.table, 0, ann.secret) == ("banned", 4403)
    assert (await inn.ask("DELETE", "/player", player=PLAYER)).status_code == 204, "what is theirs stays theirs"
    async with http_client() as http:
        assert [(await http.get(inn.url + path)).status_code for path in ("/", "/health", "/metrics")] == [200] * 3
    assert (await ask(inn, requests.Bans()))["bans"] == [ban]
    inn.time.ms += DAY * 1000
    assert (await inn.ask("POST", "/tables", wish)).status_code == 201
    assert (await ask(inn, requests.Bans()))["bans"] == []
    assert await acts(inn) == [(UID, "ban", {"players": [], "networks": ["127.0.0.1/32"], "ends": ban["ends"]}, "spam")]


@evening
async def test_a_banned_player_is_kept_out_and_let_in_again(inn: House) -> None:
    ann = await (await inn.open("keltis-dice", ["me", "open"], player=PLAYER)).connect()
    bob = await (await inn.join(ann.table, code=ann.you["code"])).connect()
    (ban,) = (await ask(inn, requests.Ban([hash_secret(PLAYER).upper()], [], DAY, "spam")))["bans"]
    assert await closed_with(ann) == 4403
    assert (await bob.do("ping"))["type"] == "pong", "nobody else is"
    wish = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann", "player": PLAYER}
    assert await inn.refused("POST", "/tables", wish) == (403, "banned")
    told = await ask(inn, requests.Lift(ban["id"].upper(), "a mistake"))
    assert told["bans"] == [ban]
    assert (await inn.ask("POST", "/tables", wish)).status_code == 201
    assert await refused(inn, requests.Lift(ban["id"], "again")) == "admin-ban"
    assert [(act, why) for _, act, _, why in await acts(inn)] == [("ban", "spam"), ("lift", "a mistake")]


@evening
async def test_who_cannot_be_banned(inn: House) -> None:
    """A slip must not ban everybody, nor half of what was named."""
    for networks, code in (
        (["nobody"], "admin-whom"),
        ([""], "admin-whom"),
        (["203.0.113.7/99"], "admin-whom"),
        (["0.0.0.0/0"], "admin-network"),
        (["128.0.0.0/1"], "admin-network"),
        (["::/0"], "admin-network"),
        (["203.0.113.7", "::/3"], "admin-network"),
    ):
        assert await refused(inn, requests.Ban([], networks, DAY, "why")) == code, networks
    assert await refused(inn, requests.Ban(["12ab"], [], DAY, "why")) == "admin-whom"
    assert await refused(inn, requests.Ban([], [], DAY, "why")) == "admin-whom"
    assert (await ask(inn, requests.Bans()))["bans"] == []
    assert await acts(inn) == []


# ── Reports ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_reports_are_read_and_settled(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    done(await bob.do("say", text="some words"))
    made = (await inn.ask("POST", f"/tables/{ann.table}/report", REPORT, ann.secret)).json()["report"]
    told = await ask(inn, requests.Reports(9))
    (report,) = told["reports"]
    assert told["waiting"] == 1
    assert (report["id"], report["table"], report["name"], report["reason"]) == (made, ann.table, "Bob", "name")
    assert [line["text"] for line in report["lines"]] == ["some words"]
    assert await ask(inn, requests.Settle(made.lower(), "warned")) == {"report": made}
    assert await ask(inn, requests.Reports(9)) == {"reports": [], "waiting": 0}
    (settled,) = (await ask(inn, requests.Reports(9, settled=True)))["reports"]
    assert settled["id"] == made
    assert report["at"] < settled["settled"] < inn.time.ms
    assert await refused(inn, requests.Settle(made, "")) == "admin-settled"
    assert await acts(inn) == [(UID, "settle", {"report": made}, "warned")]


# ── Announcements ────────────────────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_everybody_at_a_table_is_told_until_the_end(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    text = {"en": "A restart at ten", "de": "Um zehn ein Neustart"}
    told = await ask(inn, requests.Announce(text, 600))
    assert told == {"text": text, "until": inn.time.ms + 600_000}

    def announced(client: Client) -> list[JsonObject]:
        messages = [msgspec.json.decode(message) for message in client.received]
        return [message for message in messages if message["type"] == "announcement"]

    for client in (ann, bob):
        await client.until(lambda client=client: bool(announced(client)), SOON)  # type: ignore[misc]
        assert announced(client) == [{"type": "announcement", **told}]
    late = await inn.another(bob)
    await late.until(lambda: bool(announced(late)), SOON)
    assert [msgspec.json.decode(message)["type"] for message in late.received[:2]] == ["table", "announcement"]
    await ask(inn, requests.Announce({}, 1))
    await late.until(lambda: len(announced(late)) == 2, SOON)
    assert announced(late)[1]["text"] == {}
    for seconds in (0, 600):
        if seconds:
            await ask(inn, requests.Announce(text, seconds))
            inn.time.ms += seconds * 1000
        later = await inn.another(ann)
        assert (await later.do("ping"))["type"] == "pong"
        assert not announced(later), "it is withdrawn, or past its end"
    assert [(act, about["text"]) for _, act, about, _ in await acts(inn)] == [
        ("announce", text),
        ("withdraw", {}),
        ("announce", text),
    ]


# ── The log ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_what_cannot_be_logged_is_not_done(inn: House) -> None:
    ann, _ = await inn.sit("keltis-dice", public=True)

    async def fail(act: object) -> None:
        raise StoreDown

    inn.hub.store.add_act = fail  # type: ignore[method-assign]
    for request in (
        requests.Close(ann.table, "why"),
        requests.Unlist(ann.table, "why"),
        requests.Ban([], ["203.0.113.7"], DAY, "why"),
        requests.Announce({"en": "text"}, 60),
    ):
        with pytest.raises(StoreDown):
            await operator(inn).carry_out(UID, request)
    assert inn.table(ann).status == "open"
    row = await inn.hub.store.listed_table(ann.table)
    assert row is not None
    assert row.summary.listed
    assert (await ask(inn, requests.Bans()))["bans"] == []
    assert inn.hub.announcements.current is None


def test_the_servers_own_log_names_no_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    @evening
    async def test(inn: House) -> None:
        with caplog.at_level("INFO", "wishstone.admin"):
            await ask(inn, requests.Ban([hash_secret(PLAYER)], ["203.0.113.7"], DAY, "why"))

    test(tmp_path)
    (line,) = [json.loads(JsonFormatter().format(record)) for record in caplog.records if record.name.endswith("admin")]
    assert (line["what"], line["act"], line["uid"]) == ("an operator acts", "ban", UID)
    assert "203.0.113.7" not in str(line)
    assert hash_secret(PLAYER) not in str(line)


@evening
async def test_looking_is_not_logged(inn: House) -> None:
    ann, _ = await inn.sit("keltis-dice")
    for request in (
        requests.Hello(),
        requests.Who(),
        requests.Tables(MOST),
        requests.Table(ann.table),
        requests.Bans(),
        requests.Reports(9),
        requests.Log(9),
    ):
        await ask(inn, request)
    assert await acts(inn) == []
