"""Kernel check without a GPU, in Numba's CUDA simulator, in its own process: `simulated.py GAME SEATS`.

The simulator runs kernels as Python, a thread for each, and wraps every array so that races would show. The rule
functions are compiled for the CPU here and know no such wrappers, so they are handed what is inside.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

from wishstone.games import load
from wishstone.lab.gpu import bot_kernels, kernels
from wishstone.lab.gpu.check import check


def bare(value: Any) -> Any:
    """The array or record inside the simulator's wrappers, and those inside a named tuple."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(bare, value))
    while type(value).__name__.startswith("Fake"):
        inside = vars(value)
        value = inside["_item"] if "_item" in inside else inside["_ary"]
    return value


def handed_bare(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: function(*map(bare, arguments))


def with_bare_arguments(find: Callable[..., ModuleType]) -> Callable[..., SimpleNamespace]:
    """The same module of rule functions, each of which is handed what is inside the wrappers."""

    def found(*key: Any) -> SimpleNamespace:
        names = vars(find(*key))
        return SimpleNamespace(
            **{name: handed_bare(value) if hasattr(value, "py_func") else value for name, value in names.items()}
        )

    return found


def main() -> None:
    for module, names in ((kernels, ("rules_of", "kernels_of", "quick_loop_of")), (bot_kernels, ("batch_bots_of",))):
        for name in names:
            setattr(module, name, with_bare_arguments(getattr(module, name)))
    game = load(sys.argv[1], engine="compiled")
    for finding in check(game, int(sys.argv[2]), games=6, steps=30, seed=5):
        print(f"{finding.what} {finding.compared}", finding.difference, sep="|")


if __name__ == "__main__":
    main()
