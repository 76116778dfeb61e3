"""The page, behind an address where two versions take turns: it neither breaks nor begins anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.server.conftest import make_database, postgres  # noqa: F401
from tests.server.processes import QUICK, SOURCES, running
from tests.server.test_two_versions import before, both  # noqa: F401
from tests.server.versions import Proxy
from tests.web.browser import Guest
from tests.web.player import Player

VERSION = "() => wishstone.prefix"
FORGET = "() => caches.keys().then((keys) => Promise.all(keys.map((key) => caches.delete(key))))"
LOADS = 6


@pytest.fixture
def guest(chromium: Browser, proxy: Proxy) -> Iterator[Guest]:
    guest = Guest(chromium, proxy.url)
    yield guest
    guest.check()
    guest.close()


@pytest.fixture
def proxy(both: tuple[str, str]) -> Iterator[Proxy]:  # noqa: F811
    """In front of the version before, which knows no files but its own, and of this one."""
    proxy = Proxy(both)
    yield proxy
    proxy.close()


@pytest.fixture
def of_equals(tmp_path: Path, make_database: Callable[[], str]) -> Iterator[Proxy]:  # noqa: F811
    """In front of this version and the one after it, which know one another's files."""
    database, sources = make_database(), tmp_path / "src"
    shutil.copytree(SOURCES, sources, ignore=shutil.ignore_patterns("__pycache__"))
    with (sources / "wishstone/web/tokens.css").open("a", encoding="utf-8") as file:
        file.write("\n/* newer */\n")
    folders = [tmp_path / name for name in ("here", "there")]
    for folder in folders:
        folder.mkdir()
    with (
        running(folders[0], "--database", database, settings=QUICK) as here,
        running(folders[1], "--database", database, settings=QUICK, PYTHONPATH=str(sources)) as there,
    ):
        proxy = Proxy((here.url, there.url), asks_next=False)
        yield proxy
        proxy.close()


def load_again_and_again(guest: Guest, proxy: Proxy) -> None:
    """Load the page of either version some times, with no file kept; each of them loads once, and is whole."""
    loads: list[str] = []
    guest.page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    versions: list[str] = []
    while len(versions) < LOADS or len(set(versions)) == 1:
        guest.open("/")
        guest.page.wait_for_selector(".shelf")
        guest.settle()
        versions.append(guest.run(VERSION))
        assert len(loads) == len(versions), "it began anew"
        guest.run(FORGET)
        if len(versions) % 2:  # so that the next page comes from the other process
            guest.run("() => fetch('/health').then(() => true)")
    assert guest.run("() => sessionStorage.getItem('wishstone.restarts')") is None


def test_the_page_of_either_version_is_whole_whoever_is_asked_for_its_files(proxy: Proxy, guest: Guest) -> None:
    load_again_and_again(guest, proxy)
    assert len(proxy.missing) == 2, "each process was asked for files of the other"


def test_from_now_on_each_process_has_the_files_of_the_other(of_equals: Proxy, chromium: Browser) -> None:
    guest = Guest(chromium, of_equals.url)
    load_again_and_again(guest, of_equals)
    asked = {(path.split("/")[2], port) for path, port in of_equals.led if path.startswith("/v/")}
    assert len(asked) == 4
    assert not of_equals.missing
    guest.check()
    guest.close()


def test_a_game_is_played_at_a_page_whose_requests_go_to_both(proxy: Proxy, guest: Guest) -> None:
    pages: set[str] = set()
    sockets: set[int] = set()
    seed = 0
    while len(pages) < 2 or len(sockets) < 2:
        seed += 1
        assert seed < 10, "the other process is never asked"
        player = Player(guest, seed)
        player.start("keltis-card")
        player.play_until(taps=6)
        guest.button("settings").click()  # a module that was not needed before
        guest.page.get_by_role("dialog").wait_for()
        guest.button("close").click()
        pages.add(guest.run(VERSION))
        guest.page.reload()
        player.wait()
        player.play_until(taps=12)
        pages.add(guest.run(VERSION))
        sockets = {port for path, port in proxy.led if urlsplit(path).path.endswith("/socket")}
        if seed % 2:  # so that the next page comes from the other process
            guest.run("() => fetch('/health').then(() => true)")
    assert guest.run("() => sessionStorage.getItem('wishstone.restarts')") is None
