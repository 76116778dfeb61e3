"""ARCHITECTURE.md: every path on it exists, and so does every class and function that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
IN_BACKTICKS = sorted(set(re.findall(r"`([^`\n]+)`", PAGE)))
PATHS = [name for name in IN_BACKTICKS if re.fullmatch(r"(src|docs|tests|benchmarks)/[\w./-]*", name)]
CLASSES = [name for name in IN_BACKTICKS if re.fullmatch(r"[A-Z][a-z]\w*(\.\w+)?", name)]
FUNCTIONS = [name for name in IN_BACKTICKS if re.fullmatch(r"[a-z]+(_[a-z]+)+", name)]
ITEMS = {"wish_stones"}  # of score sheets, not functions
SOURCES = "\n".join(
    file.read_text(encoding="utf-8")
    for file in sorted((ROOT / "src" / "wishstone").rglob("*"))
    if file.suffix in (".py", ".js")
)


@pytest.mark.parametrize("path", PATHS)
def test_a_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_exists(name: str) -> None:
    owner, _, method = name.partition(".")
    body = re.search(rf"^class {owner}\b(?:.*\n)(?:(?:[ \t].*)?\n)*", SOURCES, re.M)
    assert body or re.search(rf"^{owner} = ", SOURCES, re.M), f"there is no class {owner}"
    assert not method or (body and re.search(rf"def {method}\(", body[0])), f"{owner} has no {method}"


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ITEMS])
def test_a_function_exists(name: str) -> None:
    assert re.search(rf"\bdef {name}\(", SOURCES), f"there is no function {name}"


def test_something_is_named() -> None:
    assert len(PATHS) > 40
    assert len(CLASSES) > 15
    assert len(FUNCTIONS) > 8
