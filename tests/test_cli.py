"""The command line: what it prints, what it refuses, and with which status it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wishstone.cli import main
from wishstone.lab import peers

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in this process; returns its status, output and errors."""
    monkeypatch.setenv("WISHSTONE_DATA", str(tmp_path / "saved"))  # not the games of whoever runs the tests
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["wishstone", *map(str, arguments)])
        try:
            main()
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        else:
            status = 0
        out, err = capfd.readouterr()
        return status, out, err

    return run


def test_games_lists_the_games_in_both_languages(run: Run) -> None:
    status, out, _ = run("games")
    assert status == 0
    assert "keltis-card" in out
    assert "Keltis, the card game" in out
    assert "Keltis, das Kartenspiel" in run("games", "--lang", "de")[1]
    assert "Keltis, das Kartenspiel" in run("--lang=de", "games")[1]


def test_the_locale_chooses_the_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Spiele eines mit" in run("games")[1]
    assert "Play one with" in run("games", "--lang", "en")[1]


def test_games_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['wishstone', 'games']\nfrom wishstone.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'pyspiel'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_same_seed_gives_the_same_record(run: Run, tmp_path: Path) -> None:
    command = ("record", "keltis-card", "--seats", "3", "--bots", "greedy,random,random", "--seed", "7", "--legal")
    file = tmp_path / "game.jsonl"
    status, out, err = run(*command)
    assert (status, err) == (0, "")
    assert run(*command, "-o", file) == (0, "", "")
    assert file.read_text() == out
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]
    assert run(*command[:-2], "8", "--legal")[1] != out
    assert json.loads(out.splitlines()[0])["players"] == ["greedy", "random", "random"]


def test_without_a_number_of_seats_as_few_play_as_the_game_needs(run: Run) -> None:
    for game, fewest in (("keltis-card", 2), ("quartz-dice", 3)):
        assert json.loads(run("record", game)[1].splitlines()[0])["seats"] == fewest
        assert len(json.loads(run("simulate", game, "--games", "2", "--json")[1])["by_seat"]) == fewest
    assert "the seats are 0 to 2" in run("record", "quartz-dice", "--seen-by", "3")[2]


def test_a_replay_names_both_whom_a_move_is_by_and_whom_it_is_done_to(run: Run) -> None:
    record = Path(__file__).parent / "golden" / "quartz-dice" / "by-hand-3.jsonl"
    status, out, _ = run("replay", record)
    assert status == 0
    assert "Cleo (seat 2) steals a crystal from Ben (seat 1): quartz." in out
    assert "Ben (seat 1) lets Ada (seat 0) start the next round." in out
    assert "Cleo (seat 2) stiehlt einen Kristall von Ben (seat 1)" in run("replay", record, "--lang", "de")[1].replace(
        "Platz", "seat"
    )


def test_a_record_is_a_game_of_the_simulation(run: Run) -> None:
    simulated = json.loads(run("simulate", "keltis-card", "--games", "3", "--seed", "5", "--json")[1])
    records = [
        run("record", "keltis-card", "--bots", "random", "--seed", "5", "--number", str(number))[1]
        for number in range(3)
    ]
    footers = [json.loads(record.splitlines()[-1]) for record in records]
    mean = sum(footer["scores"][0] for footer in footers) / 3
    assert simulated["by_seat"][0]["mean_score"] == pytest.approx(mean, abs=1e-3)


def test_verify_and_replay(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    run("record", "keltis-card", "--seed", "3", "--first", "1", "-o", file)
    status, out, _ = run("verify", file)
    assert (status, "good: " in out) == (0, True)
    status, out, _ = run("replay", file)
    assert status == 0
    assert out.startswith(
        "Keltis, the card game: greedy (seat 0), greedy (seat 1). Seat 1 begins.\n   0  greedy (seat 0) is dealt"
    )
    assert "The game has ended: " in out
    assert "Das Spiel ist aus: " in run("replay", file, "--lang", "de")[1]
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(file.read_bytes().replace(b"greedy", b"greedx", 1))
    status, out, err = run("verify", file, broken)
    assert status == 1
    assert "digest does not match" in err
    assert "[record-digest]" in err
    assert "1 of 2 records failed" in err
    assert run("replay", broken)[0] == 1


def test_what_a_seat_sees_can_be_recorded_and_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "seen.jsonl"
    assert run("record", "keltis-card", "--seen-by", "-1", "-o", file)[0] == 0
    assert "deal 0 ?" in file.read_text()
    assert "well-formed" in run("verify", file)[1]
    assert "deal 0 ?" in run("replay", file)[1]


def test_an_unfinished_record_is_refused_unless_asked_for(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "half.jsonl"
    whole = run("record", "keltis-card", "--seed", "3")[1]
    file.write_text("".join(whole.splitlines(keepends=True)[:-1]))
    status, _, err = run("verify", file)
    assert (status, "[record-unfinished]" in err) == (1, True)
    assert run("verify", "--unfinished", file)[0] == 0


def test_simulate_prints_what_was_asked_for(run: Run) -> None:
    command = (
        "simulate",
        "keltis-card",
        "--seats",
        "3",
        "--bots",
        "greedy,random,random",
        "--games",
        "50",
        "--seed",
        "1",
    )
    report = json.loads(run(*command, "--json")[1])
    assert {"games", "decisions", "seconds", "decisions_per_second", "games_per_second", "cut_off", "by_seat"} <= set(
        report
    )
    assert report["games"] == 50
    assert [set(seat) for seat in report["by_seat"]] == [{"bot", "mean_score", "win_share"}] * 3
    assert [seat["bot"] for seat in report["by_seat"]] == ["greedy", "random", "random"]
    again = json.loads(run(*command, "--json")[1])
    assert (again["by_seat"], again["decisions"]) == (report["by_seat"], report["decisions"])
    status, out, _ = run(*command)
    assert status == 0
    assert "greedy" in out


def test_bench_prints_rows_and_ratios(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "SAMPLE", peers.STARTS)  # test_peers.py counts the decisions of more games
    report = json.loads(run("bench", "--seconds", "0.2", "--json")[1])
    assert {"engine", "game", "decisions_per_second"} == set(report["rows"][0])
    assert report["ratios"]["keltis-card"]["OpenSpiel hearts"] > 0


MISUSE = [
    (("record", "chess"), "game-unknown", "there is no game called «chess»; there is: keltis-card"),
    (("record", "keltis-card", "--seats", "5"), "seats-wrong", "keltis-card is played by 2 to 4, not by 5"),
    (("record", "keltis-card", "--bots", "hal"), "bot-unknown", "there is: random, greedy"),
    (
        ("record", "keltis-card", "--seats", "4", "--bots", "random,greedy"),
        "bots-count",
        "name one for all or 4, not 2",
    ),
    (("record", "keltis-card", "--first", "2"), "first-wrong", "the seats are 0 to 1"),
    (("record", "keltis-card", "--seen-by", "7"), "onlooker-wrong", "the seats are 0 to 1, and -1 is an onlooker"),
    (("record", "keltis-card", "--option", "end=stones"), "option-unknown", "has no option «end»"),
    (("record", "keltis-card", "--option", "nonsense"), "option-form", "written NAME=VALUE"),
    (("record", "keltis-card", "--board", "nowhere.toml"), "file-unreadable", "cannot read nowhere.toml"),
    (("record", "keltis-card", "--seed", "-3"), "count-wrong", "seed must be from 0"),
    (("record", "keltis-card", "--number", "-1"), "count-wrong", "--number must be from 0"),
    (("simulate", "keltis-card", "--games", "0"), "count-wrong", "--games must be from 1"),
    (("bench", "--seconds", "0"), "count-wrong", "--seconds must be from 0.1"),
    (("verify", "nowhere.jsonl"), "file-unreadable", "cannot read nowhere.jsonl: No such file or directory"),
    (("replay", "."), "file-unreadable", "cannot read .: Is a directory"),
    (("games", "--lang", "tlh"), "lang-unknown", "it can be: en, de"),
    (("play", "chess"), "game-unknown", "there is no game called «chess»"),
    (("play", "keltis-card", "--seats", "9"), "seats-wrong", "not by 9"),
    (("play", "keltis", "--no-browser"), "play-both", "--no-browser is about the page in the browser, and GAME about"),
    (("play", "--terminal", "--lan"), "play-both", "--lan is about the page in the browser, and --terminal about"),
    (("play", "--no-browser", "--port", "70000"), "settings-wrong", "--port is 70000, and should be"),
]


@pytest.mark.parametrize(("command", "code", "told"), MISUSE, ids=[" ".join(case[0]) for case in MISUSE])
def test_misuse_is_one_sentence_and_status_2(run: Run, command: tuple[str, ...], code: str, told: str) -> None:
    status, out, err = run(*command)
    assert (status, out) == (2, "")
    assert err.startswith("wishstone: ")
    assert err.endswith(f"[{code}]\n")
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "command", [("record",), ("record", "keltis-card", "--seats", "two"), ("dance",), ("games", "--loud")]
)
def test_words_that_make_no_command_are_status_2_without_a_traceback(run: Run, command: tuple[str, ...]) -> None:
    status, _, err = run(*command)
    assert status == 2
    assert "Traceback" not in err


@pytest.mark.parametrize("place", ["missing/game.jsonl", "file/game.jsonl", "folder"])
def test_an_unwritable_output_leaves_nothing_behind(run: Run, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.rglob("*"))
    status, out, err = run("record", "keltis-card", "-o", tmp_path / place)
    assert (status, out) == (2, "")
    assert "nothing was written" in err
    assert err.endswith("[file-unwritable]\n")
    assert sorted(tmp_path.rglob("*")) == before


def test_an_output_file_is_replaced_whole(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("old")
    assert run("record", "keltis-card", "-o", file)[0] == 0
    assert run("verify", file)[0] == 0


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m wishstone record keltis-card --legal | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert done.stdout.startswith('{"format"')
    assert done.stderr == ""
    assert done.returncode == 0


def test_the_switch_is_checked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WISHSTONE_ENGINE", "steam")
    status, _, err = run("simulate", "keltis-card", "--games", "1")
    assert (status, "WISHSTONE_ENGINE is «steam», and it can be: interpreted, compiled" in err) == (2, True)


def test_python_m_wishstone_is_the_same_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wishstone", "--version"], capture_output=True, text=True, check=True, env={**os.environ}
    )
    assert done.stdout.startswith("wishstone ")
