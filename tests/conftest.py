"""Pytest options: `--rule ID` runs the tests of one numbered rule, `--thorough` also those that take long."""

from __future__ import annotations

import itertools
import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

Amount = TypeVar("Amount", int, float)
LEFT = "wishstone_left"  # under which a worker of pytest-xdist says how many tests it left for --thorough
_left = 0
_is_thorough = False


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="ID", help="run only the tests marked with the number of this rule")
    parser.addoption("--thorough", action="store_true", help="run also the tests that are marked as taking long")


def pytest_configure(config: pytest.Config) -> None:
    global _is_thorough
    _is_thorough = config.getoption("--thorough")
    # A shell without job control starts what runs in its background with Ctrl-C ignored, and so would be what we start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def is_thorough() -> bool:
    """Whether `--thorough` was asked for; known as soon as test modules are imported."""
    return _is_thorough


def thorough(*values: object, why: str) -> ParameterSet:
    """A set of parameters that only `--thorough` runs; `why` says what stands for it by default."""
    return pytest.param(*values, marks=pytest.mark.thorough(why))


def spread(*axes: Sequence[object], why: str = "by default every value of each parameter is tried once") -> list[Any]:
    """All combinations of some parameters: by default so few that each value of each is among them, else all of them.

    The values of one parameter meet those of the others in turn.
    """
    most = max(map(len, axes))
    chosen = {tuple((each + place) % len(axis) for place, axis in enumerate(axes)) for each in range(most)}
    places = itertools.product(*(range(len(axis)) for axis in axes))
    combinations = ((place, [axis[at] for axis, at in zip(axes, place, strict=True)]) for place in places)
    return [pytest.param(*values) if place in chosen else thorough(*values, why=why) for place, values in combinations]


def amount(default: Amount, thorough: Amount) -> Amount:
    """How many examples, games or steps: enough to notice what is wrong as a rule, or as many as before a release."""
    return thorough if _is_thorough else default


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    global _left
    wanted = config.getoption("--rule")
    if wanted:
        _keep(config, items, [any(wanted in mark.args for mark in item.iter_markers("rules")) for item in items])
    if not _is_thorough:
        quick = [item.get_closest_marker("thorough") is None for item in items]
        _left = quick.count(False)
        _keep(config, items, quick)


def _keep(config: pytest.Config, items: list[pytest.Item], chosen: list[bool]) -> None:
    """Leave out all tests but the chosen ones."""
    config.hook.pytest_deselected(items=[item for item, is_one in zip(items, chosen, strict=True) if not is_one])
    items[:] = [item for item, is_one in zip(items, chosen, strict=True) if is_one]


def pytest_sessionfinish(session: pytest.Session) -> None:
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[LEFT] = _left


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    global _left
    _left = max(_left, getattr(node, "workeroutput", {}).get(LEFT, 0))  # every worker collects all tests


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _left:
        terminalreporter.write_line(f"{_left} tests were left for --thorough.")
