"""Hints: they say how good the best move is, what comes next, and what makes the difference."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.terminal.driver import ScriptedTerminal, make_renderer, play_bots
from wishstone.bots.analyse import Analysis, Candidate
from wishstone.game.chance import stream
from wishstone.game.match import Match
from wishstone.games import GAMES
from wishstone.terminal.hints import HintAnalyst, draw_hint
from wishstone.terminal.lines import plain

GAME = GAMES.load("keltis-card")


def opening() -> Match:
    match = Match(GAME, 2)
    match.let_happen(stream(3))
    return match


def candidate(move: int, chance: float, error: float, **items: float) -> Candidate:
    rows = {item: items.get(item.replace(".", "_"), 0.0) for item in GAME.rules.ITEMS[:-1]}
    return Candidate(move, 100, chance, chance - error, chance + error, 20.4, 3.0, rows)


def said(language: str, *candidates: Candidate) -> Sequence[str]:
    """The hint at the opening, with these candidates."""
    state = opening().state
    renderer = make_renderer("keltis-card", language)
    moves = renderer.list_moves(state)
    analysis = Analysis(GAME, 0, 100, tuple(candidates))
    return [plain(line) for line in draw_hint(analysis, moves, renderer, renderer.translator, ["You", "Maren"])]


def test_a_clear_hint_in_both_languages() -> None:
    best, second, *_ = GAME.legal(opening().state)
    moves = candidate(best, 0.624, 0.02, wish_stones=3.0, rows_red=-1.0), candidate(second, 0.551, 0.02, rows_blue=0.2)
    first, next_best, why = said("en", *moves)
    assert first.startswith("Hint: ")
    assert first.endswith(": 62 % to win, about 20 points in the end.")
    assert next_best.startswith("Next best: ")
    assert next_best.endswith(": 55 %, that is 7 % less.")
    assert why == "What makes the difference, in points: Wish stones +3.0, @R Red −1.0"
    first, next_best, why = said("de", *moves)
    assert first.endswith(": 62 % Siegchance, am Ende etwa 20 Punkte.")
    assert next_best.endswith(": 55 %, also 7 % weniger.")
    assert why == "Was den Unterschied macht, in Punkten: Wunschsteine +3.0, @Ro Rot −1.0"


def test_what_the_error_hides_is_not_claimed() -> None:
    best, second, *_ = GAME.legal(opening().state)
    _, equal = said("en", candidate(best, 0.62, 0.05, wish_stones=3.0), candidate(second, 0.57, 0.05))
    assert equal.startswith("As good, as far as can be told: ")
    assert "%" not in equal


def test_the_only_move() -> None:
    best, *_ = GAME.legal(opening().state)
    assert said("de", candidate(best, 0.5, 0.1))[1:] == ["Einen anderen Zug gibt es nicht."]


def test_a_hint_knows_only_what_the_person_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.terminal.hints.SECONDS", 600.0)
    match = Match(GAME, 2)
    for event in play_bots(2, 4).events[:30]:
        match.play(event.move)
    match.let_happen(stream(1))
    seat = match.actor
    hints = [
        HintAnalyst(GAME, stream(8)).analyse(position)
        for position in (match.state, *(GAME.redealt(match.state, seat, stream(5, number)) for number in range(3)))
    ]
    assert all(hint.to_json() == hints[0].to_json() for hint in hints)


def test_the_two_moves_that_a_hint_names_were_tried_often_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wishstone.terminal.hints.SECONDS", 600.0)
    monkeypatch.setattr("wishstone.terminal.hints.SIMULATIONS", 2000)
    best, second, *_ = HintAnalyst(GAME, stream(8)).analyse(opening().state).moves
    assert min(best.visits, second.visits) >= 2000 // 4


def test_the_first_hint_says_why_it_takes_a_while_and_the_next_comes_at_once(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    terminal.play(["hint", "hint"])
    assert terminal.output_after(1).startswith("Getting ready to think ahead; ")
    assert "\nHint: " in terminal.output_after(1)
    assert terminal.output_after(2).startswith("Hint: ")
    assert terminal.match().decisions == 0
    seen = ScriptedTerminal(tmp_path / "seen", terminal=True)
    seen.play(["hint", "hint"])
    assert "Thinking …" in seen.text
