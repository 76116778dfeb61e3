"""docs/datasets.md: a dataset is read by pandas, Polars and PyTorch as the page shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from wishstone.env.dataset import write
from wishstone.games import load
from wishstone.lab.simulate import Player

PAGE = (Path(__file__).parents[3] / "docs" / "datasets.md").read_text(encoding="utf-8")


def test_it_is_read_as_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(load("keltis-dice", engine="compiled"), 2, ["medium", "greedy"], 3)
    write(player, 20, "margin", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in re.findall(r"^```py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        exec(compile(block, "docs/datasets.md", "exec"), names)
    rows, wins = names["rows"], names["wins"]
    assert rows["game"].nunique() == 20
    assert 0 < len(wins) < len(rows) == len(names["observations"])
    assert names["observations"].shape[1] == 588
    assert names["moves"].tolist() == rows["move"].tolist()
