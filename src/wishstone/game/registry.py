"""Registry of games: our folders, one for each rule set, and the packages of installed distributions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, cast

from wishstone.game.errors import UsageError
from wishstone.game.installed import InstalledGames, LeftOut
from wishstone.game.limits import check_limits
from wishstone.game.package import GamePackage
from wishstone.game.rule import ENGINES, SWITCH, Engine, bound, default_engine, shared

if TYPE_CHECKING:
    from wishstone.game.about import About, OptionValue
    from wishstone.game.contract import Game, Presentation, Rules


class Registry:
    """The games of a package, by folder. A folder may hold several: one rule set, several boards.

    Nothing of a game but its entry in the catalogue is imported before it is loaded.
    """

    def __init__(self, package: str, *folders: str, installed: InstalledGames | None = None) -> None:
        self.package = package
        self.folders = folders
        self.installed = installed

    def __iter__(self) -> Iterator[About]:
        for package in self.packages():
            yield package.about

    def packages(self) -> Iterator[GamePackage]:
        """Every game as it is installed."""
        for name in self.folders:
            folder = f"{self.package}.{name}"
            for about in import_module(folder).GAMES:
                yield GamePackage(about, folder)
        if self.installed is not None:
            yield from self.installed.packages()

    @property
    def left_out(self) -> list[LeftOut]:
        """Installed games that are not offered, each with the reason."""
        return self.installed.left_out if self.installed is not None else []

    def find(self, id: str) -> GamePackage:
        """A game as it is installed."""
        for package in self.packages():
            if package.about.id == id:
                return package
        for left_out in self.left_out:
            if left_out.name == id:
                raise UsageError("game-left-out", name=id, reason=left_out.reason)
        raise UsageError("game-unknown", name=id, known=", ".join(about.id for about in self))

    def load(
        self,
        id: str,
        options: Mapping[str, OptionValue] | None = None,
        engine: Engine | None = None,
        files: Mapping[str, object] | None = None,
        rules_version: int | None = None,
    ) -> Game:
        """A game with its options and the data files that replace its own, on one engine: interpreted or compiled.

        A new game follows the newest version of its rules; one that began under an older version names it.
        """
        return load_package(self.find(id), options, engine, files, rules_version)


def load_package(
    package: GamePackage,
    options: Mapping[str, OptionValue] | None = None,
    engine: Engine | None = None,
    files: Mapping[str, object] | None = None,
    rules_version: int | None = None,
) -> Game:
    """The game of a package; see `Registry.load`."""
    from wishstone.game.contract import Game

    about, folder = package.about, package.folder
    engine = engine or default_engine()
    if engine not in ENGINES:
        raise UsageError("engine-unknown", switch=SWITCH, name=engine, known=_names(ENGINES))
    chosen = choose_options(about, options or {})
    for name in files or {}:
        if name not in about.files:
            raise UsageError("data-unknown", game=about.id, name=name, known=_names(about.files))
    version = about.rules_versions[0] if rules_version is None else rules_version
    if version not in about.rules_versions:
        raise UsageError("rules-unknown", game=about.id, found=version, known=versions_text(about))
    rules = rules_of(folder, engine)
    check_limits(about, rules)
    table = cast("Presentation", import_module(f"{folder}.table"))
    return Game(
        about=about,
        folder=folder,
        rules=cast("Rules", rules),
        table=table,
        data=table.make_data(about.id, chosen, files or {}, version),
        engine=engine,
        options={option.name: chosen[option.name] for option in about.options if chosen[option.name] != option.default},
        files=files or {},
        rules_version=version,
    )


def versions_text(about: About) -> str:
    """The versions of a game's rules that can be played, for a sentence."""
    return ", ".join(str(version) for version in sorted(about.rules_versions))


def choose_options(about: About, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The value of every option of a game: what was asked for, or the default."""
    known = {option.name: option for option in about.options}
    for name, value in options.items():
        if name not in known:
            raise UsageError("option-unknown", game=about.id, name=name, known=_names(tuple(known)))
        values = known[name].values
        if not any(value is each or (isinstance(value, str) and value == each) for each in values):
            raise UsageError("option-value", name=name, value=_names((value,)), known=_names(values))
    return {name: options.get(name, option.default) for name, option in known.items()}


@cache
def rules_of(folder: str, engine: Engine) -> ModuleType:
    """A game's contract on one engine: its `rules.py`, and what a seat can know in its `knowledge.py`."""
    whole = ModuleType(f"{folder}:{engine}")
    for part in ("rules", "knowledge"):
        names = vars(shared(f"{folder}.{part}", engine))
        vars(whole).update({name: value for name, value in names.items() if not name.startswith("_")})
    if not hasattr(whole, "pick"):
        picking = import_module("wishstone.game.picking")
        vars(whole)["pick"] = bound(picking, engine, folder.rpartition(".")[2], rules=whole).pick
    return whole


def on_engine(game: Game, engine: Engine) -> Game:
    """The same game on this engine, whatever it was loaded with."""
    return replace(game, rules=cast("Rules", rules_of(game.folder, engine)), engine=engine)


def option_value(text: str) -> OptionValue:
    """The value that a text on the command line stands for."""
    return {"true": True, "false": False}.get(text, text)


def _names(values: Iterable[OptionValue]) -> str:
    return ", ".join(str(value).lower() if isinstance(value, bool) else value for value in values) or "none"
