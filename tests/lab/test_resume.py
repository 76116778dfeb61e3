"""Simulation: the same result on any number of cores and after any number of stops, and what its file refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from wishstone.cli.options import LEXICON
from wishstone.game.errors import UsageError
from wishstone.games import load
from wishstone.lab import job_words
from wishstone.lab.executor import UNWATCHED, SerialExecutor, ThreadPool, Watch
from wishstone.lab.executor_choice import simulation_executor
from wishstone.lab.process_pool import ProcessPool
from wishstone.lab.simulate import Player, Simulation, simulate
from wishstone.lab.simulation_job import (
    Part,
    PartResult,
    PreparedJob,
    Progress,
    job_of,
    merge_spans,
    new_progress,
    run_simulation,
)
from wishstone.lab.simulation_log import SimulationLog
from wishstone.terminal.output.simulate import show_simulation

GAMES = 5000
PATIENCE = 300  # seconds; only a safety net: on a busy machine rules are compiled slowly
PLAYER = Player(load("keltis-dice", engine="compiled"), 3, ["greedy", "random", "random"], seed=6)
JOB = job_of(PLAYER)


def untimed(results: Simulation) -> Simulation:
    return replace(results, seconds=0.0)


def progress_of(executor: object, games: int = GAMES, size: int = 700) -> Progress:
    progress = new_progress(JOB)
    run_simulation(progress, games, size, executor)  # type: ignore[arg-type] # every kind of executor
    return progress


def test_the_number_of_cores_and_the_size_of_parts_do_not_change_the_result() -> None:
    alone = simulate(PLAYER, GAMES)
    for progress in (
        progress_of(SerialExecutor(PreparedJob(PLAYER))),
        progress_of(ThreadPool(JOB, 3)),
        progress_of(ThreadPool(JOB, 2), size=64),
        progress_of(ProcessPool(JOB, 2), size=2500),
    ):
        assert progress.done == [(0, GAMES)]
        assert untimed(progress.results) == untimed(alone)
        assert progress.results.seconds > 0


def test_bots_that_are_compiled_play_in_threads_and_others_in_processes_with_the_same_result() -> None:
    compiled = Player(load("keltis-dice", engine="compiled"), 2, ["medium", "greedy"], seed=1)
    executor, size = simulation_executor(compiled, 4 * 64, jobs=2)
    assert isinstance(executor, ThreadPool)
    assert size == 64
    player = Player(load("keltis-dice"), 2, ["medium", "greedy"], seed=1)
    executor, size = simulation_executor(player, 4, jobs=2)
    assert isinstance(executor, ProcessPool)
    assert size == 1
    progress = new_progress(job_of(player))
    run_simulation(progress, 4, size, executor)
    assert untimed(progress.results) == untimed(simulate(compiled, 4)) == untimed(simulate(player, 4))


def test_what_is_left_is_what_is_not_there_yet() -> None:
    progress = Progress(new_progress(JOB).results, [(3, 5), (10, 12)])
    assert list(progress.left(14, 4)) == [Part(0, 3), Part(5, 4), Part(9, 1), Part(12, 2)]
    assert list(progress.left(4, 10)) == [Part(0, 3)]
    assert list(progress.left(11, 10)) == [Part(0, 3), Part(5, 5)]
    assert merge_spans([(5, 7), (0, 2), (2, 5), (9, 10)]) == [(0, 7), (9, 10)]


def test_an_error_in_a_thread_is_told_here() -> None:
    with pytest.raises(UsageError) as caught:
        ThreadPool(replace(JOB, bots=("greedy", "nobody", "random")), 2).run([Part(0, 5)], print)
    assert caught.value.code == "bot-unknown"

    class Broken:
        def play(self, part: Part) -> PartResult:
            raise ZeroDivisionError

        def warm_up(self) -> None: ...

        def report_to(self, hear: Callable[[float], None]) -> None: ...

        def __enter__(self) -> Broken:
            return self

        def __exit__(self, *_: object) -> None: ...

        def open(self) -> Broken:
            return self

    with pytest.raises(ZeroDivisionError):
        ThreadPool(Broken(), 2).run([Part(0, 5), Part(5, 5)], print)


class Stopped:
    """An executor in which somebody presses Ctrl-C after some parts."""

    def __init__(self, after: int) -> None:
        self._executor, self._after = SerialExecutor(PreparedJob(PLAYER)), after

    def run(self, keys: Iterable[Part], keep: Callable[[PartResult], None], watch: Watch = UNWATCHED) -> None:
        for number, key in enumerate(keys):
            if number == self._after:
                raise KeyboardInterrupt
            self._executor.run([key], keep)


def shown(
    executor: object, games: int, file: Path | None, capsys: pytest.CaptureFixture[str]
) -> tuple[dict[str, object], str]:
    """What a simulation prints: its figures without the time, and what it says beside them."""
    show_simulation(PLAYER.game, JOB, executor, 700, games, file, True, LEXICON, "en")  # type: ignore[arg-type]
    output, errors = capsys.readouterr()
    found = json.loads(output)
    return {key: value for key, value in found.items() if "second" not in key}, errors


def test_what_was_stopped_goes_on_and_ends_as_if_it_had_not_been(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "series.jsonl"
    whole, _ = shown(SerialExecutor(PreparedJob(PLAYER)), GAMES, None, capsys)
    first, told = shown(Stopped(2), GAMES, file, capsys)
    assert first["games"] == 1400
    assert "Stopped after 1,400 games" in told
    assert f"They are in {file}; the same command goes on from there." in told
    second, told = shown(Stopped(3), GAMES, file, capsys)
    assert second["games"] == 3500
    assert told.startswith("1,400 games are in")
    last, told = shown(ThreadPool(JOB, 2), GAMES, file, capsys)
    assert told.startswith("3,500 games are in")
    assert last == whole
    fewer, told = shown(Stopped(0), 1000, file, capsys)
    assert fewer == whole
    assert "more than the 1,000 that were asked for" in told


def test_a_line_that_was_not_written_to_its_end_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "series.jsonl"
    with SimulationLog(file, JOB) as kept:
        run_simulation(kept.progress, 1400, 700, SerialExecutor(PreparedJob(PLAYER)), kept.write)
        wanted = kept.progress
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    for cut in (1, len(lines[2]) // 2):
        file.write_bytes(b"".join(lines)[:-cut])
        with SimulationLog(file, JOB) as again:
            assert again.progress.done == [(0, 700)]
    file.write_bytes(b"".join(lines))
    with SimulationLog(file, JOB) as again:
        assert again.progress == wanted
    file.write_bytes(lines[0][:10])
    with SimulationLog(file, JOB) as again:
        assert again.progress.done == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"my notes\n", "series-file"),
        (b'{"format":"wishstone-arena/1"}\n', "series-file"),
        (b"HEADER[]\n", "series-line"),
        (b'HEADER{"done":[[0,5]]}\n', "series-line"),
        (b"HEADER" + b'{"done":[[0,5]],"games":4,"decisions":9,"cut_off":0,"seconds":1,', "series-line"),
        (b"HEADER" + b'{"done":[[0,4]],"games":4,"decisions":-9,"cut_off":0,"seconds":1,', "series-line"),
        (b"HEADER" + b'{"done":[[0,4]],"games":4,"decisions":9,"cut_off":1,"seconds":1,', "series-line"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "series.jsonl"
    with SimulationLog(file, JOB):
        header = file.read_bytes()
    if content.endswith(b","):
        content += b'"points":[1,2,3],"shares":[60,60,120],"ends":{"tiles":4}}\n'
    file.write_bytes(content.replace(b"HEADER", header))
    before = file.read_bytes()
    with pytest.raises(UsageError) as caught:
        SimulationLog(file, JOB)
    assert caught.value.code == code
    assert file.read_bytes() == before


def test_another_series_and_a_busy_file_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "series.jsonl"
    with SimulationLog(file, JOB), pytest.raises(UsageError, match="another simulation is adding"):
        SimulationLog(file, JOB)
    with pytest.raises(UsageError, match="its seed is 6, not 7") as caught:
        SimulationLog(file, replace(JOB, seed=7))
    assert caught.value.code == "series-other"


def test_ctrl_c_stops_a_run_on_all_cores_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "series.jsonl"
    command = [sys.executable, "-m", "wishstone", "simulate", "keltis-dice", "--bots", "random", "--jobs", "2"]
    command += ["--save", str(file), "--json", "--games"]
    with subprocess.Popen([*command, str(10**9)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        try:
            end = time.monotonic() + PATIENCE
            while not file.exists() or file.read_bytes().count(b"\n") < 2:
                assert time.monotonic() < end
                assert run.poll() is None, run.communicate()
                time.sleep(0.1)
            run.send_signal(signal.SIGINT)
            output, errors = run.communicate(timeout=PATIENCE)
        finally:
            run.kill()  # it would go on for days
    assert run.returncode == 0, errors
    assert "goes on from there" in errors
    found = json.loads(output)
    with file.open("rb") as lines:
        assert json.loads(list(lines)[-1])["games"] == found["games"]
    again = subprocess.run([*command, str(found["games"] + 3000)], capture_output=True, text=True, check=True)
    assert json.loads(again.stdout)["games"] == found["games"] + 3000


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"jobs": 0}, "count-wrong"),
        ({"jobs": 2, "cluster": "local"}, "places-two"),
        ({"cluster": "local", "gpu": True}, "places-two"),
    ],
)
def test_a_place_that_cannot_be_is_refused(asked: dict[str, object], code: str) -> None:
    with pytest.raises(UsageError) as caught:
        simulation_executor(PLAYER, 10, **asked)  # type: ignore[arg-type] # by name
    assert caught.value.code == code


def test_every_sentence_is_there_in_both_languages() -> None:
    for english, german in job_words.WORDS.values():
        assert english
        assert german
        assert english != german
