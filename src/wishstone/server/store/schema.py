"""Database schema and migrations: one list of steps from an empty database to today's schema, for both databases.

A step is never changed once it was released: a new version of the schema is a new step at the end. What the columns
mean is documented in `interface.py`, which uses the same names.

Processes of two versions share a PostgreSQL while an upgrade goes from one to the next. A step that only adds (a table,
an index, a column that may be null or has a default) leaves older programs working. One that takes away what they use
is for a later version than the one that has learned to do without, and says in `oldest` who can still work after it:
it waits until no older process is connected, and older programs refuse the database from then on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wishstone.game.errors import UsageError
from wishstone.server.store.sql import SqlSession
from wishstone.server.store.words import LEXICON


class Step(NamedTuple):
    """A version of the schema, made from the one before."""

    statements: tuple[str, ...]  # in which {blob} and {clustered} come from the dialect
    oldest: int = 1  # the version of the schema that a program has to know in order to work with this one


class Schema(NamedTuple):
    """How far a database is."""

    applied: int = 0  # its steps; 0: it is empty
    oldest: int = 0  # the version that a program has to know in order to work with it


FIRST = Step(
    (
        """CREATE TABLE tables (
            id TEXT NOT NULL PRIMARY KEY,
            game TEXT NOT NULL,
            status TEXT NOT NULL,
            listed BOOLEAN NOT NULL,
            count INTEGER NOT NULL,
            wake BIGINT,
            about {blob} NOT NULL,
            code TEXT NOT NULL,
            created BIGINT NOT NULL,
            updated BIGINT NOT NULL
        )""",
        "CREATE INDEX tables_in_lobby ON tables (created) WHERE listed AND status <> 'over'",
        "CREATE INDEX tables_not_over ON tables (updated) WHERE status <> 'over'",
        "CREATE INDEX tables_over ON tables (updated) WHERE status = 'over'",
        "CREATE INDEX tables_by_code ON tables (code) WHERE code <> ''",
        "CREATE INDEX tables_due ON tables (wake) WHERE wake IS NOT NULL",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            at BIGINT NOT NULL,
            kind TEXT NOT NULL,
            body {blob} NOT NULL,
            PRIMARY KEY (table_id, number)
        ){clustered}""",
        # Chat that was not yet emptied: an empty body, `{{}}`, has two bytes.
        "CREATE INDEX entries_said ON entries (at) WHERE kind = 'said' AND length(body) > 2",
        """CREATE TABLE sittings (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            player TEXT NOT NULL,
            PRIMARY KEY (table_id, seat)
        )""",
        "CREATE INDEX sittings_of ON sittings (player)",
        """CREATE TABLE visits (
            player TEXT NOT NULL,
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            PRIMARY KEY (player, table_id)
        )""",
        """CREATE TABLE finishes (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            player TEXT NOT NULL,
            game TEXT NOT NULL,
            ended BIGINT NOT NULL,
            seats INTEGER NOT NULL,
            place INTEGER NOT NULL,
            score INTEGER NOT NULL,
            rated BOOLEAN NOT NULL,
            PRIMARY KEY (table_id, seat)
        )""",
        "CREATE INDEX finishes_of ON finishes (player, ended)",
        "CREATE TABLE rated_players (player TEXT NOT NULL PRIMARY KEY)",
        """CREATE TABLE ratings (
            player TEXT NOT NULL,
            game TEXT NOT NULL,
            mean DOUBLE PRECISION NOT NULL,
            deviation DOUBLE PRECISION NOT NULL,
            games INTEGER NOT NULL,
            PRIMARY KEY (player, game)
        )""",
        "CREATE TABLE webhooks (player TEXT NOT NULL PRIMARY KEY, url TEXT NOT NULL, secret TEXT NOT NULL)",
        """CREATE TABLE snapshots (
            table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
            count INTEGER NOT NULL,
            layout TEXT NOT NULL,
            state {blob} NOT NULL
        )""",
    ),
)
# What processes of several versions share, and no table needs: a backup leaves it out.
PAGE_FILES = Step(
    (
        """CREATE TABLE page_files (
            version TEXT NOT NULL PRIMARY KEY,
            used BIGINT NOT NULL,
            files {blob} NOT NULL
        )""",
    )
)
PEOPLE = Step(
    (
        """CREATE TABLE attendance (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            origin TEXT NOT NULL,
            is_host BOOLEAN NOT NULL,
            seen BIGINT NOT NULL,
            PRIMARY KEY (table_id, seat)
        )""",
        "CREATE INDEX attendance_of_hosts ON attendance (seen) WHERE is_host",
        """CREATE TABLE blocks (
            id TEXT NOT NULL PRIMARY KEY,
            table_id TEXT REFERENCES tables (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            began BIGINT NOT NULL,
            ends BIGINT NOT NULL,
            done_by TEXT NOT NULL,
            why TEXT NOT NULL
        )""",
        "CREATE INDEX blocks_of ON blocks (table_id)",
        "CREATE INDEX blocks_ending ON blocks (ends)",
        "CREATE TABLE shared_secrets (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    ),
)
OPERATORS = Step(
    (
        # What players tell the operator; a report outlives its table, so nothing refers to that.
        """CREATE TABLE reports (
            id TEXT NOT NULL PRIMARY KEY,
            at BIGINT NOT NULL,
            table_id TEXT NOT NULL,
            player TEXT NOT NULL,
            body {blob} NOT NULL,
            settled BIGINT
        )""",
        "CREATE INDEX reports_at ON reports (at)",
        "CREATE INDEX reports_waiting ON reports (at) WHERE settled IS NULL",
        "CREATE INDEX reports_of ON reports (player) WHERE player <> ''",
        """CREATE TABLE acts (
            id TEXT NOT NULL PRIMARY KEY,
            at BIGINT NOT NULL,
            uid BIGINT NOT NULL,
            act TEXT NOT NULL,
            about {blob} NOT NULL,
            why TEXT NOT NULL
        )""",
        "CREATE INDEX acts_at ON acts (at)",
    ),
)
STEPS: tuple[Step, ...] = (FIRST, PAGE_FILES, PEOPLE, OPERATORS)

# In the order in which they can be filled: referenced tables come first.
TABLES = (
    "tables",
    "entries",
    "sittings",
    "visits",
    "finishes",
    "rated_players",
    "ratings",
    "webhooks",
    "snapshots",
    "attendance",
    "blocks",
    "shared_secrets",
    "reports",
    "acts",
)


def migrate(session: SqlSession, where: str, steps: Sequence[Step] = STEPS) -> None:
    """Apply the missing steps within the running transaction; `where` names the database in messages.

    Of two servers that start at once, the second waits for the first and finds nothing to do.
    """
    dialect = session.dialect
    if dialect.alone:
        session.select(dialect.alone)
    found = read_schema(session, where, len(steps))
    missing = steps[found.applied :]
    if not missing:
        return
    oldest = max(found.oldest, *(step.oldest for step in missing))
    if found.applied and oldest > found.oldest:
        _require_no_older(session, where, oldest)
    for step in missing:
        for statement in step.statements:
            session.write(statement.format(blob=dialect.blob, clustered=dialect.clustered))
    _record(session, Schema(len(steps), oldest))


def read_schema(session: SqlSession, where: str, known: int = len(STEPS)) -> Schema:
    """How far a database is; one that a program that knows so many steps cannot work with is refused."""
    if not _has_table(session, VERSION):
        if any(_has_table(session, table) for table in TABLES):
            raise UsageError("database-foreign", LEXICON, where=where)
        return Schema()
    oldest = _only_number(session, f"SELECT version FROM {VERSION}", where)
    applied = _only_number(session, f"SELECT steps FROM {APPLIED}", where) if _has_table(session, APPLIED) else oldest
    if oldest > known:
        raise UsageError("database-newer", LEXICON, where=where, found=oldest, known=known)
    return Schema(applied, oldest)


def read_known_schema(session: SqlSession, where: str, known: int = len(STEPS)) -> Schema:
    """How far a database is, where all that it holds has to be known, as for a backup."""
    found = read_schema(session, where, known)
    if found.applied > known:
        raise UsageError("database-newer", LEXICON, where=where, found=found.applied, known=known)
    return found


# Programs that knew one step alone read the first of these two numbers only, and refuse one that is above their own.
VERSION, APPLIED = "schema_version", "schema_applied"  # what a program has to know; how many steps were applied


def _record(session: SqlSession, now: Schema) -> None:
    """Store how far the database is."""
    for table, column, number in ((VERSION, "version", now.oldest), (APPLIED, "steps", now.applied)):
        if _has_table(session, table):
            session.write(f"UPDATE {table} SET {column} = :number", number=number)
        else:
            session.write(f"CREATE TABLE {table} ({column} INTEGER NOT NULL)")
            session.insert(f"{table} ({column})", [(number,)])


def _require_no_older(session: SqlSession, where: str, oldest: int) -> None:
    """Refuse a step while programs are connected that could not go on after it."""
    if session.dialect.older and session.select(session.dialect.older, oldest=oldest):
        raise UsageError("database-older-program", LEXICON, where=where)


def _only_number(session: SqlSession, sql: str, where: str) -> int:
    """The number in the only row of a table of ours."""
    rows = session.select(sql)
    if len(rows) != 1 or not isinstance(rows[0][0], int) or rows[0][0] < 1:
        raise UsageError("database-foreign", LEXICON, where=where)
    return rows[0][0]


def _has_table(session: SqlSession, table: str) -> bool:
    return bool(session.select(session.dialect.has_table, name=table))
