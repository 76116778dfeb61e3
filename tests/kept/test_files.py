"""Kept files: saved games are taken up and ended, records are right, and what the lab has left is gone on with."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.kept.kept import VERSIONS, WHOLE, Kept, Run
from tests.terminal.driver import ScriptedTerminal
from wishstone.terminal import PlayRequest

every_version = pytest.mark.parametrize("kept", WHOLE, ids=str)
SAVES = [path for kept in VERSIONS for path in kept.files("saves/*.jsonl")]
RECORDS = [path for kept in VERSIONS for pattern in ("records/*", "saves/finished/*") for path in kept.files(pattern)]


def events_of(record: Path) -> list[bytes]:
    """The lines of a record that are neither its header nor its end."""
    return [line for line in record.read_bytes().splitlines()[1:] if b'"n":' in line]


def answer(terminal: ScriptedTerminal) -> str:
    """The first choice, as long as the game goes on; one is enough."""
    return "1" if terminal.client and terminal.client.session else "n"


# ── Saved games ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.stem)
def test_a_saved_game_is_played_to_its_end(save: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / save.name).write_bytes(save.read_bytes())
    terminal = ScriptedTerminal(tmp_path)
    assert terminal.play(answer, PlayRequest(resume=True)) == 0
    assert ("The game goes on" in terminal.text) != ("Das Spiel geht weiter" in terminal.text), "as it was begun"
    assert not list(tmp_path.glob("*.jsonl"))
    finished = tmp_path / "finished" / save.name
    before, now = events_of(save), events_of(finished)
    assert now[: len(before)] == before
    assert len(now) > len(before)
    assert run("verify", finished)[0] == 0


@every_version
def test_saved_games_are_found_where_they_were(
    kept: Kept, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WISHSTONE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kept.copied("saves", tmp_path).rename(tmp_path / "wishstone")
    for game in {path.name.rsplit("-", 4)[0] for path in kept.files("saves/*.jsonl")}:
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        status, out, _ = run("play", game, "--terminal", "--resume", "--lang", "en")
        assert (status, "The game goes on where you left it." in out) == (0, True), game


# ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.parent.name}/{record.stem}")
def test_a_record_is_right(record: Path, run: Run) -> None:
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    is_hidden, has_dice, is_over = "seen_by" in lines[0], "fairness" in lines[0], "scores" in lines[-1]
    status, out, _ = run("verify", record, *([] if is_over else ["--unfinished"]))
    assert (status, "well-formed" in out, "good: " in out) == (0, is_hidden, not is_hidden)
    assert ("the dice are proved" in out) == (has_dice and not is_hidden)
    assert is_hidden or f"points: {', '.join(map(str, lines[-1]['scores']))}" in out.replace("−", "-")
    status, out, _ = run("replay", record)
    assert status == 0
    assert len(out.splitlines()) > len(events_of(record)) / 2


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.stem)
def test_a_saved_game_is_an_unfinished_record(save: Path, run: Run) -> None:
    status, out, _ = run("verify", "--unfinished", save)
    assert (status, "good so far" in out) == (0, True)


# ── The lab ──────────────────────────────────────────────────────────────────────────────────────────────────────

SIMULATION = "simulate keltis-dice --bots greedy,random --seed 4 --jobs 1 --json"
ARENA = "arena keltis-new-paths --bots greedy,random --seed 5 --jobs 1 --json"
LAB = [("simulation.jsonl", SIMULATION, 60, "series-other"), ("arena.jsonl", ARENA, 4, "arena-other")]
VERSION = ("wishstone", "sources", "weights")  # what a file has to agree with beside what was asked for


@pytest.mark.parametrize(("file", "command", "games", "code"), LAB, ids=[file for file, *_ in LAB])
@every_version
def test_what_other_sources_have_begun_is_not_mixed_with_ours(
    kept: Kept, file: str, command: str, games: int, code: str, run: Run, tmp_path: Path
) -> None:
    """It says so; and nothing else keeps it from being gone on with, since the form of the file is still ours."""
    mine, ours = kept.copied(f"lab/{file}", tmp_path), tmp_path / "ours.jsonl"
    before = mine.read_bytes()
    header = json.loads(before.splitlines()[0])
    assert run(*command.split(), "--games", "2", "--save", ours)[0] == 0
    now = json.loads(ours.read_bytes().splitlines()[0])
    others = [key for key in VERSION if header[key] != now[key]]  # none in what these sources have made themselves
    status, _, err = run(*command.split(), "--games", str(games), "--save", mine)
    assert (status, f"[{code}]" in err) == (2 if others else 0, bool(others))
    assert all(f'its {key} is "{header[key]}", not "{now[key]}"' in err for key in others[:1])
    assert mine.read_bytes() == before

    assert all(now[key] == value for key, value in header.items() if key not in VERSION)
    first, lines = ours.read_bytes().splitlines(keepends=True)[0], before.splitlines(keepends=True)[1:]
    mine.write_bytes(b"".join([first, *lines]))
    status, out, _ = run(*command.split(), "--games", str(games + 2), "--save", mine)
    assert (status, str(games + 2) in out) == (0, True)
    assert mine.read_bytes().startswith(b"".join([first, *lines]))


@every_version
def test_kept_reports_are_compared(kept: Kept, run: Run, tmp_path: Path) -> None:
    status, _, err = run(
        "report", "--compare", kept.folder / "lab/report", kept.folder / "lab/report-open", "--out", tmp_path / "both"
    )
    assert (status, err) == (0, "")
    page = (tmp_path / "both" / "index.html").read_text(encoding="utf-8")
    assert "open_wish_stones" in page or "wish stone" in page
