"""The lab on a GPU: the same games as on a CPU, and what is said where there is no GPU.

With a GPU the kernels are compared on it. Without one they run in Numba's CUDA simulator, in a process of its own,
since Numba decides for the whole process which of the two it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from wishstone.game.errors import UsageError
from wishstone.games import GAMES, load
from wishstone.lab.gpu import device, words
from wishstone.lab.gpu.check import check, difference

HERE = Path(__file__).parent
TABLES = [(about.id, seats) for about in GAMES for seats in range(about.seats[0], about.seats[1] + 1)]


def gpu_missing() -> str:
    """Why there is no GPU to be tested; empty where there is one."""
    try:
        device.cuda()
    except UsageError as error:
        return str(error)
    return ""


NO_GPU = gpu_missing()


@pytest.mark.skipif(bool(NO_GPU), reason=f"needs a GPU, and the simulator's test below stands in: {NO_GPU}")
@pytest.mark.filterwarnings("default")  # numba-cuda imports parts of itself late, and they use old names of NumPy's
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_gpu_plays_the_same_games(id: str, seats: int) -> None:
    findings = list(check(load(id, engine="compiled"), seats, games=64, steps=200, seed=7))
    assert len(findings) == 5
    assert [finding.difference for finding in findings] == [""] * 5


@pytest.mark.parametrize(("id", "seats"), [("keltis-dice", 2), ("quartz-dice", 3)])
def test_the_kernels_play_the_same_games_in_the_simulator(id: str, seats: int) -> None:
    played = subprocess.run(
        [sys.executable, HERE / "simulated.py", id, str(seats)],
        env={**os.environ, device.SIMULATOR: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    lines = played.stdout.splitlines()
    assert [line.partition(":")[0].partition(",")[0].split(" of ")[0] for line in lines] == [
        "whole games",
        "whole games",
        "step by step",
        "sums",
        "sums",
    ]
    for line in lines:
        compared, _, told = line.partition("|")
        assert int(compared.split()[-1]) > 0, line
        assert told == "", line


def test_a_difference_is_found_and_named() -> None:
    game = load("keltis-card")
    one, other = np.zeros((2, 3), game.rules.State)
    assert difference({"positions": (one, other)}) == ""
    other["draw_pile"][1] = 5
    assert difference({"positions": (one, other)}) == "positions.draw_pile of game 1: 0 on the CPU and 5 on the GPU"
    assert "int16" in difference({"moves": (np.zeros(2, np.int16), np.zeros(2, np.int32))})


@pytest.mark.skipif(not NO_GPU, reason="there is a GPU, so nothing is missing")
def test_without_a_gpu_the_command_says_what_is_missing() -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "wishstone.lab.gpu", "check", "keltis-card"], capture_output=True, text=True, check=False
    )
    assert asked.returncode == 2
    assert asked.stderr.startswith("wishstone: ")
    assert "Traceback" not in asked.stderr
    if find_spec("numba_cuda") is None:
        assert "pip install 'wishstone[cuda]'" in asked.stderr


def test_the_command_needs_nothing_but_numpy_and_numba() -> None:
    """Every other package that we depend on is kept from being imported."""
    forbidden = ("fastapi", "httptools", "msgspec", "rich", "typer", "uvicorn", "uvloop", "websockets", "distributed")
    modules = ("__main__", "batch", "check", "kernels", "player", "tune", "with_torch")
    script = f"""
import importlib, sys
for name in {forbidden}:
    sys.modules[name] = None
for name in {modules}:
    importlib.import_module("wishstone.lab.gpu." + name)
importlib.import_module("wishstone.lab.places")
print("imported")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "imported\n"), done.stderr


def test_every_sentence_is_there_in_both_languages() -> None:
    for english, german in words.WORDS.values():
        assert english
        assert german
        assert english != german
