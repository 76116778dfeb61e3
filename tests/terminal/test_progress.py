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
    monkeypatch.setattr(progress, "FIRST_LINES", (0.05,))
    monkeypatch.setattr(progress, "THEN_EVERY", 0.05)
    with show_progress(*WORDS, 400) as tell:
        waited = next_line("Preparing", capsys)
        tell.ready()
        tell.under_way(0, 0.25)
        played = next_line("Playing", capsys)
    assert waited.startswith("Preparing the rules … 0:0")
    assert waited.endswith(" so far; what is compiled is kept for the next time")
    assert played.startswith("Playing: 0 of 400 games after 0:0")


def next_line(begin: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The next line on standard error that begins so."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        time.sleep(0.02)
        for line in capsys.readouterr().err.splitlines():
            if line.startswith(begin):
                return line
    raise AssertionError(f"nothing began with {begin}")


def test_the_part_of_a_game_counts_and_nothing_counts_twice() -> None:
    tell = Teller(WORDS, 10, 2, "en")
    assert (tell.doing, tell.seconds_left) == (WORDS[0], None)
    tell.ready()
    assert tell.seconds_left is None, "nothing is played yet"
    assert "cannot be said yet" in tell.line()
    tell.under_way(7, 0.5)
    tell.under_way(8, 1.25)
    assert tell.reached == 3.75
    assert ", about 0:" in tell.line()
    tell.under_way(8, 0.0)
    tell(4)
    assert (tell.doing, tell.reached) == (WORDS[1], 4.5)
    tell.under_way(8, 100.0)
    assert tell.reached == 10


def test_it_speaks_german() -> None:
    tell = Teller(("Die Regeln werden vorbereitet …", "Spiele"), 10, 0, "de")
    tell(5)
    assert tell.line().startswith("Spiele: 5 von 10 Spielen nach 0:00:0")
