"""Datasets for learning: every decision of many games by bots, as Parquet, a file for so many games.

`write` plays what is missing: a folder whose files are there already is only continued, since a game follows from the
seed and its number alone. `_dataset.json` beside the files says what was played and what the numbers mean.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wishstone.env import retracing
from wishstone.env.layout import layout_of
from wishstone.env.retracing import Rows
from wishstone.env.rewards import Reward, rewards_of
from wishstone.env.words import refuse
from wishstone.game.contract import Game, MoveNumber
from wishstone.game.errors import unwritable
from wishstone.game.registry import rules_of
from wishstone.game.result import places
from wishstone.game.rule import Engine, bound
from wishstone.lab.simulate import Player

if TYPE_CHECKING:
    import pyarrow

FORM = 1  # the version of what is written below
ABOUT = "_dataset.json"  # readers of Parquet pass over what begins so
PART = 256  # games in a file


@dataclass(frozen=True)
class Part:
    """Some of the games, in a file of their own."""

    first: int
    beyond: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"games-{self.first:09}-{self.beyond - 1:09}.parquet"


def write(
    player: Player, games: int, reward: Reward, folder: Path, progress: Callable[[int], None] = lambda done: None
) -> int:
    """Write games 0 to `games` - 1 into a folder, but those that are there; returns how many were played."""
    if find_spec("pyarrow") is None:
        raise refuse("dataset-extra")
    about = about_of(player, reward)
    played = 0
    try:
        _open(folder, about)
        there = {part.first: part for part in _parts_in(folder)}
        for first in range(0, games, PART):
            part, old = Part(first, min(first + PART, games)), there.get(first)
            if old is None or old.beyond < part.beyond:
                _write_part(player, part, reward, folder)
                played += part.beyond - part.first
                if old is not None:
                    (folder / old.name).unlink()  # fewer games had been asked for then
            progress(part.beyond)
    except OSError as error:
        raise unwritable(error.filename or folder, error) from error
    return played


def about_of(player: Player, reward: Reward) -> dict[str, Any]:
    """What is played, by whom, and what the numbers of an observation mean."""
    game, layout = player.game, layout_of(player.game.id)
    return {
        "wishstone_dataset": FORM,
        "game": game.id,
        "rules_version": game.rules_version,
        "seats": player.seats,
        "bots": list(player.names),
        "seed": player.seed,
        "first": player.first,
        "options": dict(game.options),
        "files": dict(game.files),
        "reward": reward,
        "layout": layout.version,
        "fields": {field.name: [field.start, *field.shape] for field in layout},
        "moves": list(game.move_names),
    }


def _open(folder: Path, about: dict[str, Any]) -> None:
    """Make the folder, or see that it holds a part of the same."""
    file = folder / ABOUT
    if file.exists():
        if json.loads(file.read_text(encoding="utf-8")) != json.loads(json.dumps(about)):
            raise refuse("dataset-other", path=str(folder))
        return
    if folder.exists() and any(folder.iterdir()):
        raise refuse("dataset-folder", path=str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _parts_in(folder: Path) -> Iterator[Part]:
    for file in folder.glob("games-*.parquet"):
        _, first, last = file.stem.split("-")
        yield Part(int(first), int(last) + 1)


def _write_part(player: Player, part: Part, reward: Reward, folder: Path) -> None:
    """One file, which is there whole or not at all."""
    from pyarrow import parquet

    unfinished = folder / f".{part.name}.{os.getpid()}"
    try:
        parquet.write_table(table_of(player, part, reward), unfinished, compression="zstd")
        unfinished.replace(folder / part.name)
    finally:
        unfinished.unlink(missing_ok=True)


def table_of(player: Player, part: Part, reward: Reward) -> pyarrow.Table:
    """The decisions of some games, a row for each, in the order in which they were made."""
    import pyarrow

    games = list(_games(player, part, reward))
    columns = {name: np.concatenate([game[name] for game in games]) for name in games[0]}
    arrays = {}
    for name, values in columns.items():
        flat = pyarrow.array(values.ravel())
        arrays[name] = flat if values.ndim == 1 else pyarrow.FixedSizeListArray.from_arrays(flat, values.shape[1])
    return pyarrow.table(arrays)


def _games(player: Player, part: Part, reward: Reward) -> Iterator[dict[str, NDArray[Any]]]:
    game, layout, loop = player.game, layout_of(player.game.id), player.loop
    retrace = _retracing_of(game.folder, game.engine).retrace
    states, legal = game.array(1), np.zeros(game.rules.MAX_LEGAL, MoveNumber)
    outcomes = loop.outcomes(1)
    for number in range(part.first, part.beyond):
        loop.play(number, outcomes)
        decisions, log = int(outcomes["decisions"][0]), loop.tools.log[: int(outcomes["events"][0])]
        rows = Rows(
            np.zeros(decisions, np.int8),
            np.zeros((decisions, layout.size), layout.dtype),
            np.zeros((decisions, game.rules.MOVES), np.int8),
            np.zeros(decisions, MoveNumber),
        )
        retrace(states, game.data, player.seats, int(outcomes["first"][0]), log, legal, rows)
        worth, ranks = _worth(game, game.copy(states[0]), reward)
        yield {
            "game": np.full(decisions, number, np.int64),
            "seat": rows.seats,
            "observation": rows.observations,
            "mask": rows.masks,
            "move": rows.moves,
            "return": worth[rows.seats],
            "place": ranks[rows.seats],
        }


def _worth(game: Game, state: Any, reward: Reward) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """By seat, what the end of a game is worth, and its place."""
    total = len(game.rules.ITEMS) - 1
    ranks = places([row[total:] for row in game.score_rows(state)])
    return np.array(rewards_of(game, state, reward), np.float32), np.array(ranks, np.int8)


@cache
def _retracing_of(folder: str, engine: Engine) -> ModuleType:
    return bound(retracing, engine, folder.rpartition(".")[2], rules=rules_of(folder, engine))
