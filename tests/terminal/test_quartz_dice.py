"""Terminal renderer of Quartz: whole games, nothing too wide, every move listed, every rule in the book."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.terminal.driver import (
    ScriptedTerminal,
    draw_moves,
    draw_table,
    follow_hints,
    make_kit,
    make_renderer,
    make_session,
)
from wishstone import bots
from wishstone.bots.choice import GREEDY, RANDOM
from wishstone.game.chance import stream
from wishstone.game.match import Match
from wishstone.games import GAMES
from wishstone.games.quartz_dice.terminal import MARKER, MERGE_RULES, SHORT_FACES, START, SUITS, WORDS
from wishstone.games.quartz_dice.words import FACES, KINDS
from wishstone.terminal import PlayRequest
from wishstone.terminal.game_session import RESERVED_LINES
from wishstone.terminal.input_parser import parse_move
from wishstone.terminal.lines import plain, width_of
from wishstone.terminal.seating import seat_count_for
from wishstone.terminal.story import Story

GAME = GAMES.load("quartz-dice")
RENDERER = make_renderer("quartz-dice")


def request(language: str = "en", seats: int | None = None) -> PlayRequest:
    return PlayRequest(game="quartz-dice", seats=seats, seed=5, first=0, language=language, new=True)


def decisions(seats: int, every: int, bot: int = RANDOM) -> Iterator[Match]:
    """A match of bots as it stands at every so many decisions."""
    match, dealer, player, number = Match(GAME, seats), stream(seats), stream(seats, 0, 1), 0
    match.let_happen(dealer)
    while not match.is_over:
        if number % every == 0:
            yield match
        number += 1
        match.play(bots.decide(GAME, bot, match.state, player))
        match.let_happen(dealer)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_game_by_hints(language: str, tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path, width=80)
    assert terminal.play(follow_hints, request(language)) == 0
    assert ("The game is over: " if language == "en" else "Das Spiel ist aus: ") in terminal.text
    assert not list(tmp_path.glob("*.jsonl"))
    for line in terminal.text.splitlines():
        assert cell_len(line) <= 80, line


def test_without_a_number_of_seats_as_few_sit_down_as_the_game_needs(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    assert terminal.play(["1"], request()) == 0
    assert terminal.match().seats == 3
    assert seat_count_for(PlayRequest(bots=("greedy",) * 4), fewest=3) == 5
    assert seat_count_for(PlayRequest(bots=("greedy",)), fewest=3) == 3
    assert seat_count_for(PlayRequest(seats=6), fewest=3) == 6


def test_six_sit_at_the_table_by_name(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path, width=100, height=40)
    assert terminal.play(["1"], request(seats=6)) == 0
    for name in ("You", "Maren", "Fergus", "Orla", "Bran", "Una"):
        assert name in terminal.text


@pytest.mark.parametrize("seats", [3, 6])
def test_nothing_is_too_wide_and_every_move_has_its_number(seats: int) -> None:
    for match in decisions(seats, every=9):
        for width, height in ((40, 24), (60, 30), (80, 24), (100, 40)):
            for language in ("en", "de"):
                session = make_session(match, match.actor, language, width, height)
                kit, moves = make_kit(session), draw_moves(session)
                for line in [*draw_table(session), *session.renderer.draw_memory_aid(session._view(), kit), *moves]:
                    assert width_of(line) <= width, plain(line)
                if width >= 80:
                    shown = "\n".join(map(plain, moves)).split()
                    assert [move.number for move in kit.moves if str(move.number) not in shown] == []


def test_three_players_fit_a_small_terminal() -> None:
    for match in decisions(3, every=2, bot=GREEDY):
        session = make_session(match, match.actor, "de", 80, 24)
        moves = RENDERER.list_moves(match.state)
        assert len(session._draw_question(moves)) <= 24 - RESERVED_LINES + 2


def test_a_bots_turn_is_told_in_one_line() -> None:
    match = next(iter(decisions(3, every=40, bot=GREEDY)))
    for match in decisions(3, every=30, bot=GREEDY):
        story = Story(match, 0, MERGE_RULES)
        story.update()
        turns = sum(event.by != 0 and GAME.move_names[event.move] == "done" for event in match.events if event.by >= 0)
        names = sum(GAME.move_names[event.move].startswith("name") for event in match.events if event.by > 0)
        others = [line for line in story.lines if line.seat != 0]
        assert turns <= len(others) <= turns + names + 1
    session = make_session(match, 0, "en", 80, 24)
    session.story.update()
    assert any("steals" in plain(line) for line in session._say_lines(session.story.lines))


def test_the_rulebook_has_every_rule_in_both_languages() -> None:
    book = RENDERER.rulebook
    assert book
    ids = list(book.contents.rules)
    assert ids == [f"Q-{number}" for number in range(1, 33)]
    for language in ("en", "de"):
        for width in (40, 80):
            assert all(width_of(line) <= width for line in book.lines(language, width))


def test_signs_are_one_cell_wide_and_all_different() -> None:
    signs = [*(suit[0] for suit in SUITS.values()), START, MARKER, "▸", "·", "×", "=", "−"]
    assert [cell_len(sign) for sign in signs] == [1] * len(signs)
    assert len(set(signs)) == len(signs)
    for place in (0, 1):
        assert len({suit[1 + place] for suit in SUITS.values()}) == len(KINDS)
        assert len({words[place] for words in SHORT_FACES.values()}) == len(FACES)


def test_asking_lines_are_short() -> None:
    for key, texts in WORDS.items():
        if key.startswith("ask-"):
            assert max(map(len, texts)) <= 72, key


def test_moves_may_be_typed_in_german() -> None:
    match = Match(GAME, 3)
    for event in ("draw ruby", "roll jackhammer chest transport claw claw"):
        match.play(event)
    vocabulary = make_renderer("quartz-dice", "de").vocabulary
    typed = {"behalten": "keep", "wirf truhe greifer": "reroll chest claw", "wirf greif greif": "reroll claw claw"}
    for text, name in typed.items():
        assert GAME.move_names[parse_move(text, GAME, match.state, [], vocabulary)] == name
