"""Fitted weights: they exist for every game and seat count, laid out as the player reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wishstone.bots import make
from wishstone.bots.levels import LevelBot
from wishstone.bots.policies import policy_of
from wishstone.bots.weights import weights_of
from wishstone.bots.weights_bot import weights_digests
from wishstone.game.errors import UsageError
from wishstone.games import EVERY, load

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


def test_weights_of_a_file_play_and_what_is_none_is_refused(tmp_path: Path) -> None:
    game, path = load("keltis-dice", engine="interpreted"), tmp_path / "own.json"
    file = EVERY.find("keltis-dice").find_weights(2)
    assert file is not None
    stored: dict[str, Any] = json.loads(file.read_text("utf-8"))
    weights = stored["weights"]
    path.write_text(json.dumps(stored | {"weights": [*weights[:-1], 7]}), encoding="utf-8")
    bot = make(f"fitted:{path}", game)
    assert isinstance(bot, LevelBot)
    assert bot.weights_for(2, 0, 1).tolist() == [*weights[:-1], 7]
    assert weights_digests(["fitted", bot.name, "net:some.net"]).keys() == {bot.name}
    with pytest.raises(UsageError, match="are for 2 seats, not for 3"):
        bot.weights_for(3, 0, 1)
    for content, code in (
        ("", "weights-form"),
        ("[" * 100_000, "weights-form"),
        (json.dumps(stored | {"weights": [2**40]}), "weights-form"),
        (json.dumps(stored | {"weights": "many"}), "weights-form"),
        (json.dumps(stored | {"weights": weights[1:]}), "weights-other"),
        (json.dumps(stored | {"game": "keltis-card"}), "weights-other"),
        (json.dumps(stored | {"layout": -1}), "weights-other"),
    ):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(UsageError) as caught:
            make(f"fitted:{path}", game)
        assert caught.value.code == code, content[:40]
    path.unlink()
    with pytest.raises(UsageError) as caught:
        make(f"fitted:{path}", game)
    assert caught.value.code == "file-unreadable"
