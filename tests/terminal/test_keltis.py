"""Terminal renderer of Keltis and New Paths: the whole board, the moves, nothing hidden and nothing too wide."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from wishstone import bots
from wishstone.bots.choice import GREEDY
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE, Game
from wishstone.game.match import Match
from wishstone.games import GAMES
from wishstone.terminal import PlayRequest
from wishstone.terminal.console import ConsoleIO
from wishstone.terminal.game_session import GameSession
from wishstone.terminal.input_parser import possible_readings
from wishstone.terminal.keltis.board import assign_letters, find_reachable_stones
from wishstone.terminal.keltis.rulebook import NEW_PATHS, RULEBOOK
from wishstone.terminal.keltis.words import VOCABULARY, WORDS
from wishstone.terminal.move_list import list_moves
from wishstone.terminal.renderer import Frame, GameRenderer, load_renderer
from wishstone.terminal.saved_games import AutoSave, SaveFolder
from wishstone.terminal.seating import make_seating

NAMES = ("keltis", "keltis-new-paths")
TABLES = [(name, seats) for name in NAMES for seats in (2, 4)]


@cache
def whole(name: str, seats: int) -> Match:
    """A game of greedy bots."""
    match, dealer, player = Match(GAMES.load(name), seats), stream(seats), stream(seats, who=1)
    while not match.is_over:
        match.let_happen(dealer)
        if not match.is_over:
            match.play(bots.decide(match.game, GREEDY, match.game.redealt(match.state, match.actor, player), player))
    return match


def decisions(name: str, seats: int, every: int) -> Iterator[Match]:
    """The match of bots as it stood at every so many decisions, and at its end."""
    played = whole(name, seats)
    match, number = Match(played.game, seats), 0
    for event in played.events:
        match.game.apply(match.state, event.move)
        match.events.append(event)
        if match.actor != CHANCE:
            number += 1
            if number % every == 0 or match.is_over:
                yield match


def make_session(match: Match, person: int, language: str, width: int, height: int) -> GameSession:
    seating = make_seating(PlayRequest(seat=person), match.seats, "You")
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True)
    autosave = AutoSave(SaveFolder(Path("/nowhere")), seating, language, "2026-03-01T12:00:00")
    return GameSession(ConsoleIO(console, lambda prompt: ""), match, autosave, stream(1), 1)


def make_frame(session: GameSession) -> Frame:
    game, state = session.match.game, session.match.state
    moves = list_moves(game, state, session.renderer.sort_key) if session.match.actor >= 0 else []
    view = game.view(state, session.seating.person)
    width, height = session.console.width, session.console.height
    return Frame(session.title, view, session.seating, session.translator, moves, width, height)


def drawn(renderer: GameRenderer, frame: Frame) -> list[Text]:
    lines = [line for section in renderer.draw_table(frame) for line in section] + renderer.draw_memory_aid(frame)
    return [*lines, *renderer.draw_moves(frame)] if frame.moves else lines


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_hidden_is_drawn(name: str, seats: int) -> None:
    fresh = stream(99)
    for match in decisions(name, seats, every=11):
        person = max(match.actor, 0)
        session = make_session(match, person, "en", 100, 40)
        true = [line.markup for line in drawn(session.renderer, make_frame(session))]
        match.state, kept = match.game.redealt(match.state, person, fresh), match.state
        assert [line.markup for line in drawn(session.renderer, make_frame(session))] == true
        match.state = kept


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_is_too_wide(name: str, seats: int) -> None:
    for match in decisions(name, seats, every=31):
        for width, height in ((50, 24), (80, 24), (100, 40)):
            for language in ("en", "de"):
                session = make_session(match, max(match.actor, 0), language, width, height)
                for line in drawn(session.renderer, make_frame(session)):
                    assert line.cell_len <= width, line.plain


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(80, 24), (100, 40)], ids=str)
def test_two_players_fit_the_terminal(name: str, size: tuple[int, int]) -> None:
    """With three lines of news and the asking line; a clover's many steps may need a little more."""
    for match in decisions(name, 2, every=5):
        if match.actor == 0:
            session = make_session(match, 0, "de", *size)
            frame = make_frame(session)
            lines = (
                sum(map(len, session.renderer.draw_table(frame))) + 3 + 1 + len(session.renderer.draw_moves(frame)) + 1
            )
            assert lines <= size[1] + (3 if frame.view["step"] == "lucky" else 1), frame.view["step"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_move_is_listed_with_its_number(name: str, language: str) -> None:
    for match in decisions(name, 2, every=7):
        if match.actor == 0:
            session = make_session(match, 0, language, 80, 24)
            frame = make_frame(session)
            shown = "\n".join(line.plain for line in session.renderer.draw_moves(frame)).split()
            assert [move.number for move in frame.moves if str(move.number) not in shown] == []
            for move in frame.moves:
                assert session.translator.say(session.renderer.describe_move(move)).plain


def test_the_board_shows_every_stone_and_which_moves_lead_there() -> None:
    for name in NAMES:
        for match in decisions(name, 2, every=9):
            if match.actor != 0:
                continue
            session = make_session(match, 0, "en", 120, 40)
            frame = make_frame(session)
            text = "\n".join(line.plain for line in session.renderer.draw_table(frame)[0])
            for stone, told in frame.view["stones"].items():
                assert stone.removeprefix(told["colour"]) in text
            marks = find_reachable_stones(frame)
            if frame.view["step"] in ("stepping", "lucky"):
                assert set(marks) == {move.touches["to"] for move in frame.moves if move.kind == "step"}
            for stone, numbers in marks.items():
                assert stone in frame.view["stones"]
                assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_bots_turn_is_told_in_one_line(name: str, seats: int) -> None:
    """Each turn begins with a card that is laid or discarded; only what ends the game is told apart."""
    match = whole(name, seats)
    session = make_session(match, 0, "de", 80, 24)
    session.story.update()
    verbs = [match.game.move_names[event.move].split()[0] for event in match.events if event.by > 0]
    told = [line for line in session.story.lines if line.seat > 0]
    ended = sum(line.sentence.key == "story-step-goal" for line in told)
    assert len(told) == sum(verb in ("lay", "discard") for verb in verbs) + ended
    whole_lines = [line.plain for line in session._say_lines(told)]
    assert any(" beginnt " in line and " zieht " in line for line in whole_lines)
    assert any(" legt " in line and line.endswith("zieht vom Stapel") for line in whole_lines)


def test_whoever_has_no_rows_is_shown_without_any() -> None:
    session = make_session(next(decisions("keltis", 2, every=1)), 0, "en", 80, 30)
    lines = [line.plain.rstrip() for line in session.renderer.draw_memory_aid(make_frame(session))]
    assert lines[-2:] == ["You –", "Maren –"]


def test_players_have_different_letters() -> None:
    match = Match(GAMES.load("keltis"), 4)
    session = make_session(match, 0, "en", 80, 24)
    seating = make_seating(PlayRequest(seat=0, name="Max"), 4, "You")
    letters = assign_letters(Frame("", {}, seating, session.translator, [], 80, 24))
    assert len(set(letters)) == 4
    assert letters[0] == "M"


def test_the_score_of_others_leaves_their_wish_stones_out() -> None:
    match = next(match for match in decisions("keltis-new-paths", 2, every=10) if not match.is_over)
    session = make_session(match, 0, "en", 80, 24)
    lines = [line.plain for line in session._draw_score()]
    wishes = next(line for line in lines if line.startswith("Wish stones"))
    assert wishes.split()[-1] == "?"


def test_the_rulebooks_have_every_rule_and_those_that_are_kept() -> None:
    assert set(RULEBOOK.contents.rules) == {f"K-{number}" for number in range(1, 22)}
    new = {id for id in NEW_PATHS.contents.rules if id.startswith("N-")}
    assert new == {f"N-{number}" for number in range(1, 25)}
    assert (NEW_PATHS.find("13"), NEW_PATHS.find("n13"), NEW_PATHS.find("K-15")) == ("N-13", "N-13", "K-15")
    assert RULEBOOK.find("N-13") is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lege rot 3", "lay red 3"),
        ("ziehe groß start red1", "step large start red1"),
        ("schritt klein 3c 4c", "step small 3c 4c"),
        ("stapel", "draw deck"),
        ("nimm grün", "draw green"),
        ("bleib", "stay"),
        ("behalte", "keep"),
    ],
)
def test_german_words_for_moves(typed: str, meant: str) -> None:
    assert possible_readings(typed, VOCABULARY["de"]) == [meant]


def test_every_sentence_is_there_in_both_languages() -> None:
    assert all(all(texts) for texts in WORDS.values())
    for name in NAMES:
        game: Game = GAMES.load(name)
        assert set(load_renderer(name).ITEMS) == set(game.table.sheet(game.data, [0] * 5)) - {"total"}
