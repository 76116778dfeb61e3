"""Database schema: any earlier version is migrated to the present one, and an unusable database is refused."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.server.databases import change, counts, execute, with_store
from wishstone.game.errors import UsageError
from wishstone.server.store.factory import open_store
from wishstone.server.store.interface import (
    Entry,
    Finish,
    ListedTable,
    PlayedGame,
    Rating,
    Snapshot,
    Store,
    StoreDown,
    TableSummary,
)
from wishstone.server.store.postgres_store import create_engine, in_transaction
from wishstone.server.store.rating import rate
from wishstone.server.store.schema import STEPS, Schema, Step, migrate, read_schema
from wishstone.server.store.sql import SqlSession
from wishstone.server.store.sqlite_connection import OURS, SqliteSession, connect, transaction
from wishstone.server.store.words import LEXICON, STORE_WORDS

# A file as the first version wrote it; this stays as it is, whatever becomes of the schema.
VERSION_1 = """
PRAGMA application_id = 1464423240;
CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL, listed BOOLEAN NOT NULL,
    count INTEGER NOT NULL, wake BIGINT, about BLOB NOT NULL, code TEXT NOT NULL, created BIGINT NOT NULL,
    updated BIGINT NOT NULL);
CREATE INDEX tables_in_lobby ON tables (created) WHERE listed AND status <> 'over';
CREATE INDEX tables_not_over ON tables (updated) WHERE status <> 'over';
CREATE INDEX tables_over ON tables (updated) WHERE status = 'over';
CREATE INDEX tables_by_code ON tables (code) WHERE code <> '';
CREATE INDEX tables_due ON tables (wake) WHERE wake IS NOT NULL;
CREATE TABLE entries (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    at BIGINT NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, number)) WITHOUT ROWID;
CREATE INDEX entries_said ON entries (at) WHERE kind = 'said' AND length(body) > 2;
CREATE TABLE sittings (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
    player TEXT NOT NULL, PRIMARY KEY (table_id, seat));
CREATE INDEX sittings_of ON sittings (player);
CREATE TABLE visits (player TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (player, table_id));
CREATE TABLE finishes (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
    player TEXT NOT NULL, game TEXT NOT NULL, ended BIGINT NOT NULL, seats INTEGER NOT NULL, place INTEGER NOT NULL,
    score INTEGER NOT NULL, rated BOOLEAN NOT NULL, PRIMARY KEY (table_id, seat));
CREATE INDEX finishes_of ON finishes (player, ended);
CREATE TABLE rated_players (player TEXT NOT NULL PRIMARY KEY);
CREATE TABLE ratings (player TEXT NOT NULL, game TEXT NOT NULL, mean DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, PRIMARY KEY (player, game));
CREATE TABLE webhooks (player TEXT NOT NULL PRIMARY KEY, url TEXT NOT NULL, secret TEXT NOT NULL);
CREATE TABLE snapshots (table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    count INTEGER NOT NULL, layout TEXT NOT NULL, state BLOB NOT NULL);
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (1);
INSERT INTO tables VALUES ('a', 'keltis', 'over', 1, 2, NULL, X'7b7d', 'c', 5, 6);
INSERT INTO entries VALUES ('a', 0, 5, 'opened', X'7b2278223a317d'), ('a', 1, 6, 'finished', X'7b7d');
INSERT INTO sittings VALUES ('a', 1, 'p');
INSERT INTO finishes VALUES ('a', 1, 'p', 'keltis', 6, 2, 1, 31, 1);
INSERT INTO rated_players VALUES ('p');
INSERT INTO ratings VALUES ('p', 'keltis', 27.5, 8.25, 1);
INSERT INTO snapshots VALUES ('a', 2, 'layout', X'00ff');
"""

NOW = Schema(len(STEPS), max(step.oldest for step in STEPS))
MORE: tuple[Step, ...] = (
    Step(("ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'green'",)),
    Step(
        ("CREATE TABLE stones (id TEXT NOT NULL PRIMARY KEY, picture {blob})", "INSERT INTO stones VALUES ('a', NULL)")
    ),
)


TAKEN_AWAY = Step(("DROP TABLE visits",), oldest=len(STEPS) + 1)


def version_1(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1)
    return path


def in_database(url: str, work: Callable[[SqlSession], object]) -> object:
    """Do something in a transaction, past the store."""
    if url.startswith("postgresql"):
        return asyncio.run(in_postgres(url, work))
    Path(url).touch()
    with closing(connect(Path(url), "rw")) as connection, transaction(connection):
        return work(SqliteSession(connection))


async def in_postgres(url: str, work: Callable[[SqlSession], object]) -> object:
    engine = create_engine(url)
    try:
        return await in_transaction(engine, work)
    finally:
        await engine.dispose()


def test_a_file_of_the_first_version_is_read(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        about = TableSummary("keltis", "over", True, None, b"{}", "c")
        assert await store.entries("a") == [Entry(0, 5, "opened", b'{"x":1}'), Entry(1, 6, "finished", b"{}")]
        assert await store.tables_of("p", 9) == [ListedTable("a", about, 2, 5, 6)]
        assert await store.games_of("p", 9) == [PlayedGame("a", "keltis", 6, Finish("p", 1, 2, 1, 31, True))]
        assert await store.ratings_of("p") == {"keltis": Rating(27.5, 8.25, 1)}
        assert await store.snapshot("a") == Snapshot(2, "layout", b"\x00\xff")
        assert await store.is_rated("p")
        await store.append(change("a", 2))

    url = str(version_1(tmp_path / "old.db"))
    with_store(url, work)
    assert in_database(url, lambda run: read_schema(run, url)) == NOW


def test_the_first_step_is_the_first_version(tmp_path: Path) -> None:
    """A step that was released never changes."""
    old, new = version_1(tmp_path / "old.db"), tmp_path / "new.db"
    in_database(str(new), lambda run: migrate(run, "", STEPS[:1]))

    def described(path: Path) -> list[str]:
        with closing(sqlite3.connect(path)) as connection:
            kept = "sql IS NOT NULL AND name <> 'schema_applied'"  # which the first version did not have
            found = connection.execute(f"SELECT sql FROM sqlite_master WHERE {kept} ORDER BY name").fetchall()
        return [" ".join(sql.split()).replace("( ", "(").replace(" )", ")") for (sql,) in found]

    assert described(new) == described(old)


def test_steps_follow_one_another(url: str) -> None:
    async def fill(store: Store) -> None:
        await store.append(change("a"))

    with_store(url, fill)
    steps = STEPS + MORE
    in_database(url, lambda run: migrate(run, url, steps[:-1]))
    assert in_database(url, lambda run: read_schema(run, url)) == (len(STEPS) + 1, NOW.oldest)
    for _ in range(2):  # the second time there is nothing to do
        in_database(url, lambda run: migrate(run, url, steps))
    assert in_database(url, lambda run: run.select("SELECT id, colour FROM tables")) == [("a", "green")]
    assert in_database(url, lambda run: run.select("SELECT id FROM stones")) == [("a",)]
    assert in_database(url, lambda run: read_schema(run, url)) == (len(steps), NOW.oldest)


def test_a_step_that_fails_leaves_everything_as_it_was(url: str) -> None:
    async def nothing(_: Store) -> None: ...

    with_store(url, nothing)
    broken = (*STEPS, Step((*MORE[1].statements, "SELECT no_such_column FROM tables")))
    with pytest.raises(Exception, match="no_such_column"):
        in_database(url, lambda run: migrate(run, url, broken))
    assert in_database(url, lambda run: read_schema(run, url)) == NOW
    with_store(url, nothing)


# ── Older and newer programs ─────────────────────────────────────────────────────────────────────────────────────


def of_newer_program(url: str, *steps: Step) -> None:
    """A database as a program leaves it that knows these steps, too."""
    in_database(url, lambda run: migrate(run, url, STEPS + steps))
    if not url.startswith("postgresql"):
        with closing(sqlite3.connect(url)) as connection:
            connection.execute(f"PRAGMA application_id = {OURS}")


def columns(session: SqliteSession) -> dict[tuple[str, str], tuple[object, ...]]:
    """Every column that there is, and what is known of it."""
    tables = [name for (name,) in session.select("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        (table, name): (kind, required, default, key)
        for table in tables
        for _, name, kind, required, default, key in session.select(f"PRAGMA table_info({table})")
    }


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_a_step_that_leaves_older_programs_working_only_adds_what_they_need_not_know(number: int) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        session = SqliteSession(connection)
        migrate(session, "", STEPS[: number - 1])
        before = columns(session)
        migrate(session, "", STEPS[:number])
        after = columns(session)
    if STEPS[number - 1].oldest == number:
        return
    assert {place: after.get(place) for place in before} == before
    known = {table for table, _ in before}
    added = {place: after[place] for place in after.keys() - before.keys() if place[0] in known}
    assert [place for place, (_, required, default, _) in added.items() if required and default is None] == []


def test_a_database_to_which_a_newer_program_has_added_something_is_used(url: str) -> None:
    async def fill(store: Store) -> None:
        await store.append(change("a"))
        assert await store.is_available()

    of_newer_program(url, *MORE)
    with_store(url, fill)
    assert in_database(url, lambda run: read_schema(run, url)) == (len(STEPS) + 2, NOW.oldest)
    assert in_database(url, lambda run: run.select("SELECT id, colour FROM tables")) == [("a", "green")]


def test_the_first_program_uses_what_newer_ones_have_added_to(url: str) -> None:
    """It reads one number, which has to be its own."""
    of_newer_program(url, *MORE)
    assert in_database(url, lambda run: run.select("SELECT version FROM schema_version")) == [(1,)]


def test_a_database_from_which_a_newer_program_has_taken_something_away_is_refused(url: str) -> None:
    steps = (*MORE, TAKEN_AWAY)
    of_newer_program(url, *steps)
    with pytest.raises(UsageError) as refused:
        asyncio.run(open_store(url, rate).open())
    assert refused.value.code == "database-newer"
    assert f"version {TAKEN_AWAY.oldest} of the schema, this one knows up to {len(STEPS)}" in str(refused.value)


def test_nothing_is_taken_away_while_an_older_program_is_connected(make_database: Callable[[], str]) -> None:
    url = make_database()

    async def work(store: Store) -> None:
        await store.append(change("a"))
        with pytest.raises(UsageError) as refused:
            await in_postgres(url, lambda run: migrate(run, url, (*STEPS, *MORE, TAKEN_AWAY)))
        assert refused.value.code == "database-older-program"
        await in_postgres(url, lambda run: migrate(run, url, STEPS + MORE))
        await store.append(change("b"))

    with_store(url, work)
    of_newer_program(url, *MORE, TAKEN_AWAY)
    assert in_database(url, lambda run: read_schema(run, url, len(STEPS) + 3)) == (len(STEPS) + 3, TAKEN_AWAY.oldest)


def test_the_first_program_counts_as_an_older_one(make_database: Callable[[], str]) -> None:
    """Its connections have no number in their name."""
    url = make_database()

    async def work() -> None:
        first = await asyncpg.connect(url, server_settings={"application_name": "wishstone"})
        try:
            with pytest.raises(UsageError, match="older Wishstone"):
                await in_postgres(url, lambda run: migrate(run, url, (*STEPS, *MORE, TAKEN_AWAY)))
        finally:
            await first.close()

    in_database(url, lambda run: migrate(run, url))
    asyncio.run(work())


def test_an_older_program_that_lost_its_connection_meanwhile_does_not_touch_the_database_any_more(
    make_database: Callable[[], str],
) -> None:
    url = make_database()

    async def work(store: Store) -> None:
        await store.append(change("a"))
        ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'wishstone%schema %'"
        await execute(url, ours)
        await execute(url, f"UPDATE schema_version SET version = {len(STEPS) + 1}")
        with pytest.raises(StoreDown, match="newer Wishstone"):
            await store.append(change("b"))
        with pytest.raises(StoreDown, match="newer Wishstone"):
            await store.entries("a")
        assert not await store.is_available()

    with_store(url, work)
    assert asyncio.run(execute(url, "SELECT id FROM tables")) == [("a",)]


def test_servers_that_start_at_once(url: str) -> None:
    async def work() -> None:
        wanted = [open_store(url, rate) for _ in range(6)]
        ends = await asyncio.gather(*(store.open() for store in wanted), return_exceptions=True)
        stores = [store for store, end in zip(wanted, ends, strict=True) if end is None]
        refused = [end.code for end in ends if isinstance(end, UsageError)]
        assert refused == ([] if url.startswith("postgresql") else ["database-held"] * 5)
        assert len(stores) + len(refused) == 6
        await asyncio.gather(*(store.append(change(f"t{number}")) for number, store in enumerate(stores)))
        assert await stores[0].count_open_tables() == len(stores)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(work())
    assert in_database(url, lambda run: read_schema(run, url)) == NOW


def code_of(url: str) -> str:
    """How opening a database is refused; the sentence can be said in both languages."""
    with pytest.raises(UsageError) as refused:
        asyncio.run(open_store(url, rate).open())
    assert refused.value.text("de") != refused.value.text("en")
    return refused.value.code


def test_what_is_no_database(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("This is not a database, but it is long enough to look like one. " * 20)
    assert code_of(str(text)) == "database-not"
    assert text.read_text().startswith("This is not")
    assert code_of(str(tmp_path)) == "database-file"
    assert code_of(str(tmp_path / "no" / "such.db")) == "database-file"
    assert code_of(str(text / "inside.db")) == "database-file"


def test_the_tables_of_others(tmp_path: Path, make_database: Callable[[], str]) -> None:
    path, url = tmp_path / "other.db", make_database()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (id INTEGER)")
    assert code_of(str(path)) == "database-foreign"
    asyncio.run(execute(url, "CREATE TABLE tables (legs INTEGER)"))
    assert code_of(url) == "database-foreign"
    asyncio.run(execute(url, "CREATE TABLE schema_version (version TEXT)", "INSERT INTO schema_version VALUES ('7a')"))
    assert code_of(url) == "database-foreign"


def test_a_database_that_refuses_us(make_database: Callable[[], str]) -> None:
    url = make_database()
    asyncio.run(execute(url, "DROP ROLE IF EXISTS stranger", "CREATE ROLE stranger LOGIN"))
    host = url.partition("host=")[2].partition("&")[0]
    strange = f"postgresql://stranger:tops3cret@/postgres?host={host}&search_path=test0"
    for wrong, code in (
        (f"postgresql://nobody:tops3cret@/postgres?host={host}", "database-refused"),
        (f"postgresql://postgres:tops3cret@/nowhere?host={host}", "database-refused"),
        (strange, "database-refused"),
        ("postgresql://postgres:tops3cret@127.0.0.1:1/x", "database-unreachable"),
        ("postgresql://postgres:tops3cret@127.0.0.1:tops3cret/x", "database-url"),
        ("postgresql://postgres@127.0.0.1:1/x?password=tops3cret&sslmode=nonsense", "database-url"),
        ("postgresql://postgres:tops3cret@[::1/x", "database-url"),
    ):
        with pytest.raises(UsageError) as refused:
            asyncio.run(open_store(wrong, rate).open())
        assert refused.value.code == code, str(refused.value)
        assert "s3cret" not in str(refused.value)
        assert refused.value.__cause__ is None
        assert "Error" not in str(refused.value)


@pytest.mark.parametrize(
    "wrong", ["", "sqlite:///", "sqlite://tables.db", "mysql://me:tops3cret@host/db", ":memory:", "sqlite:///:memory:"]
)
def test_what_names_no_database(wrong: str) -> None:
    with pytest.raises(UsageError) as refused:
        open_store(wrong, rate)
    assert refused.value.code == "database-url"
    assert "tops3cret" not in str(refused.value)
    assert "postgresql://" in str(refused.value)


def test_both_spellings_of_a_file(tmp_path: Path) -> None:
    async def fill(store: Store) -> None:
        await store.append(change("a"))

    async def look(store: Store) -> None:
        assert await counts(store, ["a"]) == {"a": 1}

    with_store(str(tmp_path / "odd ?#% name.db"), fill)
    with_store(f"sqlite:///{tmp_path / 'odd ?#% name.db'}", look)


@pytest.mark.parametrize("key", STORE_WORDS)
def test_every_sentence_in_both_languages(key: str) -> None:
    english, german = STORE_WORDS[key]
    assert english != german
    assert LEXICON.words[key] == (english, german)
