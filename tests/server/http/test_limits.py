"""Limits: they hold, whichever way one tries to go round them, and what they end leaves nothing behind."""

from __future__ import annotations

import asyncio
import hashlib
import tomllib
from collections import OrderedDict
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from tests.server.clients import GENEROUS, begin, http_client, quick_settings, serving
from tests.server.evenings import House, code_of, done, evening, house
from tests.server.mischief import Quick, check_refusal, hub_of, well
from wishstone.server.config.settings import ServerSettings
from wishstone.server.http import access_control, finished_game_routes
from wishstone.server.live.retention import delete_expired
from wishstone.server.workers.bot_pool import Claim
from wishstone.server.workers.worker_tasks import BotTask

GOLDEN = Path(__file__).parents[2] / "golden"
OPENING = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann"}
DAY = 24 * 3600


def narrow(path: Path, **limits: Any) -> ServerSettings:
    """Settings with other limits."""
    return quick_settings(str(path / "tables.db"), limits=msgspec.structs.replace(GENEROUS, **limits))


# ── Cookies ──────────────────────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_a_browser_plays_on_however_many_tables_it_has_opened(inn: House) -> None:
    """It keeps the cookies of its latest tables, which fit into the head of a request; the oldest go."""
    async with http_client() as browser:
        tables = [(await browser.post(f"{inn.url}/api/tables", json=OPENING)).json()["table"] for _ in range(75)]
        names = [cookie.name for cookie in browser.cookies.jar]
        assert len(names) == access_control.MOST_COOKIES + 1, "one for each table, and none for watching one's own"
        assert sorted(names) == sorted(access_control.cookie_name(table, 0) for table in tables[-len(names) :])
        cookies = "; ".join(f"{each.name}={each.value}" for each in browser.cookies.jar)
        assert (await browser.get(f"{inn.url}/api/tables/{tables[-1]}")).status_code == 200
    address = f"{inn.url.replace('http', 'ws', 1)}/api/tables/{tables[-1]}/socket?seat=0"
    async with connect(address, additional_headers={"Cookie": cookies}) as socket:
        assert msgspec.json.decode(await socket.recv())["type"] == "table"


@evening
async def test_all_seats_of_one_device_stay(inn: House) -> None:
    """However many tables it has opened since: nothing is taken away from the table that it sits down at."""
    async with http_client() as browser:
        opening = {**OPENING, "seats": ["me", "open", "open"]}
        told = (await browser.post(f"{inn.url}/api/tables", json=opening)).json()
        for _ in range(access_control.MOST_COOKIES):
            await browser.post(f"{inn.url}/api/tables", json=OPENING)
        join = {"name": "Bob", "code": told["code"]}
        for seat in (1, 2):
            answer = await browser.post(f"{inn.url}/api/tables/{told['table']}/join", json=join)
            assert answer.json()["seat"] == seat
        names = {cookie.name for cookie in browser.cookies.jar}
        assert {access_control.cookie_name(told["table"], seat) for seat in range(3)} <= names


# ── Half characters ──────────────────────────────────────────────────────────────────────────────────────────────

HALF = [
    ("/api/tables", b'{"game":"keltis-dice","seats":["me","open"],"name":"A","options":{"\\ud800":"x"}}'),
    ("/api/tables", b'{"game":"keltis-dice","seats":["me","open"],"name":"A","options":{"end":"\\ud800"}}'),
    ("/api/tables", b'{"game":"\\ud800","seats":["me","open"],"name":"A"}'),
    ("/api/tables", b'{"game":"keltis-dice","seats":["me","\\ud800"],"name":"A"}'),
    ("/api/look", b'{"code":"\\ud800"}'),
    (
        "/api/records",
        b'{"format":"wishstone-record/1","game":"\\ud800","rules":1,"seats":2,"first":0,"options":{},'
        b'"players":["a","b"]}\n',
    ),
]


@pytest.mark.parametrize(("path", "body"), HALF)
def test_half_a_character_is_refused_and_leaves_no_trace(path: str, body: bytes, tmp_path: Path) -> None:
    async def send() -> None:
        async with well(hub_of(tmp_path)) as url, http_client(base_url=url) as http:
            answer = await http.post(path, content=body, headers={"content-type": "application/json"})
            assert answer.status_code in (404, 422), answer.text
            check_refusal(answer.json())

    asyncio.run(send())


# ── Addresses ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_household_opens_as_many_tables_as_an_address(tmp_path: Path) -> None:
    async def come() -> None:
        settings = msgspec.structs.replace(narrow(tmp_path, tables_per_address=2), proxies=["127.0.0.1"])
        async with serving(settings) as (url, _), http_client(base_url=url) as http:
            for households in (["203.0.113.9"] * 4, [f"2001:db8:1:2::{n:x}" for n in range(4)]):
                answers = [
                    await http.post("/api/tables", json=OPENING, headers={"X-Forwarded-For": each})
                    for each in households
                ]
                assert [answer.status_code for answer in answers] == [201, 201, 429, 429]

    asyncio.run(come())


def test_sockets_and_readiness_are_counted_among_the_requests(tmp_path: Path) -> None:
    async def come() -> None:
        async with house(narrow(tmp_path, requests_at_once=6, requests_per_second=1)) as inn:
            ann = await inn.open("keltis-dice", ["me", "open"])
            for _ in range(5):
                await (await inn.another(ann)).close()
            assert await inn.turned_away(ann.table, 0, ann.secret) == ("too-fast", 4429)
            async with http_client(base_url=inn.url) as http:
                assert (await http.get("/ready")).status_code == 429
                assert (await http.get("/health")).status_code == 200

    asyncio.run(come())


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_rematch_is_a_table_that_is_opened(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(narrow(tmp_path, tables_per_address=2)) as inn:
            ann = await (await inn.open("keltis-dice", ["me", "novice"])).connect()
            await begin(ann)
            assert code_of(await ann.do("rematch")) == "table-not-over", "which costs nothing"
            done(await ann.do("leave"))
            done(await ann.do("rematch"))
            again = await (await inn.join(ann.scene["again"], "Ann", old=ann.secret)).connect()
            await begin(again)
            done(await again.do("leave"))
            assert code_of(await again.do("rematch")) == "too-many-tables"
            assert not again.scene["again"]

    asyncio.run(play())


@pytest.mark.parametrize(("days", "left"), [(60, "over"), (0, "playing")])
def test_a_game_that_nobody_goes_on_with_is_ended(days: int, left: str, url: str) -> None:
    async def wait() -> None:
        async with house(quick_settings(url, unplayed_days=days)) as inn:
            ann = await (await inn.open("keltis-dice", ["me", "novice"], first=0)).connect()
            await begin(ann)
            await ann.close()
            inn.time.ms += 59 * DAY * 1000
            await delete_expired(inn.hub)
            assert (await inn.hub.get_table(ann.table)).table.status == "playing"
            inn.time.ms += 2 * DAY * 1000
            await delete_expired(inn.hub)
            table = (await inn.hub.get_table(ann.table)).table
            assert (table.status, table.how) == (left, "abandoned" if left == "over" else "")
            assert await inn.hub.store.count_open_tables() == (0 if left == "over" else 1)

    asyncio.run(wait())


def test_files_have_a_size(tmp_path: Path) -> None:
    async def come() -> None:
        async with house(narrow(tmp_path)) as inn:
            board = tomllib.loads((files("wishstone.games.keltis") / "boards" / "keltis.toml").read_text("utf-8"))
            opening = {**OPENING, "game": "keltis", "files": {"board": board}}
            assert (await inn.ask("POST", "/tables", opening)).status_code == 201
            board["junk"] = "x" * 40_000
            assert await inn.refused("POST", "/tables", opening) == (413, "files-too-large")

    asyncio.run(come())


# ── Logs ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@evening
async def test_a_mute_that_changes_nothing_is_not_kept(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice")
    count = inn.table(ann).count
    assert (await ann.do("mute", seat=1, on=False))["type"] == "done"
    assert inn.table(ann).count == count
    for _ in range(2):
        done(await ann.do("mute", seat=1, on=True))
    assert inn.table(ann).count == count + 1
    assert code_of(await bob.do("say", text="hm")) == "muted"


def test_a_log_has_an_end(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(narrow(tmp_path, table_entries=30)) as inn:
            ann, bob = await inn.playing("keltis-dice", first=0)
            for _ in range(40):
                if not ann.is_over:
                    done(await ann.do("say", text="on and on"))
            assert inn.table(ann).how == "abandoned"
            assert inn.table(ann).count == 31
            await bob.until(lambda: bob.is_over)
            assert code_of(await bob.do("say", text="oh")) == "table-long"
            done(await bob.do("rematch"))
            assert inn.table(ann).rematch

    asyncio.run(play())


def test_a_table_that_never_begins_has_an_end_too(tmp_path: Path) -> None:
    async def talk() -> None:
        async with house(narrow(tmp_path, table_entries=10)) as inn:
            ann, _bob = await inn.sit("keltis-dice")
            answers = [await ann.do("say", text="hm") for _ in range(12)]
            assert code_of(answers[-1]) == "table-long"
            assert inn.table(ann).count == 10

    asyncio.run(talk())


def test_a_record_that_is_too_long_is_not_read_in(tmp_path: Path) -> None:
    async def send() -> None:
        content = (GOLDEN / "keltis-dice/greedy-2.jsonl").read_bytes()
        for most, status in ((10_000, 201), (20, 422)):
            (tmp_path / str(most)).mkdir()
            async with house(narrow(tmp_path / str(most), table_entries=most)) as inn:
                answer = await inn._http.post(f"{inn.url}/api/records", content=content)
                assert answer.status_code == status, answer.text
                assert answer.json().get("code") == (None if status == 201 else "table-long")

    asyncio.run(send())


@evening
async def test_who_has_all_entries_is_told_none_of_them_again(inn: House) -> None:
    """And the store is not asked for them: that costs as much as the log is long."""
    ann, _bob = await inn.playing("keltis-dice")
    asked: list[str] = []
    read = inn.hub.store.entries

    async def entries(table: str, after: int = 0) -> Any:
        asked.append(table)
        return await read(table, after)

    inn.hub.store.entries = entries  # type: ignore[method-assign]
    count = inn.table(ann).count
    whole = await ann.do("read", after=0)
    assert [line["number"] for line in whole["log"]] == list(range(count))
    some = await ann.do("read", after=count - 3)
    assert some["log"] == whole["log"][-3:]
    assert len(asked) == 1, "and once is enough for all"
    none = await ann.do("read", after=count)
    assert (none["log"], none["view"], none["you"]) == ([], whole["view"], whole["you"])
    assert (await ann.do("read", after=1 << 31))["log"] == []
    inn.hub.broadcaster.snapshots.forget(inn.hub.live_tables[ann.table])
    assert (await ann.do("read", after=count))["view"] == whole["view"]
    assert len(asked) == 1


def test_whole_tables_in_a_minute(tmp_path: Path) -> None:
    async def look() -> None:
        async with house(narrow(tmp_path, looks_per_minute=8)) as inn:
            ann = await (await inn.open("keltis-dice", ["me", "open"])).connect()
            bob = await (await inn.join(ann.table, code=ann.you["code"])).connect()
            answers = [await ann.do("read", after=0) for _ in range(4)]
            assert [answer["type"] for answer in answers] == ["table"] * 3 + ["refused"]
            assert code_of(answers[-1]) == "too-fast"
            assert (await ann.do("read", after=ann.scene["count"]))["type"] == "table", "what costs little is free"
            assert await inn.turned_away(ann.table, 0, ann.secret) == ("too-fast", 4429)
            assert (await bob.do("read", after=0))["type"] == "table"

    asyncio.run(look())


def test_a_long_log_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is told, others have their turn."""

    async def look() -> None:
        async with house(narrow(tmp_path)) as inn:
            ann, _bob = await inn.playing("keltis-dice", first=0)
            for number in range(300):
                done(await ann.do("say", text=f"{number}"))
            turns = 0

            async def others() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            beside = asyncio.create_task(others())
            kept = await inn.hub.store.entries(ann.table)

            async def at_once(table: str, after: int = 0) -> Any:
                nonlocal turns
                turns = 0
                return kept

            monkeypatch.setattr(inn.hub.store, "entries", at_once)
            told = await inn.hub.broadcaster.snapshots._log(inn.table(ann), 0)
            beside.cancel()
            assert len(told) == len(kept) > 300
            assert turns >= 4

    asyncio.run(look())


def test_what_was_told_of_finished_games_takes_so_much_room_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_game_routes, "KEPT", 100)
    told: OrderedDict[finished_game_routes.StepsKey, bytes] = OrderedDict()
    for seat in range(10):
        finished_game_routes.cache_steps(told, ("table", seat, True), bytes(30))
    assert [seat for _, seat, _ in told] == [7, 8, 9]
    finished_game_routes.cache_steps(told, ("table", 10, True), bytes(1000))
    assert [seat for _, seat, _ in told] == [10], "the latest, whatever its size"


# ── Hints ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Slow(Quick):
    """Thinks about a hint until it is told to be done."""

    def __init__(self) -> None:
        super().__init__(1)
        self.begun, self.done = asyncio.Event(), asyncio.Event()

    async def analyse_moves(self, task: BotTask, claim: Claim) -> dict[str, Any]:
        """Nothing, after a while."""
        self.begun.set()
        await self.done.wait()
        return {"moves": []}


def test_a_seat_has_one_hint_thought_about_at_a_time(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(narrow(tmp_path, hints_per_minute=100)) as inn:
            inn.hub.bot_pool = pool = Slow()
            inn.hub.games.compiled.add("keltis-dice")
            ann, _bob = await inn.playing("keltis-dice", first=0)
            first = asyncio.create_task(ann.do("hint"))
            await pool.begun.wait()
            assert code_of(await (await inn.another(ann)).do("hint")) == "hint-thinking"
            pool.done.set()
            assert (await first)["type"] == "hint"
            assert (await ann.do("hint"))["type"] == "hint"

    asyncio.run(ask())


# ── What is left of a player ─────────────────────────────────────────────────────────────────────────────────────


def test_nothing_is_left_of_a_player_who_was_blocked(tmp_path: Path) -> None:
    """Neither in what is kept, nor in the bytes of the files."""
    key = "secret-key-of-zoe"
    hashed = hashlib.sha256(key.encode()).hexdigest()

    async def play() -> None:
        async with house(narrow(tmp_path)) as inn:
            ann = await (await inn.open("keltis-dice", ["me", "open"])).connect()
            zoe = await (await inn.join(ann.table, "Zoe-the-Unique", code=ann.you["code"], player=key)).connect()
            done(await zoe.do("say", text="my unique words"))
            done(await ann.do("dismiss", seat=1, block=True))
            again = {"name": "Zoe", "code": ann.you["code"], "player": key}
            assert await inn.refused("POST", f"/tables/{ann.table}/join", again) == (403, "blocked")
            assert hashed.encode() in _bytes(tmp_path)
            assert (await inn.ask("DELETE", "/player", player=key)).status_code == 204
            assert not any(hashed.encode() in entry.body for entry in await inn.hub.store.entries(ann.table))
            assert hashed not in inn.table(ann).blocked
            left = _bytes(tmp_path)
            for word in (hashed, "Zoe-the-Unique", "my unique words"):
                assert word.encode() not in left, word

    asyncio.run(play())


def _bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("tables.db*")))
