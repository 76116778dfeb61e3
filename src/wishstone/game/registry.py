"""Which games are there? A registry of folders; a new game is one folder and one line in `games/__init__.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, cast

from wishstone.game.errors import UsageError
from wishstone.game.rule import ENGINES, SWITCH, Engine, default_engine, shared

if TYPE_CHECKING:
    from wishstone.game.about import About
    from wishstone.game.contract import Game, OptionValue, Rules, Table


class Registry:
    """The games of a package, by folder. Nothing of a game but its `ABOUT` is imported before it is loaded."""

    def __init__(self, package: str, *folders: str) -> None:
        self.package = package
        self.folders = folders

    def __iter__(self) -> Iterator[About]:
        for folder in self.folders:
            yield import_module(f"{self.package}.{folder}").ABOUT

    def folder(self, id: str) -> str:
        """The folder of a game."""
        for about, folder in zip(self, self.folders, strict=True):
            if about.id == id:
                return f"{self.package}.{folder}"
        raise UsageError("game-unknown", name=id, known=", ".join(about.id for about in self))

    def load(
        self,
        id: str,
        options: Mapping[str, OptionValue] | None = None,
        engine: Engine | None = None,
        files: Mapping[str, object] | None = None,
    ) -> Game:
        """A game with its options, on one engine: interpreted or compiled."""
        from wishstone.game.contract import Game

        folder = self.folder(id)
        engine = engine or default_engine()
        if engine not in ENGINES:
            raise UsageError("engine-unknown", switch=SWITCH, name=engine, known=_names(list(ENGINES)))
        table = cast("Table", import_module(f"{folder}.table"))
        chosen = {option.name: option.default for option in table.OPTIONS}
        for name, value in (options or {}).items():
            if name not in chosen:
                raise UsageError("option-unknown", game=id, name=name, known=_names(list(chosen)))
            chosen[name] = value
        changed: dict[str, OptionValue] = {}
        for option in table.OPTIONS:
            value = chosen[option.name]
            if value not in option.values or type(value) is not type(option.default):
                raise UsageError("option-value", name=option.name, value=str(value), known=_names(list(option.values)))
            if value != option.default:
                changed[option.name] = value
        return Game(
            about=import_module(folder).ABOUT,
            folder=folder,
            rules=cast("Rules", rules_of(folder, engine)),
            table=table,
            data=table.make_data(chosen, files or {}),
            engine=engine,
            options=changed,
            files=files or {},
        )


@cache
def rules_of(folder: str, engine: Engine) -> ModuleType:
    """A game's contract on one engine: its `rules.py`, and what a seat can know in its `knowledge.py`."""
    whole = ModuleType(f"{folder}:{engine}")
    for part in ("rules", "knowledge"):
        names = vars(shared(f"{folder}.{part}", engine))
        vars(whole).update({name: value for name, value in names.items() if not name.startswith("_")})
    return whole


def option_value(text: str) -> OptionValue:
    """The value that a text on the command line stands for."""
    return {"true": True, "false": False}.get(text, text)


def _names(values: list[OptionValue] | list[str] | list[Engine]) -> str:
    return ", ".join(str(value).lower() if isinstance(value, bool) else value for value in values) or "none"
