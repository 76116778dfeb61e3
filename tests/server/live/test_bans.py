"""Bans: networks and players that are kept out of the whole server, in every process, until it ends or is lifted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.clients import PATIENCE, Client, quick_settings
from tests.server.databases import with_store
from tests.server.evenings import House, Time, evening, house
from wishstone.server.live.bans import Bans, parse_network
from wishstone.server.store.interface import Store
from wishstone.server.table.refusal import Forbidden
from wishstone.server.table.secrets import hash_secret

HOUR = 3_600_000
BOB = "b" * 32
OPENING = {"game": "keltis-dice", "seats": ["me", "open"], "name": "Bob"}


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("203.0.113.9", "203.0.113.9/32"),
        ("203.0.113.9/24", "203.0.113.0/24"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:1:2:3::/80", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9/32"),
        ("::ffff:203.0.113.0/120", "203.0.113.0/24"),
    ],
)
def test_a_network_is_banned_as_it_is_counted(text: str, network: str) -> None:
    assert str(parse_network(text)) == network


@pytest.mark.parametrize("text", ["", "Bob", "203.0.113", "203.0.113.9/33", "2001:db8::/129"])
def test_what_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="does not appear"):
        parse_network(text)


def test_a_ban_holds_until_it_ends_or_is_lifted(url: str) -> None:
    async def work(store: Store) -> None:
        time = Time()
        bans = Bans(store, time)
        assert bans.ban_of_address("203.0.113.9") is None
        short = await bans.add("network", "203.0.113.9", time() + HOUR, "Dora", "spam")
        long = await bans.add("network", "203.0.113.0/24", time() + 2 * HOUR, "Dora", "more spam")
        far = await bans.add("network", "2001:db8::/48", time() + HOUR, "Dora", "")
        bob = await bans.add("player", "p", time() + HOUR, "Dora", "")
        assert await bans.current() == await store.blocks()
        assert bans.ban_of_address("203.0.113.9") == long, "the one that holds longest"
        assert bans.ban_of_address("203.0.113.10") == long
        assert bans.ban_of_address("203.0.114.9") is None
        assert bans.ban_of_address("2001:db8:0:7::/64") == far
        assert bans.ban_of_address("2001:db8:1::/64") is None
        assert bans.ban_of_address("") is bans.ban_of_address("no address") is None
        assert bans.ban_of_player("p") == bob
        assert bans.ban_of_player("q") is bans.ban_of_player("") is None
        again = Bans(store, time)
        await again.load()
        for each in (bans, again):
            with pytest.raises(Forbidden) as refused:
                each.check("203.0.113.9")
            assert (refused.value.code, refused.value.values["until"]) == ("banned", "2027-01-15 10:00 UTC")
            with pytest.raises(Forbidden):
                each.check("198.51.100.1", "p")
            each.check("198.51.100.1", "q")
        assert await bans.lift(long.id)
        assert not await bans.lift(long.id)
        assert bans.ban_of_address("203.0.113.9") == short
        time.ms += HOUR
        assert bans.ban_of_address("203.0.113.9") is bans.ban_of_player("p") is None
        assert await bans.current() == []

    with_store(url, work)


async def put_out(client: Client) -> int:
    """The code with which somebody is put out, once they were told why."""
    assert client.socket is not None
    with suppress(ConnectionClosed):
        await asyncio.wait_for(client.socket.wait_closed(), PATIENCE)
    assert '"code":"banned"' in client.received[-1]
    return int(client.socket.close_code or 0)


@evening
async def test_a_banned_player_is_put_out_and_gets_in_nowhere(inn: House) -> None:
    ann = await (await inn.open("keltis-dice", ["me", "open", "novice"])).connect()
    code = ann.you["code"]
    bob = await (await inn.join(ann.table, code=code, player=BOB)).connect()
    ban = await inn.hub.bans.add("player", hash_secret(BOB), inn.time() + HOUR, "Dora", "spam")
    await inn.hub.enforce_bans()
    assert await put_out(bob) == 4403
    assert await inn.turned_away(ann.table, 1, bob.secret) == ("banned", 4403)
    assert await inn.refused("POST", "/tables", {**OPENING, "player": BOB}) == (403, "banned")
    join = {"name": "Bob", "code": code, "player": BOB}
    assert await inn.refused("POST", f"/tables/{ann.table}/join", join) == (403, "banned")
    ask = {"name": "Bob", "seat": 2, "player": BOB}
    assert await inn.refused("POST", f"/tables/{ann.table}/ask", ask, secret=ann.secret) == (403, "banned")
    assert (await ann.do("ping"))["type"] == "pong", "nobody else is"
    await inn.hub.bans.lift(ban.id)
    await inn.another(bob)


def test_a_ban_holds_in_every_process(make_database: Callable[[], str]) -> None:
    url = make_database()

    async def whole() -> None:
        time, settings = Time(), quick_settings(url)
        async with house(settings, time) as here, house(settings, time) as there:
            bob = await (await there.open("keltis-dice", ["me", "open"])).connect()
            ban = await here.hub.bans.add("network", "127.0.0.1", time() + HOUR, "Dora", "spam")
            assert await asyncio.wait_for(put_out(bob), PATIENCE) == 4403
            assert await there.refused("POST", "/tables", OPENING) == (403, "banned")
            await here.hub.bans.lift(ban.id)
            async with asyncio.timeout(PATIENCE):
                while there.hub.bans.ban_of_address("127.0.0.1") is not None:
                    await asyncio.sleep(0.01)
            await there.another(bob)

    asyncio.run(whole())


def test_a_ban_holds_after_a_restart(url: str) -> None:
    async def whole() -> None:
        time = Time()
        async with house(quick_settings(url), time) as inn:
            await inn.hub.bans.add("network", "127.0.0.0/8", time() + HOUR, "Dora", "spam")
        async with house(quick_settings(url), time) as inn:
            assert await inn.refused("POST", "/tables", OPENING) == (403, "banned")
            time.ms += HOUR
            await inn.open("keltis-dice", ["me", "open"])

    asyncio.run(whole())
