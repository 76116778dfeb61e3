"""Limits of generic code: a game that is beyond them is refused when it is loaded, in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packages import offer_package, write_package
from wishstone.game.errors import UsageError
from wishstone.games import EVERY

BEYOND = {
    "seven_seats": (("rules.py", "SEATS = (2, 2)", "SEATS = (2, 7)"), "its SEATS are 2 to 7, and games are for 2 to 6"),
    "alone": (("rules.py", "SEATS = (2, 2)", "SEATS = (1, 2)"), "its SEATS are 1 to 2, and games are for 2 to 6"),
    "another_catalogue": (
        ("__init__.py", "seats=(2, 2)", "seats=(2, 3)"),
        "its SEATS are 2 to 2, and its ABOUT says 2 to 3",
    ),
    "no_first": (
        ("rules.py", '("first", np.int8),', '("opener", np.int8),'),
        "its State has no single number called first",
    ),
    "many_ends": (
        ("rules.py", '("end", np.int8),', '("end", np.int8, 2),'),
        "its State has no single number called end",
    ),
    "wide": (("rules.py", '("step", np.int8),', '("step", np.int8, 600),'), "more than 512"),
    "no_moves": (("rules.py", "MAX_LEGAL = 4", "MAX_LEGAL = 0"), "its MAX_LEGAL is 0"),
    "no_score": (("rules.py", "def score(", "def points("), "do not define score"),
    "no_total": (("rules.py", '"clovers", "total")', '"clovers", "sum")'), "its ITEMS do not end with total"),
}


@pytest.mark.parametrize("name", BEYOND)
def test_a_game_beyond_the_limits_is_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file, old, new), told = BEYOND[name]
    write_package(tmp_path, name, changes={file: (old, new)})
    offer_package(monkeypatch, tmp_path, name)
    with pytest.raises(UsageError) as refused:
        EVERY.load(name)
    assert refused.value.code == "game-unfit"
    assert str(refused.value).startswith(f"{name} cannot be played: ")
    assert told in str(refused.value)
    assert str(refused.value.text("de")).startswith(f"{name} lässt sich nicht spielen: ")
    assert "{" not in refused.value.text("de")
    assert EVERY.load("miniature").id == "miniature", "its neighbours play on"
