"""Fitted weights: they exist for every game and seat count, laid out as the player reads them."""

from __future__ import annotations

import json

import pytest

from wishstone.bots.policies import policy_of
from wishstone.bots.weights import weights_of
from wishstone.games import EVERY

TABLES = [(about.id, seats) for about in EVERY for seats in range(about.seats[0], about.seats[1] + 1)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_weights_are_there_and_say_which_command_made_them(game: str, seats: int) -> None:
    policy = policy_of(EVERY.load(game).folder, "interpreted")
    file = EVERY.find(game).find_weights(seats)
    assert file is not None
    stored = json.loads(file.read_text("utf-8"))
    assert stored["game"] == game
    assert stored["seats"] == seats
    assert stored["layout"] == policy.LAYOUT
    assert stored["command"].startswith(f"python -m wishstone.train {game} --seats {seats} --games ")
    assert " --seed " in stored["command"]
    assert len(stored["weights"]) == policy.WEIGHTS
    assert weights_of(EVERY.load(game), seats).tolist() == stored["weights"]


def test_there_are_no_weights_that_nobody_reads() -> None:
    lying = {file.name for package in EVERY.packages() for file in (package.path / "weights").iterdir()}
    assert lying == {f"{game}-{seats}.json" for game, seats in TABLES}


def test_weights_cannot_be_changed_by_accident() -> None:
    with pytest.raises(ValueError, match="read-only"):
        weights_of(EVERY.load("keltis-card"), 2)[0] = 1
