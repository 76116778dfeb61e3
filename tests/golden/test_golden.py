"""Golden games: every record kept here replays to the end that it had when it was made."""

from __future__ import annotations

import hashlib
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from wishstone.cli import main
from wishstone.game.contract import CHANCE
from wishstone.game.match import Match
from wishstone.games import GAMES, load

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*/*.jsonl"))  # in a folder named by the game, and by the version of its rules if it is old

# Deliberately without wishstone.game.record: these records are read with nothing but json and hashlib.


def read(record: Path) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """A record as its header, events and footer."""
    header, *events, footer = (json.loads(line) for line in record.read_text(encoding="utf-8").splitlines())
    return header, events, footer


def possible(match: Match) -> dict[str, Any]:
    """What can happen next, as a record lists it."""
    game = match.game
    if match.actor == CHANCE:
        return {"chances": sorted([game.outcome_names[one], weight] for one, weight in game.chances(match.state))}
    return {"legal": sorted(game.move_names[move] for move in game.legal(match.state))}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.parent.name}/{record.stem}")
def test_a_golden_game_is_replayed_to_the_same_end(record: Path) -> None:
    header, events, footer = read(record)
    newest, old = header["game"], f"{header['game']}-{header['rules']}"
    assert header["format"] == "wishstone-record/1"
    assert record.parent.name == (newest if header["rules"] == load(newest).rules_version else old)
    game = load(header["game"], header["options"], "interpreted", header.get("data"), header["rules"])
    match = Match(game, header["seats"], header["first"])
    for number, event in enumerate(events):
        assert event["n"] == number
        for key in {"legal", "chances"} & set(event):
            assert {key: event[key]} == possible(match), f"event {number}"
        made = match.play(event["move"], by=CHANCE if event["by"] == "chance" else event["by"])
        names = game.outcome_names if made.by == CHANCE else game.move_names
        assert names[made.move] == event["move"], f"event {number} is written in full"
    result = match.result()
    assert match.is_over == ("end" in footer)
    assert result.end == footer.get("end", "")
    assert list(result.scores) == footer["scores"]
    assert list(result.places) == footer["places"]
    assert list(result.sheets) == footer["sheet"]
    if "cut_off" in footer:
        assert match.decisions == footer["cut_off"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.parent.name}/{record.stem}")
def test_a_golden_game_is_kept_byte_for_byte(record: Path) -> None:
    before, last = record.read_bytes().rsplit(b"\n", 2)[:2]
    assert record.read_bytes().endswith(b"}\n")
    footer = json.loads(last)
    assert list(footer)[-1] == "digest"
    assert footer["digest"] == hashlib.sha256(before + b"\n").hexdigest()


def test_every_version_of_a_game_has_a_golden_game_for_every_number_of_seats() -> None:
    kept = {(header["game"], header["rules"], header["seats"]) for header, _, _ in map(read, RECORDS)}
    wanted = {
        (about.id, version, seats)
        for about in GAMES
        for version in about.rules_versions
        for seats in range(about.seats[0], about.seats[1] + 1)
    }
    assert wanted - kept == set()


def test_every_value_of_an_option_has_a_golden_game() -> None:
    kept = {(header["game"], *each) for header, _, _ in map(read, RECORDS) for each in header["options"].items()}
    wanted = {(about.id, each.name, value) for about in GAMES for each in about.options for value in each.values[1:]}
    assert wanted - kept == set()


# How the recorded ones were made, when the rules in force were those of their folder: the same command must give the
# same bytes for ever.
RECORDED = {
    ("keltis", "greedy-2"): "--seats 2 --bots greedy,random --seed 3 --legal",
    ("keltis", "greedy-3"): "--seats 3 --bots greedy,random,random --seed 7",
    ("keltis", "greedy-4"): "--seats 4 --bots greedy --seed 2",
    ("keltis", "random-2"): "--seats 2 --bots random --seed 1",
    ("keltis", "random-3"): "--seats 3 --bots random --seed 4",
    ("keltis", "random-4"): "--seats 4 --bots random --seed 8 --legal",
    ("keltis-new-paths", "greedy-2"): "--seats 2 --bots greedy,random --seed 3 --legal",
    ("keltis-new-paths", "greedy-3"): "--seats 3 --bots greedy,random,random --seed 7",
    ("keltis-new-paths", "greedy-4"): "--seats 4 --bots greedy --seed 2",
    ("keltis-new-paths", "random-2"): "--seats 2 --bots random --seed 1",
    ("keltis-new-paths", "random-3"): "--seats 3 --bots random --seed 4",
    ("keltis-new-paths", "random-4"): "--seats 4 --bots random --seed 8 --legal",
    ("keltis-new-paths", "open-2"): "--seats 2 --bots greedy --seed 5 --option open_wish_stones=true",
    ("keltis-new-paths", "open-3"): "--seats 3 --bots greedy,random,greedy --seed 6 --option open_wish_stones=true",
    ("keltis-new-paths", "open-4"): "--seats 4 --bots random --seed 7 --option open_wish_stones=true",
    ("keltis-card", "greedy-2"): "--seats 2 --bots greedy,random --seed 3 --legal",
    ("keltis-card", "greedy-3"): "--seats 3 --bots greedy,random,random --seed 7",
    ("keltis-card", "greedy-4"): "--seats 4 --bots greedy --seed 2",
    ("keltis-card", "random-2"): "--seats 2 --bots random --seed 1",
    ("keltis-card", "random-3"): "--seats 3 --bots random --seed 4",
    ("keltis-card", "random-4"): "--seats 4 --bots random --seed 8 --legal",
    ("keltis-dice", "greedy-2"): "--seats 2 --bots greedy,random --seed 3 --legal",
    ("keltis-dice", "greedy-3"): "--seats 3 --bots greedy,random,random --seed 7",
    ("keltis-dice", "greedy-4"): "--seats 4 --bots greedy --seed 2",
    ("keltis-dice", "random-2"): "--seats 2 --bots random --seed 1",
    ("keltis-dice", "random-3"): "--seats 3 --bots random --seed 4",
    ("keltis-dice", "random-4"): "--seats 4 --bots random --seed 8 --legal",
    ("keltis-dice", "stones-2"): "--seats 2 --bots greedy --seed 5 --option end=stones",
    ("keltis-dice", "stones-3"): "--seats 3 --bots random --seed 6 --option end=stones",
    ("keltis-dice", "stones-4"): "--seats 4 --bots greedy,random,greedy,random --seed 9 --option end=stones",
    ("quartz-dice", "greedy-3"): "--seats 3 --bots greedy,random,random --seed 1 --legal",
    ("quartz-dice", "greedy-4"): "--seats 4 --bots greedy --seed 2",
    ("quartz-dice", "greedy-5"): "--seats 5 --bots greedy,greedy,random,random,random --seed 3",
    ("quartz-dice", "greedy-6"): "--seats 6 --bots greedy --seed 4",
    ("quartz-dice", "random-3"): "--seats 3 --bots random --seed 5",
    ("quartz-dice", "random-4"): "--seats 4 --bots random --seed 6",
    ("quartz-dice", "random-5"): "--seats 5 --bots random --seed 7",
    ("quartz-dice", "random-6"): "--seats 6 --bots random --seed 8",
    ("quartz-dice", "per-die-3"): "--seats 3 --bots greedy --seed 9 --option jackhammer=per-die",
    ("quartz-dice", "per-die-4"): "--seats 4 --bots random --seed 10 --option jackhammer=per-die",
    ("quartz-dice", "per-die-5"): "--seats 5 --bots random --seed 11 --option jackhammer=per-die",
    ("quartz-dice", "per-die-6"): "--seats 6 --bots greedy --seed 12 --option jackhammer=per-die",
}
OLD = {"keltis-new-paths-1": ("keltis-new-paths", 1)}  # by folder: the game and the version of its rules
RECORDED |= {(old, name): line for old in OLD for (game, name), line in RECORDED.items() if game == OLD[old][0]}


@pytest.mark.parametrize(("game", "name"), RECORDED, ids=["/".join(each) for each in RECORDED])
def test_the_same_seed_gives_the_same_record(
    game: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, version = OLD.get(game, (game, None))
    monkeypatch.setattr(GAMES, "load", partial(GAMES.load, rules_version=version))
    command = ["record", id, *RECORDED[game, name].split(), "-o", str(tmp_path / name)]
    monkeypatch.setattr(sys, "argv", ["wishstone", *command])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 0
    assert (tmp_path / name).read_bytes() == (HERE / game / f"{name}.jsonl").read_bytes()
