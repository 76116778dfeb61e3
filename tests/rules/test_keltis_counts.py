"""Position counts of Keltis and New Paths: reachable positions to a depth, against stored numbers.

Each event is one step deeper, a move as well as an outcome. The first three numbers of every deal are worked out a
second time, from the rule pages alone, by a program that knows no more of the game than how it begins.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.rules.keltis_setting import COLOURS, KELTIS, Sitting, cards
from tests.rules.test_counts import paths


class Beginning(NamedTuple):
    """Where counting begins: tiles, a deal, and what has been played since."""

    name: str
    game: str
    seats: int
    first: int
    tiles: dict[str, str]
    hands: list[str]
    played: list[str]
    counts: list[int]


KEPT: list[dict[str, Any]] = json.loads(Path(__file__).with_name("keltis_counts.json").read_text("utf-8"))
BEGINNINGS = [Beginning(**told) for told in KEPT]
DEALS = [beginning for beginning in BEGINNINGS if not beginning.played]


def sitting_of(beginning: Beginning) -> Sitting:
    """The game at this beginning."""
    sitting = Sitting(
        beginning.game,
        *beginning.hands,
        seats=beginning.seats,
        first=beginning.first,
        tiles=beginning.tiles,
    )
    sitting.play(*beginning.played)
    return sitting


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=[beginning.name for beginning in BEGINNINGS])
def test_as_many_positions_can_be_reached_as_were_counted(beginning: Beginning) -> None:
    match = sitting_of(beginning).match
    depths = range(1, len(beginning.counts) + 1)
    assert [paths(match.game, match.state, depth) for depth in depths] == beginning.counts


# ── The same, from the pages alone ───────────────────────────────────────────────────────────────────────────────

FIRST_STONES = {"green": "1a", "red": "1b", "yellow": "1c", "pink": "1d"}  # of New Paths; each has one way on


def after_step(beginning: Beginning, stone: str, figure: str, hand: set[str]) -> int:
    """In how many ways a player goes on who has brought a figure onto the first stone."""
    starts = 4  # the other ways from the start field: all four of New Paths, or the four other paths (K-10)
    match beginning.tiles.get(stone):
        case "clover":  # a small one or the large one from the start, the figure itself, or none (K-13, K-14)
            from_start = 2 * starts if figure == "small" else starts
            return from_start + 1 + 1
        case "discard":  # a card from hand, the one just laid, or none (N-13)
            return len(hand) + 1 + 1
        case _:
            return 1  # draw deck: every pile is empty


def first_counts(beginning: Beginning) -> list[int]:
    """Paths of one to three events after the deal: a play, a step or a draw, and what follows."""
    pack = Counter({f"{colour} {number}": 2 for colour in COLOURS for number in range(11)})
    unseen = pack - Counter(card for hand in beginning.hands for card in cards(hand))
    hand = Counter(cards(beginning.hands[beginning.first]))
    counts = [0, 0, 0]
    for card in hand:
        counts[0] += 1  # discard it, draw from the draw pile, and see any unseen card
        counts[1] += 1
        counts[2] += len(unseen)
        colour = card.split()[0]
        stone = f"{colour}1" if beginning.game == KELTIS else FIRST_STONES.get(colour)
        if stone:  # or lay it, and bring a small figure or the large one (K-9, N-8, N-10)
            counts[0] += 1
            counts[1] += 2
            rest = set(hand - Counter([card]))
            counts[2] += sum(after_step(beginning, stone, figure, rest) for figure in ("small", "large"))
    return counts


@pytest.mark.parametrize("beginning", DEALS, ids=[beginning.name for beginning in DEALS])
def test_the_first_turn_has_as_many_positions_as_the_pages_say(beginning: Beginning) -> None:
    assert first_counts(beginning) == beginning.counts[:3]


def test_the_beginnings_have_both_games_and_two_three_and_four_seats() -> None:
    assert {(each.game, each.seats) for each in DEALS} >= {(KELTIS, 2), (KELTIS, 4), ("keltis-new-paths", 3)}
    assert all(len(told["counts"]) >= 4 for told in KEPT)
