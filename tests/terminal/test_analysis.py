"""`wishstone analyse`: what it prints, what it refuses, and that it repeats."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wishstone.cli import main

Run = Callable[..., tuple[int, str, str]]
RECORD = Path(__file__).parents[1] / "golden" / "keltis-card" / "by-hand-2.jsonl"
QUICK = ("--simulations", "60")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Analyse in this process; returns the status, output and errors."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "90")
    # How far it is, is said after a second; tests/terminal/test_progress.py has that.
    monkeypatch.setattr("wishstone.terminal.output.progress.FIRST_LINES", (3600.0,))

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["wishstone", "analyse", *map(str, arguments)])
        try:
            main()
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        else:
            status = 0
        return status, *capfd.readouterr()

    return run


def test_a_game_in_both_languages(run: Run) -> None:
    status, out, err = run(RECORD, *QUICK, "--worst", "2")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Keltis, the card game: 43 decisions, 60 simulations each, seed 0"
    assert lines[2].startswith("Ada (seat 0)")
    assert lines[3].startswith("Ben (seat 1)")
    assert out.count("      played: ") == out.count("      better: ") == 2
    assert "to win" in out
    assert max(map(len, lines)) <= 90
    assert not any(line.endswith(" ") for line in lines if line.startswith("      "))
    german = run(RECORD, *QUICK, "--worst", "2", "--lang", "de")[1]
    assert german.count("      gespielt: ") == german.count("      besser: ") == 2
    assert "Ben (Platz 1)" in german


def test_json_repeats_by_the_seed_and_can_be_of_one_seat(run: Run) -> None:
    status, out, _ = run(RECORD, *QUICK, "--seat", "1", "--json")
    assert status == 0
    told = json.loads(out)
    assert set(told) == {"game", "players", "simulations", "seed", "seats", "decisions"}
    assert {row["seat"] for row in told["decisions"]} == {1}
    (seat,) = told["seats"]
    assert seat["decisions"] == len(told["decisions"]) == 22
    assert seat["agreed"] == sum(row["played"] == row["best"] for row in told["decisions"])
    assert seat["mean_loss"] == pytest.approx(sum(row["loss"] for row in told["decisions"]) / 22, abs=1e-3)
    assert seat["mistakes"] == sum(row["mistake"] for row in told["decisions"])
    assert run(RECORD, *QUICK, "--seat", "1", "--json")[1] == out
    assert run(RECORD, *QUICK, "--seat", "1", "--json", "--seed", "1")[1] != out


def test_an_unfinished_game_is_analysed_as_far_as_it_goes(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "half.jsonl"
    file.write_text("".join(RECORD.read_text().splitlines(keepends=True)[:30]))
    status, out, _ = run(file, *QUICK)
    assert status == 0
    assert 1 < int(out.split(": ")[1].split()[0]) < 43
    file.write_text("".join(RECORD.read_text().splitlines(keepends=True)[:3]))
    assert "There was no decision with more than one legal move." in run(file, *QUICK)[1]
    assert json.loads(run(file, *QUICK, "--json")[1])["decisions"] == []


def test_an_interrupt_shows_what_there_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from wishstone.bots.analyse import Analyst

    search, calls = Analyst.search, iter(range(99))

    def interrupted(self: Analyst, *arguments: object) -> None:
        if next(calls) == 4:
            raise KeyboardInterrupt
        search(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Analyst, "search", interrupted)
    status, out, err = run(RECORD, *QUICK)
    assert (status, err) == (0, "Stopped after 4 of 43 decisions; what follows is of these.\n")
    assert out.startswith("Keltis, the card game: 4 decisions")
    calls = iter((4,))
    assert run(RECORD, *QUICK)[:2] == (130, "")


@pytest.mark.parametrize(
    ("arguments", "status", "code", "told"),
    [
        (("nowhere.jsonl",), 2, "file-unreadable", "cannot read nowhere.jsonl"),
        ((RECORD, "--seat", "2"), 2, "seat-wrong", "the seats are 0 to 1"),
        ((RECORD, "--seat", "-1"), 2, "seat-wrong", "there is no seat −1"),
        ((RECORD, "--simulations", "0"), 2, "count-wrong", "--simulations must be from 1 to 1000000"),
        ((RECORD, "--worst", "-1"), 2, "count-wrong", "--worst must be from 0"),
        ((RECORD, "--seed", "-1"), 2, "count-wrong", "seed must be from 0"),
        ((RECORD.with_suffix(".md"),), 1, "record-line", "line 1 is not one JSON object"),
    ],
)
def test_what_cannot_be_asked_for(run: Run, arguments: tuple[str, ...], status: int, code: str, told: str) -> None:
    found, out, err = run(*arguments)
    assert (found, out) == (status, "")
    assert told in err
    assert err.endswith(f"[{code}]\n")
    assert err.count("\n") == 1


def test_a_broken_record_is_refused_before_anything_is_analysed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    lines = RECORD.read_text().splitlines(keepends=True)[:-1]
    file.write_text("".join(lines).replace('"move":"draw deck"', '"move":"draw moon"'))
    status, out, err = run(file)
    assert (status, out) == (1, "")
    assert "[record-move]" in err


def test_what_one_seat_saw_is_not_enough(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "seen.jsonl"
    monkeypatch.setattr(
        sys, "argv", ["wishstone", "record", "keltis-card", "--bots", "greedy", "--seen-by", "0", "-o", str(file)]
    )
    with pytest.raises(SystemExit):
        main()
    status, out, err = run(file)
    assert (status, out) == (1, "")
    assert "this record shows only what seat 0 saw" in err
    assert "[record-seen]" in err
