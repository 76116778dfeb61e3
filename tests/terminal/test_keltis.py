"""Terminal renderer of Keltis and New Paths: the whole board, the moves, nothing hidden and nothing too wide."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tests.terminal.driver import draw_all, draw_moves, draw_table, make_kit, make_renderer, make_session
from wishstone import bots
from wishstone.bots.choice import GREEDY
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE
from wishstone.game.match import Match
from wishstone.games import GAMES
from wishstone.games.keltis.terminal.board import assign_letters, find_reachable_stones
from wishstone.games.keltis.terminal.words import WORDS
from wishstone.terminal.input_parser import possible_readings
from wishstone.terminal.lines import plain, width_of

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


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_hidden_is_drawn(name: str, seats: int) -> None:
    fresh = stream(99)
    for match in decisions(name, seats, every=11):
        person = max(match.actor, 0)
        session = make_session(match, person, "en", 100, 40)
        true = draw_all(session)
        match.state, kept = match.game.redealt(match.state, person, fresh), match.state
        assert draw_all(session) == true
        match.state = kept


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_is_too_wide(name: str, seats: int) -> None:
    for match in decisions(name, seats, every=31):
        for width, height in ((50, 24), (80, 24), (100, 40)):
            for language in ("en", "de"):
                session = make_session(match, max(match.actor, 0), language, width, height)
                for line in [*draw_table(session), *draw_moves(session)]:
                    assert width_of(line) <= width, plain(line)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(80, 24), (100, 40)], ids=str)
def test_two_players_fit_the_terminal(name: str, size: tuple[int, int]) -> None:
    """With three lines of news and the asking line; a clover's many steps may need a little more."""
    for match in decisions(name, 2, every=5):
        if match.actor == 0:
            session = make_session(match, 0, "de", *size)
            step = session._view()["step"]
            lines = len(draw_table(session)) + 3 + 1 + len(draw_moves(session)) + 1
            assert lines <= size[1] + (3 if step == "lucky" else 1), step


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_move_is_listed_with_its_number(name: str, language: str) -> None:
    for match in decisions(name, 2, every=7):
        if match.actor == 0:
            session = make_session(match, 0, language, 80, 24)
            moves = make_kit(session).moves
            shown = "\n".join(map(plain, draw_moves(session))).split()
            assert [move.number for move in moves if str(move.number) not in shown] == []
            for move in moves:
                assert session.translator.say(session.renderer.describe_move(move))


def test_the_board_shows_every_stone_and_which_moves_lead_there() -> None:
    for name in NAMES:
        for match in decisions(name, 2, every=9):
            if match.actor != 0:
                continue
            session = make_session(match, 0, "en", 120, 40)
            kit, view = make_kit(session), session._view()
            text = "\n".join(map(plain, session.renderer.draw_table(view, kit)[0]))
            for stone, told in view["stones"].items():
                assert stone.removeprefix(told["colour"]) in text
            marks = find_reachable_stones(kit)
            if view["step"] in ("stepping", "lucky"):
                assert set(marks) == {move.touches["to"] for move in kit.moves if move.kind == "step"}
            for stone, numbers in marks.items():
                assert stone in view["stones"]
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
    whole_lines = [plain(line) for line in session._say_lines(told)]
    assert any(" beginnt " in line and " zieht " in line for line in whole_lines)
    assert any(" legt " in line and line.endswith("zieht vom Stapel") for line in whole_lines)


def test_whoever_has_no_rows_is_shown_without_any() -> None:
    session = make_session(next(decisions("keltis", 2, every=1)), 0, "en", 80, 30)
    aid = session.renderer.draw_memory_aid(session._view(), make_kit(session))
    lines = [plain(line).rstrip() for line in aid]
    assert lines[-2:] == ["You –", "Maren –"]


def test_players_have_different_letters() -> None:
    letters = assign_letters(("Max", "Maren", "Fergus", "Mo"))
    assert len(set(letters)) == 4
    assert letters[0] == "M"


def test_the_score_of_others_leaves_their_wish_stones_out() -> None:
    match = next(match for match in decisions("keltis-new-paths", 2, every=10) if not match.is_over)
    session = make_session(match, 0, "en", 80, 24)
    lines = [plain(line) for line in session._draw_score()]
    wishes = next(line for line in lines if line.startswith("Wish stones"))
    assert wishes.split()[-1] == "?"


def test_the_rulebooks_have_every_rule_and_those_that_are_kept() -> None:
    base, new_paths = (make_renderer(name).rulebook for name in NAMES)
    assert base
    assert new_paths
    assert set(base.contents.rules) == {f"K-{number}" for number in range(1, 22)}
    new = {id for id in new_paths.contents.rules if id.startswith("N-")}
    assert new == {f"N-{number}" for number in range(1, 25)}
    assert (new_paths.find("13"), new_paths.find("n13"), new_paths.find("K-15")) == ("N-13", "N-13", "K-15")
    assert base.find("N-13") is None


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
    assert possible_readings(typed, make_renderer("keltis", "de").vocabulary) == [meant]


def test_every_sentence_is_there_in_both_languages() -> None:
    assert all(all(texts) for texts in WORDS.values())
