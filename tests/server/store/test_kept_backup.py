"""A kept backup: restored into either kind of database it is all there, and its games are played on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.kept.kept import VERSIONS, Kept
from tests.kept.party import agree, come_and_begin, compared, inn_with, play, play_to_the_end
from tests.kept.program import run_program

# Played on, at least one of each game; the first to its end.
PLAYED = (
    "dice, days for a move",
    "new paths, another board",
    "new paths, about to start",
    "cards, comings and goings",
    "keltis, an undo is asked for",
    "quartz, a seat is asked for",
)


def contents(file: Path) -> dict[str, list[str]]:
    """All rows of all tables of a backup, but for the version of its schema, and pages, which are not restored."""
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}")))
            for name in names
            if name not in ("schema_version", "page_files") and not name.startswith("sqlite_")
        }


@pytest.mark.parametrize("kept", VERSIONS, ids=str)
def test_a_backup_is_restored_and_played_on(
    kept: Kept, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    run = run_program(monkeypatch, capfd, tmp_path)
    backup, again = kept.unpacked("backup.db", tmp_path), tmp_path / "again.db"
    assert run("restore", backup, "--database", url)[0] == 0
    assert run("backup", again, "--database", url)[0] == 0
    before, now = contents(backup), contents(again)
    assert {name: now[name] for name in before} == before
    assert sum(map(len, before.values())) > (1000 if kept.is_whole else 100)

    with inn_with(kept, url) as inn:

        async def played(title: str) -> None:
            table = kept.table(title)
            clients = await compared(inn, table)
            await come_and_begin(inn, table, clients)
            await agree(inn, table, clients)
            await (play_to_the_end if title == PLAYED[0] else play)(clients)

        for title in PLAYED if kept.is_whole else (title for title in kept.titles if "closed" not in title):
            inn.run(played(title))
