"""README: its Python and its commands run as shown and print what it says."""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A command as the README shows it, and the lines shown below it."""

    line: int
    command: str
    output: list[str]


def blocks(text: str, language: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a language, each with the line number it starts at."""
    for found in BLOCK.finditer(text):
        if found["language"] == language:
            yield text.count("\n", 0, found.start("text")) + 1, found["text"]


def examples(text: str) -> Iterator[Example]:
    """Every command of the `console` blocks: a line that starts with `$`, and what follows up to the next."""
    for start, block in blocks(text, "console"):
        example: Example | None = None
        for number, line in enumerate(block.splitlines(), start):
            if line.startswith("$ "):
                if example:
                    yield example
                example = Example(number, line.removeprefix("$ "), [])
            elif example:
                example.output.append(line)
        if example:
            yield example


def pattern(output: list[str]) -> re.Pattern[str]:
    """What an output must look like: `…` stands for any lines where it is alone, and for anything within a line."""
    lines = (
        "(?:.*\n)*" if line == "…" else ".*".join(re.escape(part) for part in line.rstrip().split("…")) + " *\n"
        for line in output
    )
    return re.compile("".join(lines))


def run(example: Example, folder: Path) -> str | None:
    """Run an example's command in a folder; what is wrong with it, or None."""
    arguments = shlex.split(example.command, comments=True)[1:]
    ended = subprocess.run(
        [sys.executable, "-m", "wishstone", *arguments],
        cwd=folder,
        env=os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "TERM": "dumb"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    printed = f"{ended.stdout.rstrip()}\n"
    if ended.returncode != 0:
        return f"exit status {ended.returncode}\n{printed}{ended.stderr}"
    shown = "\n".join(example.output).rstrip().splitlines()
    if shown and not pattern(shown).fullmatch(printed):
        return "\n".join(["the README shows", *shown, "but it printed", printed])
    return None


def test_python_examples() -> None:
    text = README.read_text(encoding="utf-8")
    names: dict[str, object] = {}  # one story: a later block goes on where an earlier one stopped
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    for line, block in blocks(text, "python"):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, README.name, README.name, line - 1)
            runner.run(test, out=said.append, clear_globs=False)
            names = test.globs
        else:
            compile(block, f"{README.name}:{line}", "exec")
    assert not said, "".join(said)


def test_console_examples(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    wrong = [
        f"README.md:{example.line}: {example.command}\n{complaint}"
        for example in examples(text)
        if example.command.startswith("wishstone ") and (complaint := run(example, tmp_path))
    ]
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("command", ["./play", "./test"])
def test_the_two_commands_are_named(command: str) -> None:
    assert command in README.read_text(encoding="utf-8")


def test_extras_are_installed_from_the_checkout_wherever_it_is_told_how() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folders = [(folder, kind) for folder in ("docs", "examples", "src") for kind in ("*.md", "*.py", "*.ipynb")]
    files = [README, *(file for folder, kind in folders for file in (ROOT / folder).rglob(kind))]
    named: set[str] = set()
    for file in files:
        for advice in re.findall(
            r"pip install (?!-p |websockets|(?:--editable )?\./examples/)([^\n`]+)", file.read_text(encoding="utf-8")
        ):
            if advice in (".", "--editable .") or advice.startswith("--editable {path}"):  # a game where it was written
                continue
            found = re.match(r"(?:-e )?'\.\[([a-z,-]+|\{extra\})\]'", advice)
            assert found, f"{file.relative_to(ROOT)}: pip install {advice}"
            named.update(found[1].split(","))
    assert named - {"{extra}"} == set(project["optional-dependencies"])
