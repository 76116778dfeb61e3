"""Terminal renderer of the card game: nothing hidden, nothing too wide, and every colour with its sign."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.terminal.driver import draw_all, draw_moves, draw_table, make_kit, make_renderer, make_session, play_bots
from wishstone.game.chance import stream
from wishstone.game.contract import CHANCE
from wishstone.game.match import Match
from wishstone.games import GAMES
from wishstone.games.keltis_card.terminal import END
from wishstone.terminal.console import ConsoleIO
from wishstone.terminal.lines import plain, width_of
from wishstone.terminal.story import Story
from wishstone.terminal.suits import BACK, PEBBLE

GAME = GAMES.load("keltis-card")
RENDERER = make_renderer("keltis-card")


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
        true = draw_all(session)
        match.state, kept = GAME.redealt(match.state, person, fresh), match.state
        assert draw_all(session) == true
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
    story = Story(match, 0, RENDERER.merge_rules)
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
                session = make_session(match, max(match.actor, 0), language, width, height)
                aid = session.renderer.draw_memory_aid(session._view(), make_kit(session))
                for line in [*draw_table(session), *aid, *draw_moves(session)]:
                    assert width_of(line) <= width, plain(line)


def test_two_players_fit_a_small_terminal() -> None:
    """At 80 by 24 the whole question is seen, but for a hand full of pairs."""
    tall = asked = 0
    for match in decisions(2):
        if match.actor == 0:
            session = make_session(match, 0, "de", 80, 24)
            news_and_asking = 3 + 1
            lines = len(draw_table(session)) + news_and_asking + len(draw_moves(session)) + 1
            asked += 1
            tall += lines > 24
    assert tall <= asked // 10


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_move_is_listed_with_its_number(language: str) -> None:
    for match in decisions(2, every=3):
        for height in (24, 40):
            if match.is_over:
                continue
            session = make_session(match, match.actor, language, 80, height)
            shown = "\n".join(map(plain, draw_moves(session))).split()
            assert [move.number for move in make_kit(session).moves if str(move.number) not in shown] == []


def test_signs_are_one_cell_wide_and_all_different() -> None:
    signs = [*(suit[0] for suit in RENDERER.suits.table.values()), END, BACK, PEBBLE]
    signs += ["↑", "↓", "▸", "·", "×", "→", "−", "…"]
    assert [cell_len(sign) for sign in signs] == [1] * len(signs)
    assert len(set(signs)) == len(signs)
    for place in (1, 2):
        assert len({suit[place] for suit in RENDERER.suits.table.values()}) == 6


def test_a_row_that_is_too_long_shows_its_end() -> None:
    row = RENDERER.suits.row
    assert plain(row("red", ["1", "2", "3", "4", "point 4", "end"], 99)) == " 1 2 3 4 ◊4 π "
    assert plain(row("red", ["1", "2", "3", "4", "point 4", "end"], 9)) == " … ◊4 π "
    assert plain(row("red", ["10"], 2)) == " 10 "


def test_closed_piles_are_marked_for_whoever_draws() -> None:
    match = next(match for match in decisions(2) if match.actor == 0 and match.state.draws and match.state.closed)
    for person, marked in ((0, True), (1, False)):
        session = make_session(match, person, "en", 80, 30)
        piles = session.renderer.draw_table(session._view(), make_kit(session))[1]
        assert ("closed" in plain(piles[0])) == marked


def test_cards_in_sentences_carry_their_sign() -> None:
    translator = make_renderer("keltis-card", "de").translator
    said = translator.say("story-wish", "Maren", first="red 3", second="point 3", number=3)
    assert plain(said) == "Maren legt @ Rot 3 und ◊ Punktekarte 3 weg und nimmt Wunschstein 3."
    assert [span for span in said if span[1]] == [("@ Rot 3", "red"), ("◊ Punktekarte 3", "paper")]


@pytest.mark.parametrize(
    ("system", "red"), [("truecolor", "179;50;43"), ("256", "48;5;124"), ("standard", ";41m"), (None, "@ red 3")]
)
def test_colours_are_what_the_terminal_has(system: Literal["truecolor", "256", "standard"] | None, red: str) -> None:
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=system is not None, color_system=system)
    ConsoleIO(console, lambda prompt: "").show([RENDERER.draw_term("red 3")])
    assert red in file.getvalue()
    assert ("\x1b" in file.getvalue()) == (system is not None)


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=True, color_system="truecolor")
    ConsoleIO(console, lambda prompt: "").show([RENDERER.draw_term("red 3")])
    assert file.getvalue() == "@ red 3\n"
