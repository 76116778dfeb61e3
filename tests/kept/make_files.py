"""Files to be kept: saved games of the terminal, records, and what simulations, arenas and reports leave."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

OTHER_BOARD = Path(__file__).parents[1] / "golden" / "keltis-new-paths" / "other-board-2.jsonl"

# Each game as it is put aside after so many answers, and as it ends; what is typed is always the first choice.
SAVES = {
    "keltis-card": (12, "--seats 3 --bots easy,medium+bold --seed 11 --lang en"),
    "keltis": (14, "--seats 2 --bots medium --seed 12 --lang de"),
    "keltis-new-paths": (16, "--seats 3 --bots easy+bold,greedy --seed 13 --option open_wish_stones=true --lang en"),
    "keltis-dice": (9, "--seats 2 --bots novice --seed 14 --option end=stones --lang de"),
    "quartz-dice": (9, "--seats 4 --bots easy,novice,greedy --seed 15 --option jackhammer=per-die --lang en"),
}
ANSWERS = 2000  # more than any game asks for

RECORDS = {
    "keltis-card": "--seats 2 --bots greedy,novice --seed 21",
    "keltis": "--seats 2 --bots greedy,easy --seed 22",
    "keltis-new-paths": "--seats 3 --bots greedy,easy,random --seed 23",
    "keltis-dice": "--seats 3 --bots greedy --seed 24",
    "quartz-dice": "--seats 3 --bots greedy,random,easy --seed 25",
}
PLAIN = {"WISHSTONE_ENGINE": "interpreted"}


def run(*arguments: str | Path, typed: str = "", **environment: str) -> None:
    """Run a command that has to succeed."""
    line = [sys.executable, "-m", "wishstone", *map(str, arguments)]
    subprocess.run(
        line, check=True, input=typed, text=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment}
    )


def make_saves(folder: Path) -> None:
    """Games of the terminal: unfinished ones of every game, one on another board, and finished ones."""
    board = folder / "board.json"
    board.parent.mkdir()
    content = json.loads(OTHER_BOARD.read_text(encoding="utf-8").splitlines()[0])["data"]["board"]
    board.write_text(json.dumps(content), encoding="utf-8")
    asked = [(game, answers, arguments.split()) for game, (answers, arguments) in SAVES.items()]
    asked.append(("keltis-new-paths", 12, ["--seed", "16", "--board", str(board)]))
    for game, answers, arguments in asked:
        line = ["play", game, "--terminal", "--new", "--name", "Ann", *arguments]
        run(*line, typed="1\n" * answers, WISHSTONE_DATA=str(folder))
    for game in SAVES:
        run(
            "play",
            game,
            "--terminal",
            "--new",
            "--bots",
            "greedy",
            "--seed",
            "1",
            typed="1\n" * ANSWERS,
            WISHSTONE_DATA=str(folder),
        )
    board.unlink()


def make_records(folder: Path) -> None:
    """A record of every game, and one as a seat has seen it."""
    folder.mkdir()
    for game, arguments in RECORDS.items():
        run("record", game, *arguments.split(), "-o", folder / f"{game}.jsonl")
    run("record", "keltis-new-paths", "--seed", "26", "--seen-by", "1", "-o", folder / "keltis-new-paths-seen.jsonl")


def make_lab(folder: Path) -> None:
    """What can be gone on with, or compared: a simulation, an arena and two reports."""
    folder.mkdir()
    run("simulate", "keltis-dice", "--bots", "greedy,random", "--games", "60", "--seed", "4", "--jobs", "1",
        "--save", folder / "simulation.jsonl", **PLAIN)  # fmt: skip
    run("arena", "keltis-new-paths", "--bots", "greedy,random", "--games", "4", "--seed", "5", "--jobs", "1",
        "--save", folder / "arena.jsonl", **PLAIN)  # fmt: skip
    for name, options in (("report", ()), ("report-open", ("--option", "open_wish_stones=true"))):
        whole = folder / f"{name}-whole"
        run("report", "keltis-new-paths", "--games", "30", "--seed", "6", "--no-house-rules", "--jobs", "1",
            "--out", whole, *options, **PLAIN)  # fmt: skip
        for file in ("report.json", "tables/games.parquet", "tables/players.parquet"):
            (folder / name / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(whole / file, folder / name / file)
        shutil.rmtree(whole)


def make_files(folder: Path) -> None:
    """All of them."""
    make_saves(folder / "saves")
    make_records(folder / "records")
    make_lab(folder / "lab")
