"""Store helpers for tests: a store is opened, used inside one event loop, and closed."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import asyncpg  # type: ignore[import-untyped]

from wishstone.server.store.factory import open_store
from wishstone.server.store.interface import Change, Entry, Finish, Sitting, Status, Store, TableSummary
from wishstone.server.store.rating import rate

T = TypeVar("T")


def with_store(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """What some work with the store at an address comes to."""

    async def run() -> T:
        store = open_store(url, rate)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def stored(test: Callable[[Store], Awaitable[None]]) -> Callable[[str], None]:
    """A test of a store, run with an empty database of each kind."""

    def run(url: str) -> None:
        with_store(url, test)

    run.__name__ = test.__name__
    run.__module__ = test.__module__
    return run


def entry(number: int, at: int = 0, kind: str = "moved", body: bytes = b'{"move":"keep"}') -> Entry:
    """An entry of a table."""
    return Entry(number, at or 1_000 + number, kind, body)


def summary(
    status: Status = "playing", listed: bool = True, wake: int | None = None, game: str = "keltis"
) -> TableSummary:
    """What is known of a table."""
    return TableSummary(game, status, listed, wake, b'{"seats":2}')


def change(
    table: str,
    after: int = 0,
    count: int = 1,
    about: TableSummary | None = None,
    at: int = 0,
    sittings: tuple[Sitting, ...] | None = None,
    finishes: tuple[Finish, ...] = (),
) -> Change:
    """A change that adds so many entries."""
    entries = tuple(entry(number, at) for number in range(after, after + count))
    return Change(table, after, entries, about or summary(), sittings, finishes)


async def execute(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Run statements in PostgreSQL, past all that we have written ourselves; returns what the last one finds."""
    connection = await asyncpg.connect(url)
    try:
        found = [await connection.fetch(statement) for statement in statements]
        return [tuple(row) for row in found[-1]]
    finally:
        await connection.close()


async def counts(store: Store, tables: Sequence[str]) -> dict[str, int]:
    """How many entries each of these tables has; those that do not exist are left out."""
    found = {table: len(await store.entries(table)) for table in tables}
    return {table: count for table, count in found.items() if count}
