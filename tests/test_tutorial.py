"""The tutorial in docs/adding-a-game.md: its files are those of examples/cairns, and each of its steps runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "cairns"
TUTORIAL, _, REFERENCE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8").partition("\n# Reference\n")
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)

# Goes through the steps in a process of its own, as a reader would in one session: files grow, and lines are entered.
SESSION = """
import doctest, json, sys
from pathlib import Path

place, steps = Path(sys.argv[1]), json.loads(sys.argv[2])
names, said = {}, []
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL, verbose=False)
for number, (language, title, body) in enumerate(steps):
    if title:
        file = place / title
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as written:
            written.write(body + "\\n\\n")
    elif language == "pycon":
        test = doctest.DocTestParser().get_doctest(body, names, f"block {number}", "docs/adding-a-game.md", 0)
        runner.run(test, out=said.append, clear_globs=False)
        names = test.globs
print("".join(said))
sys.exit(bool(said))
"""


class Block(NamedTuple):
    """A fenced block of the tutorial: its language, the file that it is a part of, and its text."""

    language: str
    title: str
    body: str


BLOCKS = [Block(*found) for found in BLOCK.findall(TUTORIAL)]


def squeezed(text: str) -> str:
    """A source without the blank lines that tell its parts from each other."""
    return re.sub(r"\n{2,}", "\n", text).strip()


def written(title: str) -> str:
    """A file as the tutorial has it, part after part."""
    return "\n".join(block.body for block in BLOCKS if block.title == title)


def test_the_tutorial_builds_every_file_of_the_game() -> None:
    files = {file.relative_to(EXAMPLE).as_posix() for file in (EXAMPLE / "src").rglob("*.py")}
    assert {block.title for block in BLOCKS} - {""} == files | {"pyproject.toml"}


@pytest.mark.parametrize("title", sorted({block.title for block in BLOCKS} - {"", "pyproject.toml"}))
def test_a_file_is_that_of_the_example(title: str) -> None:
    assert squeezed(written(title)) == squeezed((EXAMPLE / title).read_text(encoding="utf-8"))


def test_the_example_is_the_tutorials_distribution_with_tests() -> None:
    told = tomllib.loads(written("pyproject.toml"))
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))
    assert project == {**told, "tool": project["tool"]}


def test_every_step_runs(tmp_path: Path) -> None:
    project = tomllib.loads(written("pyproject.toml"))["project"]
    place = tmp_path / "src"
    about = place / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"  # as an installer makes it
    about.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {package}" for name, package in points.items()))
    ]
    (about / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    steps = json.dumps([block for block in BLOCKS if block.title.endswith(".py") or block.language == "pycon"])
    program = [sys.executable, "-c", SESSION, str(tmp_path), steps]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{place}"}
    ended = subprocess.run(program, capture_output=True, text=True, timeout=600, env=environment, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_what_is_typed_in_a_shell_is_a_command_of_ours_or_an_installation() -> None:
    typed = [line.split() for block in BLOCKS if block.language == "sh" for line in block.body.splitlines()]
    help_text = subprocess.run(
        [sys.executable, "-m", "wishstone", "--help"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    for words in typed:
        assert words[:2] == ["pip", "install"] or (words[0] == "wishstone" and re.search(rf"\b{words[1]}\b", help_text))


def test_every_link_within_the_page_leads_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", TUTORIAL + "\n# Reference\n" + REFERENCE, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(#([\w-]+)\)", TUTORIAL + REFERENCE)
    assert links
    assert set(links) <= anchors
