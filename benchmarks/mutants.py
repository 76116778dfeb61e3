"""Mutation test of the rules: each mutant breaks one rule, and that rule's own numbered tests must fail.

    python benchmarks/mutants.py            all of them
    python benchmarks/mutants.py KC-9 …     those of some rules

A mutant is caught if the tests marked with its rule fail (pytest's exit status 1). It survives if they pass. Anything
else, such as a module that cannot be imported any more, makes it no good: it proves nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Literal, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.mutations import Mutant  # noqa: E402 - found once the root is on the path

SOURCE = ROOT / "src" / "wishstone"
TESTS = ROOT / "tests" / "rules"
AT_A_TIME = 2
LIMIT_S = 120

Fate = Literal["caught", "survived", "no good", "stale"]

# Run in the mutant's own process: its rules must be the broken ones, even where wishstone is installed.
RUN = """
import sys
folder, *arguments = sys.argv[1:]
import wishstone
if not wishstone.__file__.startswith(folder):
    sys.exit(f"{wishstone.__file__} was imported, and should be in {folder}")
import pytest
status = pytest.main(arguments)
if "numba" in sys.modules:
    sys.exit("the rules were to be interpreted, and Numba was imported")
sys.exit(100 + status)
"""
PASSED, FAILED = 100, 101  # pytest's 0 and 1, told apart from a Python that did not get so far


def mutants() -> list[Mutant]:
    """All of them, folder by folder."""
    lists = sorted((ROOT / "benchmarks" / "mutations").glob("[a-z]*.py"))
    return [mutant for each in lists for mutant in import_module(f"benchmarks.mutations.{each.stem}").MUTANTS]


class Trial(NamedTuple):
    """What became of a mutant, and what there is to say about it."""

    mutant: Mutant
    fate: Fate
    said: str


def is_stale(mutant: Mutant, source: Path = SOURCE) -> str | None:
    """What is wrong with the text that a mutant changes; None if it stands there exactly once."""
    times = (source / mutant.file).read_text(encoding="utf-8").count(mutant.old)
    return None if times == 1 else f"{mutant.file} has {mutant.old!r} {times} times, and should have it once"


def tried(mutant: Mutant) -> Trial:
    """Break the rule in a copy of the source and run the rule's tests on it."""
    if stale := is_stale(mutant):
        return Trial(mutant, "stale", stale)
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        file = copied(Path(folder)) / mutant.file
        file.write_text(file.read_text(encoding="utf-8").replace(mutant.old, mutant.new), encoding="utf-8")
        status, said = run_tests(Path(folder), "--rule", mutant.rule)
    fates: dict[int, Fate] = {FAILED: "caught", PASSED: "survived"}
    return Trial(mutant, fates.get(status, "no good"), said)


def copied(folder: Path) -> Path:
    """A copy of the source in this folder."""
    return shutil.copytree(SOURCE, folder / "wishstone", ignore=shutil.ignore_patterns("__pycache__"))


def run_tests(folder: Path, *options: str) -> tuple[int, str]:
    """Run the numbered tests on the source in this folder: the exit status, and the last line that was said."""
    command = [sys.executable, "-c", RUN, str(folder.resolve()), str(TESTS), *options]
    command += ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    variables = {"PYTHONPATH": str(folder.resolve()), "PYTHONDONTWRITEBYTECODE": "1", "WISHSTONE_ENGINE": "interpreted"}
    try:
        run = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, f"the tests did not end within {LIMIT_S} seconds"
    return run.returncode, "".join((run.stdout + run.stderr).strip().splitlines()[-1:])


def main(rules: list[str]) -> int:
    """Try the mutants of these rules, or all of them, and print what became of each."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copied(Path(folder))
        status, said = run_tests(Path(folder))
    if status != PASSED:
        print(f"the tests do not even pass on the source as it is: {said}")
        return 1
    chosen = [mutant for mutant in mutants() if not rules or mutant.rule in rules]
    fates: list[Fate] = []
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        for mutant, fate, said in pool.map(tried, chosen):
            fates.append(fate)
            print(f"{mutant.rule:6} {fate:9} {mutant.wrong}" + ("" if fate == "caught" else f"  ({said})"), flush=True)
    caught = fates.count("caught")
    seconds = time.monotonic() - start
    print(f"{caught} of {len(fates)} mutants caught by the tests of their own rule, in {seconds:.0f} s")
    return 0 if caught == len(fates) > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
