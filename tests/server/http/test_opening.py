"""Opening tables: one can be opened, found and joined as promised; anything else is refused with its code."""

from __future__ import annotations

import asyncio
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.clients import GENEROUS, begin, quick_settings
from tests.server.evenings import House, evening, house
from wishstone.games import GAMES
from wishstone.server.live import table_room

PLAIN = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Ann"}
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "game-unknown"),
    ({"seats": ["me"]}, "seats-wrong"),
    ({"seats": ["me", "open", "open", "open", "open"]}, "seats-wrong"),
    ({"game": "quartz-dice"}, "seats-wrong"),
    ({"seats": ["open", "open"]}, "seats-me"),
    ({"seats": ["me", "me"]}, "seats-me"),
    ({"seats": ["me", "wizard"]}, "bot-unknown-here"),
    ({"seats": ["me", "run:sh"]}, "bot-unknown-here"),
    ({"seats": ["me", "net:some.net"]}, "bot-unknown-here"),
    ({"seats": ["me", "this:d"]}, "bot-unknown-here"),  # of a module that comes with Python, and prints a poem
    ({"seats": ["me", "easy+odd"]}, "bot-unknown-here"),
    ({"first": 2}, "first-wrong"),
    ({"first": -2}, "malformed"),
    ({"options": {"end": "never"}}, "option-value"),
    ({"options": {"speed": True}}, "option-unknown"),
    ({"files": {"tiles": {}}}, "tiles-colour-missing"),
    ({"files": {"board": {}}}, "data-unknown"),
    ({"name": "   "}, "name-wrong"),
    ({"name": "A" * 25}, "name-wrong"),
    ({"name": "A\u202eB"}, "name-wrong"),
    ({"name": "A\nB"}, "name-wrong"),
    ({"name": "\u3164"}, "name-invisible"),
    ({"name": "Ann\uffa0"}, "name-invisible"),
    ({"name": 7}, "malformed"),
    ({"clock": {"kind": "move", "seconds": 1}}, "malformed"),
    ({"clock": {"kind": "sand", "seconds": 60}}, "malformed"),
    ({"grace": 1}, "malformed"),
    ({"public": "yes"}, "malformed"),
    ({"secret": "mine"}, "malformed"),
    ({"player": "short"}, "malformed"),
    ({"number_hash": "G" * 64}, "malformed"),
]


@evening
async def test_what_cannot_be_opened_is_refused_with_its_code(inn: House) -> None:
    for wish, code in REFUSED:
        assert await inn.refused("POST", "/tables", {**PLAIN, **wish}) == (422, code), wish
    assert await inn.hub.store.count_open_tables() == 0
    assert inn.hub.live_tables == {}
    assert "this" not in sys.modules


@evening
async def test_every_game_can_be_opened_with_every_option_and_seat_count(inn: House) -> None:
    for about in GAMES:
        low, high = about.seats
        for seats in range(low, high + 1):
            ann = await inn.open(about.id, ["open"] * (seats - 1) + ["me"])
            assert ann.seat == seats - 1
        for option in about.options:
            for value in option.values:
                ann = await inn.open(about.id, ["me", *["open"] * (low - 1)], options={option.name: value})
                shown = (await inn.ask("GET", f"/tables/{ann.table}", secret=ann.secret)).json()
                assert shown["options"] == {option.name: value}


@evening
async def test_a_table_is_as_it_was_wished(inn: House) -> None:
    wishes: dict[str, Any] = {
        "first": 1,
        "clock": {"kind": "bank", "seconds": 60, "increment": 5},
        "grace": 30,
        "onlookers": False,
    }
    ann = await (await inn.open("keltis-dice", ["me", "open"], hints=False, rated=True, **wishes)).connect()
    for key, value in wishes.items():
        assert ann.about[key] == value
    assert (ann.about["hints"], ann.about["rated"], ann.about["public"]) == (False, True, False)
    assert ann.about["commitment"] == inn.table(ann).opened.commitment
    assert ann.scene["status"] == "open"
    assert [seat["kind"] for seat in ann.scene["seats"]] == ["person", "free"]
    assert ann.scene["host"] == ann.you["seat"] == 0


@evening
async def test_tiles_of_ones_own_are_played_with_and_recorded(inn: House) -> None:
    own = tomllib.loads(files("wishstone.games.keltis_dice").joinpath("tiles.toml").read_text(encoding="utf-8"))
    own["blue"], own["red"] = own["red"], own["blue"]
    ann, bob = await inn.playing("keltis-dice", files={"tiles": own})
    assert ann.about["files"] == bob.about["files"] == {"tiles": own}
    header = msgspec.json.decode((await inn.record(ann)).split(b"\n")[0])
    assert header["data"] == {"tiles": own}


@evening
async def test_start_at_once_where_only_bots_are_to_come(inn: House) -> None:
    """Without a number of one's own the game begins with the request; with one, once it is shown."""
    ann = await (await inn.open("keltis-dice", ["me", "novice"], sealing=False, start=True, first=0)).connect()
    assert ann.scene["status"] == "playing"
    bob = await (await inn.open("keltis-dice", ["me", "novice"], start=True, first=0)).connect()
    assert bob.scene["status"] == "starting"
    assert (await bob.do("number", number=bob.number))["type"] == "news"
    assert bob.scene["status"] == "playing"
    cid = await (await inn.open("keltis-dice", ["me", "open"], sealing=False, start=True)).connect()
    assert cid.scene["status"] == "open"


@evening
async def test_a_private_table_is_joined_by_its_code_and_not_without(inn: House) -> None:
    ann = await inn.open("keltis-dice", ["me", "open", "open"])
    wish = {"name": "Bob"}
    join = f"/tables/{ann.table}/join"
    assert await inn.refused("POST", join, wish) == (404, "no-table")
    assert await inn.refused("POST", join, {**wish, "code": "AAAAAAAA"}) == (404, "no-table")
    assert await inn.refused("POST", "/tables/0123456789abcdef/join", wish) == (404, "no-table")
    assert await inn.refused("GET", f"/tables/{ann.table}") == (404, "no-table")
    assert await inn.refused("POST", "/look", {"code": "AAAAAAAA"}) == (404, "no-code")
    shown = (await inn.ask("POST", "/look", {"code": ann.you["code"].lower()})).json()
    assert (shown["table"], shown["game"]) == (ann.table, "keltis-dice")
    bob = await inn.join(ann.table, code=ann.you["code"].lower())
    assert bob.seat == 1
    # A link to the table, here the onlookers', is as good as the code.
    answer = await inn.ask("POST", join, {"name": "Cid"}, secret=ann.you["watch"])
    assert answer.json()["seat"] == 2


@evening
async def test_a_code_only_claims_a_free_seat(inn: House) -> None:
    """Nobody gets a taken seat by it, nor in while the game is on; it dies with the start."""
    ann, bob = await inn.sit("keltis-dice")
    join, code = f"/tables/{ann.table}/join", ann.you["code"]
    assert await inn.refused("POST", join, {"name": "Eve", "code": code}) == (409, "table-full")
    assert await inn.refused("POST", join, {"name": "Eve", "code": code, "seat": 0}) == (409, "seat-taken")
    assert await inn.refused("POST", join, {"name": "Eve", "code": code, "seat": 5}) == (422, "seat-wrong")
    await begin(ann, bob)
    assert await inn.refused("POST", join, {"name": "Eve", "code": code}) == (409, "table-not-open")
    assert await inn.refused("POST", "/look", {"code": code}) == (404, "no-code")
    assert ann.you["code"] == "", "a code that claims nothing is not shown"
    assert await inn.refused("GET", f"/tables/{ann.table}/record?seat=0", secret=code) == (403, "no-key")


@evening
async def test_the_lobby_lists_public_tables_only_and_no_secrets(inn: House) -> None:
    private = await inn.open("keltis-dice", ["me", "open"], player="k" * 32)
    public = await inn.open("keltis-card", ["me", "novice", "open"], public=True, player="k" * 32, name="Ann")
    answer = await inn.ask("GET", "/tables")
    (listed,) = answer.json()["tables"]
    assert private.table not in answer.text
    assert (listed["table"], listed["game"], listed["status"]) == (public.table, "keltis-card", "open")
    assert [(seat["kind"], seat["name"], seat["bot"]) for seat in listed["seats"]] == [
        ("person", "Ann", ""),
        ("bot", "", "novice"),
        ("free", "", ""),
    ]
    opened = inn.table(public).opened
    for secret in (opened.secret, opened.code, opened.watch, public.secret, inn.table(public).seats[0].player):
        assert secret not in answer.text
    bob = await inn.join(public.table)
    assert bob.seat == 2, "a public table needs no code"
    shown = (await inn.ask("GET", f"/tables/{public.table}")).json()
    assert shown["seats"][2]["name"] == "Bob"


@evening
async def test_a_public_table_leaves_the_lobby_when_it_is_over(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", public=True)
    (listed,) = (await inn.ask("GET", "/tables")).json()["tables"]
    assert listed["status"] == "playing"
    await ann.do("end", basis=ann.scene["basis"])
    await inn.settled(bob)
    assert (await bob.do("answer", to=bob.scene["proposal"]["number"], yes=True))["type"] == "news"
    assert (await inn.ask("GET", "/tables")).json()["tables"] == []


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    async def whole() -> None:
        few = msgspec.structs.replace(GENEROUS, open_tables=2)
        async with house(quick_settings(str(tmp_path / "tables.db"), limits=few)) as inn:
            await inn.open("keltis-dice", ["me", "open"])
            await inn.open("keltis-dice", ["me", "open"])
            assert await inn.refused("POST", "/tables", PLAIN) == (429, "server-full")

    asyncio.run(whole())


@pytest.mark.parametrize("is_here", [True, False])
def test_tables_that_were_left_before_they_began_make_room(
    is_here: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither those where somebody waits, here or (as is stored) at another process, nor games under way do."""
    monkeypatch.setattr(table_room, "PACE", 0)

    async def whole() -> None:
        few = msgspec.structs.replace(GENEROUS, open_tables=4)
        async with house(quick_settings(str(tmp_path / "tables.db"), limits=few)) as inn:
            playing, other = await inn.playing("keltis-dice")
            await playing.close()
            await other.close()
            waiting = await inn.open("keltis-dice", ["me", "open"])
            await inn.open("keltis-dice", ["me", "open"])
            await inn.open("keltis-card", ["me", "open"])
            if is_here:
                await waiting.connect()
            inn.time.ms += table_room.LEFT - 1
            assert await inn.refused("POST", "/tables", PLAIN) == (429, "server-full")
            inn.time.ms += 2
            if not is_here:
                await inn.hub.store.note_seen([waiting.table], inn.time.ms)
            again = [await inn.open("keltis-dice", ["me", "open"]) for _ in range(2)]
            assert await inn.refused("POST", "/tables", PLAIN) == (429, "server-full")
            left = {each.table for each in await inn.hub.store.running_tables(9)}
            assert left == {playing.table, waiting.table, *(client.table for client in again)}

    asyncio.run(whole())


def test_one_address_opens_only_so_many_tables(tmp_path: Path) -> None:
    async def whole() -> None:
        few = msgspec.structs.replace(GENEROUS, tables_per_address=2)
        async with house(quick_settings(str(tmp_path / "tables.db"), limits=few)) as inn:
            await inn.open("keltis-dice", ["me", "open"])
            await inn.open("keltis-dice", ["me", "open"])
            assert await inn.refused("POST", "/tables", PLAIN) == (429, "too-many-tables")

    asyncio.run(whole())
