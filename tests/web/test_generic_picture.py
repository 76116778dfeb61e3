"""Generic picture: a game without one is played by taps to its end, and one whose picture is broken goes on with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.plugins import OPPONENTS, PARTS, write_game
from tests.server.processes import QUICK, SOURCES, Server, running
from tests.web.browser import DESK, NARROW, PHONE, SIDE, TABLET, Guest, Size
from tests.web.checks import missing, small, undrawn, unfit, violations

BARE, PAINTED = "pebbles", "cobbles"
PICTURE = """export default ({ h, say }) => ({
  ask: () => ({ lead: say("your-turn"), text: say("sentence") }),
  ends: () => null,
  seat: () => h("p.stones-of", "seat"),
  middle: () => h("p.cobbles", "middle"),
  dock: (page) =>
    page.legal.map(({ move }) => h("button.btn", { onclick: () => page.play(move) }, page.moveName(move))),
});
"""
COVER = "export default ({ stone }) => stone(120, 75, 40, 30, 'red', 'cover');"
MOVES = ".g-offers .btn"
LIT = ".generic button.lit"
OVER = ".over"
GONE_ON = """([count, over]) =>
  document.querySelectorAll(".log li").length > count || document.querySelector(over)"""
MOST = 20  # moves that a game of the miniature takes, at most


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two more games: one without a picture, one with a small one."""
    folder = tmp_path_factory.mktemp("server")
    for name in (BARE, PAINTED):
        write_game(folder / "site", name, (*PARTS, *OPPONENTS))
    web = folder / "site" / PAINTED / "web"
    web.mkdir()
    (web / f"{PAINTED}.js").write_text(PICTURE, encoding="utf-8")
    (web / f"{PAINTED}.cover.js").write_text(COVER, encoding="utf-8")
    (web / f"{PAINTED}.css").write_text(f'[data-game="{PAINTED}"] .cobbles {{ color: red }}', encoding="utf-8")
    (web / f"{PAINTED}.en.json").write_text('{"sentence": "A sentence of its own."}', encoding="utf-8")
    path = f"{SOURCES}:{folder / 'site'}"
    with running(folder, settings=QUICK, PYTHONPATH=path, WISHSTONE_CACHE=str(folder / "cache")) as server:
        yield server


class Visitor(Guest):
    """Somebody who hears what the console is told."""

    def __init__(self, browser: Browser, address: str, size: Size, **wishes: object) -> None:
        super().__init__(browser, address, size=size, kept=False, **wishes)  # type: ignore[arg-type]
        for name, value in {"level": '"novice"', "set.forced": "false"}.items():
            self.page.add_init_script(f"localStorage.setItem('wishstone.{name}', '{value}')")
        self.told: list[str] = []
        self.page.on("console", lambda message: self.told.append(message.text))

    def begin(self, game: str) -> None:
        """From the start page to a table."""
        self.open("/")
        self.page.locator(f"[data-key='{game}'] .btn.go").click()
        self.page.wait_for_url("**/t/*")
        self.page.wait_for_selector(".dock .ask")

    def play(self, lot: Random, moves: str = MOVES) -> None:
        """Play to the end: now and then something lit is tapped first, and then one of the moves that it is for."""
        for _ in range(MOST):
            self.page.wait_for_selector(f"#page:not([aria-busy]) :is({moves}, {LIT}), {OVER}")
            if self.page.locator(OVER).count():
                return
            lit, offers = self.page.locator(LIT), self.page.locator(moves)
            if moves == MOVES and lit.count() and (not offers.count() or lot.random() < 0.5):
                lit.nth(lot.randrange(lit.count())).click()
                expect(self.page.locator(f"{LIT}[aria-pressed=true]").first).to_be_visible()
                assert offers.count() > 0
            count = self.run("() => document.querySelectorAll('.log li').length")
            offers.nth(lot.randrange(offers.count())).click()
            self.page.wait_for_function(GONE_ON, arg=[count, OVER])
        raise AssertionError("the game does not end")


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(server: Server, chromium: Browser) -> Iterator[Visit]:
    """Brings visitors; what goes wrong with one is looked at by the test."""
    visitors: list[Visitor] = []

    def visit(size: Size, **wishes: object) -> Visitor:
        visitors.append(Visitor(chromium, server.url, size, **wishes))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.close()


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "de")], ids=["desk", "phone"])
def test_a_game_without_a_picture_is_played_to_its_score_sheet(visit: Visit, size: Size, language: str) -> None:
    guest = visit(size, language=language)
    guest.begin(BARE)
    move = guest.page.locator(MOVES).first
    expect(move).to_have_text(re.compile("^(You|Du) [a-z]"))
    guest.play(Random(1))
    assert guest.page.locator(f"{OVER}, .after").count()
    guest.check()


def test_the_generic_picture_fits_and_can_be_read_and_reached(visit: Visit) -> None:
    guest = visit(NARROW)
    guest.begin(BARE)
    guest.page.wait_for_selector(MOVES)
    wrong = {"missing": missing(guest), "not drawn": undrawn(guest)}
    for size in (NARROW, TABLET, SIDE, DESK):
        guest.turn(size)
        wrong[f"unfit at {size}"] = unfit(guest) + ["sideways"] * guest.is_too_wide()
    guest.turn(PHONE)
    wrong["too small for a thumb"] = small(guest)
    guest.turn(PHONE, "dark")
    wrong["by night"] = violations(guest)
    guest.turn(DESK)
    wrong["by day"] = violations(guest)
    assert not {what: which for what, which in wrong.items() if which}
    guest.check()


def test_a_game_with_a_small_picture_is_drawn_with_it(visit: Visit) -> None:
    guest = visit(DESK)
    guest.begin(PAINTED)
    expect(guest.page.locator(".cobbles")).to_have_css("color", "rgb(255, 0, 0)")
    expect(guest.page.locator(".dock .ask")).to_contain_text("A sentence of its own.")
    guest.play(Random(2), ".dock > .btn")
    guest.check()


BREAKS = {
    "throws as it is loaded": "throw new Error('broken');",
    "is no module": "export default (",
    "imports what is not there": 'import { x } from "./nothing.js";\n' + PICTURE,
    "exports nothing": "const nothing = 0;",
    "throws as it is made": "export default () => { throw new Error('broken'); };",
    "throws as it draws": PICTURE.replace('h("p.cobbles", "middle")', "page.nothing.nothing"),
    "throws as it asks": PICTURE.replace('say("sentence")', "say.nothing.nothing"),
}


@pytest.mark.parametrize("body", BREAKS.values(), ids=list(BREAKS))
def test_a_game_whose_picture_is_broken_goes_on_with_the_generic_one(visit: Visit, body: str) -> None:
    guest = visit(PHONE)

    def broken(route: Route) -> None:
        route.fulfill(body=body, content_type="text/javascript")

    guest.page.route(f"**/games/{PAINTED}/{PAINTED}.js", broken)
    with guest.provoking():
        guest.begin(PAINTED)
        guest.page.wait_for_selector(MOVES)
        told = [text for text in guest.told if text.startswith(("The picture of", f"{PAINTED}.js of"))]
        assert len(told) == 1
        assert PAINTED in told[0]
        guest.play(Random(3))


def test_a_broken_cover_is_one_of_stones(visit: Visit) -> None:
    guest = visit(DESK)
    bad = "export default () => { throw new Error('broken'); };"
    guest.page.route(f"**/{PAINTED}.cover.js", lambda route: route.fulfill(body=bad, content_type="text/javascript"))
    with guest.provoking():
        guest.open("/")
        cover = guest.page.locator(f"[data-key='{PAINTED}'] .pic")
        expect(cover.locator("path").nth(5)).to_be_attached()
        assert [text for text in guest.told if text.startswith(f"The cover of {PAINTED}")]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sentence_that_is_missing_is_english_or_its_name(visit: Visit, language: str) -> None:
    guest = visit(DESK, language=language)
    own = PICTURE.replace('say("sentence")', 'say("sentence") + say("nowhere")')
    guest.page.route(
        f"**/{PAINTED}/{PAINTED}.js", lambda route: route.fulfill(body=own, content_type="text/javascript")
    )
    with guest.provoking():
        guest.begin(PAINTED)
        expect(guest.page.locator(".dock .ask")).to_contain_text("A sentence of its own.nowhere")
    assert any("there is no sentence nowhere" in text for text in guest.told)
