"""Terminal renderer of the card game: nothing hidden, nothing too wide, and every colour with its sign."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tests.terminal.driver import play_bots
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE
from wishstone.game.match import Match
from wishstone.games import GAMES
from wishstone.terminal import PlayRequest
from wishstone.terminal.cards import BACK, END, LETTERS, PEBBLE, SIGNS, draw_row
from wishstone.terminal.console import ConsoleIO
from wishstone.terminal.game_session import GameSession
from wishstone.terminal.move_list import list_moves
from wishstone.terminal.renderer import RENDERERS, Frame, load_renderer
from wishstone.terminal.saved_games import AutoSave, SaveFolder
from wishstone.terminal.seating import make_seating
from wishstone.terminal.story import Story
from wishstone.terminal.translator import Translator

GAME = GAMES.load("keltis-card")
RENDERER = load_renderer("keltis-card")


def make_session(match: Match, person: int, language: str, width: int, height: int) -> GameSession:
    seating = make_seating(PlayRequest(seat=person), match.seats, "You")
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True)
    autosave = AutoSave(SaveFolder(Path("/nowhere")), seating, language, "2026-03-01T12:00:00")
    return GameSession(ConsoleIO(console, lambda prompt: ""), match, autosave, stream(1), 1)


def make_frame(session: GameSession) -> Frame:
    moves = list_moves(GAME, session.match.state, RENDERER.sort_key) if session.match.actor >= 0 else []
    width, height = session.console.width, session.console.height
    view = GAME.view(session.match.state, session.seating.person)
    return Frame(session.title, view, session.seating, session.translator, moves, width, height)


def drawn(session: GameSession) -> list[Text]:
    frame = make_frame(session)
    lines = [line for section in RENDERER.draw_table(frame) for line in section] + RENDERER.draw_memory_aid(frame)
    if session.match.actor == session.seating.person:
        lines += [session.translator.say(RENDERER.choose_prompt(frame)), *RENDERER.draw_moves(frame)]
        lines += [session.translator.say(RENDERER.describe_move(move)) for move in frame.moves]
    return lines


WHOLE = {seats: play_bots(seats, 40 + seats) for seats in (2, 3, 4)}


def decisions(seats: int, every: int = 1) -> Iterator[Match]:
    """The match of bots as it stood at every so many decisions, and at its end."""
    match, number = Match(GAME, seats), 0
    for event in WHOLE[seats].events:
        GAME.apply(match.state, event.move)
        match.events.append(event)
        if match.actor != CHANCE:
            number += 1
            if number % every == 0 or match.is_over:
                yield match


@pytest.mark.parametrize("seats", WHOLE)
def test_nothing_hidden_is_drawn(seats: int) -> None:
    """A position and the same dealt anew for the person look alike, down to the style of every cell."""
    fresh = stream(99)
    for match in decisions(seats, every=3):
        person = match.actor if not match.is_over else 0
        session = make_session(match, person, "en", 100, 40)
        true = drawn(session)
        match.state, kept = GAME.redealt(match.state, person, fresh), match.state
        assert [line.markup for line in drawn(session)] == [line.markup for line in true]
        match.state = kept


@pytest.mark.parametrize("seats", WHOLE)
def test_nothing_hidden_is_told(seats: int) -> None:
    """What comes off the draw pile for another seat is told alike, whatever it is."""
    state, hidden = GAME.start(seats), 0
    for event in WHOLE[seats].events:
        if event.by == CHANCE and int(state.turn) != 0:
            outcomes = [event.move, *(outcome for outcome, _ in GAME.chances(state)[::20])]
            assert len({str(GAME.table.story(state, GAME.data, outcome, 0)) for outcome in outcomes}) == 1
            hidden += 1
        GAME.apply(state, event.move)
    assert hidden > 8 * (seats - 1)


def test_what_the_bots_hold_is_never_in_the_story() -> None:
    """Every card of another seat that the story names has been shown to all by that very move."""
    match = WHOLE[2]
    story = Story(match, 0, RENDERER.MERGE_RULES)
    story.update()
    keys = {line.sentence.key for line in story.lines if line.seat == 1}
    assert keys <= {
        "story-lay", "story-begin", "story-end", "story-close", "story-lay-neutral", "story-lay-on", "story-discard",
        "story-wish", "story-draw", "story-draw-open", "story-stop",
    }  # fmt: skip
    own = [line.sentence.key for line in story.lines if line.seat == 0]
    assert "drawn-you" in own
    assert "story-draw-you" not in own


@pytest.mark.parametrize("seats", WHOLE)
def test_nothing_is_too_wide(seats: int) -> None:
    for match in decisions(seats, every=12):
        for width, height in ((40, 24), (60, 30), (80, 24), (80, 50), (120, 40)):
            for language in ("en", "de"):
                frame = make_frame(make_session(match, max(match.actor, 0), language, width, height))
                lines = [line for section in RENDERER.draw_table(frame) for line in section] + RENDERER.draw_memory_aid(
                    frame
                )
                lines += RENDERER.draw_moves(frame) if frame.moves else []
                for line in lines:
                    assert line.cell_len <= width, line.plain


def test_two_players_fit_a_small_terminal() -> None:
    """At 80 by 24 the whole question is seen, but for a hand full of pairs."""
    tall = asked = 0
    for match in decisions(2):
        if match.actor == 0:
            frame = make_frame(make_session(match, 0, "de", 80, 24))
            news_and_asking = 3 + 1
            lines = sum(map(len, RENDERER.draw_table(frame))) + news_and_asking + len(RENDERER.draw_moves(frame)) + 1
            asked += 1
            tall += lines > 24
    assert tall <= asked // 10


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_move_is_listed_with_its_number(language: str) -> None:
    for match in decisions(2, every=3):
        for height in (24, 40):
            if match.is_over:
                continue
            frame = make_frame(make_session(match, match.actor, language, 80, height))
            shown = "\n".join(line.plain for line in RENDERER.draw_moves(frame)).split()
            assert [str(move.number) for move in frame.moves if str(move.number) not in shown] == []


def test_signs_are_one_cell_wide_and_all_different() -> None:
    signs = [*SIGNS.values(), END, BACK, PEBBLE, "↑", "↓", "▸", "·", "×", "→", "−", "…"]
    assert [cell_len(sign) for sign in signs] == [1] * len(signs)
    assert len(set(signs)) == len(signs)
    for place in (0, 1):
        assert len({letters[place] for letters in LETTERS.values()}) == len(LETTERS)


def test_a_row_that_is_too_long_shows_its_end() -> None:
    assert draw_row("red", ["1", "2", "3", "4", "point 4", "end"], 99).plain == " 1 2 3 4 ◊4 π "
    assert draw_row("red", ["1", "2", "3", "4", "point 4", "end"], 9).plain == " … ◊4 π "
    assert draw_row("red", ["10"], 2).plain == " 10 "


def test_closed_piles_are_marked_for_whoever_draws() -> None:
    match = next(match for match in decisions(2) if match.actor == 0 and match.state.draws and match.state.closed)
    for person, marked in ((0, True), (1, False)):
        lines = RENDERER.draw_table(make_frame(make_session(match, person, "en", 80, 30)))[1]
        assert ("closed" in lines[0].plain) == marked


def test_every_renderer_belongs_to_a_game() -> None:
    assert set(RENDERERS) <= {about.id for about in GAMES}


def test_cards_in_sentences_carry_their_sign() -> None:
    translator = Translator("de", GAME.table.WORDS, GAME.table.TERMS, RENDERER.draw_term)
    said = translator.say("story-wish", "Maren", first="red 3", second="point 3", number=3)
    assert said.plain == "Maren legt @ Rot 3 und ◊ Punktekarte 3 weg und nimmt Wunschstein 3."
    assert [said.plain[span.start : span.end] for span in said.spans] == ["@ Rot 3", "◊ Punktekarte 3"]


@pytest.mark.parametrize(
    ("system", "red"), [("truecolor", "179;50;43"), ("256", "48;5;124"), ("standard", ";41m"), (None, "@ red 3")]
)
def test_colours_are_what_the_terminal_has(system: Literal["truecolor", "256", "standard"] | None, red: str) -> None:
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=system is not None, color_system=system)
    ConsoleIO(console, lambda prompt: "").show([RENDERER.draw_term("red 3", "en")])
    assert red in file.getvalue()
    assert ("\x1b" in file.getvalue()) == (system is not None)


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=True, color_system="truecolor")
    ConsoleIO(console, lambda prompt: "").show([RENDERER.draw_term("red 3", "en")])
    assert file.getvalue() == "@ red 3\n"
