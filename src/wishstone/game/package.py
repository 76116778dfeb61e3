"""Game package: the folder that holds everything of a game, and which of the optional parts are in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from wishstone.game.about import About

REQUIRED = ("rules", "knowledge", "luck", "table", "words")  # the modules that every game has

# Where the files of a game lie in its folder. They are named by its id, since one folder may hold several games.
FILES = {
    "net": "nets/{id}.net",
    "rulebook": "rulebook/{id}.toml",
    "lesson": "lesson/{id}.toml",
    "picture": "web/{id}.js",
}
WEIGHTS = "weights/{id}-{seats}.json"


@dataclass(frozen=True)
class GamePackage:
    """A game as it is installed: its entry in the catalogue, and the Python package that it lies in."""

    about: About
    folder: str  # the package's name, as `wishstone.games.NAME`

    def has(self, part: str) -> bool:
        """Whether the game has an optional part: a module such as `policy`, or a file such as its `rulebook`."""
        return self.find_file(part) is not None if part in FILES else has_module(self.folder, part)

    def find_file(self, part: str) -> Traversable | None:
        """The file of a part, if the game has it."""
        return self._existing(FILES[part].format(id=self.about.id))

    def find_weights(self, seats: int) -> Traversable | None:
        """The file with the weights of the fitted player for so many seats, if there is one."""
        return self._existing(WEIGHTS.format(id=self.about.id, seats=seats))

    @property
    def web(self) -> Traversable:
        """The folder with what the page draws the game with, which need not be there."""
        return files(self.folder).joinpath("web")

    @property
    def path(self) -> Path:
        """The folder on disk, for commands that write into it."""
        return Path(cast(str, import_module(self.folder).__file__)).parent

    def _existing(self, path: str) -> Traversable | None:
        file = files(self.folder).joinpath(path)
        return file if file.is_file() else None


@cache
def has_module(folder: str, part: str) -> bool:
    """Whether there is a module of this name in a game's folder."""
    return find_spec(f"{folder}.{part}") is not None


def module_of(folder: str, part: str) -> ModuleType:
    """A module in a game's folder, which must be there."""
    return import_module(f"{folder}.{part}")
