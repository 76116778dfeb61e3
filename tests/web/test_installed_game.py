"""Installed game in the browser: played by taps from the start page to the sheet, on the picture that any game has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

from tests.cairns import install_once, path_with
from tests.conftest import thorough
from tests.server.processes import QUICK, Server, running
from tests.web.browser import DESK, PATIENCE, PHONE, Guest, Size, Theme, name_of_size
from tests.web.checks import unfit, violations
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.screens import answering_hints

HAND, PLACES, OFFERS = ".g-held button.g-tile", "button.g-area", ".g-offers .btn"
CHOSEN = "[aria-pressed=true]"
COMPILED = 300  # seconds until the rules of an installed game are compiled, also on a busy machine
# Lit things whose boxes, with their outlines, reach into each other.
OVERLAPPING = """() => {
  const boxes = [...document.querySelectorAll(".generic button.lit")].map((lit) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(lit);
    const rim = outlineStyle === "none" ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset);
    const { left, top, right, bottom } = lit.getBoundingClientRect();
    return { name: lit.textContent, left: left - rim, top: top - rim, right: right + rim, bottom: bottom + rim };
  });
  return boxes.flatMap((one, n) => boxes.slice(n + 1)
    .filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom)
    .map((two) => `${one.name} and ${two.name}`));
}"""


def bounds(thing: Locator) -> FloatRect:
    """Where something that is seen lies."""
    box = thing.bounding_box()
    assert box
    return box


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Server]:
    """A server beside which a game is installed of which no source of ours knows."""
    path = path_with(install_once(pytestconfig))
    with running(tmp_path_factory.mktemp("server"), settings=QUICK, PYTHONPATH=path) as server:
        yield server


@pytest.mark.parametrize(
    ("level", "size"),
    [
        ("easy", DESK),
        thorough("hard", PHONE, why="by default it is played at a desk"),
        thorough("expert", DESK, why="by default it is played against an easy bot"),
        thorough("expert", PHONE, why="by default it is played at a desk"),
    ],
    ids=lambda value: name_of_size(value) or str(value),
)
def test_from_the_start_page_to_the_score_sheet(visit: Visit, level: str, size: Size) -> None:
    guest = visit(size=size, language="en" if size == DESK else "de")
    player = Player(guest)
    player.start("cairns", level)
    guest.check()
    player.play_until(3)
    if size == DESK:  # beside the table, what happened is told in lines
        heights = guest.run("() => [...document.querySelectorAll('.log li')].map((each) => each.offsetHeight)")
        assert max(heights) < 120, heights
    page = guest.page.locator("#page").inner_text()
    assert ("summit" in page) == (size == DESK), page
    assert ("Gipfel" in page) == (size == PHONE), page
    guest.check()
    player.play()
    player.expect_sheet()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=name_of_size)
def test_of_many_moves_those_are_offered_that_go_with_what_was_tapped(visit: Visit, size: Size) -> None:
    guest = visit(size=size)
    Player(guest).start("cairns", "easy")
    hand, places, offers = (guest.page.locator(each) for each in (HAND, PLACES, OFFERS))
    expect(offers).to_have_count(0)
    expect(places).to_have_count(3)
    assert hand.count() == guest.page.locator(f"{HAND}.lit").count() == 4
    overlapping = guest.run(OVERLAPPING)
    assert not overlapping, overlapping
    dock = bounds(guest.page.locator(".dock"))
    lowest = max(place["y"] + place["height"] for place in map(bounds, places.all()))
    assert lowest <= dock["y"]  # all of the board is seen beside the hand
    assert dock["y"] + dock["height"] <= size[1] + 1

    hand.first.click()
    expect(offers).to_have_count(3)  # one for each place
    expect(guest.page.locator(f"{PLACES}.lit")).to_have_count(3)
    hand.first.click()
    expect(guest.page.locator(CHOSEN)).to_have_count(0)
    expect(offers).to_have_count(0)

    everything = guest.page.locator(".g-all")
    count = int("".join(filter(str.isdigit, everything.inner_text())))
    everything.click()
    expect(offers).to_have_count(count)
    guest.button("generic-fewer").click()
    expect(offers).to_have_count(0)

    places.first.click()
    expect(guest.page.locator(f"{PLACES}{CHOSEN}")).to_have_count(1)
    before = guest.run("() => document.querySelectorAll('.log li').length")
    hand.first.click()  # a place and a stone are a move
    guest.page.wait_for_function("(before) => document.querySelectorAll('.log li').length > before", arg=before)
    guest.check()


HINT = r"^You .*[^.]: wins \d+\s% \(±\s\d+\), about −?\d+ points\. Next best: You .*[^.], \d+\s%"


@pytest.mark.parametrize(("size", "theme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_a_hint_is_told_and_followed(visit: Visit, size: Size, theme: Theme) -> None:
    guest = visit(size=size, theme=theme)
    known = answering_hints(guest, why={"heights": 1.6})
    player = Player(guest)
    player.start("cairns", "easy")
    guest.button("hint").click()
    hint = guest.page.locator(".hint")
    expect(hint).to_have_text(re.compile(rf"{HINT}.*Against it: Heights \+1\.6\."))
    wrong = violations(guest) + unfit(guest)
    assert not wrong, wrong
    (best, _), *_ = known["legal"]
    hint.get_by_role("button").click()
    expect(hint).to_have_count(0)
    assert known["made"] == best
    guest.check()


@pytest.mark.thorough("it takes a minute to compile the rules; by default the hint is answered for the server")
def test_a_hint_is_thought_about(chromium: Browser, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    path = path_with(install_once(pytestconfig))
    with running(tmp_path, settings='games = ["cairns"]', PYTHONPATH=path) as server:
        guest = Guest(chromium, server.url, kept=False)
        Player(guest).start("cairns", "easy")
        ready = "() => fetch('/api/games').then((answer) => answer.json()).then(({ games }) => games[0].compiled)"
        until = monotonic() + COMPILED
        while not guest.run(ready):
            assert monotonic() < until, "the rules are not compiled"
            guest.page.wait_for_timeout(1000)
        guest.button("hint").click()
        expect(guest.page.locator(".hint")).to_have_text(re.compile(HINT), timeout=PATIENCE)
        guest.check()
        guest.close()


def test_it_is_played_by_keyboard(visit: Visit) -> None:
    guest = visit(size=DESK)
    player = Player(guest)
    player.start("cairns", "easy")
    press = guest.page.keyboard.press
    guest.page.locator(HAND).first.focus()
    press("ArrowRight")
    expect(guest.page.locator(HAND).nth(1)).to_be_focused()
    press("Enter")
    expect(guest.page.locator(OFFERS)).to_have_count(3)
    press("ArrowDown")
    expect(guest.page.locator(f"{OFFERS}:focus")).to_have_count(1)
    before = guest.run("() => document.querySelectorAll('.log li').length")
    press("Enter")
    guest.page.wait_for_function("(before) => document.querySelectorAll('.log li').length > before", arg=before)
    assert player.wait()
    guest.check()
