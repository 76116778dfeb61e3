"""Terminal renderer of the dice game: whole games, nothing too wide, every move listed, every rule in the book."""

from __future__ import annotations

import re
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
from wishstone.games.keltis_dice.terminal import CLOVER, LEPRECHAUN, MERGE_RULES, NARROW_SYMBOLS, STONE, SYMBOLS
from wishstone.terminal import PlayRequest
from wishstone.terminal.game_session import RESERVED_LINES
from wishstone.terminal.input_parser import parse_move
from wishstone.terminal.lines import plain, width_of
from wishstone.terminal.story import Story
from wishstone.terminal.suits import BACK

GAME = GAMES.load("keltis-dice")
RENDERER = make_renderer("keltis-dice")
COLOURS = ("blue", "green", "pink", "red", "yellow")
RULES = Path(__file__).parents[2] / "docs" / "rules" / "keltis-dice.md"


def request(language: str = "en", seats: int | None = None) -> PlayRequest:
    return PlayRequest(game="keltis-dice", seats=seats, seed=5, first=0, language=language, new=True)


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
    assert ("The game is over: the last " if language == "en" else "Das Spiel ist aus: ") in terminal.text
    assert not list(tmp_path.glob("*.jsonl"))
    for line in terminal.text.splitlines():
        assert cell_len(line) <= 80, line


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_is_too_wide_and_every_move_has_its_number(seats: int) -> None:
    for match in decisions(seats, every=11):
        for width, height in ((40, 24), (60, 30), (80, 24), (100, 40)):
            for language in ("en", "de"):
                session = make_session(match, match.actor, language, width, height)
                kit, moves = make_kit(session), draw_moves(session)
                aid = session.renderer.draw_memory_aid(session._view(), kit)
                for line in [*draw_table(session), *draw_table(session, asked=False), *aid, *moves]:
                    assert width_of(line) <= width, plain(line)
                shown = re.findall(r"[0-9]+", "\n".join(map(plain, moves)))
                assert [move.number for move in kit.moves if str(move.number) not in shown] == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_whole_question_fits_a_small_terminal(seats: int) -> None:
    for match in decisions(seats, every=2, bot=GREEDY):
        session = make_session(match, match.actor, "de", 80, 24)
        session.story.update()
        since = seats + 1  # lines since the person's last question: what was taken, the others' turns, a new throw
        session._shown = max(len(session.story.lines) - since, 0)
        moves = RENDERER.list_moves(match.state)
        assert len(session._draw_question(moves)) <= 24 - RESERVED_LINES


def test_only_tiles_lie_on_their_colour() -> None:
    match = Match(GAME, 2)
    for event in ("roll 1 2 *", "keep", "take red 3", "roll 4 5 5", "keep"):
        match.play(event)
    red = draw_moves(make_session(match, 1, "en", 80, 24))[1 + COLOURS.index("red")]
    assert [text for text, style in red if style == "red"] == ["@R", " 4☺", " 5 ", " 9☺", "10³"]
    assert plain(red) == "@R     0●     1☺     2∴     ·  13  4☺ 14  5      6●     7²     8∴ 15  9☺ 16 10³"


def test_a_bots_turn_is_told_in_one_line() -> None:
    for match in decisions(3, every=25, bot=GREEDY):
        story = Story(match, 0, MERGE_RULES)
        story.update()
        ends = ("take", "stones", "nothing")
        ended = sum(event.by > 0 and GAME.move_names[event.move].split()[0] in ends for event in match.events)
        under_way = int(match.state.turn) > 0
        assert sum(line.seat > 0 for line in story.lines) == ended + under_way


def test_what_the_story_says_in_both_languages() -> None:
    match = Match(GAME, 2)
    events = ["roll 1 3 *", "reroll 1", "roll 5", "take red 8", "roll 1 1 5", "keep", "take green 7", "roll 2 * *"]
    for event in events:
        match.play(event)
    told = {}
    for language in ("en", "de"):
        session = make_session(match, 1, language, 80, 24)
        session.story.update()
        told[language] = [plain(line) for line in session._say_lines(session.story.lines)]
    assert told["en"] == [
        "Maren rolls  1 3 ● , then  5 :  3 5 ● , begins @ red 8: −3",
        "You roll  1 1 5 .",
        "You begin the ♣ green row with ♣ green 7: −3. Its clover adds a tile face down.",
        "Maren rolls  2 ● ● ",
    ]
    assert told["de"][1:3] == [
        "Du würfelst  1 1 5 .",
        "Du beginnst die Reihe ♣ Grün mit ♣ Grün 7: −3. Sein Kleeblatt bringt ein Plättchen verdeckt dazu.",
    ]


@pytest.mark.parametrize(
    ("typed", "language", "meant"),
    [
        ("t r 3", "en", "take red 3"),
        ("stones", "en", "stones"),
        ("no", "en", "nothing"),
        ("nimm rot 3", "de", "take red 3"),
        ("n ro 3", "de", "take red 3"),
        ("nimm rs 0", "de", "take pink 0"),
        ("steine", "de", "stones"),
        ("nichts", "de", "nothing"),
    ],
)
def test_moves_may_be_typed_in_both_languages(typed: str, language: str, meant: str) -> None:
    match = Match(GAME, 2)
    match.play("roll 1 2 *")
    match.play("keep")
    renderer = make_renderer("keltis-dice", language)
    move = parse_move(typed, GAME, match.state, renderer.list_moves(match.state), renderer.vocabulary)
    assert GAME.move_names[move] == meant


@pytest.mark.parametrize(
    ("typed", "language", "meant"),
    [
        ("reroll 1 stone", "en", "reroll 1 *"),
        ("r 1 *", "en", "reroll 1 *"),
        ("again 1", "en", "reroll 1"),
        ("würfle 1 stein", "de", "reroll 1 *"),
        ("wirf 2", "de", "reroll 2"),
        ("behalten", "de", "keep"),
    ],
)
def test_dice_may_be_typed_in_both_languages(typed: str, language: str, meant: str) -> None:
    match = Match(GAME, 2)
    match.play("roll 1 2 *")
    renderer = make_renderer("keltis-dice", language)
    move = parse_move(typed, GAME, match.state, renderer.list_moves(match.state), renderer.vocabulary)
    assert GAME.move_names[move] == meant


def test_the_rulebook_has_every_rule_of_the_page() -> None:
    page = re.findall(r"\*\*(KD-\d+) \[", RULES.read_text(encoding="utf-8"))
    assert RENDERER.rulebook
    assert sorted(page) == sorted(RENDERER.rulebook.contents.rules)


def test_signs_are_one_cell_wide_and_all_different() -> None:
    signs = [STONE, CLOVER, LEPRECHAUN, BACK, *(RENDERER.suits.sign(colour) for colour in COLOURS)]
    assert [cell_len(sign) for sign in signs] == [1] * len(signs)
    assert len(set(signs)) == len(signs)
    assert len(set(SYMBOLS.values())) == len(set(NARROW_SYMBOLS.values())) == len(SYMBOLS)
    assert {cell_len(sign) for sign in NARROW_SYMBOLS.values()} == {0, 1}


def test_every_word_of_the_notation_can_be_drawn() -> None:
    for language in ("en", "de"):
        renderer = make_renderer("keltis-dice", language)
        assert all(plain(renderer.draw_term(term)).strip() for term in GAME.table.TERMS)
        assert all(map(plain, renderer.draw_legend(renderer.make_kit(80, 24))))
        assert [plain(renderer.draw_item(item)) for item in GAME.rules.ITEMS[5:-1]] == [
            f"{STONE} {'Stones' if language == 'en' else 'Steine'}",
            "+ Bonus",
            f"{LEPRECHAUN} {'Leprechauns' if language == 'en' else 'Kobolde'}",
        ]
