"""Data-file reader: a player's own board or tiles, as TOML or JSON; what they must hold is the game's to check."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from wishstone.game.errors import UsageError, unreadable


def read_data_file(file: Path) -> object:
    """The content of a TOML or JSON file, keys in the file's order."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(file, error) from error
    except UnicodeDecodeError as error:
        raise UsageError("data-form", path=str(file), kind="text", reason="UTF-8") from error
    kind = "JSON" if file.suffix.lower() == ".json" else "TOML"
    try:
        content: object = json.loads(text) if kind == "JSON" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError("data-form", path=str(file), kind=kind, reason=str(error).splitlines()[0]) from error
    return content
