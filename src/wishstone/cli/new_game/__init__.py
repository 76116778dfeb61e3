"""Command `new-game`: write a distribution with a tiny, complete game, to be turned into a game of one's own.

`template/` is that distribution as it stands, under the name of Skipping Stones; writing it replaces the name.
"""

import shutil
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer

from wishstone.cli.options import LEXICON, CommonOptions
from wishstone.game.errors import UsageError, unwritable
from wishstone.games import EVERY

TEMPLATE = files(__name__).joinpath("template")
TEMPLATE_ID = "skipping-stones"
SKIPPED = "__pycache__"  # an installer may have compiled the template


def add_commands(app: typer.Typer, options: CommonOptions) -> None:
    """Add `new-game`."""
    say = options.say

    @app.command("new-game", help=say("help-cmd-new-game"))
    def new_game(
        id: Annotated[str, typer.Argument(metavar="ID", help=say("help-new-game-id"))],
        folder: Annotated[
            Path | None, typer.Option("--folder", metavar="PATH", help=say("help-new-game-folder"))
        ] = None,
    ) -> None:
        written = write_game(id, folder or Path(id))
        print(say("new-game-written", id=id, path=str(written)))


def write_game(id: str, folder: Path) -> Path:
    """Write the distribution of a new game into a folder that does not exist yet; returns the folder."""
    from wishstone.game_check.installed import ID, LONGEST_ID

    if not ID.fullmatch(id) or len(id) > LONGEST_ID:
        raise UsageError("new-game-id", LEXICON, id=id, most=LONGEST_ID)
    if any(about.id == id for about in EVERY) or any(left_out.name == id for left_out in EVERY.left_out):
        raise UsageError("new-game-taken", LEXICON, id=id)
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise UsageError("new-game-exists", LEXICON, path=str(folder)) from None
    except OSError as error:
        raise unwritable(folder, error) from error
    try:
        _copy(TEMPLATE, folder, id)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise unwritable(folder, error) from error
    return folder


def _copy(source: Traversable, target: Path, id: str) -> None:
    """Copy a folder of the template into another, with the new name in paths and texts."""
    for entry in source.iterdir():
        place = target / rename(entry.name, id)
        if entry.is_file():
            place.write_text(rename(entry.read_text("utf-8"), id), encoding="utf-8")
        elif entry.name != SKIPPED:
            place.mkdir()
            _copy(entry, place, id)


def rename(text: str, id: str) -> str:
    """A text of the template with the new game's name: as an id, as part of a package's name, and as a title."""
    names = (str, lambda id: id.replace("-", "_"), lambda id: id.replace("-", " ").title())
    for name in names:
        text = text.replace(name(TEMPLATE_ID), name(id))
    return text
