"""Report folder: the page, the plots, and the tables as Parquet and CSV, read again to compare."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wishstone.game.errors import UsageError
from wishstone.report.figures import FigureComparison, figures_of
from wishstone.report.games import NOTES, Games, Setting
from wishstone.report.items import items_of
from wishstone.report.seats import seats_of
from wishstone.report.statistics import estimate
from wishstone.report.walk import STEPS
from wishstone.report.words import LEXICON

if TYPE_CHECKING:
    import pyarrow

FORM = 1  # the version of what is written below
ABOUT, TABLES, PLOTS, PAGE = "report.json", "tables", "plots", "index.html"

Column = Sequence[Any] | np.ndarray[Any, Any]
Columns = Mapping[str, Column]


def tables_of(games: Games) -> dict[str, Columns]:
    """All tables of a report: what happened in every game and at every seat, and what was concluded."""
    return {
        "games": _games(games),
        "players": _players(games),
        "figures": _figures(games),
        "seats": _seats(games),
        "items": _items(games),
        "progress": _progress(games),
    }


def _games(games: Games) -> Columns:
    ends = np.array([*games.setting.ends[1:], "cut-off"])
    columns: dict[str, Column] = {"game": np.arange(len(games)), **{name: games.notes[name] for name in NOTES}}
    columns["end"] = ends[games.notes["end"] - 1]  # 0, cut off, is the last
    columns |= {"winners": (games.places == 1).sum(axis=1), "winner_score": games.scores.max(axis=1)}
    columns["margin"] = games.margins
    for step in range(STEPS):
        columns[f"leader_{step + 1}"] = games.leaders[:, step]
    for step in range(STEPS):
        columns[f"lead_{step + 1}"] = games.gaps[:, step]
    return columns


def _players(games: Games) -> Columns:
    seats = games.setting.seats
    columns: dict[str, Column] = {
        "game": np.repeat(np.arange(len(games)), seats),
        "seat": np.tile(np.arange(seats), len(games)),
        "order": games.order.ravel(),
        "bot": np.tile(np.array(games.setting.bots), len(games)),
        "place": games.places.ravel(),
        "win_share": games.shares.ravel(),
    }
    for place, name in enumerate((*games.setting.items, *(f"key.{key}" for key in games.setting.keys))):
        columns[name] = games.sheets[:, :, place].ravel()
    return columns


def _figures(games: Games) -> Columns:
    figures = [(figure, figure.estimate) for figure in figures_of(games)]
    return {
        "figure": [figure.key for figure, _ in figures],
        "of": [figure.of for figure, _ in figures],
        "unit": [figure.unit for figure, _ in figures],
        "mean": [found.value for _, found in figures],
        "low": [found.low for _, found in figures],
        "high": [found.high for _, found in figures],
        "games": [found.games for _, found in figures],
    }


def _seats(games: Games) -> Columns:
    """By the order of turns, by seat, and in all: the share of wins and the points."""
    rows = [
        {
            "by": seat.by,
            "place": seat.place,
            "bot": seat.bot,
            "win_share": seat.wins.value,
            "win_low": seat.wins.low,
            "win_high": seat.wins.high,
            "score": seat.points.value,
            "score_low": seat.points.low,
            "score_high": seat.points.high,
            **{f"p{part}": value for part, value in seat.percentiles.items()},
        }
        for seat in seats_of(games)
    ]
    return {name: [row[name] for row in rows] for name in rows[0]}


def _items(games: Games) -> Columns:
    rows = [asdict(item) for item in items_of(games)]
    flat = [
        {
            (f"{key}_{part}" if part != "value" else key): number
            for key, value in row.items()
            for part, number in (value.items() if isinstance(value, dict) else (("value", value),))
        }
        for row in rows
    ]
    return {name: [row[name] for row in flat] for name in flat[0]}


def _progress(games: Games) -> Columns:
    """After each tenth of a game's turns: how often somebody leads alone, by how much, and how often that wins."""
    wins = [estimate(games.leader_wins[:, step], is_rate=True) for step in range(STEPS)]
    return {
        "tenth": list(range(1, STEPS + 1)),
        "leader": (games.leaders >= 0).mean(axis=0),
        "lead": games.gaps.mean(axis=0),
        "leader_wins": [found.value for found in wins],
        "leader_wins_low": [found.low for found in wins],
        "leader_wins_high": [found.high for found in wins],
    }


def comparison_table(comparisons: Sequence[FigureComparison]) -> Columns:
    """Every comparison of two reports, as a table."""
    first = [each.figure.estimate for each in comparisons]
    second = [each.other.estimate for each in comparisons]
    return {
        "figure": [each.figure.key for each in comparisons],
        "of": [each.figure.of for each in comparisons],
        "unit": [each.figure.unit for each in comparisons],
        "a": [found.value for found in first],
        "b": [found.value for found in second],
        "difference": [each.difference.value for each in comparisons],
        "low": [each.difference.low for each in comparisons],
        "high": [each.difference.high for each in comparisons],
        "p": [each.difference.p for each in comparisons],
        "p_corrected": [each.corrected for each in comparisons],
        "verdict": [each.verdict for each in comparisons],
    }


def write_table(folder: Path, name: str, table: Columns) -> None:
    """One table, in both forms."""
    import pyarrow
    from pyarrow import parquet

    (folder / TABLES).mkdir(parents=True, exist_ok=True)
    columns = {key: np.asarray(values) for key, values in table.items()}
    parquet.write_table(pyarrow.table(columns), folder / TABLES / f"{name}.parquet")
    with (folder / TABLES / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


def write_about(folder: Path, games: Games, asked: int) -> None:
    """What was played, for whoever reads the folder again."""
    about = {"wishstone_report": FORM, "games": len(games), "asked": asked, "setting": asdict(games.setting)}
    (folder / ABOUT).write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_games(folder: Path) -> Games:
    """The games of a report, from its folder."""
    from pyarrow import ArrowException, parquet

    try:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        if about["wishstone_report"] != FORM:
            raise UsageError("report-form", LEXICON, path=str(folder), form=str(about["wishstone_report"]))
        setting = _setting(about["setting"])
        games, players = (parquet.read_table(folder / TABLES / f"{name}.parquet") for name in ("games", "players"))
        return _read(setting, games, players)
    except FileNotFoundError as error:
        missing = Path(error.filename or ABOUT).name
        raise UsageError("report-missing", LEXICON, path=str(folder), file=missing) from error
    except (OSError, ValueError, KeyError, TypeError, IndexError, ArrowException) as error:
        raise UsageError("report-broken", LEXICON, path=str(folder), reason=str(error).splitlines()[0]) from error


def _setting(kept: dict[str, Any]) -> Setting:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in kept.items()}
    return Setting(**values)


def _read(setting: Setting, games: pyarrow.Table, players: pyarrow.Table) -> Games:
    notes = {name: games[name].to_numpy().astype(np.int64) for name in NOTES if name != "end"}
    ends = {name: number for number, name in enumerate(setting.ends)} | {"cut-off": 0}
    notes["end"] = np.array([ends[name] for name in games["end"].to_pylist()], np.int64)
    names = (*setting.items, *(f"key.{key}" for key in setting.keys))
    columns = [players[name].to_numpy().astype(np.int64).reshape(-1, setting.seats) for name in names]
    steps = range(1, STEPS + 1)
    return Games(
        setting,
        {name: notes[name] for name in NOTES},
        np.stack(columns, axis=2),
        np.stack([games[f"leader_{step}"].to_numpy().astype(np.int64) for step in steps], axis=1),
        np.stack([games[f"lead_{step}"].to_numpy().astype(np.int64) for step in steps], axis=1),
    )
