"""Inputs of commands: options, data files, records and bots as they are given on the command line."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from wishstone.game.errors import UsageError, unreadable, unwritable
from wishstone.game.registry import option_value
from wishstone.game.rule import SWITCH, Engine, default_engine
from wishstone.games import GAMES

if TYPE_CHECKING:
    from wishstone.game.about import OptionValue
    from wishstone.game.record_reader import ParsedRecord
    from wishstone.lab.simulate import Player


def make_player(
    game: str,
    seats: int | None,
    bots: str,
    seed: int,
    first: int | None,
    option: list[str] | None,
    files: Mapping[str, object],
    engine: Engine | None,
) -> "Player":
    """The bots at their seats, ready to play; as few as the game needs, and compiled, unless given otherwise."""
    from wishstone.lab.playing import BY_LOT
    from wishstone.lab.simulate import Player

    loaded = GAMES.load(game, parse_options(option), engine or choose_engine(), files)
    if seats is None:
        seats = loaded.about.seats[0]
    return Player(loaded, seats, bots.split(","), seed, BY_LOT if first is None else first)


def choose_engine() -> Engine:
    """The engine for many games: compiled, unless the environment variable says otherwise."""
    return "compiled" if SWITCH not in os.environ else default_engine()


def read_data_files(board: Path | None, tiles: Path | None) -> dict[str, object]:
    """The data files that replace a game's own, read as TOML or JSON."""
    from wishstone.game.data_file import read_data_file

    return {name: read_data_file(file) for name, file in (("board", board), ("tiles", tiles)) if file is not None}


def parse_options(texts: Sequence[str] | None) -> "dict[str, OptionValue]":
    """Options written as NAME=VALUE."""
    options: dict[str, OptionValue] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise UsageError("option-form", text=text)
        options[name] = option_value(value)
    return options


def read_record(file: Path) -> "ParsedRecord":
    """A record from a file, or from standard input where the file is `-`."""
    from wishstone.game.record_reader import read

    try:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise unreadable(file, error) from error
    return read(content)


def write_output(text: str, file: Path | None) -> None:
    """Write to standard output, or to a file that is written completely or not at all."""
    if file is None:
        try:
            sys.stdout.buffer.write(text.encode())
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # whoever reads has had enough; nothing more is to be written when Python ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        if file.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        part.write_bytes(text.encode())
        part.replace(file)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise unwritable(file, error) from error
