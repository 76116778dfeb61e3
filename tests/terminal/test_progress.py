"""Progress: what is done and how long it takes still, in the middle of a long game, on a terminal and in a pipe."""

from __future__ import annotations

import time

import pytest

from wishstone.terminal.output import progress
from wishstone.terminal.output.progress import FIRST_LINES, Teller, show_progress

WORDS = ("Preparing the rules …", "Playing")


def test_a_pipe_hears_within_two_seconds_and_seldom_after_that() -> None:
    assert FIRST_LINES[0] < 2
    assert list(FIRST_LINES) == sorted(FIRST_LINES)
    assert progress.THEN_EVERY >= 60


def test_a_pipe_is_told_what_is_done_and_how_long_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_LINES", (0.05, 0.15))
    monkeypatch.setattr(progress, "THEN_EVERY", 1000.0)
    with show_progress(*WORDS, 400) as tell:
        time.sleep(0.1)
        tell.ready()
        tell.under_way(0, 0.25)
        deadline = time.monotonic() + 20
        lines: list[str] = []
        while len(lines) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
            lines += capsys.readouterr().err.splitlines()
    assert lines[0] == "Preparing the rules … 0:00:00 so far; what is compiled is kept for the next time"
    assert lines[1].startswith("Playing: 0 of 400 games after 0:00:0")
    assert ", about 0:" in lines[1]


def test_the_part_of_a_game_counts_and_nothing_counts_twice() -> None:
    tell = Teller(WORDS, 10, 2, "en")
    assert (tell.doing, tell.seconds_left) == (WORDS[0], None)
    tell.ready()
    assert tell.seconds_left is None, "nothing is played yet"
    assert "cannot be said yet" in tell.line()
    tell.under_way(7, 0.5)
    tell.under_way(8, 1.25)
    assert tell.reached == 3.75
    tell.under_way(8, 0.0)
    tell(4)
    assert (tell.doing, tell.reached) == (WORDS[1], 4.5)
    tell.under_way(8, 100.0)
    assert tell.reached == 10


def test_it_speaks_german() -> None:
    tell = Teller(("Die Regeln werden vorbereitet …", "Spiele"), 10, 0, "de")
    tell(5)
    assert tell.line().startswith("Spiele: 5 von 10 Spielen nach 0:00:0")
