"""Lab on a GPU: the same games as on a CPU, and a clear sentence where there is no GPU.

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

from tests.conftest import thorough
from tests.gpu import has_gpu, needs_gpu
from wishstone.games import GAMES, load
from wishstone.lab.gpu import device, words
from wishstone.lab.gpu.check import check, difference

HERE = Path(__file__).parent
TABLES = [(about.id, seats) for about in GAMES for seats in range(about.seats[0], about.seats[1] + 1)]


@needs_gpu
@pytest.mark.filterwarnings("default")  # numba-cuda imports parts of itself late, and they use old names of NumPy's
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_gpu_plays_the_same_games(id: str, seats: int) -> None:
    findings = list(check(load(id, engine="compiled"), seats, games=64, steps=200, seed=7))
    assert len(findings) == 6
    assert [finding.difference for finding in findings] == [""] * 6


@pytest.mark.parametrize(
    ("id", "seats"),
    [("keltis-dice", 2), thorough("quartz-dice", 3, why="by default one game plays by the kernels, in all their ways")],
)
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
        "moves",
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


def refusal(*arguments: str, **names: str) -> str:
    """The one line with which Python, run so and with these names in its environment, refuses to go on."""
    told = {**os.environ, device.SIMULATOR: "0", **names}
    asked = subprocess.run([sys.executable, *arguments], env=told, capture_output=True, text=True, check=False)
    assert (asked.returncode, asked.stdout) == (2, ""), asked.stderr
    (line,) = asked.stderr.splitlines()
    return line


def test_without_a_gpu_the_command_says_so(tmp_path: Path) -> None:
    """Where there are GPUs, CUDA is told to show none of them."""
    if find_spec("numba_cuda") is None:  # the CUDA module that Numba itself brings along says the same
        (tmp_path / "numba_cuda.py").touch()
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    line = refusal("-m", "wishstone.lab.gpu", "check", "keltis-card", PYTHONPATH=path, CUDA_VISIBLE_DEVICES="")
    assert line.startswith("wishstone: CUDA finds no GPU here (")
    assert line.endswith("; it needs an NVIDIA GPU with its driver, and «nvidia-smi» should list it [gpu-none]")


def test_without_numba_cuda_the_command_says_how_to_get_it() -> None:
    script = (
        "import sys; sys.modules['numba_cuda'] = None; from wishstone.lab.gpu.__main__ import main; sys.exit(main())"
    )
    line = refusal("-c", script, "check", "keltis-card")
    assert line == (
        "wishstone: playing on a GPU needs the package numba-cuda; "
        "in Wishstone's folder: pip install '.[cuda]' [gpu-package]"
    )


def test_a_gpu_is_found_by_its_driver_alone(tmp_path: Path) -> None:
    (tmp_path / "nvidiactl").touch()
    assert not has_gpu("no-driver", tmp_path)
    (tmp_path / "nvidia0").touch()
    assert has_gpu("no-driver", tmp_path), "one without its driver is no reason to skip"


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
importlib.import_module("wishstone.lab.executor_choice")
print("imported")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "imported\n"), done.stderr


def test_every_sentence_is_there_in_both_languages() -> None:
    for english, german in words.WORDS.values():
        assert english
        assert german
        assert english != german
