"""Records with fair dice: every outcome is derived again, and every false claim about them is refused."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.game.fair_games import NUMBERS, SECRET, make_fairness, play_fair_game
from wishstone.game.contract import OVER
from wishstone.game.errors import RecordError
from wishstone.game.fairness import Fairness, commitment, first_by_lot
from wishstone.game.match import Match
from wishstone.game.proof import account
from wishstone.game.record_reader import read, verify
from wishstone.games import GAMES, load

Lines = list[dict[str, Any]]


def lines_of(content: bytes) -> Lines:
    return [json.loads(line) for line in content.decode().splitlines()]


def sealed(lines: Lines) -> bytes:
    """The record of these lines, with the digest put right again."""
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines]
    if "digest" in lines[-1]:
        digest = hashlib.sha256("".join(texts[:-1]).encode()).hexdigest()
        texts[-1] = json.dumps({**lines[-1], "digest": digest}, ensure_ascii=False, separators=(",", ":")) + "\n"
    return "".join(texts).encode()


def changed(lines: Lines, number: int, **keys: Any) -> bytes:
    """The record with some keys of a line changed, or taken out where the value is None."""
    lines = [dict(line) for line in lines]
    lines[number] = {key: value for key, value in {**lines[number], **keys}.items() if value is not None}
    return sealed(lines)


def refused(content: bytes, unfinished: bool = False) -> RecordError:
    with pytest.raises(RecordError) as caught:
        checked(content, unfinished)
    assert caught.value.text("de") != str(caught.value)
    return caught.value


def checked(content: bytes, unfinished: bool = False) -> Match | None:
    reading = read(content)
    return verify(reading, reading.load(GAMES), unfinished)


FAIR_GAME = play_fair_game("keltis-card", 2)
RECORD = FAIR_GAME.record()
LINES = lines_of(RECORD)
OUTCOMES = [number for number, line in enumerate(LINES) if line.get("by") == "chance"]
LATE = OUTCOMES[-3]  # well after every undone draw
UNDONE: list[int] = LINES[-1]["undone"]


def other_outcome(line: dict[str, Any]) -> str:
    """Another card than was dealt, of which there is one in the same place."""
    *words, _ = line["move"].split()
    names = [" ".join([*words[:-1], colour, "4"]) for colour in ("red", "blue")]
    return next(name for name in names if name != line["move"])


# ── Whole games ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id", [about.id for about in GAMES])
@pytest.mark.parametrize("lot", [True, False])
def test_a_whole_game_is_proved(id: str, lot: bool) -> None:
    low, high = load(id).rules.SEATS
    game = play_fair_game(id, seats=low if lot else high, lot=lot)
    content = game.record(legal=lot)
    again = checked(content)
    assert again is not None
    assert again.events == game.match.events
    dice = account(read(content))
    assert dice is not None
    assert dice.is_by_lot == lot
    assert dice.undone
    assert dice.proved + len(dice.undone) == game.next_draw


def test_it_is_written_as_the_format_says() -> None:
    header, *events, footer = lines_of(RECORD)
    assert list(header)[-1] == "fairness"
    assert list(header["fairness"]) == ["method", "commitment", "numbers", "secret"]
    assert list(events[0]) == ["n", "by", "move", "draw"]
    assert events[0]["draw"] == 1  # draw 0 was the lot
    assert all(("draw" in event) == (event["by"] == "chance") for event in events)
    assert list(footer) == ["end", "scores", "places", "sheet", "undone", "digest"]
    assert footer["undone"] == sorted(FAIR_GAME.undone)
    assert "undone" not in lines_of(play_fair_game("keltis-dice", 2, undos=0).record())[-1]


def test_what_a_seat_sees_has_no_secret() -> None:
    for seat in (-1, 0, 1):
        content = FAIR_GAME.record(seen_by=seat)
        assert SECRET.encode() not in content
        assert lines_of(content)[0]["fairness"]["commitment"] == commitment(SECRET)
        assert checked(content) is None
        broken = changed(lines_of(content), 3, draw=1)
        assert refused(broken).code == "record-draw"


def test_a_game_that_is_not_over_is_checked_as_far_as_it_goes() -> None:
    game = play_fair_game("keltis-card", 2, moves=40)
    assert game.match.actor != OVER
    assert game.undone
    live = game.record(result=None, fair=make_fairness(2).sealed())
    assert checked(live, unfinished=True) is not None
    abandoned = game.record(result=None)
    assert checked(abandoned, unfinished=True) is not None
    lines = lines_of(abandoned)
    assert refused(changed(lines, 1, move=other_outcome(lines[1])), unfinished=True).code == "record-outcome"
    assert checked(game.record(agreed=True)) is not None
    assert refused(game.record(agreed=True, fair=make_fairness(2).sealed())).code == "record-secret"
    nothing_yet = sealed([*lines[:1]])
    assert checked(nothing_yet, unfinished=True) is not None


# ── Lies ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def refair(**keys: Any) -> bytes:
    fair = {key: value for key, value in {**LINES[0]["fairness"], **keys}.items() if value is not None}
    return changed(LINES, 0, fairness=fair)


def others() -> list[Fairness]:
    """Another secret with its own commitment, and another number of a seat; both draw the same seat to begin."""
    secrets = [Fairness.of(f"{n:064x}", NUMBERS[:2]) for n in range(50)]
    numbers = [Fairness.of(SECRET, [NUMBERS[0], f"{n:032x}"]) for n in range(50)]
    return [next(f for f in each if first_by_lot(f, 2) == FAIR_GAME.match.first) for each in (secrets, numbers)]


def swapped() -> bytes:
    lines = [dict(line) for line in LINES]
    one, other = OUTCOMES[4], OUTCOMES[9]
    lines[one]["draw"], lines[other]["draw"] = lines[other]["draw"], lines[one]["draw"]
    return sealed(lines)


def dealt_in_another_order() -> bytes:
    """Two cards of one hand swapped together with their draws, so that every pair still belongs together."""
    lines = [dict(line) for line in LINES]
    one, other = OUTCOMES[4], OUTCOMES[5]
    for key in ("move", "draw"):
        lines[one][key], lines[other][key] = lines[other][key], lines[one][key]
    return sealed(lines)


def drawn_again() -> bytes:
    """A disliked card thrown away in the middle of the deal: all later draws are one later, and one more is undone."""
    lines = [dict(line) for line in LINES]
    lost = lines[OUTCOMES[4]]["draw"]
    for number in OUTCOMES[4:]:
        lines[number]["draw"] += 1
    lines[-1]["undone"] = [lost, *(number + 1 for number in UNDONE)]
    return sealed(lines)


def chosen_first() -> bytes:
    """The lot declared undone, so that anyone can begin."""
    return changed(LINES, -1, undone=[0, *UNDONE])


LIES: list[tuple[str, Callable[[], bytes], str]] = [
    ("record-outcome", lambda: changed(LINES, 1, move=other_outcome(LINES[1])), "draw 1 gives that"),
    ("record-outcome", lambda: changed(LINES, LATE, move="card red 99"), "should be «card "),
    ("record-draw", swapped, "since draw 4 no seat has moved"),
    ("record-draw", dealt_in_another_order, "since draw 4 no seat has moved"),
    ("record-draw", drawn_again, "since draw 4 no seat has moved, so nothing was undone"),
    ("record-draw", lambda: changed(LINES, 3, draw=LINES[2]["draw"]), "no draw is used twice"),
    ("record-draw", lambda: changed(LINES, LATE, draw=1), "no draw is used twice"),
    ("record-draw", lambda: changed(LINES, 1, draw=2), "0, or 1 where draw 0 chose"),
    ("record-draw", lambda: changed(LINES, 3, draw=None), "«draw» is missing"),
    ("record-draw", lambda: changed(LINES, 3, draw="3"), "the number of its draw"),
    ("record-draw", lambda: changed(LINES, 3, draw=True), "«draw» is true"),
    ("record-draw", lambda: changed(LINES, 3, draw=-1), "«draw» is -1"),
    ("record-draw", lambda: changed(LINES, 3, draw=10**4000), "the number of its draw"),
    ("record-draw", lambda: changed(LINES, 17, draw=17), "a seat's move is not drawn"),
    ("record-commitment", lambda: refair(secret="00" * 32), "should be the commitment"),
    ("record-commitment", lambda: refair(commitment="00" * 32), "should be the commitment"),
    ("record-outcome", lambda: refair(**others()[0].header()), "gives that"),
    ("record-outcome", lambda: refair(**others()[1].header()), "gives that"),
    ("record-secret", lambda: refair(secret=None), "this game is over"),
    ("record-fairness", lambda: refair(secret=SECRET.upper()), "«fairness.secret»"),
    ("record-fairness", lambda: refair(numbers=NUMBERS[:3]), "a list of 2 numbers"),
    ("record-fairness", lambda: refair(numbers=[NUMBERS[0], 7]), "a list of 2 numbers"),
    ("record-fairness", lambda: refair(numbers=None), "«fairness.numbers» is missing"),
    ("record-fairness", lambda: refair(method="dice/1"), "«fairness.method» is dice/1"),
    ("record-fairness", lambda: refair(commitment=1), "«fairness.commitment» is 1"),
    ("record-fairness", lambda: changed(LINES, 0, fairness=[]), "«fairness.method» is missing"),
    ("record-draw", lambda: changed(LINES, 0, fairness=None), "no «fairness» to prove a draw by"),
    ("record-first", lambda: changed(LINES, 0, first=1 - FAIR_GAME.match.first), "was drawn by lot, by draw 0"),
    ("record-undone", chosen_first, "nothing to undo"),
    ("record-undone", lambda: changed(LINES, -1, undone=[1, *UNDONE]), "that draw stands in line 2"),
    ("record-undone", lambda: changed(LINES, -1, undone=UNDONE[::-1]), "each greater than the one before"),
    ("record-undone", lambda: changed(LINES, -1, undone=[*UNDONE, UNDONE[-1]]), "each greater"),
    ("record-undone", lambda: changed(LINES, -1, undone=len(UNDONE)), "a list of numbers of draws"),
    ("record-undone", lambda: changed(LINES, -1, undone=[str(number) for number in UNDONE]), "a list"),
    ("record-draw-gap", lambda: changed(LINES, -1, undone=UNDONE[1:]), f"draw {UNDONE[0]} gave no outcome"),
    ("record-draw-gap", lambda: changed(LINES, -1, undone=None), f"draw {UNDONE[0]} gave no outcome"),
    ("record-draw-gap", lambda: changed(LINES, -1, undone=[*UNDONE, 9999]), f"draw {FAIR_GAME.next_draw} gave no"),
    ("record-footer-form", lambda: sealed([*LINES[:-1], {"undone": UNDONE, **LINES[-1]}]), "sheet, undone, digest"),
]


@pytest.mark.parametrize(("code", "lie", "told"), LIES, ids=[f"{n}-{case[0]}" for n, case in enumerate(LIES)])
def test_every_lie_is_refused(code: str, lie: Callable[[], bytes], told: str) -> None:
    error = refused(lie())
    assert error.code == code
    assert told in str(error)


def test_a_later_outcome_is_refused_where_draws_were_left_out() -> None:
    """Draws that are skipped after a move and not undone: the outcome is right for its draw, the count is not."""
    game = play_fair_game("keltis-card", 2, undos=0, moves=60)
    game.undo(next(n for n, number in enumerate(game.draws) if number == -1))
    lost = game.undone.pop(0)
    game.move(random.Random(5))
    assert refused(game.record(agreed=True)).values["draw"] == lost
