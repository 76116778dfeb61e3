"""Fixtures for the page: a server in a process of its own, Chromium, and guests that report trouble."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.conftest import is_thorough
from tests.server.processes import QUICK, Server, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.browser import BrowserOfTheRun, Guest

Visit = Callable[..., "Guest"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with no tables yet, a file of its own, and bots that do not pause."""
    with running(tmp_path_factory.mktemp("server"), settings=QUICK) as server:
        yield server


@pytest.fixture(scope="session")
def browser_of_the_run() -> Iterator[BrowserOfTheRun]:
    """The one browser of all tests that this process runs."""
    from tests.web.browser import BrowserOfTheRun

    browser = BrowserOfTheRun()
    yield browser
    browser.close()


@pytest.fixture
def chromium(browser_of_the_run: BrowserOfTheRun) -> Iterator[Browser]:
    """A browser for one test; while it has it, it cannot use asyncio."""
    with browser_of_the_run.in_use() as browser:
        yield browser


@pytest.fixture
def visit(server: Server, chromium: Browser) -> Iterator[Visit]:
    """Brings guests, `visit(size=PHONE, language="de")`; in the end nothing may have gone wrong with any of them.

    By default only with `visit(kept=True)` a service worker keeps the page for them, as it does for everybody with
    `--thorough`: it fetches all of the page a second time, and each of its requests passes through it.
    """
    from tests.web.browser import Guest

    guests: list[Guest] = []

    def visit(kept: bool = is_thorough(), **wishes: object) -> Guest:
        guests.append(Guest(chromium, server.url, kept=kept, **wishes))  # type: ignore[arg-type]
        return guests[-1]

    yield visit
    try:
        for guest in guests:
            guest.check()
        assert not [line for line in server.log if line["level"] == "error"]
    finally:
        for guest in guests:
            guest.close()
