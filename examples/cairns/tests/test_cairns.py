"""Cairns: each rule of the README by its number, the conformance suite, and both engines side by side."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from wishstone.game.conformance import assert_conforms, lockstep
from wishstone.game.contract import OVER
from wishstone.game.errors import IllegalMove
from wishstone.game.match import Match
from wishstone.game.rule import ENGINES
from wishstone.games import load

README = Path(__file__).parents[1] / "README.md"
SPARE = (5, 6, 4, 5, 6, 4, 5, 6, 4, 7, 3, 8, 2, 9, 7, 3, 8, 2, 9, 1)  # what is dealt where a test does not care


class Sitting:
    """A game that a test plays: each hand is named as far as it matters, and filled up with stones that do not."""

    def __init__(self, *hands: str, seats: int = 2, first: int = 0) -> None:
        self.match = Match(load("cairns", engine="interpreted"), seats, first)
        named = [[int(weight) for weight in hand.split()] for hand in hands] + [[] for _ in range(seats - len(hands))]
        self.spare = list(SPARE)
        for weight in (weight for hand in named for weight in hand):
            if weight in self.spare:
                self.spare.remove(weight)
        for seat, hand in enumerate(named):
            for weight in hand + [self.next_spare() for _ in range(4 - len(hand))]:
                self.match.play(f"deal {seat} {weight}")

    def next_spare(self) -> int:
        """A stone that nobody has seen, of those that a test does not care for first."""
        unseen = self.match.state.unseen
        weight = next((weight for weight in self.spare if unseen[weight - 1]), None)
        if weight is None:
            return next(kind + 1 for kind in range(9) if unseen[kind])
        self.spare.remove(weight)
        return weight

    def set(self, *moves: str) -> None:
        """Stones, each as `5 summit`, by whose turn it is; stones that are drawn in between do not matter."""
        for move in moves:
            self.draw()
            self.match.play(f"set {move}")

    def draw(self, weight: int | None = None) -> None:
        """The stone that is drawn next, if one is."""
        if self.view["step"] == "drawing":
            self.match.play(f"draw {weight or self.next_spare()}")

    @property
    def view(self) -> dict[str, Any]:
        """The whole position."""
        return self.match.game.view(self.match.state, None)

    def sheet(self, seat: int) -> dict[str, int]:
        """A seat's score sheet."""
        return dict(self.view["players"][seat]["sheet"])

    def hand(self, seat: int) -> list[str]:
        """What a seat holds."""
        return list(self.view["players"][seat]["hand"])

    def finish(self) -> None:
        """Play on until the game is over: the lightest stone onto the first place, whatever happens."""
        while self.match.actor != OVER:
            if self.view["step"] == "drawing":
                self.draw()
            else:
                self.match.play(self.match.game.legal(self.match.state)[0])


@pytest.mark.rules("C-1")
def test_there_are_28_stones() -> None:
    counts = Match(load("cairns", engine="interpreted"), 2).state.unseen
    assert [int(count) for count in counts] == [2, 3, 3, 4, 4, 4, 3, 3, 2]
    assert sum(counts) == 28


@pytest.mark.rules("C-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_gets_four_stones_that_others_do_not_see(seats: int) -> None:
    sitting = Sitting(seats=seats, first=1)
    view = sitting.match.game.view(sitting.match.state, 0)
    assert [player["hand_size"] for player in view["players"]] == [4] * seats
    assert [player["hand"] is not None for player in view["players"]] == [True] + [False] * (seats - 1)
    assert view["draw_pile"] == 28 - 4 * seats
    assert view["cairns"] == {"brook": [], "saddle": [], "summit": []}
    assert view["actor"] == 1


@pytest.mark.rules("C-3")
def test_only_stones_of_the_hand_are_set() -> None:
    sitting = Sitting("9 7 5 3")
    with pytest.raises(IllegalMove, match=r"you hold no stone 4.*C-3"):
        sitting.set("4 brook")
    assert len(sitting.match.game.legal(sitting.match.state)) == 12
    sitting.set("9 brook")
    assert "stone 9" not in sitting.hand(0)


@pytest.mark.rules("C-4")
def test_a_stone_that_is_no_heavier_stands_and_is_worth_its_height() -> None:
    sitting = Sitting("7 5 1", "7 4 3")
    for move, seat, heights in (("7 brook", 0, 1), ("7 brook", 1, 2), ("5 brook", 0, 4), ("4 brook", 1, 6)):
        sitting.set(move)
        assert sitting.sheet(seat)["heights"] == heights, move
    assert sitting.view["cairns"]["brook"] == ["stone 7", "stone 7", "stone 5", "stone 4"]


@pytest.mark.rules("C-4")
def test_a_single_stone_makes_way_for_a_heavier_one() -> None:
    sitting = Sitting("3", "8")
    sitting.set("3 saddle", "8 saddle")
    assert sitting.view["cairns"]["saddle"] == ["stone 8"]
    assert sitting.view["scree"] == ["stone 3"]
    assert sitting.sheet(1) == {"heights": 1, "crowns": 0, "falls": 0, "total": 1}
    assert sitting.view["step"] == "drawing"


@pytest.mark.rules("C-5")
def test_the_fifth_stone_finishes_a_cairn() -> None:
    sitting = Sitting("9 6 2", "8 4")
    sitting.set("9 summit", "8 summit", "6 summit", "4 summit", "2 summit")
    assert sitting.sheet(0) == {"heights": 1 + 3 + 5, "crowns": 3, "falls": 0, "total": 12}
    assert sitting.view["cairns"]["summit"] == []
    assert sitting.view["scree"] == []
    sitting.set(f"{sitting.hand(1)[0].split()[1]} summit")
    assert sitting.sheet(1)["heights"] == 2 + 4 + 1


@pytest.mark.rules("C-6")
def test_a_heavier_stone_brings_a_cairn_down() -> None:
    sitting = Sitting("7 4", "6 9")
    sitting.set("7 brook", "6 brook", "4 brook", "9 brook")
    assert sitting.sheet(1) == {"heights": 2, "crowns": 0, "falls": -3, "total": -1}
    assert sitting.view["cairns"]["brook"] == ["stone 9"]


@pytest.mark.rules("C-7")
def test_after_a_stone_that_stood_one_is_drawn_unseen() -> None:
    sitting = Sitting("7")
    sitting.set("7 brook")
    sitting.draw(1)
    assert "stone 1" in sitting.hand(0)
    assert sitting.view["players"][0]["known"] == []
    assert sitting.match.events[-1].move is not None
    assert sitting.match.game.seen(sitting.match.state, sitting.match.events[-1].move, 0) >= 0


@pytest.mark.rules("C-7")
def test_after_a_fall_the_top_stone_is_picked_up_and_everybody_knows() -> None:
    sitting = Sitting("7 4", "6 9")
    sitting.set("7 brook", "6 brook", "4 brook", "9 brook")
    assert sitting.view["players"][1]["known"] == ["stone 4"]
    assert "stone 4" in sitting.hand(1)
    assert sitting.view["scree"] == ["stone 6", "stone 7"]
    assert len(sitting.hand(1)) == 4
    assert sitting.match.actor == 0, "nothing is drawn"


@pytest.mark.rules("C-8")
def test_turns_go_clockwise_past_those_without_stones() -> None:
    sitting = Sitting(seats=3, first=2)
    order = []
    while sitting.match.actor != OVER:
        if sitting.view["step"] == "drawing":
            sitting.draw()
            continue
        order.append(sitting.match.actor)
        holding = [len(player["hand"]) > 0 for player in sitting.view["players"]]
        assert holding[sitting.match.actor]
        sitting.match.play(sitting.match.game.legal(sitting.match.state)[0])
    assert order[:4] == [2, 0, 1, 2]


@pytest.mark.rules("C-9")
def test_the_game_is_over_when_nobody_holds_a_stone() -> None:
    sitting = Sitting(seats=4)
    sitting.finish()
    assert [player["hand"] for player in sitting.view["players"]] == [[]] * 4
    assert sitting.view["draw_pile"] == 0
    assert sitting.view["end"] == "stones"


@pytest.mark.rules("C-10")
def test_the_most_points_win_and_a_tie_is_shared() -> None:
    sitting = Sitting()
    sitting.finish()
    totals = [player["sheet"]["total"] for player in sitting.view["players"]]
    result = sitting.match.result()
    assert [total == max(totals) for total in totals] == [place == 1 for place in result.places]


def test_every_rule_has_a_test() -> None:
    rules = re.findall(r"\*\*(C-\d+)\.\*\*", README.read_text(encoding="utf-8"))
    assert rules == [f"C-{number}" for number in range(1, 11)]
    source = Path(__file__).read_text(encoding="utf-8")
    assert set(re.findall(r'pytest\.mark\.rules\("(C-\d+)"\)', source)) == set(rules)


def test_it_conforms() -> None:
    assert_conforms(load("cairns", engine="interpreted"), games=3)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_it_is_the_same_game(seats: int) -> None:
    interpreted, compiled = (load("cairns", engine=engine) for engine in ENGINES)
    assert lockstep(interpreted, compiled, seats, games=3) == []
