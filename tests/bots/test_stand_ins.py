"""Stand-ins: the quick player of a family, in every game."""

from __future__ import annotations

import pytest

from wishstone.bots import make
from wishstone.bots.stand_ins import simulations_of, stand_in_of
from wishstone.bots.turn_time import SECONDS, decision_seconds
from wishstone.games import GAMES, load


@pytest.mark.parametrize("game", [about.id for about in GAMES])
def test_a_stand_in_is_of_the_same_family_and_looks_once(game: str) -> None:
    known = load(game, engine="interpreted")
    for style in ("", "+cautious", "+bold", "+spiteful"):
        assert stand_in_of(f"expert{style}", known) == f"fitted{style}"
        assert simulations_of(f"expert{style}", known) > 1000
        for level in ("novice", "easy", "medium"):
            assert stand_in_of(level + style, known) == level + style, "that looks once itself"
        for level in ("hard", "expert", "search:50", "expert:400"):
            instead = stand_in_of(level + style, known)
            assert simulations_of(instead, known) == 0
            assert make(instead, known).name == instead


def test_whether_a_bot_thinks_ahead_follows_from_its_recipe() -> None:
    thinks = {about.id for about in GAMES if simulations_of("hard+bold", load(about.id, engine="interpreted"))}
    assert thinks == {"keltis-new-paths"}, "everywhere else it looks once"


def test_for_a_program_of_others_that_bot_stands_in_which_its_name_asks_for() -> None:
    game = load("keltis-dice", engine="interpreted")
    for name, instead in {
        "run:true": "greedy",
        "run[medium 2s]:true": "medium",
        "run[expert+bold]:true": "fitted+bold",
    }.items():
        assert (simulations_of(name, game), stand_in_of(name, game)) == (0, instead)


def test_the_decisions_of_a_turn_never_take_more_than_its_time() -> None:
    left = SECONDS
    for _ in range(20):
        seconds = decision_seconds(left)
        assert 0 < seconds < left
        left -= seconds
    assert decision_seconds(-1.0) == 0.0
