"""The API for games: everything of Wishstone that a game may import, under one name.

    from wishstone.api import CHANCE, OVER, Numbers, Position, Settings, rule

A game imports this module, NumPy, Numba and its own folder, and nothing else of ours; `tests/test_imports.py` holds the
games of this package to it. All names but those of the catalogue come from `wishstone.api.toolbox`, which is imported
when the first of them is asked for: a list of games needs no rules, and does not load NumPy.

The API is provisional until Wishstone 1.0. What takes something away from it, or changes what a game has to offer,
counts `CONTRACT_VERSION` up; a game names the version that it is written for in its `About`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from wishstone.game.about import CONTRACT_VERSION as CONTRACT_VERSION
from wishstone.game.about import About as About
from wishstone.game.about import Option as Option
from wishstone.game.about import OptionValue as OptionValue

CATALOGUE = ("CONTRACT_VERSION", "About", "Option", "OptionValue")

if TYPE_CHECKING:
    from wishstone.api.toolbox import *  # noqa: F403 - its `__all__` is the one list of names
else:

    def __getattr__(name: str) -> object:
        """A name of the toolbox, which is imported by the first such question."""
        toolbox = import_module("wishstone.api.toolbox")
        if name not in toolbox.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(toolbox, name)
        return value

    def __dir__() -> list[str]:
        """Every name that is offered."""
        return sorted([*CATALOGUE, *import_module("wishstone.api.toolbox").__all__])
