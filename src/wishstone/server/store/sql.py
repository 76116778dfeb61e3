"""SQL sessions and dialects: one interface to both databases, and the few places where their SQL differs.

SQL here is text with named parameters (`:name`), which SQLite and SQLAlchemy's `text` both accept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Row = tuple[Any, ...]  # as the driver returns it
MIGRATION = 577215664901  # an arbitrary number of ours: the lock of who migrates a PostgreSQL


@dataclass(frozen=True)
class Dialect:
    """The parts of SQL that differ between the two databases."""

    blob: str  # the type for bytes
    clustered: str  # suffix of a table stored in the order of its key
    has_table: str  # query: is there a table `:name`
    alone: str  # query: make other migrating servers wait until the end of the transaction
    older: str  # query: the programs in use of the database that know no schema as new as `:oldest`
    lock: str  # suffix of a query: lock its rows until the end of the transaction
    among: str  # condition: the expression before it is in the list `:ids`
    ids: Callable[[Sequence[str]], object]  # converts a list into the parameter `:ids`
    counts: str  # query: the entry counts of the tables `:ids`, locked, as one JSON object


SQLITE = Dialect(
    blob="BLOB",
    clustered=" WITHOUT ROWID",
    has_table="SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = :name",
    alone="",  # writing transactions exclude one another anyway
    older="",  # one server has the file for itself
    lock="",
    among="IN (SELECT value FROM json_each(:ids))",
    ids=json.dumps,
    counts="SELECT json_group_object(id, count) FROM tables WHERE id IN (SELECT value FROM json_each(:ids))",
)

POSTGRES = Dialect(
    blob="BYTEA",
    clustered="",
    has_table="SELECT 1 WHERE to_regclass(:name) IS NOT NULL",
    alone=f"SELECT pg_advisory_xact_lock({MIGRATION})",
    # By the name of a connection (postgres_connection.py), which for a long time had no number.
    older="""SELECT application_name FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'wishstone%'
        AND COALESCE(CAST(substring(application_name FROM 'schema ([0-9]+)$') AS INTEGER), 1) < :oldest""",
    lock=" FOR UPDATE",
    among="= ANY(:ids)",
    ids=list,
    counts="""SELECT COALESCE(CAST(json_object_agg(id, count) AS text), '{}')
        FROM (SELECT id, count FROM tables WHERE id = ANY(:ids) ORDER BY id FOR UPDATE) AS locked""",
)


class SqlSession(Protocol):
    """A running transaction."""

    @property
    def dialect(self) -> Dialect:
        """The dialect of the database."""

    def select(self, sql: str, **values: object) -> list[Row]:
        """All rows of a query."""

    def select_in_parts(self, sql: str) -> Iterator[Sequence[Row]]:
        """The rows of a query, in parts, where they may be too many to hold at once."""

    def write(self, sql: str, **values: object) -> int:
        """Execute any other statement; returns the number of affected rows."""

    def insert(self, into: str, rows: Sequence[Row], otherwise: str = "") -> None:
        """Insert rows; `into` is `table (column, …)`, and `otherwise` an ON CONFLICT clause."""
