"""Optional extras: without one, the import says what to install; what needs none works without any."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "env"),
        ("pettingzoo", "gymnasium", "env"),
        ("gymnasium", "gymnasium", "env"),
        ("open_spiel", "pyspiel", "open-spiel"),
        ("torch_vector", "torch", "torch"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(module: str, package: str, extra: str) -> None:
    ended = run(f"import sys; sys.modules[{package!r}] = None; import wishstone.env.{module}")
    assert ended.returncode == 1
    last = ended.stderr.strip().splitlines()[-1]
    assert last == (
        f"ImportError: wishstone.env.{module} needs {package}, which is not installed; "
        f"in Wishstone's folder: pip install '.[{extra}]'"
    )


def test_arrays_of_games_need_no_extra() -> None:
    others = ("gymnasium", "pettingzoo", "pyspiel", "torch")
    ended = run(
        f"import sys; sys.modules.update(dict.fromkeys({others!r})); "
        "from wishstone.env.vector import VectorEnv; "
        "print(VectorEnv('keltis-dice', 3, engine='interpreted').reset()[0].shape)"
    )
    assert ended.stdout == "(3, 588)\n", ended.stderr
