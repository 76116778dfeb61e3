"""Delivery in the browser: nothing waits in a row, and a page of an old version gets on with a new server."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.server.processes import QUICK, SOURCES, Server
from tests.web.browser import GAMES, PHONE, UNKEPT, Guest, Language
from tests.web.conftest import Visit

# What would be preloaded is noted and not fetched, so that every request is one that the page needs.
NOTED = """(() => {
  const { append } = Element.prototype;
  window.preloads = [];
  Element.prototype.append = function (...children) {
    if (/preload$/.test(children[0]?.rel)) window.preloads.push(children[0].getAttribute("href"));
    else append.apply(this, children);
  };
})()"""
PRELOADS = "() => window.preloads"
NAMED = """() => [...document.querySelectorAll("head > [href], head > [src]")]
  .map((each) => each.getAttribute("href") ?? each.getAttribute("src"))"""
LISTS = {"/api/tables", "/api/player/tables"}  # of other tables, which come when the page is usable
KEPT = """async () => {
  while (!(await caches.match("/"))) await new Promise((done) => setTimeout(done, 20));
  return await caches.keys();
}"""


class Asked:
    """The addresses that a page asks for, but for the page itself and what it has to do at a table."""

    def __init__(self, guest: Guest) -> None:
        self.paths: set[str] = set()
        guest.page.on("request", lambda request: self._note(request.url))

    def _note(self, url: str) -> None:
        parts = urlsplit(url)
        if re.match(r"/(v|api)/(?!tables/)", parts.path):
            self.paths.add(f"{parts.path}?{parts.query}" if parts.query else parts.path)


def play_now(guest: Guest, game: str) -> None:
    guest.page.locator(f"[data-key='{game}'] .btn.go").click()
    guest.page.wait_for_selector(".dock .ask")


def noting(guest: Guest) -> Asked:
    """What somebody asks for who preloads nothing."""
    guest.page.add_init_script(UNKEPT)
    guest.page.add_init_script(NOTED)
    return Asked(guest)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_start_page_preloads_all_that_it_needs_and_nothing_else(visit: Visit, language: Language) -> None:
    guest = visit(kept=True, language=language)
    asked = noting(guest)
    guest.open("/")
    guest.page.wait_for_selector(".shelf")
    guest.settle()
    preloads, named = (set(guest.run(each)) for each in (PRELOADS, NAMED))
    assert asked.paths - LISTS - named == preloads - named
    assert [path for path in preloads if path.endswith(f"strings/start.{language}.json")]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_preloads_all_that_it_needs_and_nothing_else(visit: Visit, game: str) -> None:
    guest = visit(kept=True, size=PHONE)
    asked = noting(guest)
    guest.open("/")
    guest.page.wait_for_selector(".shelf")
    guest.settle()
    before = set(guest.run(PRELOADS))
    asked.paths.clear()
    play_now(guest, game)
    guest.settle()
    assert asked.paths - LISTS == set(guest.run(PRELOADS)) - before, "from the start page"

    asked.paths.clear()
    guest.page.reload()
    guest.page.wait_for_selector(".dock .ask")
    guest.settle()
    page_itself = {path for path in asked.paths if path.endswith(("/tokens.css", "/components.css", "/pages.css"))}
    assert asked.paths - page_itself == set(guest.run(PRELOADS)), "by its address"


def sent_to(guest: Guest) -> list[str]:
    """The paths of what a guest is sent from now on, and does not have already."""
    sent: list[str] = []
    tools = guest.context.new_cdp_session(guest.page)
    tools.on(
        "Network.responseReceived",
        lambda event: (
            None
            if event["response"].get("fromDiskCache") or event["response"].get("fromServiceWorker")
            else sent.append(urlsplit(event["response"]["url"]).path)
        ),
    )
    tools.send("Network.enable")
    return sent


def test_the_page_that_is_kept_for_times_without_a_network_is_sent_once(visit: Visit) -> None:
    guest = visit(kept=True)
    sent = sent_to(guest)
    guest.open("/rules/keltis")
    guest.run(KEPT)
    guest.settle()
    assert [path for path in sent if path in ("/", "/rules/keltis")] == ["/rules/keltis"]


def test_who_comes_again_is_sent_the_page_and_none_of_its_files(visit: Visit) -> None:
    guest = visit(kept=True)
    guest.open("/")
    guest.run(KEPT)
    sent = sent_to(guest)
    guest.page.reload()
    guest.page.wait_for_selector(".shelf")
    guest.settle()
    assert not [path for path in sent if path.startswith("/v/")]
    assert "/api/games" in sent


# ── Versions ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of a version after this one, which differs in its page alone."""
    sources = tmp_path_factory.mktemp("newer") / "src"
    shutil.copytree(SOURCES, sources, ignore=shutil.ignore_patterns("__pycache__"))
    with (sources / "wishstone/web/tokens.css").open("a", encoding="utf-8") as file:
        file.write("\n/* newer */\n")
    return sources


class House:
    """A server that is brought up to date while somebody is there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(folder, settings=QUICK)
        self.port = self.server.url.rsplit(":", 1)[1]

    def update(self, sources: Path, after_a_week: bool = True) -> None:
        """End the server, and start another version at the same address, with the same tables.

        After a week the files of the old version are not kept any more.
        """
        assert self.server.end() == 0
        if after_a_week:
            with closing(sqlite3.connect(self.folder / "wishstone/tables.sqlite")) as connection, connection:
                assert connection.execute("DELETE FROM page_files").rowcount == 1
        self.server = Server(self.folder, "--port", self.port, settings=QUICK, PYTHONPATH=str(sources))
        assert self.server.url.endswith(self.port), "".join(self.server.errors)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    assert house.server.end() == 0


@pytest.fixture
def guest(house: House, chromium: Browser) -> Iterator[Guest]:
    """Somebody who is there before the new version comes."""
    guest = Guest(chromium, house.server.url)
    yield guest
    guest.close()


PREFIX = "() => wishstone.prefix"


def test_an_open_page_goes_on_as_it_is_and_the_next_one_is_new(house: House, guest: Guest, newer: Path) -> None:
    guest.open("/")
    play_now(guest, "keltis-card")
    old = guest.run(PREFIX)
    house.update(newer, after_a_week=False)
    guest.button("settings").click()  # a module that was not needed before
    guest.page.get_by_role("dialog").wait_for()
    guest.button("close").click()
    assert guest.run(PREFIX) == old
    expect(guest.page.locator(".bar .tag.warn")).to_be_hidden()
    guest.run("() => { window.isOld = true; }")
    guest.page.locator(".bar a[href='/']").first.click()
    guest.page.wait_for_selector(".shelf")
    assert guest.run(PREFIX) != old
    assert not guest.run("() => window.isOld")


def test_a_table_of_an_old_version_starts_anew_without_losing_a_word(house: House, guest: Guest, newer: Path) -> None:
    guest.open("/")
    play_now(guest, "keltis-card")
    old = guest.run(PREFIX)
    hand = guest.page.locator(".hand [data-card]").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    field = guest.page.get_by_label(guest.says("say-something"))
    field.fill("Good morn")
    house.update(newer)
    guest.button("settings").click()  # a module that was not needed before
    guest.page.get_by_role("dialog").wait_for()
    new = guest.run(PREFIX)
    assert new != old
    guest.page.wait_for_selector(".dock .ask")
    expect(field).to_have_value("Good morn")
    assert hand == guest.page.locator(".hand [data-card]").evaluate_all(
        "cards => cards.map((card) => card.dataset.card)"
    )
    guest.button("close").click()
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    guest.page.reload()
    guest.page.wait_for_selector(".dock .ask")
    expect(field).to_have_value("")
    assert guest.page.get_by_role("dialog").count() == 0, "what was begun is told once"


def test_a_tap_on_an_old_start_page_leads_to_its_table(house: House, guest: Guest, newer: Path) -> None:
    guest.open("/")
    guest.page.wait_for_selector(".shelf")
    old = guest.run(PREFIX)
    house.update(newer)
    play_now(guest, "keltis-dice")
    assert guest.run(PREFIX) != old
    assert len(guest.run("() => Object.keys(JSON.parse(localStorage.getItem('wishstone.tables')))")) == 1


def test_an_old_page_turns_to_another_language_by_starting_anew(house: House, guest: Guest, newer: Path) -> None:
    guest.open("/")
    guest.page.wait_for_selector(".shelf")
    house.update(newer)
    guest.page.get_by_role("button", name="Deutsch").click()
    guest.page.get_by_role("button", name="English").wait_for()
    assert guest.run("() => document.documentElement.lang") == "de"


def test_without_a_network_the_page_is_that_of_the_newest_version(house: House, guest: Guest, newer: Path) -> None:
    guest.open("/")
    assert guest.run(KEPT) == [f"wishstone-{guest.run(PREFIX).split('/')[2]}"]
    old = guest.run(PREFIX)
    house.update(newer)
    guest.page.reload()
    guest.page.wait_for_selector(".shelf")
    new = guest.run(PREFIX)
    assert new != old
    guest.page.wait_for_function(f"async () => (await caches.keys()).join() === 'wishstone-{new.split('/')[2]}'")
    guest.page.wait_for_function("async () => Boolean(await caches.match('/'))")
    guest.context.set_offline(True)
    guest.page.goto("/you")
    guest.page.get_by_role("alert").wait_for()
    guest.page.goto("/")
    guest.page.get_by_role("heading", name=guest.says("no-network")).wait_for()
    assert guest.run(PREFIX) == new


def test_what_was_kept_before_there_were_versions_is_let_go(visit: Visit) -> None:
    guest = visit(kept=True)
    bare = '<link rel="icon" href="data:,">'  # without one, a browser asks for an icon whenever it likes
    guest.page.route("**/bare", lambda route: route.fulfill(body=bare, content_type="text/html"))
    guest.page.goto("/bare")
    guest.run("async () => (await caches.open('wishstone')).put('/', new Response('old'))")
    guest.open("/")
    guest.page.wait_for_function("async () => !(await caches.keys()).includes('wishstone')")
    guest.page.wait_for_function("async () => (await (await caches.match('/'))?.text())?.includes(wishstone.prefix)")


# ── Files that are gone ──────────────────────────────────────────────────────────────────────────────────────────


def gone(route: Route) -> None:
    route.fulfill(status=404, body="{}", content_type="application/json")


def test_a_page_with_an_unknown_prefix_is_loaded_again(visit: Visit) -> None:
    guest = visit(kept=True)
    page = guest.page

    def older(route: Route) -> None:
        answer = route.fetch()
        body = re.sub(r"/v/\w+", "/v/0123456789abcdef", answer.text())
        route.fulfill(response=answer, body=body)

    page.route(lambda url: urlsplit(url).path == "/", older, times=1)
    with guest.provoking():
        page.goto("/", wait_until="commit")
        page.wait_for_selector(".shelf")
    assert "0123456789abcdef" not in guest.run(PREFIX)


@pytest.mark.parametrize(("language", "text"), [("en", "could not be loaded"), ("de", "ließ sich nicht laden")])
def test_a_page_whose_files_stay_away_is_loaded_again_once(visit: Visit, language: Language, text: str) -> None:
    guest = visit(kept=True, language=language)
    page = guest.page
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    page.route("**/v/*/js/main.js", gone)
    with guest.provoking():
        page.goto("/", wait_until="commit")
        expect(page.locator("#page")).to_contain_text(text)
        page.wait_for_timeout(500)
        assert len(loads) == 2
        page.unroute("**/v/*/js/main.js")
        page.locator("#page a").click()
        page.wait_for_selector(".shelf")


def test_a_table_whose_module_stays_away_says_so_and_plays_on(visit: Visit) -> None:
    guest = visit(kept=True)
    guest.page.add_init_script(UNKEPT)
    guest.open("/")
    play_now(guest, "keltis-card")
    guest.page.route("**/js/dialogs.js", gone)
    loads: list[str] = []
    guest.page.on("load", lambda _: loads.append(guest.page.url))
    with guest.provoking():
        guest.button("settings").click()
        expect(guest.page.locator(".dock")).to_contain_text("could not be loaded whole")
        assert len(loads) == 1
    guest.page.unroute("**/js/dialogs.js")
    guest.page.reload()
    guest.page.wait_for_selector(".dock .ask")


def test_without_a_network_nothing_is_loaded_again(visit: Visit) -> None:
    guest = visit(kept=True)
    guest.open("/")
    play_now(guest, "keltis-card")
    loads: list[str] = []
    guest.page.on("load", lambda _: loads.append(guest.page.url))
    with guest.provoking():
        guest.context.set_offline(True)
        guest.button("settings").click()
        expect(guest.page.locator(".dock")).to_contain_text("does not answer")
        guest.context.set_offline(False)
        expect(guest.page.locator(".bar .tag.warn")).to_be_hidden()
        assert not loads
        guest.page.keyboard.press("Escape")
        guest.button("settings").click()
        guest.page.get_by_role("dialog").wait_for()
