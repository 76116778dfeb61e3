"""Environments for researchers' tools: PettingZoo, Gymnasium, OpenSpiel, and arrays of thousands of games.

Each module imports only what it is named after; `docs/env.md` shows them all.
"""

from __future__ import annotations


def missing(module: str, error: ImportError, extra: str) -> ImportError:
    """What to say where a package that a module needs is not installed."""
    package = (error.name or "a package").partition(".")[0]
    return ImportError(
        f"{module} needs {package}, which is not installed; in Wishstone's folder: pip install '.[{extra}]'",
        name=error.name,
    )
