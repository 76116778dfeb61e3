"""Rule pages against tests: every number on a page has a test, and every test names a number on a page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
TESTS = ROOT / "tests"

NUMBER = re.compile(r"\b[A-Z]{1,2}-\d+\b")
RULE = re.compile(rf"\*\*({NUMBER.pattern}) \[[TEBDO](?:/[TEBDO])?\]\*\*")


def numbers_on(pages: Path) -> dict[str, str]:
    """Every number on a page, with the name of a page where it stands."""
    return {number: page.name for page in sorted(pages.glob("*.md")) for number in NUMBER.findall(_text(page))}


def rules_on(pages: Path) -> list[str]:
    """The numbers of the rules that the pages lay down, in order."""
    return [number for page in sorted(pages.glob("*.md")) for number in RULE.findall(_text(page))]


def numbers_in(tests: Path) -> dict[str, str]:
    """Every number in a `rules(…)` mark of a test, with the name of a test that carries it."""
    return {
        number: f"{file.relative_to(tests).as_posix()}::{function.name}"
        for file in sorted(tests.rglob("test_*.py"))
        for function in ast.walk(ast.parse(_text(file)))
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_")
        for decorator in function.decorator_list
        for mark in ast.walk(decorator)
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rules"
        for number in (argument.value for argument in mark.args if isinstance(argument, ast.Constant))
        if isinstance(number, str)
    }


def untested(pages: Path, tests: Path) -> list[str]:
    """A sentence for every number on a page that no test proves."""
    proven = numbers_in(tests)
    return [f"{page}: no test proves {number}" for number, page in numbers_on(pages).items() if number not in proven]


def unknown(pages: Path, tests: Path) -> list[str]:
    """A sentence for every number in a test that is no rule on any page."""
    rules = set(rules_on(pages))
    return [
        f"{test} names {number}, a rule on no page" for number, test in numbers_in(tests).items() if number not in rules
    ]


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def test_every_rule_on_a_page_has_a_test() -> None:
    assert untested(PAGES, TESTS) == []


def test_every_rule_that_a_test_names_is_on_a_page() -> None:
    assert unknown(PAGES, TESTS) == []


def test_every_rule_is_laid_down_once_and_none_is_left_out() -> None:
    rules = rules_on(PAGES)
    assert len(rules) == len(set(rules))
    for page, last in {"K": 21, "KC": 31, "KD": 23, "N": 24, "Q": 32}.items():
        assert {rule for rule in rules if rule.startswith(f"{page}-")} == {
            f"{page}-{number}" for number in range(1, last + 1)
        }


def test_a_missing_test_or_page_is_named(tmp_path: Path) -> None:
    pages, tests = tmp_path / "pages", tmp_path / "tests"
    pages.mkdir()
    (tests / "deep").mkdir(parents=True)
    (pages / "one.md").write_text("- **K-1 [T]** One.\n- **K-2 [D]** Two; see K-9.\n", encoding="utf-8")
    (pages / "two.md").write_text("- **Q-1 [E]** Three.\n", encoding="utf-8")
    (tests / "test_one.py").write_text(
        '@pytest.mark.rules("K-1", "K-3")\ndef test_one(): ...\n\n'
        '@pytest.mark.rules("K-2")\ndef helper(): ...\n\n'
        '@pytest.mark.other("K-2")\ndef test_other(): ...\n',
        encoding="utf-8",
    )
    (tests / "setting.py").write_text('@pytest.mark.rules("K-2")\ndef test_nowhere(): ...\n', encoding="utf-8")
    (tests / "deep" / "test_two.py").write_text(
        '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rules("Q-1"))])\ndef test_q(x): ...\n',
        encoding="utf-8",
    )
    assert untested(pages, tests) == ["one.md: no test proves K-2", "one.md: no test proves K-9"]
    assert unknown(pages, tests) == ["test_one.py::test_one names K-3, a rule on no page"]
