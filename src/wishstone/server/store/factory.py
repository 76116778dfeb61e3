"""Which store does an address mean? A path, `sqlite:///PATH` or `postgresql://…`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from wishstone.game.errors import UsageError
from wishstone.server.store.interface import Rate, Store
from wishstone.server.store.sqlite_store import SqliteStore
from wishstone.server.store.words import LEXICON

SQLITE_SCHEME = "sqlite:///"
POSTGRES_SCHEMES = ("postgresql://", "postgres://")


def open_store(url: str, rate: Rate) -> Store:
    """The store at an address; it is not connected before its `open`."""
    kind, place = parse_url(url)
    if kind == "sqlite":
        return SqliteStore(Path(place), rate)
    from wishstone.server.store.postgres_store import (
        PostgresStore,  # what it imports is large, and not everybody needs it
    )

    return PostgresStore(place, rate)


def parse_url(url: str) -> tuple[Literal["sqlite", "postgres"], str]:
    """Which kind of database an address means, and where it is: a path or a URL."""
    if url.startswith(POSTGRES_SCHEMES):
        for module in ("asyncpg", "sqlalchemy"):
            if find_spec(module) is None:
                raise UsageError("database-extra", LEXICON, module=module)
        return "postgres", url
    path = url.removeprefix(SQLITE_SCHEME)
    if not path or path.startswith(":") or "://" in path or "\0" in path:
        # Only what stands before the «://» is repeated: behind it there may be a password.
        scheme, colon, _ = url.partition("://")
        raise UsageError("database-url", LEXICON, given=f"{scheme}{colon}…" if colon else url)
    return "sqlite", path
