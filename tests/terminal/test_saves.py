"""Saved games: what is kept, how it is resumed, and what is said when it cannot be."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path

import pytest

from tests.terminal.driver import ScriptedTerminal, always_first, play_bots
from wishstone.game import record, record_reader
from wishstone.games import GAMES
from wishstone.terminal import PlayRequest
from wishstone.terminal.saved_games import SaveFolder, data_folder, load_game

RESUME = PlayRequest(resume=True)
GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    before = ScriptedTerminal(tmp_path)
    before.play([*"1111111", "log", "quit"])
    position, log = before.match().state.tobytes(), before.output_after(8)
    after = ScriptedTerminal(tmp_path)
    after.play(["log"], RESUME)
    assert after.match().state.tobytes() == position
    assert after.output_after(1) == log
    assert "The game goes on where you left it." in after.text
    seated, saved = before.client, load_game(after.saved_path())
    assert seated is not None
    assert seated.session is not None
    assert saved.seating == seated.session.seating


def test_chance_is_fresh_after_a_pause(tmp_path: Path) -> None:
    drawn = set()
    ScriptedTerminal(tmp_path).play(["1"])
    kept = ScriptedTerminal(tmp_path).saved_path().read_bytes()
    for _ in range(5):
        ScriptedTerminal(tmp_path).saved_path().write_bytes(kept)
        terminal = ScriptedTerminal(tmp_path)
        terminal.play(["1"], RESUME)
        drawn.add(terminal.match().events[18].move)
    assert len(drawn) > 1


def test_a_saved_game_speaks_the_language_it_was_begun_in(tmp_path: Path) -> None:
    ScriptedTerminal(tmp_path).play([], PlayRequest(language="de", new=True))
    terminal = ScriptedTerminal(tmp_path)
    terminal.play([], RESUME)
    assert "Das Spiel geht weiter" in terminal.text


@pytest.mark.parametrize(
    ("answer", "games", "said"), [("y", 1, "goes on"), ("", 1, "goes on"), ("what\nn", 2, "a new game")]
)
def test_a_saved_game_is_offered(tmp_path: Path, answer: str, games: int, said: str) -> None:
    ScriptedTerminal(tmp_path).play(["1"])
    terminal = ScriptedTerminal(tmp_path)
    terminal.play(answer.split("\n"), PlayRequest(language="en"))
    assert "against Maren is not finished" in terminal.text.replace("\n", " ")
    assert said in terminal.text
    assert len(list(tmp_path.glob("*.jsonl"))) == games


def test_the_newest_game_is_offered(tmp_path: Path) -> None:
    for name in ("Ada", "Bea"):
        ScriptedTerminal(tmp_path).play([], PlayRequest(name=name, new=True))
    terminal = ScriptedTerminal(tmp_path)
    terminal.play([], RESUME)
    assert "Bea" in terminal.text
    assert "Ada" not in terminal.text


def test_leaving_at_the_question_leaves_everything(tmp_path: Path) -> None:
    ScriptedTerminal(tmp_path).play(["1"])
    kept = ScriptedTerminal(tmp_path).saved_path().read_bytes()
    terminal = ScriptedTerminal(tmp_path)
    assert terminal.play([], PlayRequest(language="en")) == 0
    assert "saved" not in terminal.text
    assert terminal.saved_path().read_bytes() == kept


def test_without_a_saved_game_a_new_one_begins(tmp_path: Path) -> None:
    terminal = ScriptedTerminal(tmp_path)
    terminal.play([], PlayRequest(resume=True, language="en"))
    assert "There is no saved game; this is a new one." in terminal.text
    assert "Your turn." in terminal.text


def broken_contents(whole: bytes) -> dict[str, bytes]:
    header, *events = whole.splitlines(keepends=True)
    told = json.loads(header)
    return {
        "empty": b"",
        "cut off": whole[:-9],
        "not ours": b"hello\n",
        "not text": b"\xff\n",
        "illegal": whole.replace(b'"move":"deal 0 ', b'"move":"deal 1 ', 1),
        "nobody": "".join(record.compact(told | {"person": None}) + "\n").encode() + b"".join(events),
        "two persons": (record.compact(told | {"bots": ["", ""]}) + "\n").encode() + b"".join(events),
        "another game": header.replace(b"keltis-card", b"chess") + b"".join(events),
        "seen": (record.compact(told | {"seen_by": 0}) + "\n").encode() + b"".join(events),
    }


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "how",
    [
        "empty",
        "cut off",
        "not ours",
        "not text",
        "illegal",
        "nobody",
        "two persons",
        "another game",
        "seen",
        "a folder",
    ],
)
def test_a_broken_save_is_told_of_and_left_alone(tmp_path: Path, how: str, language: str) -> None:
    ScriptedTerminal(tmp_path).play(["1"])
    path = ScriptedTerminal(tmp_path).saved_path()
    if how == "a folder":
        path.unlink()
        path.mkdir()
    else:
        path.write_bytes(broken_contents(path.read_bytes())[how])
    kept = path.read_bytes() if path.is_file() else None
    refused = ScriptedTerminal(tmp_path, width=200)
    assert refused.play(["n"], PlayRequest(language=language)) == 0
    assert str(path) in refused.text
    assert {"en": "Begin a new game?", "de": "Ein neues Spiel beginnen?"}[language] in refused.text
    accepted = ScriptedTerminal(tmp_path)
    assert accepted.play(["y", "1"], PlayRequest(language=language, resume=True)) == 0
    assert len(list(tmp_path.glob("*.jsonl"))) == 2
    assert (path.read_bytes() if path.is_file() else None) == kept


def test_a_whole_game_behind_a_broken_one_is_found(tmp_path: Path) -> None:
    ScriptedTerminal(tmp_path).play(["1"])
    (tmp_path / "keltis-card-9999.jsonl").write_text("broken\n")
    terminal = ScriptedTerminal(tmp_path)
    terminal.play([], PlayRequest(resume=True, language="en"))
    assert "cannot be read and was left as it is" in terminal.text
    assert "The game goes on where you left it." in terminal.text


def test_a_game_that_had_ended_unseen_is_finished(tmp_path: Path) -> None:
    match, extra = play_bots(2, 42), {"person": 0, "bots": ["", "greedy"], "language": "en", "date": "2026-03-01"}
    name = "keltis-card-2026-03-01-120000.jsonl"
    (tmp_path / name).write_text(record.write(match, ["You", "Maren"], extra=extra), encoding="utf-8")
    terminal = ScriptedTerminal(tmp_path)
    assert terminal.play(["n"], RESUME) == 0
    assert "The game is over" in terminal.text
    assert not list(tmp_path.glob("*.jsonl"))
    finished = record.write(match, ["You", "Maren"], extra=extra, result=match.result())
    assert (tmp_path / "finished" / name).read_text(encoding="utf-8") == finished


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("in the way")
    terminal = ScriptedTerminal(place)
    assert terminal.play(["1", "1", "1"], PlayRequest(new=True, language="en")) == 0
    assert terminal.text.count("This game cannot be saved (") == 1
    assert terminal.text.endswith("This game could not be saved.\n")


def test_a_game_without_a_place_can_be_finished(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("in the way")
    terminal = ScriptedTerminal(place)
    assert terminal.play(always_first) == 0
    assert "The game is over" in terminal.text
    assert "The record of this game" not in terminal.text


def test_what_was_kept_stays_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = SaveFolder(tmp_path)
    path = saves.new_path("keltis-card", datetime(2026, 3, 1))
    saves.save(path, "old")

    def fail(self: Path, target: Path) -> None:
        raise OSError("no room")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="no room"):
        saves.save(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_names_are_never_used_twice(tmp_path: Path) -> None:
    saves, now = SaveFolder(tmp_path), datetime(2026, 3, 1, 12, 30)
    first = saves.new_path("keltis-card", now)
    saves.save(first, "")
    saves.finish(saves.new_path("keltis-card", now), "")
    assert first.name == "keltis-card-2026-03-01-123000.jsonl"
    assert saves.new_path("keltis-card", now).name == "keltis-card-2026-03-01-123000-3.jsonl"


@pytest.mark.parametrize(
    ("platform", "variables", "place"),
    [
        ("linux", {"WISHSTONE_DATA": "/named"}, "/named"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/wishstone"),
        ("linux", {}, "/home/ada/.local/share/wishstone"),
        ("darwin", {}, "/home/ada/Library/Application Support/wishstone"),
        ("win32", {}, "/home/ada/AppData/Local/wishstone"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/wishstone"),
    ],
)
def test_where_games_are_kept(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], place: str
) -> None:
    for name in ("WISHSTONE_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    assert data_folder() == Path(place)


def test_a_saved_game_of_an_older_version_is_played_to_its_end_under_it(tmp_path: Path) -> None:
    """New Paths as it was saved under version 1 of its rules, whose board has other worths."""
    old = GOLDEN / "keltis-new-paths-1" / "greedy-2.jsonl"
    header, *events = old.read_text(encoding="utf-8").splitlines()
    who = {"players": ["Ann", "Maren"], "person": 0, "bots": ["", "novice"], "date": "2026-11-15T20:00:00"}
    saved = tmp_path / "keltis-new-paths-2026-11-15-200000.jsonl"
    saved.write_text("\n".join([record.compact(json.loads(header) | who), *events[:120], ""]), encoding="utf-8")
    terminal = ScriptedTerminal(tmp_path)
    terminal.play(always_first, RESUME)
    (finished,) = (tmp_path / "finished").iterdir()
    told = record_reader.read(finished.read_bytes())
    game = told.load(GAMES)
    assert (told.header["rules"], game.rules_version) == (1, 1)
    assert any(line.startswith(" +8 ") for line in terminal.text.splitlines()), "what the sixth rank is worth"
    match = record_reader.verify(told, game)
    assert match is not None
    assert match.is_over
    assert [line.move for line in told.lines[:120]] == [json.loads(event)["move"] for event in events[:120]]
