"""Position counts of Quartz: reachable positions to a depth, against stored numbers.

Each event is one step deeper, a move as well as an outcome; an outcome counts once for each throw or kind. The numbers
of the first turn are worked out a second time, from the rule page alone, with dice that lie in an order.
"""

from __future__ import annotations

import json
from itertools import product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.rules.test_counts import paths
from wishstone.game.about import OptionValue
from wishstone.game.match import Match
from wishstone.games import load


class Beginning(NamedTuple):
    """Where counting begins: what has been played."""

    name: str
    seats: int
    first: int
    options: dict[str, OptionValue]
    played: list[str]
    counts: list[int]


KEPT = Path(__file__).with_name("quartz_dice_counts.json")
BEGINNINGS = [Beginning(**told) for told in json.loads(KEPT.read_text("utf-8"))]


def match_of(beginning: Beginning) -> Match:
    """The match at this beginning."""
    match = Match(load("quartz-dice", beginning.options, engine="interpreted"), beginning.seats, beginning.first)
    for event in beginning.played:
        match.play(event)
    return match


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=[beginning.name for beginning in BEGINNINGS])
def test_as_many_positions_can_be_reached_as_were_counted(beginning: Beginning) -> None:
    match = match_of(beginning)
    depths = range(1, len(beginning.counts) + 1)
    assert [paths(match.game, match.state, depth) for depth in depths] == beginning.counts


# ── The same, from the page alone ────────────────────────────────────────────────────────────────────────────────


def first_counts(seats: int, per_die: bool, mined: str) -> list[int]:
    """Paths of one to three events after the first crystal: a throw, what is thrown again, and what follows."""
    throws = {tuple(sorted(dice)) for dice in product("PJCTWH", repeat=5)}
    counts = [len(throws), 0, 0]
    for dice in throws:
        face = {letter: dice.count(letter) for letter in "PJCTWH"}
        counts[1] += prod(count + 1 for count in face.values())  # any of them, or none
        for again in product(*(range(count + 1) for count in face.values())):
            if any(again):
                counts[2] += comb(sum(again) + 5, 5)  # different throws of so many dice
        counts[2] += actions(face, seats, per_die, mined)
    return counts


def actions(face: dict[str, int], seats: int, per_die: bool, mined: str) -> int:
    """What a player can do whose cart holds one crystal, while the other carts are empty (Q-9 to Q-18)."""
    helmets = face["H"] // 2
    count = 1  # done
    count += bool(face["P"] or helmets)
    count += max(face["J"] + 2 * helmets - 1, 0) if per_die else face["J"] // 2 + helmets
    count += face["C"] >= 2 or helmets > 0
    if mined == "black" and (face["T"] >= 2 or helmets):
        count += seats - 1
    return count


@pytest.mark.parametrize(
    "beginning",
    [beginning for beginning in BEGINNINGS if len(beginning.played) == 1],
    ids=[beginning.name for beginning in BEGINNINGS if len(beginning.played) == 1],
)
def test_the_first_turn_has_as_many_positions_as_the_page_says(beginning: Beginning) -> None:
    mined = beginning.played[0].split()[1]
    assert first_counts(beginning.seats, bool(beginning.options), mined) == beginning.counts


def test_the_beginnings_have_every_number_of_seats_and_both_jackhammers() -> None:
    assert {beginning.seats for beginning in BEGINNINGS} == {3, 4, 5, 6}
    assert {bool(beginning.options) for beginning in BEGINNINGS} == {False, True}
