"""Examples: each runs as its user would start it, with less time."""

from __future__ import annotations

import contextlib
import io
import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.env.configurations import IDS

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = spec_from_file_location(f"examples_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", IDS)
def test_a_random_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    rewards = example("random_game").play(game, 3, seed=2)
    assert sum(rewards.values()) == pytest.approx(0)
    assert "over (" in capsys.readouterr().out
    assert len((EXAMPLES / "random_game.py").read_text(encoding="utf-8").splitlines()) <= 40


def test_ppo_learns_in_a_few_updates() -> None:
    ppo = example("ppo")
    net, margins = ppo.train("keltis-card", 2, seconds=float("inf"), games=48, updates=8)
    assert len(margins) == 8
    assert margins[-1] > margins[0] + 1
    assert ppo.win_share(net, "keltis-card", 2, games=300) > 0.6


@pytest.mark.parametrize("game", ["wishstone_keltis_dice", "wishstone_keltis_card", "wishstone_quartz_dice"])
def test_search_of_openspiel(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    example("open_spiel_search").play(game, simulations=2, decisions=3)
    assert "search: " in capsys.readouterr().out


def test_the_designers_notebook() -> None:
    book = json.loads((EXAMPLES / "designer.ipynb").read_text(encoding="utf-8"))
    assert book["nbformat"] == 4
    cells = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    assert not any(cell.get("outputs") for cell in book["cells"])
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for number, cell in enumerate(cells):
            exec(compile(cell.replace("GAMES = 2000", "GAMES = 200"), f"designer.ipynb:{number}", "exec"), names)
    assert names["house_rule"]["stones"]["decisions a game"] > names["house_rule"]["tiles"]["decisions a game"]
    assert names["without"]["without clovers"] < names["without"]["as in the box"]
    assert "█" in printed.getvalue()
