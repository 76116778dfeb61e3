"""How do we speak to a database? The same SQL for both kinds, and the few places where they differ.

SQL here is text with named values (`:name`), which SQLite and SQLAlchemy's `text` read alike.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Row = tuple[Any, ...]  # as the database gives it


@dataclass(frozen=True)
class Dialect:
    """Where the two differ."""

    blob: str  # the type of bytes
    clustered: str  # after a table that is kept in the order of its key
    has_table: str  # finds out whether there is a table `:name`
    alone: str  # makes other servers that migrate wait until the end of the transaction
    lock: str  # after a selection: nobody else changes these rows until the end of the transaction
    among: str  # whether what stands before it is in the list `:ids`
    ids: Callable[[Sequence[str]], object]  # that list as a value
    counts: str  # how many entries the tables in the list `:ids` have, as one object in JSON; nobody else changes them


SQLITE = Dialect(
    blob="BLOB",
    clustered=" WITHOUT ROWID",
    has_table="SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = :name",
    alone="",  # every transaction that writes is alone
    lock="",
    among="IN (SELECT value FROM json_each(:ids))",
    ids=json.dumps,
    counts="SELECT json_group_object(id, count) FROM tables WHERE id IN (SELECT value FROM json_each(:ids))",
)

POSTGRES = Dialect(
    blob="BYTEA",
    clustered="",
    has_table="SELECT 1 WHERE to_regclass(:name) IS NOT NULL",
    alone="SELECT pg_advisory_xact_lock(577215664901)",  # a number of our own
    lock=" FOR UPDATE",
    among="= ANY(:ids)",
    ids=list,
    counts="""SELECT COALESCE(CAST(json_object_agg(id, count) AS text), '{}')
        FROM (SELECT id, count FROM tables WHERE id = ANY(:ids) ORDER BY id FOR UPDATE) AS locked""",
)


class SqlSession(Protocol):
    """A transaction under way."""

    @property
    def dialect(self) -> Dialect:
        """Which of the two it speaks to."""

    def select(self, sql: str, **values: object) -> list[Row]:
        """What a selection finds."""

    def select_in_parts(self, sql: str) -> Iterator[Sequence[Row]]:
        """What a selection finds, in parts, where it may be too much to hold at once."""

    def write(self, sql: str, **values: object) -> int:
        """Run anything else; returns how many rows it touched."""

    def insert(self, into: str, rows: Sequence[Row], otherwise: str = "") -> None:
        """Add rows; `into` is `table (column, …)`, and `otherwise` says what to do with those that are there."""
