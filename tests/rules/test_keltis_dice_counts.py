"""Position counts of the dice game: reachable positions to a depth, against stored numbers.

Each event is one step deeper, a move as well as an outcome; an outcome counts once for each throw. The numbers of the
first turn are worked out a second time, from the rule page alone, with dice that lie in an order.
"""

from __future__ import annotations

import json
from itertools import combinations, product
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


KEPT = Path(__file__).with_name("keltis_dice_counts.json")
BEGINNINGS = [Beginning(**told) for told in json.loads(KEPT.read_text("utf-8"))]


def match_of(beginning: Beginning) -> Match:
    """The match at this beginning."""
    match = Match(load("keltis-dice", beginning.options, engine="interpreted"), beginning.seats, beginning.first)
    for event in beginning.played:
        match.play(event)
    return match


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=[beginning.name for beginning in BEGINNINGS])
def test_as_many_positions_can_be_reached_as_were_counted(beginning: Beginning) -> None:
    match = match_of(beginning)
    depths = range(1, len(beginning.counts) + 1)
    assert [paths(match.game, match.state, depth) for depth in depths] == beginning.counts


# ── The same, from the page alone ────────────────────────────────────────────────────────────────────────────────

FACES = (0, 1, 2, 3, 4, 5)  # a stone counts 0

Dice = tuple[int, ...]


def throws(count: int) -> set[Dice]:
    """What so many dice can show (KD-1)."""
    return {tuple(sorted(dice)) for dice in product(FACES, repeat=count)}


def parts(dice: Dice) -> set[Dice]:
    """The dice that can be thrown again (KD-3)."""
    return {part for count in (1, 2, 3) for part in combinations(dice, count)}


def rest(dice: Dice, part: Dice) -> Dice:
    """The dice that stay."""
    left = list(dice)
    for face in part:
        left.remove(face)
    return tuple(left)


def first_takes(dice: Dice) -> int:
    """What can be taken while all tiles lie there and no row is begun (KD-4, KD-7, KD-9)."""
    sums = {sum(part) for part in parts(dice)}
    return 5 * sum(value <= 10 for value in sums) + (0 in dice) + 1


def first_turn() -> list[int]:
    """Ways of one to three events from the start: a throw; keep or throw again; a take or the second throw."""
    counts = [0, 0, 0, 0]
    for dice in throws(3):
        counts[0] += 1
        counts[1] += 1 + len(parts(dice))
        counts[2] += first_takes(dice) + sum(len(throws(len(part))) for part in parts(dice))
        counts[3] += first_takes(dice) * len(throws(3))  # the next seat's first throw
        for part in parts(dice):
            counts[3] += sum(first_takes(rest(dice, part) + thrown) for thrown in throws(len(part)))
    return counts


def test_the_first_turn_has_as_many_positions_as_the_page_says() -> None:
    match = Match(load("keltis-dice", engine="interpreted"), 2)
    assert [paths(match.game, match.state, depth) for depth in (1, 2, 3, 4)] == first_turn()


def test_the_beginnings_have_two_three_and_four_seats() -> None:
    assert {beginning.seats for beginning in BEGINNINGS} == {2, 3, 4}
    assert all(len(beginning.counts) >= 3 for beginning in BEGINNINGS)
