"""Where is a PostgreSQL, and what went wrong there? Connections, the faults of one, and its name without a password."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from wishstone.game.errors import UsageError
from wishstone.server.store.words import LEXICON

CONNECT = 5.0  # seconds that a connection may take
ANSWER = 30.0  # seconds that a statement may take

# The classes of SQLSTATE that speak against the database as a whole, and not against what was to be written:
# connection, resources, intervention of the operator, system errors, corruption.
DOWN = ("08", "53", "57", "58", "XX", "25006")  # 25006: it has become a replica that can only be read
AGAIN = ("40001", "40P01", "23505")  # overtaken by another server: the second time it is seen what that one stored


async def connect(url: str) -> asyncpg.Connection:
    """A connection on which a commit is on the disk, whatever the database's settings say."""
    settings = {"application_name": "wishstone", "synchronous_commit": "on"}
    return await asyncpg.connect(url, timeout=CONNECT, command_timeout=ANSWER, server_settings=settings)


def name_of(url: str) -> str:
    """A database's name for messages: without the password, and without options, where one may stand as well."""
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
    return was_lost(error) or isinstance(error, InterfaceError) or state_of(error).startswith(DOWN)


def was_lost(error: BaseException) -> bool:
    """Whether an error says that a connection has died, as one does that nobody used while the database restarted."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def reason_of(error: BaseException) -> str:
    """What an error says, in one line and without SQL."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig else error
    said = str(origin).partition(">: ")[2] or str(origin)  # SQLAlchemy puts the class before it
    return (said.splitlines() or [""])[0] or type(error).__name__


def unusable_database(url: str, error: BaseException) -> UsageError:
    """Why a database cannot be used at all, in a sentence."""
    cause = error.orig.__cause__ if isinstance(error, DBAPIError) and error.orig else error
    if isinstance(cause, ValueError):  # the URL cannot be read; what is said of it may name the password
        return UsageError("database-url", LEXICON, given="postgresql://…")
    code = "database-unreachable" if is_down(error) else "database-refused"
    return UsageError(code, LEXICON, where=name_of(url), reason=reason_of(error))
