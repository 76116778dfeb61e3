"""Limit of open files: raised as far as the system allows, since each connection is one."""

from __future__ import annotations

import sys
from contextlib import suppress

if sys.platform != "win32":  # where there is no such limit
    import resource

ENOUGH = 1 << 17  # more connections than one process can serve
KEPT_BACK = 128  # for everything but connections: the database, processes that think, files that are read


def raise_limit() -> int:
    """Raise the soft limit to the hard one; the limit that holds then."""
    if sys.platform == "win32":
        return ENOUGH
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems have a limit beside this one
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return ENOUGH if soft == resource.RLIM_INFINITY else soft


def connection_capacity(limit: int) -> int:
    """How many connections fit into a limit of open files."""
    return max(limit - KEPT_BACK, limit // 2)
