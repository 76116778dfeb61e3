"""Skipping Stones: its rules, the suite that every game must pass, and both engines side by side."""

import pytest

from wishstone.game.conformance import assert_conforms, lockstep
from wishstone.game.contract import OVER
from wishstone.game.errors import IllegalMove
from wishstone.game.match import Match
from wishstone.game.rule import ENGINES
from wishstone.games import load

ID = "skipping-stones"


def begin(*events: str) -> Match:
    """A game for two in which these events have happened."""
    match = Match(load(ID, engine="interpreted"), 2)
    for event in events:
        match.play(event)
    return match


def total(match: Match, seat: int) -> int:
    """A seat's points."""
    return int(match.game.view(match.state, None)["players"][seat]["sheet"]["total"])


def test_skips_add_up_and_are_kept_by_whoever_stops() -> None:
    match = begin("throw", "draw flat 2", "throw", "draw flat 1", "stop")
    assert total(match, 0) == 3
    assert match.actor == 1


def test_a_round_stone_ends_the_turn_for_nothing() -> None:
    match = begin("throw", "draw flat 3", "throw", "draw round")
    assert total(match, 0) == 0
    assert match.actor == 1
    assert sum(match.state.bag) == 15


def test_nobody_stops_before_the_first_stone() -> None:
    with pytest.raises(IllegalMove, match="at least one stone"):
        begin("stop")


def test_the_game_is_over_after_five_turns_each() -> None:
    match = begin(*["throw", "draw round"] * 10)
    assert match.actor == OVER


def test_it_conforms() -> None:
    assert_conforms(load(ID, engine="interpreted"), games=3)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_it_is_the_same_game(seats: int) -> None:
    interpreted, compiled = (load(ID, engine=engine) for engine in ENGINES)
    assert lockstep(interpreted, compiled, seats, games=3) == []
