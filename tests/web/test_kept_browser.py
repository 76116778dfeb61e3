"""A kept browser: whoever comes back finds their tables and settings, moves, and is not shown the page of before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.kept.kept import WHOLE, Kept
from tests.server.processes import Server, running
from tests.web.browser import PATIENCE, Guest
from tests.web.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOTHING = '<link rel="icon" href="data:,">'
DAY = 24 * 3600
STORY = ".side .log li"
# Have the storage of before, and what was kept for times without a network: all of it from a page that is gone.
RESTORE = """async ({ localStorage: storage, caches: kept }) => {
  for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
  for (const [name, paths] of Object.entries(kept)) {
    const cache = await caches.open(name);
    for (const path of paths) await cache.put(path, new Response("This is of before.", { status: 200 }));
  }
}"""


@pytest.fixture(scope="module", params=WHOLE, ids=str)
def kept(request: pytest.FixtureRequest) -> Kept:
    found: Kept = request.param
    return found


@pytest.fixture(scope="module")
def server(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the kept settings and the kept database."""
    folder = tmp_path_factory.mktemp("server")
    settings = (kept.folder / "settings.toml").read_text(encoding="utf-8")
    with running(folder, "--database", kept.unpacked("tables.db", folder), settings=settings) as server:
        yield server


@pytest.fixture
def guest(kept: Kept, server: Server, chromium: Browser) -> Iterator[Guest]:
    """Somebody who comes back with what the browser has kept; in the end nothing may have gone wrong."""
    guest = Guest(chromium, server.url, language="en")
    guest.language = "de"  # as was chosen, whatever the browser speaks
    cookies: Any = [each | {"domain": "127.0.0.1", "expires": time() + DAY} for each in kept.browser["cookies"]]
    guest.context.add_cookies(cookies)
    guest.page.route("**/nowhere", lambda route: route.fulfill(content_type="text/html", body=NOTHING))
    guest.page.goto("/nowhere")
    guest.run(RESTORE, kept.browser)
    yield guest
    try:
        guest.check()
    finally:
        guest.close()


def tables_of(kept: Kept, game: str) -> dict[str, Any]:
    """The tables of a game that a browser knows of."""
    told: dict[str, Any] = json.loads(kept.browser["localStorage"]["wishstone.tables"])
    return {table: each for table, each in told.items() if each["game"] == game}


def test_whoever_comes_back_finds_their_tables_and_moves(kept: Kept, guest: Guest) -> None:
    page = guest.open("/")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator("html").get_attribute("lang") == "de"
    own = json.loads(kept.browser["localStorage"]["wishstone.tables"])
    page.wait_for_selector("section.mine li")
    listed = page.locator("section.mine li")
    expect(listed).to_have_count(sum(not each["over"] and each["seat"] >= 0 for each in own.values()))
    listed.filter(has_text=guest.short_of("keltis-new-paths")).get_by_role("button").click()
    page.wait_for_selector(".dock")
    player = Player(guest, 1)
    player.wait()
    before = guest.run("() => document.querySelector('.side .log li')?.textContent")
    player.play_until(player.taps + 12)
    expect(page.locator(STORY).first).not_to_have_text(before, timeout=PATIENCE)
    guest.button("settings").click()
    for name, is_on in (("forced", False), ("confirm", True), ("sound", True), ("motion", False)):
        expect(page.get_by_label(guest.says(f"set-{name}"))).to_be_checked(checked=is_on)


def test_a_shared_device_a_watched_table_and_a_finished_game(kept: Kept, guest: Guest) -> None:
    (shared,) = [table for table, each in tables_of(kept, "keltis-card").items() if each.get("seats")]
    page = guest.open(f"/t/{shared}")
    page.wait_for_selector(".cover")
    (watched,) = [table for table, each in tables_of(kept, "keltis-new-paths").items() if each["seat"] < 0]
    guest.open(f"/t/{watched}")
    page.wait_for_selector(f".proposal:has-text('{guest.says('you')}')")
    (over,) = [table for table, each in tables_of(kept, "keltis-dice").items() if each["over"]]
    guest.open(f"/t/{over}")
    page.wait_for_selector(".over")
    guest.button("check-dice").click()
    page.wait_for_selector("p.good")
