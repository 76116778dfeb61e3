"""PostgreSQL connections: connect, classify errors, and name a database without its password."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from wishstone import __version__
from wishstone.game.errors import UsageError
from wishstone.server.store.schema import STEPS, VERSION
from wishstone.server.store.sql import MIGRATION
from wishstone.server.store.words import LEXICON

CONNECT = 5.0  # seconds that a connection may take
ANSWER = 30.0  # seconds that a statement may take

# The SQLSTATE classes of errors that concern the database as a whole, not the data being written:
# connection, resources, intervention of the operator, system errors, corruption.
DOWN = ("08", "53", "57", "58", "XX", "25006")  # 25006: it has become a read-only replica
AGAIN = ("40001", "40P01", "23505")  # lost a race with another server: a retry sees what that one stored


APPLICATION = f"wishstone {__version__}, schema {len(STEPS)}"  # the end tells older programs from newer ones


class DatabaseNewer(ConnectionError):
    """A newer program has changed the database since the start, so that this one cannot work with it any more."""


async def connect(url: str) -> asyncpg.Connection:
    """Open a connection with synchronous commits, whatever the database's settings say."""
    settings = {"application_name": APPLICATION, "synchronous_commit": "on"}
    return await asyncpg.connect(url, timeout=CONNECT, command_timeout=ANSWER, server_settings=settings)


async def connect_again(url: str) -> asyncpg.Connection:
    """Open a connection to a database that was migrated at the start; raises `DatabaseNewer`.

    While we were connected, no newer program has done what we cannot live with (`schema.py`); since then one may have.
    """
    connection = await connect(url)
    try:
        await connection.execute(f"SELECT pg_advisory_xact_lock_shared({MIGRATION})")  # after who migrates just now
        found = await connection.fetchval(f"SELECT version FROM {VERSION}")
        if found > len(STEPS):
            raise DatabaseNewer(
                str(UsageError("database-newer", LEXICON, where=name_of(url), found=found, known=len(STEPS)))
            )
    except BaseException:
        connection.terminate()
        raise
    return connection


def name_of(url: str) -> str:
    """A database's name for messages, without its password and its options, which may contain one."""
    try:
        parts = urlsplit(url)
        user = f"{parts.username}@" if parts.username else ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql://…"
    return f"postgresql://{user}{parts.hostname or ''}{port}{parts.path}"


def state_of(error: BaseException) -> str:
    """The SQLSTATE of an error, empty where it has none."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(origin, "sqlstate", None) or "")


def is_down(error: BaseException) -> bool:
    """Whether an error says that the database, or the way to it, is gone."""
    if isinstance(error, OSError | asyncio.TimeoutError | PoolTimeout | asyncpg.InterfaceError):
        return True
    return is_lost_connection(error) or isinstance(error, InterfaceError) or state_of(error).startswith(DOWN)


def is_lost_connection(error: BaseException) -> bool:
    """Whether the connection had died, as an idle one does when the database restarts."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def reason_of(error: BaseException) -> str:
    """The message of an error, on one line and without SQL."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig else error
    said = str(origin).partition(">: ")[2] or str(origin)  # SQLAlchemy puts the class first
    return (said.splitlines() or [""])[0] or type(error).__name__


def unusable_database(url: str, error: BaseException) -> UsageError:
    """The error that says why a database cannot be used at all."""
    cause = error.orig.__cause__ if isinstance(error, DBAPIError) and error.orig else error
    if isinstance(cause, ValueError):  # the URL is malformed; the message may contain the password
        return UsageError("database-url", LEXICON, given="postgresql://…")
    code = "database-unreachable" if is_down(error) else "database-refused"
    return UsageError(code, LEXICON, where=name_of(url), reason=reason_of(error))
