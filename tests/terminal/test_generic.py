"""Generic picture: a game without one of its own is drawn, told and played through all the same."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console

from tests.terminal.driver import (
    ScriptedTerminal,
    draw_all,
    draw_moves,
    draw_table,
    make_kit,
    make_renderer,
    make_session,
)
from wishstone import bots
from wishstone.bots.choice import RANDOM
from wishstone.game.chance import stream
from wishstone.game.match import Match
from wishstone.game.package import GamePackage
from wishstone.game.registry import load_package
from wishstone.games import EVERY
from wishstone.terminal import PlayRequest
from wishstone.terminal.console import PLAIN_SIGNS, ConsoleIO
from wishstone.terminal.input_parser import parse_move
from wishstone.terminal.lines import plain, width_of

NAMES = [about.id for about in EVERY]


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no game had a picture of its own."""
    monkeypatch.setattr("wishstone.terminal.renderer.PART", "no_such_part")


def positions(name: str, every: int) -> Iterator[Match]:
    """A match of random bots as it stands at every so many decisions, and at its end."""
    game = EVERY.load(name)
    match, dealer, player = Match(game, game.about.seats[0]), stream(7), stream(7, 0, 1)
    number = 0
    match.let_happen(dealer)
    while not match.is_over:
        if number % every == 0:
            yield match
        number += 1
        match.play(bots.decide(game, RANDOM, match.state, player))
        match.let_happen(dealer)
    yield match


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_drawn_by_what_a_seat_may_know(name: str) -> None:
    fresh = stream(99)
    for match in positions(name, every=23):
        person = max(match.actor, 0)
        for width, language in ((60, "de"), (80, "en")):
            session = make_session(match, person, language, width, 24)
            shown, moves = draw_all(session), draw_moves(session)
            for line in [*draw_table(session), *moves]:
                assert width_of(line) <= width, plain(line)
            numbers = "\n".join(map(plain, moves)).split()
            assert [move.number for move in make_kit(session).moves if str(move.number) not in numbers] == []
            match.state, kept = match.game.redealt(match.state, person, fresh), match.state
            assert draw_all(session) == shown
            match.state = kept


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize(("name", "language"), [("miniature", "de"), ("keltis-card", "en")])
def test_a_whole_game(name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("client", "saved_games"):
        monkeypatch.setattr(f"wishstone.terminal.{module}.GAMES", EVERY)
    typed = iter(("?", "cards", "score", "rules", "log"))

    def script(terminal: ScriptedTerminal) -> str:
        return "n" if "/n]" in terminal.last_output else next(typed, "1")

    terminal = ScriptedTerminal(tmp_path, width=60)
    request = PlayRequest(game=name, bots=("greedy",), seed=5, first=0, language=language, new=True)
    assert terminal.play(script, request) == 0
    assert ("The game is over: " if language == "en" else "Das Spiel ist aus: ") in terminal.text
    assert max(map(len, terminal.text.splitlines())) <= 60


def test_a_card_lies_on_its_colour_and_a_verb_is_said_in_the_language_of_the_reader() -> None:
    match = Match(EVERY.load("miniature"), 2)
    for event in ("deal 0 blue 2", "deal 1 blue 1", "card green 2"):
        match.play(event)
    session = make_session(match, 0, "de", 80, 24)
    moves = draw_moves(session)
    assert [plain(line).split()[0] for line in moves] == ["abwerfen", "1", "legen", "3", "4"]
    assert plain(moves[3]).rstrip() == "  3  ≈ Blau 2  ≈Bl 0 → −1, Kleeblätter 0 → 3"
    assert ("≈ Blau 2", "blue") in moves[1]
    assert any(("≈ Blau 2", "blue") in line for line in draw_table(session))
    said = [plain(session.translator.say(session.renderer.describe_move(move))) for move in make_kit(session).moves]
    assert said == ["abwerfen ≈ Blau 2", "abwerfen ♣ Grün 2", "legen ≈ Blau 2", "legen ♣ Grün 2"]
    typed = parse_move("leg gr 2", match.game, match.state, (), session.renderer.vocabulary)
    assert match.game.move_names[typed] == "lay green 2"


def test_too_much_news_is_cut_to_the_latest() -> None:
    match = Match(EVERY.load("miniature"), 2)
    match.let_happen(stream(1))
    session = make_session(match, 0, "en", 80, 12)
    session.story.update()
    session.story.lines *= 5
    news = [plain(line) for line in session._draw_news(room=0)]
    assert news[0] == "… and 12 lines before; «log» shows them."
    assert len(news) == 4
    assert len(session._draw_news()) == 15


def shown_in(text: str, fence: str) -> str:
    """What stands in the first block of a page that begins like this."""
    return text.partition(fence)[2].partition("```")[0]


def test_the_picture_in_the_docs_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    text = (root / "docs" / "pictures.md").read_text(encoding="utf-8")
    folder = tmp_path / "cairns_of_the_docs"
    folder.mkdir()
    for file in (root / "examples" / "cairns" / "src" / "wishstone_cairns").glob("*.py"):
        source = file.read_text(encoding="utf-8").replace("wishstone_cairns", folder.name)
        (folder / file.name).write_text(source, encoding="utf-8")
    picture = shown_in(text, '```python title="terminal.py"\n')
    (folder / "terminal.py").write_text(picture, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    match = Match(load_package(GamePackage(import_module(folder.name).ABOUT, folder.name)), 2)
    for seat, hand in enumerate(("9567", "8467")):
        for weight in hand:
            match.play(f"deal {seat} {weight}")
    for event in ("set 9 brook", "draw 1", "set 8 brook", "draw 1", "set 5 summit", "draw 3", "set 6 brook", "draw 2"):
        match.play(event)
    drawn = [plain(line).rstrip() for line in draw_table(make_session(match, 1, "en", 60, 24))]
    assert drawn == shown_in(text, "```text\n").splitlines()


def broken(**parts: object) -> ModuleType:
    module = ModuleType("broken")
    vars(module).update(parts)
    return module


@pytest.mark.usefixtures("breaks_a_picture")
@pytest.mark.parametrize(
    ("part", "drawn"),
    [
        ("draw_table", lambda view, kit: view["nothing"]),
        ("draw_table", lambda view, kit: "no sections"),
        ("draw_moves", lambda view, kit: [[("a text", "a style", "and more")]]),
        ("describe_move", lambda move, kit: "no sentence"),
        ("sort_key", lambda name: ()),
    ],
)
def test_a_picture_that_fails_gives_way_to_the_generic_one(
    part: str, drawn: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = broken(**{part: drawn})
    monkeypatch.setattr("wishstone.terminal.renderer.module_of", lambda folder, part: picture)
    session = make_session(next(positions("keltis-card", 1)), 0, "en", 80, 24)
    if part == "describe_move":
        draw_all(session)
    text = "\n".join(plain(line) for line in session._draw_question(session.renderer.list_moves(session.match.state)))
    assert session.renderer.failure
    assert f"The picture of this game does not work ({session.renderer.failure}); this is a plain one." in text
    assert "Your turn. What do you do?" in text


@pytest.mark.usefixtures("breaks_a_picture")
def test_a_picture_that_cannot_be_imported_gives_way_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: str, part: str) -> ModuleType:
        raise SyntaxError("invalid syntax")

    monkeypatch.setattr("wishstone.terminal.renderer.module_of", fail)
    renderer = make_renderer("keltis-dice")
    assert renderer.failure == "SyntaxError: invalid syntax"
    assert plain(renderer.draw_item("rows.blue")) == "≈B blue"


@pytest.mark.parametrize("name", NAMES)
def test_plain_signs_are_one_cell_and_tell_suits_apart(name: str) -> None:
    renderer = make_renderer(name)
    plain_signs = {**PLAIN_SIGNS, **renderer.plain_signs}
    assert {len(sign) for pair in plain_signs.items() for sign in pair} == {1}
    assert all(sign.isascii() for sign in plain_signs.values())
    shown = [plain_signs.get(suit[0], suit[0]) + suit[1] for suit in renderer.suits.table.values()]
    assert len(set(shown)) == len(shown)
    assert not any(sign[0].isdigit() for sign in shown)


@pytest.mark.parametrize(("encoding", "shown"), [("utf-8", "♣ green 3 ◊ −4\n"), ("ascii", "% green 3 p -4\n")])
def test_signs_have_plain_ones_beside_them(encoding: str, shown: str) -> None:
    written = io.BytesIO()
    out = io.TextIOWrapper(written, encoding)
    console = ConsoleIO(Console(file=out, width=80), lambda prompt: "")
    renderer = make_renderer("keltis-card")
    console.add_signs(renderer.styles, renderer.plain_signs)
    console.show([[*renderer.draw_term("green 3"), (" ◊ −4", "")]])
    out.flush()
    assert written.getvalue().decode(encoding) == shown
