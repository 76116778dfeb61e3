"""Texts and input of the terminal: both languages, every key, every command, every rule."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.driver import make_renderer
from wishstone.game.chance import stream
from wishstone.game.errors import AmbiguousMove, MalformedMove
from wishstone.game.match import Match
from wishstone.games import GAMES
from wishstone.games.keltis_card.terminal import WORDS as CARD_WORDS
from wishstone.terminal import generic
from wishstone.terminal.input_parser import parse_command, parse_move, possible_readings
from wishstone.terminal.lines import arrange, cut, fit, flow, justify, make_line, plain, spread, stack, width_of, wrap
from wishstone.terminal.words import WORDS

RENDERER = make_renderer("keltis-card", "de")
GERMAN = RENDERER.vocabulary


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lege rot 3", "lay red 3"),
        ("Lege Rot 3", "lay red 3"),
        ("leg ro 3", "lay red 3"),
        ("lege rs 3", "lay pink 3"),
        ("wirf blau 3 ab", "discard blue 3"),
        ("lege blau 3 ab", "discard blue 3"),
        ("abwerfen gelb ende", "discard yellow end"),
        ("lege punkte 7 auf grün", "lay point 7 on green"),
        ("wunsch 3 blau 3 + rot 3", "wish 3 blue 3 + red 3"),
        ("wunsch 3 blau 3 und punktekarte 3", "wish 3 blue 3 + point 3"),
        ("ziehe stapel", "draw deck"),
        ("z st", "draw deck"),
        ("stapel", "draw deck"),
        ("nimm grün", "draw green"),
        ("halt", "stop"),
        ("lay red 3", "lay red 3"),
        ("draw deck", "draw deck"),
        ("discard blue end", "discard blue end"),
    ],
)
def test_german_words_for_moves(typed: str, meant: str) -> None:
    assert possible_readings(typed, GERMAN) == [meant]


def test_a_german_word_may_be_short_for_several() -> None:
    assert possible_readings("l g 3", GERMAN) == ["lay green 3", "lay yellow 3"]
    assert possible_readings("w r 3", GERMAN) == ["discard pink 3", "discard red 3", "wish pink 3", "wish red 3"]
    assert possible_readings("r " * 50, GERMAN) == ["r " * 50]


def dealt(*cards: str) -> Match:
    """Two players, the first of whom holds these cards and more."""
    match = Match(GAMES.load("keltis-card"), 2)
    for card in cards:
        match.play(f"deal 0 {card}")
    match.let_happen(stream(3))
    return match


def test_what_is_ambiguous_in_german_is_not_guessed() -> None:
    match = dealt("green 3", "yellow 3", "blue 8")
    moves = RENDERER.list_moves(match.state)

    def move(text: str) -> str:
        return match.game.move_names[parse_move(text, match.game, match.state, moves, GERMAN)]

    assert move("l ge 3") == "lay yellow 3"
    assert move("lege blau 8") == "lay blue 8"
    with pytest.raises(AmbiguousMove) as unclear:
        move("l g 3")
    assert unclear.value.text("de") == "«l g 3» kann lay green 3, lay yellow 3 heißen; schreib mehr davon"
    with pytest.raises(MalformedMove, match="«lege irgendwas»"):
        move("lege irgendwas")


def test_what_is_ambiguous_in_the_notation_is_not_guessed() -> None:
    match = dealt("point 3", "pink 3")
    moves = RENDERER.list_moves(match.state)
    with pytest.raises(AmbiguousMove, match="lay pink 3, lay point 3"):
        parse_move("l p 3", match.game, match.state, moves)


def test_moves_are_numbered_by_kind_and_card() -> None:
    match = dealt("yellow end", "yellow 2", "point 2", "blue 10")
    kinds = [move.kind for move in RENDERER.list_moves(match.state)]
    assert kinds == sorted(kinds, key=("lay", "discard", "wish").index)
    names = [move.name for move in RENDERER.list_moves(match.state) if move.kind == "lay"]
    assert names.index("lay yellow 2") < names.index("lay yellow end") < names.index("lay point 2")


def test_commands() -> None:
    assert parse_command("  LOG 10 ") == ("log", "10")
    assert parse_command("Regeln KC-9") == ("rules", "KC-9")
    assert parse_command("lay red 3") is None


@pytest.mark.parametrize("words", [WORDS, CARD_WORDS, generic.WORDS])
def test_both_languages_say_the_same_things(words: dict[str, tuple[str, str]]) -> None:
    for key, (english, german) in words.items():
        assert english.strip(), key
        assert german.strip(), key
        names = [set(re.findall(r"{(\w+)}", text)) for text in (english, german)]
        assert names[0] == names[1], key
        assert "!" not in english + german


def test_asking_lines_are_short() -> None:
    for key, texts in CARD_WORDS.items():
        if key.startswith("ask-"):
            assert max(map(len, texts)) <= 72, key


def test_the_rulebook_has_every_rule_in_both_languages() -> None:
    book = RENDERER.rulebook
    assert book
    ids = list(book.contents.rules)
    assert sorted(ids, key=lambda id: int(id[3:])) == [f"KC-{number}" for number in range(1, 32)]
    for language in ("en", "de"):
        for width in (40, 80):
            assert all(width_of(line) <= width for line in book.lines(language, width))


def test_layout() -> None:
    long, short = make_line("a long text"), make_line(("b", "red"))
    assert plain(fit(long, 6)) == "a lon…"
    assert plain(justify(long, short, 6)) == "a lo…b"
    assert [plain(line) for line in spread([short, short, short], 9)] == ["b   b   b"]
    assert [plain(line) for line in spread([long, short], 12)] == ["a long text ", "b           "]
    assert [plain(line) for line in arrange([[short], [short, long], [short]], 12, 5)] == [
        "b      b    ", "       a lo…", "b    ",
    ]  # fmt: skip
    assert [plain(line) for line in stack([[short], [], [long], [short]], 4)] == ["b", "a long text", "", "b"]
    assert [plain(line) for line in flow([short, long, short, short], 12, 1)] == ["b", " a long text", " b b"]


def test_styles_go_with_their_letters() -> None:
    line = make_line("one ", ("two", "red"), " three")
    assert cut(line, 2, 6) == [("e ", ""), ("tw", "red")]
    assert wrap(line, 8) == [[("one ", ""), ("two", "red")], [("three", "")]]
    assert fit(line, 6) == [("one ", ""), ("t…", "red")]
    assert make_line(line, style="quiet") == [("one ", "quiet"), ("two", "red"), (" three", "quiet")]


def test_importing_the_terminal_is_cheap_and_playing_needs_no_compiler(tmp_path: Path) -> None:
    program = """
import sys
import wishstone.terminal as terminal
assert not {"numpy", "rich", "numba", "wishstone.game"} & set(sys.modules)
status = terminal.play(terminal.PlayRequest(new=True, language="de"))
assert not {"numba", "typer"} & set(sys.modules)
sys.exit(status)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="karten\n1\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONPATH": ":".join(sys.path), "WISHSTONE_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "> karten\n" in done.stdout
    assert not any(line.endswith(" ") for line in done.stdout.splitlines() if line != "> ")


def test_a_poor_encoding_is_no_reason_to_stop(tmp_path: Path) -> None:
    program = "from wishstone.terminal import *; raise SystemExit(play(PlayRequest(new=True, language='en')))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="1\n",
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path), "WISHSTONE_DATA": str(tmp_path), "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your turn." in done.stdout
