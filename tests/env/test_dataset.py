"""Datasets: what is written is what was played, and a folder is continued."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

from wishstone.cli import make_application
from wishstone.env import dataset
from wishstone.env.core import EnvCore
from wishstone.env.dataset import ABOUT, write
from wishstone.env.layout import layout_of
from wishstone.env.settings import EnvSettings, set_up
from wishstone.game.errors import UsageError
from wishstone.games import load
from wishstone.lab.simulate import Player


def player(seed: int = 3, bots: tuple[str, ...] = ("medium", "greedy")) -> Player:
    return Player(load("keltis-dice", engine="compiled"), 2, bots, seed)


def test_every_decision_is_what_a_learner_would_have_seen(tmp_path: Path) -> None:
    """Beside the environment of single games, stepped by the moves that the bots made."""
    assert write(player(), 5, "margin", tmp_path / "games") == 5
    rows = parquet.read_table(tmp_path / "games").to_pylist()
    core = EnvCore(set_up(EnvCore, "keltis-dice", 2, EnvSettings()))
    core.seed = 3
    for number in range(5):
        core.number = number - 1
        core.reset()
        mine = [row for row in rows if row["game"] == number]
        for row in mine:
            assert row["seat"] == core.actor
            assert row["observation"] == core.observation(core.actor).tolist()
            assert row["mask"] == core.mask(core.actor).tolist()
            core.play(row["move"])
        assert core.is_over
        assert {row["seat"]: row["return"] for row in mine} == dict(enumerate(core.rewards()))
        best = max(core.rewards())
        assert {row["seat"] for row in mine if row["place"] == 1} == {
            seat for seat, worth in enumerate(core.rewards()) if worth == best
        }


def test_a_folder_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART", 4)
    told: list[int] = []
    assert write(player(), 6, "win", tmp_path / "some", told.append) == 6
    assert told == [4, 6]
    before = (tmp_path / "some" / "games-000000000-000000003.parquet").stat().st_mtime_ns
    assert write(player(), 6, "win", tmp_path / "some") == 0
    assert write(player(), 11, "win", tmp_path / "some") == 4 + 3
    assert write(player(), 5, "win", tmp_path / "some") == 0
    assert (tmp_path / "some" / "games-000000000-000000003.parquet").stat().st_mtime_ns == before
    write(player(), 11, "win", tmp_path / "whole")
    one, other = (parquet.read_table(tmp_path / name) for name in ("some", "whole"))
    assert one.equals(other)
    assert np.unique(one["game"].to_numpy()).tolist() == list(range(11))
    assert not list((tmp_path / "some").glob(".*"))


def test_what_is_something_else_is_refused(tmp_path: Path) -> None:
    write(player(), 1, "win", tmp_path / "games")
    for other, reward in ((player(4), "win"), (player(bots=("greedy",)), "win"), (player(), "margin")):
        with pytest.raises(UsageError, match="of other games, bots or settings"):
            write(other, 1, reward, tmp_path / "games")  # type: ignore[arg-type]
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(UsageError, match="holds something else already"):
        write(player(), 1, "win", tmp_path / "letters")


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["dataset", "keltis-dice", "--bots", "random", "--games", "3", "-o", str(tmp_path / "games")]
    make_application("en")(words, standalone_mode=False)
    assert f"3 games are in {tmp_path / 'games'}, 3 of them new." in capsys.readouterr().out
    about = json.loads((tmp_path / "games" / ABOUT).read_text(encoding="utf-8"))
    assert (about["game"], about["bots"], about["seed"]) == ("keltis-dice", ["random", "random"], 0)
    assert about["fields"]["dice"] == [12 + 1, 6]
    assert len(about["moves"]) == load("keltis-dice").rules.MOVES
    assert layout_of("keltis-dice")["dice"].start == 13
