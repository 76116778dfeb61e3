"""Compilation of rule functions: the same source runs interpreted, compiled by Numba, or as CUDA code.

A rule function is marked with `@rule` and stays a plain Python function. `bound()` gives a copy of its module in
which every rule function is compiled and calls the compiled form of every other. The copy may also bind names: a
generic loop that speaks of `rules.legal` and `rules.apply` is specialised for one game by binding `rules`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, Literal, TypeVar, cast

Engine = Literal["interpreted", "compiled"]
ENGINES: tuple[Engine, ...] = ("interpreted", "compiled")
SWITCH = "WISHSTONE_ENGINE"
# Nobody calls a rule from C.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

TO_BE_BOUND: Any = None  # the value, in a generic module, of a name that `bound()` is to bind

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function as one that must run interpreted, compiled and on a GPU alike."""
    function.__wishstone_rule__ = True  # type: ignore[attr-defined]
    return function


def is_rule(value: object) -> bool:
    """Whether a value is a function marked with `@rule`."""
    return isinstance(value, FunctionType) and hasattr(value, "__wishstone_rule__")


def default_engine() -> Engine:
    """The engine named by the environment variable `WISHSTONE_ENGINE`; interpreted where it names none."""
    return cast(Engine, os.environ.get(SWITCH) or "interpreted")


def bound(module: ModuleType, engine: Engine, label: str = "", **names: object) -> ModuleType:
    """A copy of a module whose rule functions run on this engine and see `names` in place of its own globals.

    `label` tells copies of one module apart, in messages and in the cache on disk. Without names to bind, the
    interpreted copy is the module itself.
    """
    game = next(filter(None, map(game_of, (module, *names.values()))), "")
    if engine == "compiled":
        compiler: Callable[[FunctionType], object] = _compiler(game)
    elif names:
        compiler = _as_it_is
    else:
        return module
    copy = ModuleType(f"{module.__name__}:{engine}:{label}", module.__doc__)
    scope = copy.__dict__
    scope.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    scope.update(__file__=module.__file__, __builtins__=vars(module)["__builtins__"], __game__=game, **names)
    for name, value in list(scope.items()):
        if not is_rule(value) or name in names:
            continue
        if value.__module__ == module.__name__:
            scope[name] = compiler(_rebound(value, scope, label))
        else:
            scope[name] = getattr(shared(value.__module__, engine), value.__name__)
    return copy


def game_of(module: object) -> str:
    """The package of the game that a module belongs to, or that a copy was bound to; empty for the core's own."""
    if not isinstance(module, ModuleType):
        return ""
    if (known := vars(module).get("__game__")) is not None:
        return str(known)
    return enclosing_game(module.__name__.partition(":")[0])


@cache
def enclosing_game(name: str) -> str:
    """The package with a game's entries in the catalogue that a module of this name lies in; empty if in none."""
    while name:
        package = sys.modules.get(name)
        if package is not None and isinstance(getattr(package, "GAMES", None), tuple):
            return name
        name = name.rpartition(".")[0]
    return ""


@cache
def shared(name: str, engine: Engine) -> ModuleType:
    """The copy of a module that has nothing to bind, made once and shared by all that use it."""
    return bound(import_module(name), engine)


def _rebound(function: FunctionType, scope: dict[str, Any], label: str) -> FunctionType:
    """The same code with other globals; the label in its name keeps its cache apart from other copies."""
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__doc__ = function.__doc__
    copy.__module__ = function.__module__
    copy.__qualname__ = f"{label}.{function.__qualname__}" if label else function.__qualname__
    copy.__annotations__ = function.__annotations__
    return copy


def _as_it_is(function: FunctionType) -> FunctionType:
    return function


@cache
def _compiler(game: str) -> Callable[[FunctionType], object]:
    """What turns a function into compiled code that is kept on disk, with that of the core or of one game."""
    import numba

    config: Any = numba.config

    from wishstone.game.cache import folder

    place = folder(game)
    _cast_fields_to_arrays()

    def compiled(function: FunctionType) -> object:
        # Numba reads the folder when it wraps a function: set for that moment, not for the user's own functions.
        before = config.CACHE_DIR
        config.CACHE_DIR = str(place or "")
        try:
            dispatcher: Any = numba.njit(function, cache=place is not None, **OPTIONS)
        finally:
            config.CACHE_DIR = before
        dispatcher.get_call_template = _with_plain_types(dispatcher.get_call_template)
        return dispatcher

    return compiled


def _with_plain_types(template: Callable[..., object]) -> Callable[..., object]:
    """Have a rule that other rules call compiled once for all kinds of integers, and once for all kinds of arrays.

    Numba would compile it anew for a seat from an 8-bit field, one from an array of 32 bits, and for each constant: a
    third of all compilations. Whatever fits in 64 bits with its sign is handed over as such, as Python would have it.
    And it would compile it anew for a field of a record that is an array, of whatever length: such a field is handed
    over as the array that it is.
    """
    import numba

    types: Any = numba.types

    def plain(kind: Any) -> object:
        kind = types.unliteral(kind)
        if isinstance(kind, types.Integer) and (kind.signed or kind.bitwidth < 64):
            return types.int64
        if isinstance(kind, types.NestedArray):
            return types.Array(kind.dtype, kind.ndim, kind.layout)
        return kind

    return lambda args, kws: template([plain(arg) for arg in args], {key: plain(arg) for key, arg in kws.items()})


@cache
def _cast_fields_to_arrays() -> None:
    """Tell Numba that a field of a record that is an array needs no change to be handed over as any other array."""
    import numba.extending

    types, extending = cast(Any, numba.types), cast(Any, numba.extending)

    @extending.lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
    def hand_over(context: object, builder: object, source: object, target: object, value: object) -> object:
        return value
