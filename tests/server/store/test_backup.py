"""Backup: it holds everything, and restores from either kind of database into either kind."""

import asyncio
import itertools
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.databases import change, entry, execute, summary, with_store
from tests.server.store.test_schema import MORE, in_database, version_1
from wishstone.game.errors import UsageError
from wishstone.server.store import backup as module
from wishstone.server.store.backup import backup, restore
from wishstone.server.store.interface import (
    Act,
    Attendance,
    Block,
    Change,
    Finish,
    Report,
    Sitting,
    Snapshot,
    Store,
    Webhook,
)
from wishstone.server.store.schema import STEPS, TABLES, migrate, read_known_schema
from wishstone.server.store.sql import Row, SqlSession

KINDS = ("sqlite", "postgres")


@pytest.fixture
def new(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Makes an empty database of a kind."""

    numbers = itertools.count()

    def make(kind: str) -> str:
        if kind == "sqlite":
            return str(tmp_path / f"{next(numbers)}.db")
        address: str = request.getfixturevalue("make_database")()
        return address

    return make


async def fill(store: Store) -> None:
    """Something in every table."""
    for player in ("p", "q"):
        await store.set_rated(player, True)
    await store.set_webhook("p", Webhook("https://example.org/p", "s"))
    sittings = (Sitting("p", 0), Sitting("q", 1))
    for number in range(30):
        odd = entry(0, body='{"text":"Wünsche ★"}'.encode())
        await store.append(
            Change(
                f"t{number}",
                0,
                (odd, entry(1)),
                summary(wake=number or None),
                sittings,
                visitors=("p", "q"),
                attendance=(Attendance(0, "a b c", True, 5), Attendance(1, "", False, 6)),
                blocks=(Block(f"b{number}", f"t{number}", "origin", "d", 1, 2, "host", ""),),
            )
        )
    await store.add_block(Block("b", "", "network", "203.0.113.0/24", 1, 2, "Dora", "spam"))
    await store.shared_secret("origins")
    await store.add_report(Report("r", 1, "t0", "p", b"{}"), 9)
    await store.add_report(Report("s", 2, "t0", "", b"{}"), 9)
    await store.settle_report("r", 3)
    await store.add_act(Act("a", 1, 1000, "close", b"{}", "spam"))
    ends = (Finish("p", 0, 2, 1, 31, True), Finish("q", 1, 2, 2, -4, False))
    await store.append(change("t0", 2, about=summary("over"), finishes=ends))
    await store.append(change("t1", 2, about=summary("over"), finishes=(ends[0], Finish("q", 1, 2, 2, 7, True))))
    await store.save_snapshot("t0", Snapshot(3, "layout", bytes(range(256))))


def contents(url: str) -> dict[str, list[Row]]:
    """All rows of all tables."""
    found: dict[str, list[Row]] = {}
    for table in TABLES:
        rows = in_database(url, lambda run, table=table: run.select(f"SELECT * FROM {table}"))  # type: ignore[misc]
        assert isinstance(rows, list)
        found[table] = sorted(rows, key=repr)
    return found


def code_of(work: Callable[[], object]) -> str:
    with pytest.raises(UsageError) as refused:
        work()
    assert refused.value.text("de") != refused.value.text("en")
    return refused.value.code


@pytest.mark.parametrize("into", KINDS)
@pytest.mark.parametrize("origin", KINDS)
def test_there_and_back(
    origin: str, into: str, new: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wishstone.server.store.sqlite_connection.PART", 7)  # so that it takes several parts
    monkeypatch.setattr("wishstone.server.store.postgres_store.PART", 7)
    source, target, file = new(origin), new(into), tmp_path / "copy.backup"
    with_store(source, fill)
    backup(source, file)
    restore(file, target)
    assert all(contents(source).values())
    assert normal(contents(target)) == normal(contents(source))
    assert file.stat().st_mode & 0o777 == 0o600
    assert {each.name for each in tmp_path.iterdir() if each.name.startswith("copy")} == {"copy.backup"}

    async def go_on(store: Store) -> None:
        await store.append(change("t5", 2))
        assert [listed.table for listed in await store.due(9, 1)] == ["t2"]

    with_store(target, go_on)


def test_a_database_of_the_first_version_is_backed_up(new: Callable[[str], str], tmp_path: Path) -> None:
    """It has fewer tables, and is migrated only where it is restored."""
    source, target, file = new("postgres"), new("sqlite"), tmp_path / "copy.backup"

    def fill_first(run: SqlSession) -> None:
        migrate(run, source, STEPS[:1])
        run.insert("rated_players (player)", [("p",)])

    in_database(source, fill_first)
    backup(source, file)
    restore(file, target)
    found = contents(target)
    assert found["rated_players"] == [("p",)]
    assert found["reports"] == found["acts"] == []


def normal(found: dict[str, list[Row]]) -> dict[str, list[list[object]]]:
    """Rows without the difference between a flag and a number."""
    return {
        table: sorted(([int(value) if isinstance(value, bool) else value for value in row] for row in rows), key=repr)
        for table, rows in found.items()
    }


def test_while_a_server_writes(url: str, tmp_path: Path) -> None:
    """A backup is the database as it was at one moment: no table has a gap, and none lacks an entry."""

    async def work(store: Store) -> None:
        async def write(table: str) -> None:
            for after in range(0, 4_000, 2):
                if copied.done():
                    return
                await store.append(change(table, after, 2))

        copied = asyncio.create_task(asyncio.to_thread(backup, url, tmp_path / "copy"))
        await asyncio.gather(*(write(f"t{number}") for number in range(10)), copied)

    with_store(url, work)
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        counts = dict(copy.execute("SELECT id, count FROM tables").fetchall())
        found = copy.execute("SELECT table_id, count(*), max(number) + 1 FROM entries GROUP BY 1").fetchall()
    assert {table: (count, last) for table, count, last in found} == {t: (c, c) for t, c in counts.items()}


@pytest.mark.parametrize("into", KINDS)
def test_a_database_in_use_is_left_alone(into: str, new: Callable[[str], str], tmp_path: Path) -> None:
    source, target, file = new("sqlite"), new(into), tmp_path / "copy"
    with_store(source, fill)
    backup(source, file)
    restore(file, target)
    before = contents(target)
    assert code_of(lambda: restore(file, target)) == "database-in-use"
    assert contents(target) == before


@pytest.mark.parametrize("into", KINDS)
def test_a_backup_of_an_older_version(
    into: str, new: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, target = version_1(tmp_path / "old"), new(into)
    before = old.read_bytes()
    restore(old, target)
    assert contents(target)["ratings"] == [("p", "keltis", 27.5, 8.25, 1)]
    assert old.read_bytes() == before
    steps = STEPS + MORE[:1]  # and one day there is another step
    monkeypatch.setattr(module, "STEPS", steps)
    monkeypatch.setattr(module, "migrate", lambda run, where: migrate(run, where, steps))
    monkeypatch.setattr(module, "read_known_schema", lambda run, where: read_known_schema(run, where, len(steps)))
    later = new(into)
    restore(old, later)
    assert in_database(later, lambda run: run.select("SELECT id, colour FROM tables")) == [("a", "green")]


def test_what_is_no_backup(tmp_path: Path, new: Callable[[str], str]) -> None:
    text, empty, other = tmp_path / "text", tmp_path / "empty", tmp_path / "other"
    text.write_text("A text, which is no backup at all. " * 50)
    empty.touch()
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE bookmarks (id INTEGER)")
    for file in (text, empty, other):
        assert code_of(lambda file=file: restore(file, new("sqlite"))) == "backup-not"  # type: ignore[misc]
    assert code_of(lambda: restore(tmp_path / "nothing", new("sqlite"))) == "file-unreadable"
    assert code_of(lambda: restore(tmp_path, new("sqlite"))) == "file-unreadable"


def test_half_a_backup(tmp_path: Path, new: Callable[[str], str]) -> None:
    source, file, target = new("sqlite"), tmp_path / "copy", tmp_path / "target.db"
    with_store(source, fill)
    backup(source, file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert code_of(lambda: restore(file, str(target))) == "backup-not"
    assert not target.exists()


def test_a_damaged_backup(tmp_path: Path, new: Callable[[str], str]) -> None:
    source, file, target = new("sqlite"), tmp_path / "copy", tmp_path / "target.db"
    with_store(source, fill)
    backup(source, file)
    raw = bytearray(file.read_bytes())
    raw[3 * 4096 : 3 * 4096 + 200] = bytes(byte ^ 0xFF for byte in raw[3 * 4096 : 3 * 4096 + 200])
    file.write_bytes(raw)
    assert code_of(lambda: restore(file, str(target))) == "backup-not"
    assert not target.exists()


def test_nothing_is_restored_under_a_running_server(tmp_path: Path, new: Callable[[str], str]) -> None:
    source, file, target = new("sqlite"), tmp_path / "copy", new("sqlite")
    with_store(source, fill)
    backup(source, file)

    async def serving(store: Store) -> None:
        assert code_of(lambda: restore(file, target)) == "database-held"
        assert await store.count_open_tables() == 0

    with_store(target, serving)


def test_names_that_no_file_can_have(tmp_path: Path, new: Callable[[str], str]) -> None:
    source, long = new("sqlite"), tmp_path / ("x" * 300)
    with_store(source, fill)
    assert code_of(lambda: backup(source, long)) == "file-unwritable"
    assert code_of(lambda: backup(str(long), tmp_path / "copy")) == "database-file"
    assert code_of(lambda: restore(long, new("sqlite"))) == "file-unreadable"
    assert code_of(lambda: restore(tmp_path / "copy", str(long))) == "file-unreadable"


def test_what_cannot_be_backed_up(tmp_path: Path, new: Callable[[str], str]) -> None:
    file = tmp_path / "copy"
    assert code_of(lambda: backup(str(tmp_path / "nothing.db"), file)) == "database-missing"
    assert code_of(lambda: backup(new("postgres"), file)) == "database-missing"
    assert code_of(lambda: backup("postgresql://me:tops3cret@127.0.0.1:1/x", file)) == "database-unreachable"
    (tmp_path / "text.db").write_text("A text, which is no database at all. " * 50)
    assert code_of(lambda: backup(str(tmp_path / "text.db"), file)) == "database-not"
    source = new("sqlite")
    with_store(source, fill)
    assert code_of(lambda: backup(source, tmp_path / "no" / "copy")) == "file-unwritable"
    assert not file.exists()
    assert not list(tmp_path.glob("*.part"))
    file.write_text("something dear")
    assert code_of(lambda: backup(source, file)) == "backup-exists"
    assert file.read_text() == "something dear"


def test_a_damaged_database_gives_no_backup(tmp_path: Path, new: Callable[[str], str]) -> None:
    source, damaged = new("sqlite"), tmp_path / "damaged.db"
    with_store(source, fill)
    shutil.copy(source, damaged)
    raw = bytearray(damaged.read_bytes())
    raw[3 * 4096 : 12 * 4096] = bytes(9 * 4096)
    damaged.write_bytes(raw)
    assert code_of(lambda: backup(str(damaged), tmp_path / "copy")) in ("backup-failed", "database-file")
    assert not (tmp_path / "copy").exists()


def test_a_newer_database_is_not_copied(make_database: Callable[[], str], tmp_path: Path) -> None:
    url = make_database()
    asyncio.run(execute(url, "CREATE TABLE schema_version (version INTEGER)", "INSERT INTO schema_version VALUES (99)"))
    assert code_of(lambda: backup(url, tmp_path / "copy")) == "database-newer"


def test_a_database_of_which_only_a_part_is_known_is_not_copied(
    make_database: Callable[[], str], tmp_path: Path
) -> None:
    """A server could still work with it, but a backup that leaves out what it does not know would be none."""
    url = make_database()
    in_database(url, lambda run: migrate(run, url, STEPS + MORE))
    assert code_of(lambda: backup(url, tmp_path / "copy")) == "database-newer"
    with_store(url, fill)
