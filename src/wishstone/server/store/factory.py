"""Store factory: opens the store that a path, `sqlite:///PATH` or `postgresql://…` names."""

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
    """Create the store for an address; it connects when it is opened."""
    kind, place = parse_url(url)
    if kind == "sqlite":
        return SqliteStore(Path(place), rate)
    from wishstone.server.store.postgres_store import PostgresStore  # lazily: not everybody has SQLAlchemy

    return PostgresStore(place, rate)


def parse_url(url: str) -> tuple[Literal["sqlite", "postgres"], str]:
    """Split an address into the kind of database and its path or URL."""
    if url.startswith(POSTGRES_SCHEMES):
        for module in ("asyncpg", "sqlalchemy"):
            if find_spec(module) is None:
                raise UsageError("database-extra", LEXICON, module=module)
        return "postgres", url
    path = url.removeprefix(SQLITE_SCHEME)
    if not path or path.startswith(":") or "://" in path or "\0" in path:
        # Only the scheme is repeated: the rest may contain a password.
        scheme, colon, _ = url.partition("://")
        raise UsageError("database-url", LEXICON, given=f"{scheme}{colon}…" if colon else url)
    return "sqlite", path
