"""Position counts of the card game: reachable positions to a depth, against stored numbers.

Each event is one step deeper, a move as well as an outcome; an outcome counts once for each kind of card. The first
four numbers of every deal are worked out a second time, from the rule page alone, by a program that knows no more of
the game than its first turn.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.rules.setting import cards
from wishstone.game.contract import CHANCE, OVER, Game, Position
from wishstone.game.match import Match
from wishstone.games import load


class Beginning(NamedTuple):
    """Where counting begins: a deal, and what has been played since."""

    name: str
    seats: int
    first: int
    hands: list[str]
    played: list[str]
    counts: list[int]


BEGINNINGS = [Beginning(**told) for told in json.loads(Path(__file__).with_name("counts.json").read_text("utf-8"))]


def match_of(beginning: Beginning) -> Match:
    """The match at this beginning."""
    match = Match(load("keltis-card", engine="interpreted"), beginning.seats, beginning.first)
    for seat, hand in enumerate(beginning.hands):
        for card in cards(hand):
            match.play(f"deal {seat} {card}")
    for event in beginning.played:
        match.play(event)
    return match


def paths(game: Game, state: Position, depth: int) -> int:
    """How many ways there are to go on for so many events."""
    who = game.actor(state)
    if who == OVER:
        return 0
    events = [outcome for outcome, _ in game.chances(state)] if who == CHANCE else game.legal(state)
    if depth == 1:
        return len(events)
    count = 0
    for event in events:
        after = game.copy(state)
        game.apply(after, event)
        count += paths(game, after, depth - 1)
    return count


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=[beginning.name for beginning in BEGINNINGS])
def test_as_many_positions_can_be_reached_as_were_counted(beginning: Beginning) -> None:
    match = match_of(beginning)
    depths = range(1, len(beginning.counts) + 1)
    assert [paths(match.game, match.state, depth) for depth in depths] == beginning.counts


# ── The same, from the page alone ────────────────────────────────────────────────────────────────────────────────


def first_plays(hand: list[str], stones: set[str]) -> set[tuple[str, ...]]:
    """What a player without a row can do (KC-7 to KC-15): every way as the words that tell it from the others."""
    plays: set[tuple[str, ...]] = set()
    for card in hand:
        plays.add(("discard", card))
        plays.add(("lay", card))  # numbers and end cards begin a row, point cards go into the neutral row
    for one, other in combinations(sorted(hand), 2):
        number = one.split()[1]
        if number == other.split()[1] and number in stones:
            plays.add(("wish", one, other))
    return plays


def first_counts(hands: list[list[str]], first: int) -> list[int]:
    """Paths of one to four events after the deal: a play, a draw, a card, and then a second draw or the next play."""
    box = Counter(
        f"{colour} {face}" for colour in ("blue", "green", "pink", "red", "yellow") for face in (*range(11), "end")
    )
    box.update(card for card in list(box) if card.split()[1] in ("3", "4", "5", "6", "7", "end"))
    box.update(f"point {number}" for number in range(11))
    unseen = box - Counter(card for hand in hands for card in hand)
    stones = {str(number) for number in range(1, 10)}
    counts = [0, 0, 0, 0]
    for play in first_plays(hands[first], stones):
        # Every discard pile is empty, or closed because this player has just discarded to it (KC-19): one way to draw.
        counts[0] += 1
        counts[1] += 1
        counts[2] += len(unseen)
        if play[0] == "wish":
            counts[3] += len(unseen)  # the second draw, from the draw pile again (KC-18)
        else:
            counts[3] += len(unseen) * len(first_plays(hands[(first + 1) % len(hands)], stones))
    return counts


@pytest.mark.parametrize(
    "beginning",
    [beginning for beginning in BEGINNINGS if not beginning.played],
    ids=[beginning.name for beginning in BEGINNINGS if not beginning.played],
)
def test_the_first_turn_has_as_many_positions_as_the_page_says(beginning: Beginning) -> None:
    hands = [cards(hand) for hand in beginning.hands]
    assert first_counts(hands, beginning.first) == beginning.counts[:4]


def test_the_beginnings_have_two_three_and_four_seats() -> None:
    kept: list[dict[str, Any]] = [beginning._asdict() for beginning in BEGINNINGS]
    assert {told["seats"] for told in kept} == {2, 3, 4}
    assert all(len(told["counts"]) >= 4 for told in kept)
