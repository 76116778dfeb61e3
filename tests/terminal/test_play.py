"""Play in the terminal: whole games, every command, refused input, and every way to leave."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.cells import cell_len

from tests.terminal.driver import ScriptedTerminal, follow_hints
from wishstone import bots
from wishstone.bots.quick import QuickBot
from wishstone.bots.turn_time import decision_seconds
from wishstone.game import record_reader
from wishstone.game.chance import Generator
from wishstone.game.contract import Position
from wishstone.game.errors import UsageError
from wishstone.games import GAMES
from wishstone.terminal import PlayRequest, game_session
from wishstone.terminal.input_parser import COMMANDS


def request(language: str = "en", seats: int = 2, seat: int = 0, seed: int = 5) -> PlayRequest:
    return PlayRequest(game="keltis-card", seats=seats, seat=seat, seed=seed, first=seat, language=language, new=True)


def test_a_whole_game_by_typing_1_and_the_beginning_of_another(tmp_path: Path) -> None:
    def first_and_yes(terminal: ScriptedTerminal) -> str:
        if "[Y/n]" in terminal.last_output:
            return "y"
        if "[Y/n]" in terminal.text:
            raise EOFError
        return "1"

    terminal = ScriptedTerminal(tmp_path)
    assert terminal.play(first_and_yes) == 0
    assert "The game is over: " in terminal.text
    (record,) = (tmp_path / "finished").glob("keltis-card-*.jsonl")
    assert record.name in terminal.text.replace("\n", "")
    told = record_reader.read(record.read_bytes())
    match = record_reader.verify(told, told.load(GAMES))
    assert match is not None
    assert match.is_over
    assert told.players == ["You", "Maren"]
    you, maren = match.result().scores
    assert f"{'Total':<16}{you:>9}{maren:>9}".replace("-", "−") in terminal.text
    assert (f"You win with {you}." in terminal.text) == (you > maren)
    assert terminal.match().decisions < 3


def test_a_whole_game_by_hints(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path, width=60)
    assert terminal.play(follow_hints, request("de", seats=3, seat=1, seed=8)) == 0
    assert "Platz" in terminal.text
    assert not list(tmp_path.glob("*.jsonl"))
    for line in terminal.text.splitlines():
        assert cell_len(line) <= 60, line


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Maren gave no move that counts; greedy moved instead."),
        ("de", "Maren hat keinen gültigen Zug genannt; stattdessen zog greedy."),
    ],
)
def test_it_is_said_who_moved_for_a_bot_that_failed(tmp_path: Path, language: str, told: str) -> None:
    """Once, however many decisions its turn has."""
    terminal = ScriptedTerminal(tmp_path)
    wish = PlayRequest(game="keltis-card", seats=2, seed=5, first=0, language=language, new=True, bots=("run:false",))
    assert terminal.play(["1", "1"], wish) == 0
    assert terminal.text.count(told) == 1


def test_the_decisions_of_a_bot_s_turn_share_three_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked = SimpleNamespace(now=0.0), []

    class Slow(QuickBot):
        def choose(self, position: Position, rng: Generator, seconds: float | None = None) -> int:
            asked.append(seconds)
            clock.now += 1.0
            return super().choose(position, rng)

    monkeypatch.setattr(game_session, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(bots, "make", lambda name, game: Slow(game, "greedy"))
    ScriptedTerminal(tmp_path).play(["1", "1"], request())
    first = [decision_seconds(left) for left in (3.0, 2.0, 1.0)]
    assert asked[:2] == first[:2]
    assert set(asked) <= set(first)


ANSWERS = {
    "help": ("shows the table again", "zeigt den Tisch noch einmal"),
    "rules": ("KC-31", "KC-31"),
    "hint": ("Hint: ", "Tipp: "),
    "score": ("Total", "Summe"),
    "log": ("Nothing has happened yet.", "Noch ist nichts geschehen."),
    "cards": ("♣G Green", "♣Gr Grün"),
    "quit": ("wishstone play --resume", "wishstone play --resume"),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_in_both_languages(tmp_path: Path, command: str, language: str) -> None:
    for place, words in enumerate(COMMANDS[command]):
        for word in words:
            terminal = ScriptedTerminal(tmp_path / f"{place}{len(word)}{words.index(word)}")
            assert terminal.play([word], request(language)) == 0
            assert ANSWERS[command][("en", "de").index(language)] in terminal.output_after(1), word


def test_help_is_wrapped_beside_its_words(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path, width=48)
    terminal.play(["?"], request())
    lines = terminal.output_after(1).splitlines()
    assert "  lay red 3   or in words, shortened as you" in lines
    assert lines[lines.index("  lay red 3   or in words, shortened as you") + 1] == f"{'':14}like: l r 3, draw deck"
    assert all(line.startswith("  ") for line in lines[lines.index("Signs") + 1 : -2])


def test_one_rule(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    terminal.play(["rules KC-9", "rule 9", "regeln kc9", "KC-9", "rules KC-99"])
    for number in range(1, 5):
        assert terminal.output_after(number).startswith("KC-9 "), terminal.output_after(number)
        assert "KC-10" not in terminal.output_after(number)
    assert terminal.output_after(5).startswith("There is no rule KC-99")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("lay blue 11", "«lay blue 11» is no move of this game"),
        ("lay red 10", "KC-9"),
        ("draw deck", "KC-18"),
        ("stop", "KC-24"),
        ("dr b", "KC-18"),
        ("99", "There is no move 99 here; choose 1 to "),
        ("0", "There is no move 0 here; choose 1 to "),
        ("9" * 5000, "There is no move 999999 here"),
        ("nonsense " * 40, "is no move of this game"),
        ("\x1b[A", "«[A» is no move of this game"),
        ("log three", "After «log» comes how many lines"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_happens(tmp_path: Path, typed: str, said: str) -> None:
    terminal = ScriptedTerminal(tmp_path)
    terminal.play([typed, "log"])
    assert said in terminal.output_after(1).replace("\n", " ")
    assert "Nothing has happened yet." in terminal.output_after(2)
    assert terminal.match().decisions == 0


def test_of_one_move_no_range_is_named(tmp_path: Path) -> None:
    for language, said in (("en", "There is no move 9 here; 1 is the only one."), ("de", "der einzige ist 1.")):
        terminal = ScriptedTerminal(tmp_path / language)
        terminal.play(["1", "9"], request(language))  # after the first move, only the draw pile can be drawn from
        assert said in terminal.output_after(2)


def test_enter_alone_repeats_the_question(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    terminal.play(["", ""])
    assert terminal.text.count("Your turn.") == 3
    assert terminal.match().decisions == 0


GERMAN = {"blue": "blau", "green": "grün", "pink": "rosa", "red": "rot", "yellow": "gelb"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_moves_can_be_written(tmp_path: Path, language: str) -> None:
    dealt = ScriptedTerminal(tmp_path / "dealt")
    dealt.play([], request(language))
    names = [dealt.match().game.move_names[move] for move in dealt.match().game.legal(dealt.match().state)]
    name = next(name for name in names if name.startswith("lay"))
    _, colour, face = name.split()
    typed = f"l {colour[:2]} {face}" if language == "en" else f"lege {GERMAN[colour]} {face}"
    terminal = ScriptedTerminal(tmp_path / "played")
    terminal.play([typed, "stapel" if language == "de" else "dr de"], request(language))
    match = terminal.match()
    assert [match.game.move_names[event.move] for event in match.events if event.by == 0] == [name, "draw deck"]


def test_ending_the_input_saves(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    assert terminal.play(["1"]) == 0
    assert terminal.text.endswith("The game is saved. Go on with it: wishstone play --resume\n")
    assert terminal.match().decisions == 1


def test_an_interrupt_saves(tmp_path: Path) -> None:
    def interrupt(terminal: ScriptedTerminal) -> str:
        raise KeyboardInterrupt

    terminal = ScriptedTerminal(tmp_path)
    assert terminal.play(interrupt) == 130
    assert "The game is saved." in terminal.text
    assert terminal.match().decisions == 0


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    one, other = ScriptedTerminal(tmp_path / "a"), ScriptedTerminal(tmp_path / "b")
    for terminal in (one, other):
        terminal.play(["1"] * 6)
    assert one.text == other.text


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (PlayRequest(game="chess"), "game-unknown"),
        (PlayRequest(seats=9), "seats-wrong"),
        (PlayRequest(seats=0), "seats-wrong"),
        (PlayRequest(seat=2), "seat-wrong"),
        (PlayRequest(first=2), "first-wrong"),
        (PlayRequest(bots=("clever",)), "bot-unknown"),
        (PlayRequest(bots=("greedy", "greedy"), seats=2), "bots-count"),
        (PlayRequest(options={"end": "stones"}), "option-unknown"),
    ],
)
def test_what_was_asked_for_must_be_possible(tmp_path: Path, wrong: PlayRequest, code: str) -> None:
    with pytest.raises(UsageError) as refused:
        ScriptedTerminal(tmp_path).play([], wrong)
    assert refused.value.code == code


def test_bots_without_a_number_of_seats_bring_their_own(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    terminal.play([], PlayRequest(bots=("greedy", "random"), name="Maren", new=True, language="en"))
    assert "Fergus" in terminal.text
    assert "Orla" in terminal.text
    assert terminal.match().seats == 3


def test_a_name_cannot_break_the_table(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    terminal.play([], PlayRequest(name="[red]\x1b[2J\nAda {x} \x02" + "a" * 99, new=True, language="en"))
    assert "\x1b" not in terminal.text
    assert "[red][2J Ada {x} aa" in terminal.text


def test_without_anything_asked_for_the_first_game_is_played(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    assert terminal.play(["hilfe"], PlayRequest(language="de")) == 0
    assert "Keltis, das Kartenspiel: ein neues Spiel." in terminal.text
