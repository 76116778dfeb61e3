"""Game records: written as the format says, read back, verified, and refused after any change."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from wishstone.game.contract import CHANCE, ONLOOKER
from wishstone.game.errors import RecordError
from wishstone.game.match import Match
from wishstone.game.record import write
from wishstone.game.record_reader import ParsedRecord, read, replay, verify
from wishstone.games import GAMES, load
from wishstone.lab.simulate import Player

Lines = list[dict[str, Any]]


def played(seats: int = 2, seed: int = 7) -> Match:
    return Player(load("keltis-card"), seats, ["random"], seed).play()


def record(match: Match, *, legal: bool = False, seen_by: int | None = None) -> bytes:
    names = [f"bot {seat}" for seat in range(match.seats)]
    return write(match, names, result=match.result(), legal=legal, seen_by=seen_by).encode()


def lines_of(content: bytes) -> Lines:
    return [json.loads(line) for line in content.decode().splitlines()]


def checked(content: bytes, unfinished: bool = False) -> Match | None:
    reading = read(content)
    return verify(reading, reading.load(GAMES), unfinished)


def refused(content: bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        checked(content)
    assert caught.value.text("de") != str(caught.value)
    return caught.value


def changed(lines: Lines, number: int, **keys: Any) -> bytes:
    """The record with some keys of a line changed (None: taken out), and the digest put right again."""
    lines = [dict(line) for line in lines]
    lines[number] = {key: value for key, value in {**lines[number], **keys}.items() if value is not None}
    return sealed(lines)


def sealed(lines: Lines) -> bytes:
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines]
    if "digest" in lines[-1]:
        digest = hashlib.sha256("".join(texts[:-1]).encode()).hexdigest()
        texts[-1] = json.dumps({**lines[-1], "digest": digest}, ensure_ascii=False, separators=(",", ":")) + "\n"
    return "".join(texts).encode()


MATCH = played()
RECORD = record(MATCH, legal=True)
LINES = lines_of(RECORD)
FIRST_MOVE = 1 + 16  # the line, counted from 0, of the first decision


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("legal", [False, True])
def test_a_record_is_read_back_as_the_same_game(seats: int, legal: bool) -> None:
    match = played(seats, seed=seats)
    again = checked(record(match, legal=legal))
    assert again is not None
    assert again.events == match.events
    assert again.state.tobytes() == match.state.tobytes()


def test_it_is_written_as_the_format_says() -> None:
    header, *events, footer = LINES
    assert RECORD.startswith(
        b'{"format":"wishstone-record/1","game":"keltis-card","rules":1,"seats":2,"first":'
        + str(MATCH.first).encode()
        + b',"options":{},"players":["bot 0","bot 1"]}\n{"n":0,"by":"chance","move":"deal 0 '
    )
    assert list(header) == ["format", "game", "rules", "seats", "first", "options", "players"]
    assert [event["n"] for event in events] == list(range(len(events)))
    assert [event["move"].split()[1] for event in events[:16]] == ["0"] * 8 + ["1"] * 8
    assert list(footer) == ["end", "scores", "places", "sheet", "digest"]
    assert list(footer["sheet"][0]) == ["rows", "points", "wish_stones", "total"]
    assert list(footer["sheet"][0]["rows"]) == ["blue", "green", "pink", "red", "yellow"]
    body = RECORD[: RECORD.rindex(b'{"end"')]
    assert footer["digest"] == hashlib.sha256(body).hexdigest()


def test_legal_lists_are_sorted_as_text_and_weights_are_counts() -> None:
    for event in LINES[1:-1]:
        assert ("chances" in event) == (event["by"] == "chance")
        if "legal" in event:
            assert event["legal"] == sorted(set(event["legal"]))
            assert event["move"] in event["legal"]
        else:
            names = [name for name, _ in event["chances"]]
            assert names == sorted(set(names))
            assert event["move"] in names
    first = LINES[1]["chances"]
    assert sum(weight for _, weight in first) == 101
    assert ["deal 0 blue 3", 2] in first
    assert names_before(first, "deal 0 blue 10", "deal 0 blue 2")
    # After the deal of two the 30 cards put aside stay among the unseen: 101 − 16.
    turned = next(event for event in LINES[FIRST_MOVE:] if event["by"] == "chance")
    assert sum(weight for _, weight in turned["chances"]) == 101 - 16


def names_before(entries: list[list[Any]], one: str, other: str) -> bool:
    names = [name for name, _ in entries]
    return names.index(one) < names.index(other)


def test_a_seat_sees_its_own_cards_and_nothing_else() -> None:
    for seat in (ONLOOKER, 0, 1):
        lines = lines_of(record(MATCH, legal=True, seen_by=seat))
        assert lines[0]["seen_by"] == seat
        receiver = None
        for line, event in zip(lines[1:-1], MATCH.events, strict=True):
            assert "chances" not in line
            assert ("legal" in line) == (event.by == seat and event.by != CHANCE)
            if event.by == CHANCE:
                receiver = int(line["move"].split()[1]) if line["move"].startswith("deal") else receiver
                assert line["move"].endswith("?") == (receiver != seat)
            else:
                receiver = event.by
                assert "?" not in line["move"]
        assert checked(record(MATCH, seen_by=seat)) is None


def test_a_seats_view_cannot_be_replayed_and_its_sums_are_checked() -> None:
    seen = lines_of(record(MATCH, seen_by=0))
    reading = read(sealed(seen))
    with pytest.raises(RecordError, match="only what seat 0 saw"):
        next(replay(reading, reading.load(GAMES)))
    foot = seen[-1]
    sheet = [{**foot["sheet"][0], "points": foot["sheet"][0]["points"] + 1}, foot["sheet"][1]]
    assert refused(changed(seen, -1, sheet=sheet)).code == "record-footer"
    assert refused(changed(seen, -1, places=[2, 1])).code == "record-footer"
    assert refused(changed(seen, 3, move="deal 9 ?")).code == "record-move"
    assert refused(changed(seen, -1, end="boredom")).code == "record-footer"


def test_any_changed_byte_is_refused() -> None:
    """Every byte of the header and the footer, and a thousand others, each with some bit flipped."""
    rng = random.Random(1)
    content = record(MATCH)
    footer = content.rindex(b'{"end"')
    places = [*range(200), *range(footer, len(content)), *(rng.randrange(footer) for _ in range(1000))]
    for place in places:
        broken = bytearray(content)
        broken[place] ^= 1 << rng.randrange(8)
        refused(bytes(broken))


@pytest.mark.parametrize("end", [1, 2, 300, -1, -2, -40])
def test_a_cut_off_end_is_refused(end: int) -> None:
    assert refused(RECORD[:end]).code in {"record-newline", "record-line", "record-empty"}


@pytest.mark.parametrize("content", [b"\x1f\x8b\x08\x00\xff\n\xff", b"A letter, no record", b"[1]\n[2]"])
def test_what_is_no_record_at_all_is_not_called_cut_off(content: bytes) -> None:
    assert refused(content).values["line"] == 1
    assert refused(content).code != "record-newline"


def test_without_a_footer_a_record_is_unfinished() -> None:
    content = sealed(LINES[:-1])
    assert refused(content).code == "record-unfinished"
    assert checked(content, unfinished=True) is not None
    assert checked(sealed(LINES[:1]), unfinished=True) is not None


def test_games_that_did_not_end_by_their_rules_have_a_footer_too() -> None:
    match = Match(load("keltis-card"), MATCH.seats, MATCH.first)
    for event in MATCH.events[:60]:
        match.play(event.move)
    cut_off = write(match, ["a", "b"], result=match.result(cut_off=match.decisions)).encode()
    agreed = write(match, ["a", "b"], result=match.result(agreed=True)).encode()
    for content, key in ((cut_off, "cut_off"), (agreed, "agreed")):
        assert list(lines_of(content)[-1]) == [key, "scores", "places", "sheet", "digest"]
        assert checked(content) is not None
    wrong = write(match, ["a", "b"], result=match.result(cut_off=7)).encode()
    assert refused(wrong).values["key"] == "cut_off"
    *lines, foot = lines_of(agreed)
    claimed = sealed([*lines, {"end": "end-cards", **{key: foot[key] for key in foot if key != "agreed"}}])
    assert "the rules have not ended this game" in str(refused(claimed))
    ended = write(MATCH, ["a", "b"], result=MATCH.result(agreed=True)).encode()
    assert refused(ended).code == "record-footer"


BROKEN: list[tuple[str, Callable[[], bytes], str]] = [
    ("record-empty", lambda: b"", "is empty"),
    ("record-empty", lambda: b"\n \n", "is empty"),
    ("record-format", lambda: b'{"format":"pgn"}\n', "format «pgn»"),
    ("record-format", lambda: b"{}\n", "format «missing»"),
    ("record-line", lambda: b"[1,2]\n", "line 1 is not one JSON object"),
    ("record-line", lambda: RECORD.replace(b'"n":5,', b'"n":5,"n":5,'), "twice"),
    ("record-line", lambda: RECORD.replace(b'"n":5,', b'"n":NaN,'), "NaN is not JSON"),
    ("record-line", lambda: RECORD.replace(b'"n":5,', b'"n":' + b"[" * 100_000), "line 7"),
    ("record-line", lambda: RECORD.replace(b'{"n":5,', b"\n" + b'{"n":5,'), "line 7"),
    ("record-bytes", lambda: RECORD.replace(b"bot 0", b"bot \xff"), "line 1 is not UTF-8"),
    ("record-header", lambda: changed(LINES, 0, seats="2"), "«seats» is 2"),
    ("record-header", lambda: changed(LINES, 0, players=["a"]), "a name for every seat"),
    ("record-header", lambda: changed(LINES, 0, options=[]), "«options» is []"),
    ("record-header", lambda: changed(LINES, 0, rules=True), "«rules» is true"),
    ("record-header", lambda: changed(LINES, 0, seen_by=2), "«seen_by» is 2"),
    ("record-game", lambda: changed(LINES, 0, game="chess"), "no game called «chess»"),
    ("record-game", lambda: changed(LINES, 0, options={"end": "stones"}), "no option «end»"),
    ("record-game", lambda: changed(LINES, 0, first=2), "no seat 2 to begin"),
    ("record-rules", lambda: changed(LINES, 0, rules=99), "version 99 of the rules of keltis-card; versions this"),
    ("record-rules", lambda: changed(LINES, 0, rules=2), "version 2 of the rules of keltis-card; versions this"),
    ("record-rules", lambda: changed(LINES, 0, game="keltis", rules=2), "version 2 of the rules of keltis; versions"),
    ("record-rules", lambda: changed(LINES, 0, game="keltis-new-paths", rules=3), "this program plays: 1, 2"),
    ("record-number", lambda: changed(LINES, 6, n=6), "has the number 6, and should have 5"),
    ("record-number", lambda: sealed(LINES[:6] + LINES[7:]), "should have 5"),
    ("record-event", lambda: changed(LINES, 6, by="dealer"), "«by» is dealer"),
    ("record-event", lambda: changed(LINES, 6, by=True), "«by» is true"),
    ("record-event", lambda: changed(LINES, 6, move=None), "«move» is missing"),
    ("record-by", lambda: changed(LINES, FIRST_MOVE, by=1 - MATCH.first), "the rules say it is the turn of seat"),
    ("record-by", lambda: changed(LINES, 6, by=0), "is by seat 0, and the rules say it is the turn of chance"),
    ("record-move", lambda: changed(LINES, 6, move="deal 0 purple 3"), "«deal 0 purple 3» is no move"),
    ("record-move", lambda: changed(LINES, 6, move=LINES[6]["move"].upper()), "is no move of this game"),
    ("record-move", lambda: changed(LINES, FIRST_MOVE, move="draw deck"), "(KC-18)"),
    ("record-move", lambda: changed(LINES, 2, move="deal 1 red 3"), "cannot come now"),
    ("record-legal", lambda: changed(LINES, FIRST_MOVE, legal=LINES[FIRST_MOVE]["legal"][1:]), "«legal»"),
    ("record-legal", lambda: changed(LINES, FIRST_MOVE, legal=[*LINES[FIRST_MOVE]["legal"], "stop"]), "nothing"),
    ("record-legal", lambda: changed(LINES, 1, chances=[["deal 0 blue 0", 2]]), "«chances»"),
    ("record-digest", lambda: RECORD.replace(b"bot 0", b"bot 2"), "the digest does not match"),
    ("record-after", lambda: RECORD + b'{"n":1}\n', "stands after the footer"),
    (
        "record-footer",
        lambda: changed(LINES, -1, end="draw-pile" if MATCH.result().end != "draw-pile" else "end-cards"),
        "«end»",
    ),
    ("record-footer", lambda: changed(LINES, -1, scores=[99, 0]), "«scores[0]» is 99"),
    ("record-footer", lambda: changed(LINES, -1, places=None), "«places» is missing"),
    ("record-footer-form", lambda: RECORD[:-2] + b" }\n", "the footer"),
    ("record-footer-form", lambda: RECORD[:-2] + b',"x":1}\n', '"digest" comes last'),
]


@pytest.mark.parametrize(("code", "make", "told"), BROKEN, ids=[f"{n}-{case[0]}" for n, case in enumerate(BROKEN)])
def test_a_broken_record_gets_one_clear_sentence(code: str, make: Callable[[], bytes], told: str) -> None:
    error = refused(make())
    assert (error.code, told in str(error)) == (code, True), str(error)
    assert "\n" not in str(error)


def test_unknown_keys_are_passed_over() -> None:
    assert checked(changed(LINES, 0, date="2026-11-15", site={"name": "a table"})) is not None
    assert checked(changed(LINES, 6, comment="a good card")) is not None


def test_replay_gives_every_event_with_the_position_before_it() -> None:
    reading: ParsedRecord = read(RECORD)
    names = []
    for line, match in replay(reading, reading.load(GAMES)):
        assert line.number == len(match.events)
        names.append(line.move)
    assert names == [line["move"] for line in LINES[1:-1]]
