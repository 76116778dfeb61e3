"""Pytest options: `pytest --rule KC-9` runs the tests of one numbered rule."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="ID", help="run only the tests marked with the number of this rule")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--rule")
    if wanted:
        proves = [any(wanted in mark.args for mark in item.iter_markers("rules")) for item in items]
        config.hook.pytest_deselected(items=[item for item, it_does in zip(items, proves, strict=True) if not it_does])
        items[:] = [item for item, it_does in zip(items, proves, strict=True) if it_does]
