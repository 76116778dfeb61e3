"""Database schema and migrations: one list of steps from an empty database to today's schema, for both databases.

A step is never changed once it was released: a new version of the schema is a new step at the end. What the columns
mean is documented in `interface.py`, which uses the same names.
"""

from __future__ import annotations

from collections.abc import Sequence

from wishstone.game.errors import UsageError
from wishstone.server.store.sql import SqlSession
from wishstone.server.store.words import LEXICON

Step = tuple[str, ...]  # statements, in which {blob} and {clustered} come from the dialect

STEPS: tuple[Step, ...] = (
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

# In the order in which they can be filled: referenced tables come first.
TABLES = ("tables", "entries", "sittings", "visits", "finishes", "rated_players", "ratings", "webhooks", "snapshots")


def migrate(session: SqlSession, where: str, steps: Sequence[Step] = STEPS) -> None:
    """Apply the missing steps within the running transaction; `where` names the database in messages.

    Of two servers that start at once, the second waits for the first and finds nothing to do.
    """
    dialect = session.dialect
    if dialect.alone:
        session.select(dialect.alone)
    found = version_of(session, where, len(steps))
    for step in steps[found:]:
        for statement in step:
            session.write(statement.format(blob=dialect.blob, clustered=dialect.clustered))
    if not found:
        session.write("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        session.insert("schema_version (version)", [(len(steps),)])
    elif found < len(steps):
        session.write("UPDATE schema_version SET version = :version", version=len(steps))


def version_of(session: SqlSession, where: str, known: int = len(STEPS)) -> int:
    """The number of applied steps, 0 for an empty database; a database that this program cannot use is refused."""
    if not _has_table(session, "schema_version"):
        if any(_has_table(session, table) for table in TABLES):
            raise UsageError("database-foreign", LEXICON, where=where)
        return 0
    rows = session.select("SELECT version FROM schema_version")
    if len(rows) != 1 or not isinstance(rows[0][0], int) or rows[0][0] < 1:
        raise UsageError("database-foreign", LEXICON, where=where)
    found: int = rows[0][0]
    if found > known:
        raise UsageError("database-newer", LEXICON, where=where, found=found, known=known)
    return found


def _has_table(session: SqlSession, table: str) -> bool:
    return bool(session.select(session.dialect.has_table, name=table))
