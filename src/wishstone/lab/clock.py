"""Tick counter for compiled code: how long a bot thinks, measured where nothing of Python's can be called.

A tick is whatever the processor counts at a steady rate. Whoever measures takes the time of the whole from Python, and
shares it out by ticks.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from functools import cache
from importlib import import_module
from time import perf_counter, perf_counter_ns
from types import ModuleType
from typing import Any

from wishstone.game.rule import Engine

READ_ON_ARM = "mrs $0, cntvct_el0"


@cache
def clock_of(engine: Engine) -> ModuleType:
    """A module whose `now` tells the ticks on this engine."""
    clock = ModuleType(f"{__name__}:{engine}")
    vars(clock)["now"] = _compiled_now() if engine == "compiled" else perf_counter_ns
    return clock


def _compiled_now() -> Any:
    """The counter for compiled code; where we do not know how to ask the processor, it stands still."""
    import numba
    from numba.extending import intrinsic

    types: Any = numba.types
    ir: Any = import_module("numba.core.cgutils").ir
    machine = platform.machine().lower()

    @intrinsic
    def now(typing_context: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            integer = ir.IntType(64)
            kind = ir.FunctionType(integer, [])
            if machine in ("x86_64", "amd64"):
                return builder.call(builder.module.declare_intrinsic("llvm.readcyclecounter", fnty=kind), [])
            if machine in ("aarch64", "arm64"):
                return builder.asm(kind, READ_ON_ARM, "=r", [], side_effect=True)
            return ir.Constant(integer, 0)

        return types.int64(), code

    return now


class TickWatch:
    """How long a tick takes, measured since it was started."""

    def __init__(self, ticks: Callable[[], int]) -> None:
        self._ticks = ticks
        self._begun: tuple[int, float] | None = None

    def start(self) -> None:
        """Begin to measure."""
        self._begun = int(self._ticks()), perf_counter()

    def seconds_by_tick(self) -> float:
        """Seconds to a tick; 0 where no ticks are counted."""
        if self._begun is None:
            return 0.0
        ticks, begun = self._begun
        passed = int(self._ticks()) - ticks
        return (perf_counter() - begun) / passed if passed > 0 else 0.0
