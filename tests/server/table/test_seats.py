"""Seats: taken, left, given up and blocked; links that are renewed and links that die."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from tests.server.clients import PATIENCE, Client, begin, http_client, quick_settings
from tests.server.evenings import House, code_of, done, end_by_agreement, evening, house, kinds, rematch
from wishstone.server.live.connection import Connection
from wishstone.server.ops.logs import JsonFormatter


async def closed(client: Client) -> int:
    """The code with which a connection is ended, once it is."""
    assert client.socket is not None
    await asyncio.wait_for(client.socket.wait_closed(), PATIENCE)
    return int(client.socket.close_code or 0)


@evening
async def test_a_seat_that_two_want_at_once_is_given_to_one(inn: House) -> None:
    ann = await inn.open("keltis-dice", ["me", "open"], public=True)
    wishes = [{"name": f"Bob {n}", "seat": 1} for n in range(8)]
    answers = await asyncio.gather(*(inn.ask("POST", f"/tables/{ann.table}/join", wish) for wish in wishes))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"seat-taken"}
    (got,) = [wish["name"] for wish, answer in zip(wishes, answers, strict=True) if answer.status_code == 200]
    assert inn.table(ann).seats[1].name == got


@evening
async def test_only_the_host_places_bots_and_asks_people_to_leave(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice", 2, ("novice",))
    assert code_of(await bob.do("place", seat=2, bot="easy")) == "host-only"
    assert code_of(await bob.do("dismiss", seat=0)) == "host-only"
    assert code_of(await bob.do("mute", seat=0)) == "host-only"
    assert code_of(await bob.do("start")) == "host-only"
    assert code_of(await ann.do("place", seat=1, bot="easy")) == "seat-taken"
    assert code_of(await ann.do("place", seat=2, bot="run:sh")) == "bot-unknown-here"
    assert code_of(await ann.do("place", seat=7, bot="easy")) == "seat-wrong"
    assert code_of(await ann.do("dismiss", seat=7)) == "seat-wrong"
    assert code_of(await ann.do("dismiss", seat=0)) == "dismiss-self"
    done(await ann.do("place", seat=2, bot="easy+bold"))
    assert ann.scene["seats"][2]["bot"] == "easy+bold"
    done(await ann.do("dismiss", seat=2))
    assert ann.scene["seats"][2]["kind"] == "free"
    assert code_of(await ann.do("dismiss", seat=2)) == "seat-free"
    assert code_of(await ann.do("start")) == "seats-empty"


@evening
async def test_who_is_asked_to_leave_is_out_and_may_come_back_unless_blocked(inn: House) -> None:
    ann = await (await inn.open("keltis-dice", ["me", "open"])).connect()
    code, key = ann.you["code"], "b" * 32
    bob = await (await inn.join(ann.table, code=code, player=key)).connect()
    await inn.settled(ann)
    done(await ann.do("dismiss", seat=1))
    assert await closed(bob) == Connection.LINK_REVOKED
    assert await inn.refused("GET", f"/tables/{ann.table}", secret=bob.secret) == (404, "no-table")
    again = await (await inn.join(ann.table, code=code, player=key)).connect()
    await inn.settled(ann)
    done(await ann.do("dismiss", seat=1, block=True))
    assert await closed(again) == Connection.LINK_REVOKED
    join = f"/tables/{ann.table}/join"
    assert await inn.refused("POST", join, {"name": "Bob", "code": code, "player": key}) == (403, "blocked")
    assert await inn.refused("POST", join, {"name": "Rob", "code": code, "player": key}) == (403, "blocked")
    await inn.join(ann.table, "Cid", code=code, player="c" * 32)


from_many_addresses = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has one such address")


async def come_from(inn: House, address: str, table: str, name: str, code: str) -> httpx.Response:
    """Somebody without a player key, who takes a seat from an address of this machine's."""
    async with http_client(transport=httpx.AsyncHTTPTransport(local_address=address)) as http:
        return await http.post(f"{inn.url}/api/tables/{table}/join", json={"name": name, "code": code})


@from_many_addresses
@evening
async def test_who_is_blocked_without_a_player_key_is_not_back_under_another_name(inn: House) -> None:
    ann = await (await inn.open("keltis-dice", ["me", "open", "open"])).connect()
    code, there, elsewhere = ann.you["code"], "127.0.0.2", "127.0.0.3"
    assert (await come_from(inn, there, ann.table, "Bob", code)).status_code == 200
    done(await ann.do("dismiss", seat=1))
    assert (await come_from(inn, there, ann.table, "Rob", code)).status_code == 200, "only asked to leave"
    done(await ann.do("dismiss", seat=1, block=True))
    back = await come_from(inn, there, ann.table, "Bert", code)
    assert (back.status_code, back.json()["code"]) == (403, "blocked-address")
    assert (await come_from(inn, elsewhere, ann.table, "Cid", code)).status_code == 200
    other = await inn.open("keltis-dice", ["me", "open"])
    assert (await come_from(inn, there, other.table, "Bob", other.you["code"])).status_code == 200, "another table"
    kept = b"".join(path.read_bytes() for path in Path(inn.hub.settings.database).parent.iterdir())
    assert ann.table.encode() in kept
    assert there.encode() not in kept


@from_many_addresses
@evening
async def test_nobody_is_shut_out_for_sharing_an_address_with_somebody_at_the_table(inn: House) -> None:
    ann = await (await inn.open("keltis-dice", ["me", "open", "open"])).connect()
    code, there = ann.you["code"], "127.0.0.2"
    for name in ("Bob", "Cid"):
        assert (await come_from(inn, there, ann.table, name, code)).status_code == 200
    done(await ann.do("dismiss", seat=2, block=True))
    assert (await come_from(inn, there, ann.table, "Dot", code)).status_code == 200
    done(await ann.do("dismiss", seat=1))
    done(await ann.do("dismiss", seat=2, block=True))
    assert (await come_from(inn, there, ann.table, "Eve", code)).status_code == 403, "Bob is gone, who had it too"


@from_many_addresses
@evening
async def test_nobody_is_shut_out_where_it_is_not_known_from_where_the_others_came(inn: House) -> None:
    ann = await (await inn.open("keltis-dice", ["me", "open"])).connect()
    code, there = ann.you["code"], "127.0.0.2"
    inn.hub.live_tables[ann.table].origins.clear()  # as where an older version stored the table
    assert (await come_from(inn, there, ann.table, "Bob", code)).status_code == 200
    done(await ann.do("dismiss", seat=1, block=True))
    assert (await come_from(inn, there, ann.table, "Dot", code)).status_code == 200


@evening
async def test_a_blocked_player_cannot_ask_for_a_bots_seat_either(inn: House) -> None:
    (ann,) = await inn.sit("keltis-dice", 1, ("novice",), public=True)
    bob = "b" * 32
    done(await ann.do("dismiss", seat=1))
    await (await inn.join(ann.table, player=bob)).connect()
    await inn.settled(ann)
    done(await ann.do("dismiss", seat=1, block=True))
    done(await ann.do("place", seat=1, bot="novice"))
    await begin(ann)
    wish = {"name": "Bob", "seat": 1, "player": bob}
    assert await inn.refused("POST", f"/tables/{ann.table}/ask", wish) == (403, "blocked")


@evening
async def test_when_the_host_leaves_another_is_host(inn: House) -> None:
    ann, bob = await inn.sit("keltis-dice", 2, ("novice",))
    done(await ann.do("leave"))
    assert await closed(ann) == Connection.LINK_REVOKED
    await bob.until(lambda: bob.scene["host"] == 1)
    assert bob.scene["seats"][0] == {"kind": "free", "name": "", "bot": "", "present": False, "muted": False}
    done(await bob.do("place", seat=0, bot="novice"))
    await begin(bob)


@evening
async def test_when_everybody_has_left_whoever_comes_is_host(inn: House) -> None:
    ann = await (await inn.open("keltis-dice", ["me", "open"])).connect()
    code = ann.you["code"]
    done(await ann.do("leave"))
    bob = await (await inn.join(ann.table, code=code, seat=1)).connect()
    assert bob.scene["host"] == 1


@evening
async def test_the_server_gives_a_place_to_stand_in_for_a_person_who_leaves(inn: House) -> None:
    """In the middle of a game the seat is not free: a bot plays, the owner's link works, and the host passes on."""
    ann, bob = await inn.playing("keltis-dice", first=0)
    done(await ann.do("leave"))
    await bob.until(lambda: bool(bob.legal))
    assert [entry["why"] for entry in bob.log if entry["kind"] == "handed"] == ["wish"]
    assert (bob.scene["seats"][0]["kind"], bob.scene["seats"][0]["name"]) == ("person", "Ann")
    assert bob.scene["seats"][0]["bot"] == "medium"
    assert bob.scene["host"] == 1
    assert {entry["via"] for entry in bob.log if entry["kind"] == "moved"} == {"bot"}
    assert code_of(await ann.move("keep")) == "bot-plays-for-you"
    assert code_of(await ann.do("leave")) == "bot-plays-for-you"
    assert code_of(await ann.do("undo", basis=ann.scene["basis"])) == "bot-plays-for-you"
    assert "legal" not in ann.you
    done(await ann.do("return"))
    assert ann.scene["seats"][0]["bot"] == ""
    assert code_of(await ann.do("return")) == "not-handed"
    done(await bob.do("leave"))
    await ann.until(lambda: bool(ann.legal))


@evening
async def test_who_leaves_last_abandons_the_game(inn: House) -> None:
    (ann,) = await inn.playing("keltis-dice", 1, ("novice",), first=0)
    done(await ann.do("leave"))
    assert (ann.scene["status"], ann.scene["how"]) == ("over", "abandoned")
    assert code_of(await ann.do("leave")) == "table-over"


@evening
async def test_a_stand_in_comes_by_the_owners_wish_or_after_the_grace_time_only(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, grace=60)
    assert code_of(await ann.do("stand", seat=1)) == "not-away"
    assert code_of(await bob.do("stand", seat=0)) == "not-away"
    assert code_of(await ann.do("stand", bot="run:sh")) == "bot-unknown-here"
    assert code_of(await ann.do("stand", seat=5)) == "seat-wrong"
    await ann.close()
    await bob.until(lambda: not bob.scene["seats"][0]["present"])
    await inn.later(59)
    assert code_of(await bob.do("stand", seat=0)) == "not-away"
    await inn.later(1)
    done(await bob.do("stand", seat=0, bot="novice"))
    assert code_of(await bob.do("stand", seat=0)) == "bot-plays-there"
    await bob.until(lambda: bool(bob.legal))
    assert [entry["why"] for entry in bob.log if entry["kind"] == "handed"] == ["away"]
    await ann.connect()
    done(await ann.do("return"))
    await bob.until(lambda: bob.scene["seats"][0]["bot"] == "")


@evening
async def test_nobody_who_is_not_on_turn_is_replaced_however_long_it_is_away(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", first=0, grace=60)
    await bob.close()
    await ann.until(lambda: not ann.scene["seats"][1]["present"])
    await inn.later(1_000)
    assert code_of(await ann.do("stand", seat=1)) == "not-away"


@evening
async def test_a_bots_seat_is_given_only_if_all_agree(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", 2, ("novice",), first=0)
    ask = f"/tables/{ann.table}/ask"
    wish = {"name": "Cid", "seat": 2}
    assert await inn.refused("POST", ask, wish) == (404, "no-table"), "who has no link cannot even ask"
    assert await inn.refused("POST", ask, {**wish, "seat": 1}, secret=ann.secret) == (409, "seat-taken")
    assert await inn.refused("POST", ask, {**wish, "seat": 9}, secret=ann.secret) == (422, "seat-wrong")

    told = (await inn.ask("POST", ask, wish, secret=ann.secret)).json()
    cid = inn.client(ann.table, 2, told["secret"])
    record = f"/tables/{ann.table}/record?seat=2"
    assert await inn.refused("GET", record, secret=cid.secret) == (403, "no-key"), "asking alone gives no hand"
    await inn.settled(ann, bob)
    assert ann.scene["proposal"]["waiting_for"] == [0, 1]
    assert await inn.refused("POST", ask, {**wish, "name": "Dot"}, secret=ann.secret) == (409, "proposal-pending")
    number = ann.scene["proposal"]["number"]
    assert code_of(await ann.do("withdraw")) == "not-yours"
    done(await ann.do("answer", to=number, yes=True))
    assert code_of(await ann.do("answer", to=number, yes=True)) == "not-asked"
    assert await inn.refused("GET", record, secret=cid.secret) == (403, "no-key"), "one of two is not enough"
    done(await bob.do("answer", to=number, yes=False))
    assert bob.scene["proposal"] is None
    assert code_of(await ann.do("answer", to=number, yes=True)) == "no-proposal"
    assert await inn.refused("GET", record, secret=cid.secret) == (403, "no-key"), "a no is a no"

    told = (await inn.ask("POST", ask, wish, secret=ann.secret)).json()
    dot = inn.client(ann.table, 2, told["secret"])
    await inn.settled(ann, bob)
    number = ann.scene["proposal"]["number"]
    done(await bob.do("answer", to=number, yes=True))
    done(await ann.do("answer", to=number, yes=True))
    await dot.connect()
    assert dot.scene["seats"][2]["kind"] == "person"
    assert dot.scene["seats"][2]["name"] == "Cid"
    assert len(dot.you["own"]["hand"]) == 8, "who takes a seat sees its hand"
    assert await inn.refused("GET", record, secret=cid.secret) == (403, "no-key"), "the link that was refused is dead"
    assert kinds(ann)[-1] == "sat"
    fairness = inn.table(ann).seats[2]
    assert fairness.shown, "the number that the bot gave stays"
    assert fairness.number == ann.scene["seats"][2]["number"]


@evening
async def test_a_persons_seat_cannot_be_asked_for_even_while_a_bot_plays_it(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0)
    done(await bob.do("stand"))
    wish = {"name": "Cid", "seat": 1}
    assert await inn.refused("POST", f"/tables/{ann.table}/ask", wish, secret=ann.secret) == (409, "seat-taken")


@evening
async def test_a_renewed_link_ends_the_old_one_everywhere(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card")
    second = await inn.another(bob)
    answer = await inn.ask("POST", f"/tables/{ann.table}/renew", {"seat": 1}, secret=bob.secret)
    new = answer.json()["secret"]
    assert new != bob.secret
    assert await closed(bob) == await closed(second) == Connection.LINK_REVOKED
    for method, path, body in (
        ("GET", f"/tables/{ann.table}/record?seat=1", None),
        ("POST", f"/tables/{ann.table}/renew", {"seat": 1}),
    ):
        assert await inn.refused(method, path, body, secret=bob.secret) == (403, "no-key")
    assert await inn.refused("POST", f"/tables/{ann.table}/session", {"secret": bob.secret}) == (404, "no-table")
    assert await inn.turned_away(ann.table, 1, bob.secret) == ("no-key", 4403)
    bob.secret = new
    await bob.connect()
    assert kinds(bob)[-1] == "renewed"
    assert new not in "".join(ann.received)
    assert await inn.refused("POST", f"/tables/{ann.table}/renew", {"seat": 0}, secret=new) == (403, "no-key")


@evening
async def test_a_link_is_exchanged_for_a_cookie_that_no_script_can_read(inn: House) -> None:
    """Two seats of one browser, each by its cookie; a stranger's secret opens nothing."""
    ann, bob = await inn.playing("keltis-card")
    base = f"{inn.url}/api/tables/{ann.table}"
    async with http_client() as browser:
        for client in (ann, bob):
            answer = await browser.post(f"{base}/session", json={"secret": client.secret})
            assert answer.json() == {"table": ann.table, "seat": client.seat}
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith(f"wishstone-{ann.table}-{client.seat}={client.secret};")
            parts = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=strict", "path=/api"} <= parts
        hands = [(await browser.get(f"{base}/replay?keep=16&seat={seat}")).json()["view"] for seat in (0, 1)]
        assert hands[0] != hands[1]
        wrong = await browser.post(f"{base}/session", json={"secret": "x" * 32})
        assert (wrong.status_code, wrong.json()["code"]) == (404, "no-table")
    # What one seat's secret opens is that seat and nothing else.
    assert await inn.refused("GET", f"/tables/{ann.table}/record?seat=1", secret=ann.secret) == (403, "no-key")


@evening
async def test_a_secret_in_a_query_is_not_looked_at(inn: House) -> None:
    ann, _bob = await inn.playing("keltis-card")
    for name in ("secret", "key", "token", f"wishstone-{ann.table}-0"):
        path = f"/tables/{ann.table}/record?seat=0&{name}={ann.secret}"
        assert (await inn.ask("GET", path)).status_code == 404


def test_no_secret_is_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An evening with everything that a secret is used for; what is logged of it holds none."""
    known: list[str] = []

    @evening
    async def test(inn: House) -> None:
        ann = await (await inn.open("keltis-card", ["me", "open"], player="p" * 32)).connect()
        opened = inn.table(ann).opened
        known.extend([opened.secret, opened.code, "p" * 32])
        bob = await (await inn.join(ann.table, code=opened.code)).connect()
        await begin(ann, bob)
        renewed = (await inn.ask("POST", f"/tables/{ann.table}/renew", {"seat": 1}, secret=bob.secret)).json()["secret"]
        await inn.ask("POST", f"/tables/{ann.table}/session", {"secret": renewed})
        await inn.ask("POST", f"/tables/{ann.table}/session", {"secret": bob.secret})
        await inn.turned_away(ann.table, 1, bob.secret)
        await inn.ask("GET", "/player", player="p" * 32)
        await inn.ask("GET", f"/tables/{ann.table}/record?seat=0", secret=ann.secret)
        await inn.another(ann)
        known.extend([ann.secret, bob.secret, renewed, inn.table(ann).seats[1].number])

    with caplog.at_level("INFO"), caplog.at_level("DEBUG", "wishstone"):
        test(tmp_path)
    lines = [JsonFormatter().format(record) for record in caplog.records]
    ours = [line for line in lines if "httpx" not in line]  # the test's own requests, by their address
    assert any("/renew" in line for line in ours), "there is a log at all"
    assert len(known) == 7
    for secret in known:
        assert not any(secret in line for line in lines)


@evening
async def test_a_browser_plays_two_seats_over_their_cookies(inn: House) -> None:
    """A socket opened by a page has no header of its own: the cookie is what lets it in."""
    ann, bob = await inn.playing("keltis-card")
    cookies = "; ".join(f"wishstone-{ann.table}-{client.seat}={client.secret}" for client in (ann, bob))
    base = f"{inn.url.replace('http', 'ws', 1)}/api/tables/{ann.table}/socket?seat="
    for client in (ann, bob):
        async with connect(f"{base}{client.seat}", additional_headers={"Cookie": cookies}) as socket:
            told = msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert told["type"] == "table"
            assert told["you"] == client.you
    swapped = f"wishstone-{ann.table}-0={bob.secret}"
    async with connect(f"{base}0", additional_headers={"Cookie": swapped}) as socket:
        assert msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))["code"] == "no-key"


def test_an_id_that_is_none_is_answered(url: str) -> None:
    async def whole() -> None:
        async with house(quick_settings(url)) as inn:
            for id in ("0" * 15, "%00", "A" * 16, "%f0%9f%8d%80" * 4):
                assert await inn.turned_away(id, 0) == ("no-table", 4404), id
                assert await inn.refused("GET", f"/tables/{id}") == (422, "malformed"), id

    asyncio.run(whole())


@evening
async def test_a_rematch_keeps_the_seats_for_the_same_people(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice", 2, ("novice",), first=0, grace=77)
    assert code_of(await ann.do("rematch")) == "table-not-over"
    await end_by_agreement(inn, ann, bob)
    done(await bob.do("rematch"))
    await ann.until(lambda: bool(ann.scene["again"]))
    other = ann.scene["again"]
    assert code_of(await ann.do("rematch")) == "rematch-there"
    table = inn.hub.live_tables[other].table
    assert [seat.kind for seat in table.seats] == ["reserved", "reserved", "bot"]
    assert table.setup == inn.table(ann).setup
    assert table.opened.secret != inn.table(ann).opened.secret
    join = f"/tables/{other}/join"
    assert await inn.refused("POST", join, {"name": "Eve"}) == (404, "no-table")
    assert await inn.refused("POST", join, {"name": "Eve", "code": table.opened.code}) == (409, "table-full")
    stolen = {"name": "Eve", "code": table.opened.code, "seat": 1}
    assert await inn.refused("POST", join, stolen) == (409, "seat-taken")
    assert await inn.refused("POST", join, {"name": "Ann", "seat": 1}, secret=ann.secret) == (409, "seat-taken")
    again = [await inn.join(other, name, old=old.secret) for name, old in (("Bob", bob), ("Ann", ann))]
    assert [client.seat for client in again] == [1, 0]
    for client in again:
        await client.connect()
    assert again[0].scene["host"] == 1, "the first to come is host"
    assert again[0].about["before"] == ann.table
    await begin(*again)
    assert again[0].you["seat"] == 1


@evening
async def test_a_browser_comes_to_the_rematch_by_the_cookie_of_the_game_before(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    other = await rematch(inn, ann, bob)
    async with http_client() as browser:
        await browser.post(f"{inn.url}/api/tables/{ann.table}/session", json={"secret": bob.secret})
        seen = await browser.get(f"{inn.url}/api/tables/{other}")
        assert [seat["kind"] for seat in seen.json()["seats"]] == ["reserved", "reserved"]
        answer = await browser.post(f"{inn.url}/api/tables/{other}/join", json={"name": "Bob"})
        assert (answer.status_code, answer.json()["seat"]) == (200, 1)
    assert (await inn.ask("GET", f"/tables/{other}")).status_code == 404, "nobody else may know of it"


@evening
async def test_onlookers_get_to_the_rematch_and_to_the_one_after_it(inn: House) -> None:
    ann = await inn.open("keltis-dice", ["me", "novice"])
    watch = ann.you["watch"]
    await ann.connect()
    await begin(ann)
    await end_by_agreement(inn, ann)
    async with http_client() as browser:
        await browser.post(f"{inn.url}/api/tables/{ann.table}/session", json={"secret": watch})
        for _ in range(2):
            done(await ann.do("rematch"))
            other = ann.scene["again"]
            assert (await browser.get(f"{inn.url}/api/tables/{other}")).json()["before"] == ann.table
            (cookie,) = [f"{each.name}={each.value}" for each in browser.cookies.jar if other in each.name]
            address = f"{inn.url.replace('http', 'ws', 1)}/api/tables/{other}/socket?seat=-1"
            async with connect(address, additional_headers={"Cookie": cookie}) as eve:
                assert msgspec.json.decode(await eve.recv())["you"] == {"seat": -1}
            assert await inn.turned_away(other, -1) == ("no-table", 4404), "nobody else gets in"
            ann = await (await inn.join(other, "Ann", old=ann.secret)).connect()
            await begin(ann)
            await end_by_agreement(inn, ann)


@evening
async def test_nobody_watches_the_rematch_of_a_table_without_onlookers(inn: House) -> None:
    ann = await inn.open("keltis-dice", ["me", "novice"], onlookers=False)
    await ann.connect()
    await begin(ann)
    other = await rematch(inn, ann)
    assert await inn.turned_away(other, -1, "anything") == ("no-onlookers", 4403)


@evening
async def test_two_who_want_a_rematch_at_once_get_the_same(inn: House) -> None:
    ann, bob = await inn.playing("keltis-dice")
    await end_by_agreement(inn, ann, bob)
    answers = await asyncio.gather(ann.do("rematch"), bob.do("rematch"))
    assert {answer["type"] for answer in answers} <= {"news", "done", "refused"}
    await ann.until(lambda: bool(ann.scene["again"]))
    await bob.until(lambda: bool(bob.scene["again"]))
    assert ann.scene["again"] == bob.scene["again"]
    assert await inn.hub.store.count_open_tables() == 1, "no table is left over that nobody knows of"


@evening
async def test_onlookers_see_what_everybody_may_and_do_nothing(inn: House) -> None:
    ann = await inn.open("keltis-card", ["me", "open"], sealing=False)
    watch, code = ann.you["watch"], ann.you["code"]
    bob = await inn.join(ann.table, sealing=False, code=code)
    await ann.connect()
    await bob.connect()
    done(await ann.do("start"))
    eve = await inn.client(ann.table, -1, watch).connect()
    assert eve.you == {"seat": -1}
    assert eve.scene["watching"] == 1
    hidden = [entry["move"] for entry in eve.log if entry["kind"] == "drawn"]
    assert hidden == [f"deal {seat} ?" for seat in (0, 1) for _ in range(8)]
    basis = eve.scene["basis"]
    for do, values in (
        ("move", {"move": "draw deck", "basis": basis}),
        ("undo", {"basis": basis}),
        ("end", {"basis": basis}),
        ("answer", {"to": 3, "yes": True}),
        ("withdraw", {}),
        ("start", {}),
        ("wait", {}),
        ("number", {"number": "0" * 32}),
        ("leave", {}),
        ("dismiss", {"seat": 0}),
        ("place", {"seat": 0, "bot": "novice"}),
        ("stand", {"seat": 0}),
        ("return", {}),
        ("mute", {"seat": 0}),
        ("rematch", {}),
        ("why", {"move": "draw deck"}),
    ):
        assert code_of(await eve.do(do, **values)) == "onlooker-only", do
    assert code_of(await eve.do("say", text="hello")) == "onlookers-silent"
    assert code_of(await eve.do("hint")) == "hint-not-now"
    assert (await eve.do("ping"))["type"] == "pong"
    assert inn.table(ann).count == eve.scene["count"]
    assert await inn.refused("GET", f"/tables/{ann.table}/record?seat=0", secret=watch) == (403, "no-key")


@evening
async def test_who_may_watch(inn: House) -> None:
    private = await inn.open("keltis-dice", ["me", "open"])
    assert await inn.turned_away(private.table, -1) == ("no-table", 4404)
    assert await inn.turned_away(private.table, -1, private.secret) == ("no-key", 4403)
    closed_to_all = await inn.open("keltis-dice", ["me", "open"], onlookers=False, public=True)
    assert closed_to_all.you["watch"] == ""
    assert await inn.turned_away(closed_to_all.table, -1) == ("no-onlookers", 4403)
    public = await inn.open("keltis-dice", ["me", "open"], public=True)
    await inn.client(public.table, -1).connect()
    assert await inn.turned_away(public.table, 0) == ("no-table", 4404)
    assert await inn.turned_away(public.table, 7, public.secret) == ("no-key", 4403)
    assert await inn.turned_away("0123456789abcdef", 0, public.secret) == ("no-table", 4404)


@evening
async def test_two_connections_of_one_seat_see_and_do_the_same(inn: House) -> None:
    ann, bob = await inn.playing("keltis-card", first=0)
    second = await inn.another(ann)
    assert (second.you, second.view, second.scene["basis"]) == (ann.you, ann.view, ann.scene["basis"])
    move = second.legal[0]
    first_one, other = await asyncio.gather(ann.move(move), second.move(move))
    assert sorted([first_one["type"], other["type"]]) == ["news", "refused"], "made twice, it lands once"
    await inn.settled(ann, second, bob)
    assert (second.you, second.view) == (ann.you, ann.view)
    assert [entry["kind"] for entry in bob.log].count("moved") == 1
    await ann.close()
    await bob.until(lambda: bob.scene["seats"][0]["present"])
