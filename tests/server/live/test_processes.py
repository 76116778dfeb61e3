"""Several servers on one PostgreSQL: each serves every table, and no move is lost or doubled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from tests.server.clients import PATIENCE, Client, begin, quick_settings
from tests.server.evenings import House, Time, code_of, done, house, to_move
from wishstone.server.live.automatic_turns import TurnClock
from wishstone.server.live.hub import UNUSED
from wishstone.server.live.live_table import LiveTable
from wishstone.server.live.stored_changes import summarize
from wishstone.server.store.interface import Change, Entry, Snapshot
from wishstone.server.table.state import LEASE
from wishstone.server.workers.bot_pool import ChosenMove

MakeDatabase = Callable[[], str]


@asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[House, House]]:
    """Two servers on one database, with the same time."""
    time, settings = Time(), quick_settings(url)
    async with house(settings, time) as here, house(settings, time) as there:
        yield here, there


def run(url: str, test: Callable[[House, House], Awaitable[None]]) -> None:
    """Run a test with two servers."""

    async def whole() -> None:
        async with two(url) as (here, there), asyncio.timeout(PATIENCE):
            await test(here, there)

    asyncio.run(whole())


async def apart(here: House, there: House, game: str = "keltis-dice", **wishes: Any) -> list[Client]:
    """Two people at one table, each at a server of their own, where the game has just begun."""
    ann = await (await here.open(game, ["me", "open"], **wishes)).connect()
    bob = await (await there.join(ann.table, code=ann.you["code"])).connect()
    await ann.until(lambda: ann.scene["seats"][1]["kind"] == "person")
    await begin(ann, bob)
    await same(ann, bob)
    return [ann, bob]


async def same(*clients: Client) -> None:
    """Wait until all have been told the same entries."""
    count = max(client.scene["count"] for client in clients)
    for client in clients:
        await client.until(lambda client=client: client.scene["count"] >= count)  # type: ignore[misc]


def heard(client: Client) -> list[tuple[Any, ...]]:
    """What a client was told of each entry, but for how a story is told to who it is about."""
    return [tuple(value for key, value in entry.items() if key != "story") for entry in client.log]


async def moves(clients: list[Client], count: int) -> None:
    """Let whoever's turn it is move, so many times."""
    for _ in range(count):
        await same(*clients)
        turn, _others = to_move(clients)
        done(await turn.move(turn.legal[-1]))
    await same(*clients)


def test_people_at_two_servers_see_each_others_moves(make_database: MakeDatabase) -> None:
    async def test(here: House, there: House) -> None:
        ann, bob = clients = await apart(here, there)
        await moves(clients, 12)
        assert heard(ann) == heard(bob)
        assert ann.view == bob.view
        done(await ann.do("say", text="hello over there"))
        await bob.until(lambda: bob.log[-1].get("text") == "hello over there")
        done(await bob.do("end", basis=bob.scene["basis"]))
        await ann.until(lambda: ann.scene["proposal"] is not None)
        done(await ann.do("answer", to=ann.scene["proposal"]["number"], yes=True))
        await bob.until(lambda: bob.is_over)
        assert bob.scene["fairness"] == ann.scene["fairness"]
        assert await here.record(ann) == await there.record(bob)

    run(make_database(), test)


def test_what_happens_while_a_server_reads_a_table_reaches_those_who_come_there(make_database: MakeDatabase) -> None:
    """The other server stores something once the entries were read, and says so before the table is at hand."""

    async def test(here: House, there: House) -> None:
        ann, bob = await apart(here, there)
        await bob.close()
        there.hub.unload(there.hub.live_tables[bob.table])
        reading, read = there.hub.store.snapshot, asyncio.Event()

        async def interrupted(table: str) -> Snapshot | None:
            done(await ann.do("say", text="meanwhile"))
            await read.wait()
            return await reading(table)

        there.hub.store.snapshot = interrupted  # type: ignore[method-assign]
        asyncio.get_running_loop().call_later(0.5, read.set)  # by then the notice is long there
        bob = await there.client(bob.table, 1, bob.secret).connect()
        await bob.until(lambda: bob.log[-1].get("text") == "meanwhile")

    run(make_database(), test)


def test_when_one_server_ends_the_other_goes_on(make_database: MakeDatabase) -> None:
    async def whole() -> None:
        time, settings = Time(), quick_settings(url)
        async with house(settings, time) as there:
            async with house(settings, time) as here:
                ann, bob = clients = await apart(here, there)
                await moves(clients, 4)
            ann = await there.client(ann.table, 0, ann.secret).connect()
            assert heard(ann) == heard(bob)
            await moves([ann, bob], 6)

    url = make_database()
    asyncio.run(whole())


def test_of_two_moves_at_two_servers_one_lands(make_database: MakeDatabase) -> None:
    """The same seat at both servers; whoever comes second is told that it was stale."""

    async def test(here: House, there: House) -> None:
        clients = await apart(here, there)
        for _ in range(6):
            await same(*clients)
            turn, _others = to_move(clients)
            twins = [await inn.client(turn.table, turn.seat, turn.secret).connect() for inn in (here, there)]
            move = turn.legal[0]
            answers = await asyncio.gather(*(twin.move(move) for twin in twins))
            assert sorted(answer["type"] for answer in answers) == ["news", "refused"]
            (refused,) = [answer for answer in answers if answer["type"] == "refused"]
            assert code_of(refused) in ("stale", "move-by")
            for twin in twins:
                await twin.close()
        await same(*clients)
        assert [entry["kind"] for entry in clients[0].log].count("moved") == 6

    run(make_database(), test)


def test_of_two_who_want_a_seat_at_two_servers_one_gets_it(make_database: MakeDatabase) -> None:
    async def test(here: House, there: House) -> None:
        for _ in range(3):
            ann = await here.open("keltis-dice", ["me", "open"], public=True)
            path, wish = f"/tables/{ann.table}/join", {"name": "Bob", "seat": 1}
            await there.ask("GET", f"/tables/{ann.table}")
            answers = await asyncio.gather(here.ask("POST", path, wish), there.ask("POST", path, wish))
            assert sorted(answer.status_code for answer in answers) == [200, 409]

    run(make_database(), test)


def test_a_bot_whose_server_is_gone_is_found_by_the_other_and_moves_once(make_database: MakeDatabase) -> None:
    """And if the first server was only slow, its move comes too late and is dropped."""

    async def test(here: House, there: House) -> None:
        choose, slow = here.hub.turns._choose_move, asyncio.Event()

        async def wait(live: LiveTable, clock: TurnClock, bot: str) -> ChosenMove:
            await slow.wait()
            return await choose(live, clock, bot)

        here.hub.turns._choose_move = wait  # type: ignore[method-assign]
        ann = await (await here.open("keltis-dice", ["me", "open", "novice"], first=2)).connect()
        bob = await (await there.join(ann.table, code=ann.you["code"])).connect()
        await ann.until(lambda: ann.scene["seats"][1]["kind"] == "person")
        done(await ann.do("start"))
        await bob.until(lambda: bob.scene["status"] == "starting")
        done(await bob.do("number", number=bob.number))
        done(await ann.do("number", number=ann.number))
        await same(ann, bob)
        assert bob.scene["actor"] == 2
        await there.later(1)
        await asyncio.sleep(0.2)
        assert bob.scene["actor"] == 2, "it is the other's turn to take care of"
        assert "moved" not in [entry["kind"] for entry in bob.log]
        await there.later(LEASE / 1000)
        await bob.until(lambda: bob.scene["actor"] != 2)
        await same(ann, bob)
        before = [entry for entry in bob.log if entry["kind"] == "moved"]
        slow.set()
        await asyncio.sleep(0.5)
        assert (await bob.do("ping"))["type"] == "pong"
        await same(ann, bob)
        assert [entry for entry in bob.log if entry["kind"] == "moved"] == before
        assert heard(ann) == heard(bob)

    run(make_database(), test)


def test_only_one_server_takes_up_what_is_due(make_database: MakeDatabase) -> None:
    """Both look at the same moment, many times over: a clock that has run out leads to one move."""

    async def test(here: House, there: House) -> None:
        ann, bob = await apart(here, there, clock={"kind": "move", "seconds": 30}, grace=100_000)
        for _ in range(3):
            await same(ann, bob)
            before = ann.scene["count"]
            number = len([entry for entry in ann.log if entry["kind"] == "moved"])
            here.time.ms += 30_000
            await asyncio.gather(*(inn.hub.turns.resume_due(here.time.ms) for inn in (here, there, here, there)))
            await ann.until(lambda before=before: ann.scene["count"] > before)  # type: ignore[misc]
            await asyncio.sleep(0.2)
            await same(ann, bob)
            made = [entry["via"] for entry in ann.log if entry["kind"] == "moved"][number:]
            assert made == ["time"]
        assert heard(ann) == heard(bob)

    run(make_database(), test)


def test_a_link_that_was_renewed_at_one_server_is_dead_at_the_other(make_database: MakeDatabase) -> None:
    async def test(here: House, there: House) -> None:
        ann, bob = await apart(here, there)
        answer = await here.ask("POST", f"/tables/{ann.table}/renew", {"seat": 1}, secret=bob.secret)
        assert answer.status_code == 200
        assert bob.socket is not None
        await asyncio.wait_for(bob.socket.wait_closed(), PATIENCE)
        assert bob.socket.close_code == 4003
        assert await there.turned_away(ann.table, 1, bob.secret) == ("no-key", 4403)

    run(make_database(), test)


def test_who_is_forgotten_at_one_server_is_forgotten_at_the_other(make_database: MakeDatabase) -> None:
    async def test(here: House, there: House) -> None:
        key = "k" * 32
        ann = await (await here.open("keltis-dice", ["me", "open"], name="Zebedee", player=key)).connect()
        bob = await (await there.join(ann.table, code=ann.you["code"])).connect()
        assert "Zebedee" in bob.received[0]
        await here.ask("DELETE", "/player", player=key)
        await bob.until(lambda: bob.scene["seats"][0]["name"] == "")
        again = await there.another(bob)
        assert "Zebedee" not in "".join(again.received)

    run(make_database(), test)


def test_who_is_connected_to_the_other_server_is_there(make_database: MakeDatabase) -> None:
    """Nobody is replaced as away who sits at another server, and who has gone there is seen to be gone here."""

    async def test(here: House, there: House) -> None:
        ann, bob = await apart(here, there, first=1, grace=5)
        await ann.until(lambda: [seat["present"] for seat in ann.scene["seats"]] == [True, True])
        await bob.until(lambda: [seat["present"] for seat in bob.scene["seats"]] == [True, True])
        await here.later(10)
        assert code_of(await ann.do("stand", seat=1)) == "not-away"
        await bob.close()
        await ann.until(lambda: not ann.scene["seats"][1]["present"])
        assert code_of(await ann.do("stand", seat=1)) == "not-away", "the grace time begins now"
        await here.later(5)
        done(await ann.do("stand", seat=1, bot="novice"))

    run(make_database(), test)


def test_a_table_in_which_a_newer_version_has_stored_something_unknown_is_left_to_processes_that_can_read_it(
    make_database: MakeDatabase,
) -> None:
    async def test(here: House, there: House) -> None:
        ann, bob = await apart(here, there)
        other, _ = await apart(here, there)
        table = there.table(bob)
        newer = Entry(table.count, there.time(), "teleported", b'{"kind":"teleported","seat":1}')
        await there.hub.store.append(Change(table.id, table.count, (newer,), summarize(table, there.time())))
        assert ann.socket is not None
        await asyncio.wait_for(ann.socket.wait_closed(), PATIENCE)
        assert ann.socket.close_code == 1001
        assert await here.turned_away(ann.table, 0, ann.secret) == ("table-newer", 4503)
        assert (await here.refused("GET", f"/tables/{ann.table}", secret=ann.secret)) == (503, "table-newer")
        assert (await other.do("ping"))["type"] == "pong"

    run(make_database(), test)


def test_a_table_that_goes_on_elsewhere_is_let_go_where_nobody_is_any_more(make_database: MakeDatabase) -> None:
    async def test(here: House, there: House) -> None:
        clients = await apart(here, there)
        ann, bob = clients
        await bob.close()
        bob = await here.client(bob.table, 1, bob.secret).connect()
        await moves([ann, bob], 1)
        assert bob.table in there.hub.live_tables, "somebody has been there just now"
        await there.hub.catch_up(there.hub.live_tables[bob.table])
        there.hub.live_tables[bob.table].touched_at -= UNUSED
        await moves([ann, bob], 1)
        async with asyncio.timeout(PATIENCE):
            while bob.table in there.hub.live_tables:
                await asyncio.sleep(0.01)
        again = await there.another(bob)
        assert heard(again) == heard(bob)

    run(make_database(), test)
