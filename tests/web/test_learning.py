"""Lessons and rules: every lesson can be completed by tapping, and every rule be found by its number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import spread, thorough
from tests.web.browser import DESK, GAMES, NARROW, PHONE, ROOT, SIDE, name_of_size
from tests.web.checks import UNDRAWN
from tests.web.conftest import Visit
from wishstone.learning.rulebook import rulebook
from wishstone.server.http.learning_routes import play_lesson

if TYPE_CHECKING:
    from playwright.sync_api import Page

BUTTONS = {"keep": ".acts0 .btn:has(use[href='#check'])", "stones": ".acts0 .offer", "done": ".acts0 .btn"}
SAYS = "text => document.querySelector('.coach p')?.innerText === text"
# Of everything that is lit: how far it is from what is said about it, and whether that lies over it.
BESIDE = """() => {
  const said = document.querySelector(".coach").getBoundingClientRect();
  const gap = (one, other) => Math.max(0, one[0] - other[1], other[0] - one[1]);
  return [...document.querySelectorAll(".spot")].map((thing) => {
    const lit = thing.getBoundingClientRect();
    const across = gap([said.left, said.right], [lit.left, lit.right]);
    return Math.hypot(across, gap([said.top, said.bottom], [lit.top, lit.bottom]));
  });
}"""
# Whether the middle of something can be tapped where the page is now.
IN_VIEW = """thing => {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"


def tap(page: Page, move: str) -> None:
    """Make a move as one does by hand, on the things themselves."""
    verb, *words = move.split(" ")
    name = " ".join(words)
    if verb == "lay":
        page.click(f".hand [data-card='{name}']")
        if page.locator(".myrow").count():
            page.click(f".myrow[data-c={words[0]}] .slot.lit")
    elif verb == "step":
        figure, _, stone = words
        page.click(f"[data-stone='{stone}']")
        if page.locator(".fork").count():
            page.click(f".fork button:has(use[href='#figure{'-large' if figure == 'large' else ''}'])")
    elif verb == "draw":
        pile = f"[data-place='pile {name}'] button, .heap[data-c={name}] button"
        page.click("[data-place=deck].lit" if name == "deck" else pile)
    elif verb == "wish":
        page.click(f".hand [data-card='{words[1]} {words[2]}']")
        page.click(".wish .pebble.lit")
    elif verb == "drop":
        page.click(f".extras [data-c={name}].ender")
    elif verb == "reroll":
        for face in words:
            page.click(f".diebox[aria-pressed=false]:has(.die[data-face='{face}'])")
        page.click(".acts0 .btn.go")
    elif verb == "take":
        for _ in range(2):
            page.click(f".tiles [data-thing='{name}']")
    elif verb == "chest":
        page.click(".act.can:has(use[href='#quartz-dice--chest'])")
        page.click(f".targets .gembtn:has(use[href='#quartz-dice--{name}'])")
    elif verb == "pickaxe":
        page.click(".act.can:has(use[href='#quartz-dice--pickaxe'])")
    else:
        page.click(BUTTONS[verb])


def go_through(page: Page, step: dict[str, Any], language: str) -> None:
    """Look at what a step lights up, do what it asks for, and read why."""
    assert page.locator(".coach p").first.inner_text() == step["text"][language]
    assert page.locator(".spot").count() == len(step["light"])
    for lit in page.locator(".spot").all():
        assert lit.is_visible()
    assert not page.evaluate(SCROLLS_SIDEWAYS)
    moves = list(step["moves"])
    while moves:
        move = moves.pop(0)
        if move.startswith("lay") and page.locator(".land").count():
            page.click(f".hand [data-card='{move[4:]}']")
            move = moves.pop(0)  # the card is laid and the step made by tapping the stone
        tap(page, move)
    if step["try"]:
        tap(page, step["try"])
        page.wait_for_selector(".dock .refusal a.rule")
    if step["why"]:
        page.wait_for_selector(".coach p.done")
        assert page.locator(".coach p.done").inner_text() == step["why"][language]


@pytest.mark.parametrize("language", ["en", "de"])
def test_why_the_dice_are_fair_and_a_program_that_checks_them(visit: Visit, language: str) -> None:
    page = visit(size=NARROW, language=language).open("/")
    page.locator("a[href='/rules/fair-dice']").click()
    page.wait_for_selector(".rulebook pre")
    assert page.locator(".rulebook .btn").count() == 0, "there is nothing to play"
    told = (ROOT / "docs/fair-dice.md").read_text(encoding="utf-8")
    assert f"```python\n{page.locator('.rulebook pre').inner_text().strip()}\n```" in told
    assert not page.evaluate(SCROLLS_SIDEWAYS)


@pytest.mark.parametrize(("game", "size"), spread(GAMES, [DESK, NARROW]), ids=name_of_size)
def test_a_lesson_by_taps_and_then_a_real_game(visit: Visit, game: str, size: tuple[int, int]) -> None:
    language = "en" if size == DESK else "de"
    page = visit(size=size, language=language).open(f"/learn/{game}")
    steps = play_lesson(game).json["steps"]
    for number, step in enumerate(steps):
        page.wait_for_function(SAYS, arg=step["text"][language])
        go_through(page, step, language)
        if number + 1 < len(steps) and (step["why"] or not step["moves"]):
            page.click(".coach .btn:has(use[href='#next'])")
    page.click(".coach .btn.go")
    page.wait_for_url(re.compile("/t/[0-9a-f]{16}$"))
    page.wait_for_selector(".dock")


@pytest.mark.parametrize(("size", "most"), [((820, 1180), 420), ((1180, 820), 600), ((844, 390), 300)])
def test_what_is_said_about_quartz_stands_near_it_and_never_over_it(
    visit: Visit, size: tuple[int, int], most: int
) -> None:
    page = visit(size=size).open("/learn/quartz-dice")
    for step in play_lesson("quartz-dice").json["steps"]:
        page.wait_for_function(SAYS, arg=step["text"]["en"])
        away = page.evaluate(BESIDE)
        assert away
        assert 0 < min(away) <= max(away) <= most, step["text"]["en"]
        forth = page.locator(".coach .btn:has(use[href='#next'])")
        if forth.count():
            forth.click()


def test_another_tap_gets_a_kind_word_and_one_may_go_back_skip_and_leave(visit: Visit) -> None:
    page = visit().open("/learn/keltis-card")
    next_one = page.locator(".coach .btn:has(use[href='#next'])")
    next_one.click()
    page.click(".hand [data-card='blue 8']")
    page.click(".myrow[data-c=blue] .slot.lit")
    assert "first look" in page.locator(".coach .word").inner_text()
    next_one.click()
    page.click(".hand [data-card='blue 8']")
    assert "red 3" in page.locator(".coach .word").inner_text()
    page.click("[data-place='pile blue'] button")
    assert page.locator(".coach .word").is_visible()
    assert page.locator(".hand .card").count() == 8
    next_one.click()
    assert page.locator(".coach h2").inner_text().startswith("Step 4")
    page.locator(".coach .row .btn.quiet").click()
    assert page.locator(".coach h2").inner_text().startswith("Step 3")
    page.locator(".coach .head button").click()
    page.wait_for_selector(".shelf .box")


@pytest.mark.parametrize(("game", "size"), spread(GAMES, [NARROW, SIDE]), ids=name_of_size)
def test_one_can_leave_at_every_step(visit: Visit, game: str, size: tuple[int, int]) -> None:
    guest = visit(size=size, language="de")
    page = guest.open(f"/learn/{game}")
    for step in play_lesson(game).json["steps"]:
        page.wait_for_function(SAYS, arg=step["text"]["de"])
        assert guest.button("learn-leave").evaluate(IN_VIEW), step["text"]["de"]
        page.evaluate("() => scrollTo(0, 10000)")
        assert guest.button("learn-leave").evaluate(IN_VIEW), "at the foot of the page"
        forth = page.locator(".coach .btn:has(use[href='#next'])")
        if forth.count():
            forth.click()
    guest.button("learn-leave").click()
    page.wait_for_selector(".shelf .box")


# What the words of a lesson lie over, of these.
COVERED = """(parts) => {
  const said = document.querySelector(".coach").getBoundingClientRect();
  return parts.flatMap((part) => [...document.querySelectorAll(part)]).filter((thing) => {
    const { top, bottom } = thing.getBoundingClientRect();
    return top < said.bottom - 1 && bottom > said.top + 1;
  }).map((thing) => thing.className);
}"""


@pytest.mark.parametrize(
    ("game", "size"),
    [*spread(GAMES, [PHONE, SIDE]), thorough("keltis", NARROW, why="a phone a little narrower")],
    ids=name_of_size,
)
def test_on_a_phone_a_lesson_never_covers_what_it_speaks_of(visit: Visit, game: str, size: tuple[int, int]) -> None:
    page = visit(size=size, language="de").open(f"/learn/{game}")
    for number, step in enumerate(play_lesson(game).json["steps"]):
        page.wait_for_function(SAYS, arg=step["text"]["de"])
        others = [".others"] if number == 0 and size == PHONE else []
        assert page.evaluate(COVERED, [".spot", *others]) == [], step["text"]["de"]
        forth = page.locator(".coach .btn:has(use[href='#next'])")
        if forth.count():
            forth.click()


def test_what_is_spoken_of_is_seen_after_the_phone_was_turned(visit: Visit) -> None:
    guest = visit(size=PHONE)
    page = guest.open("/learn/quartz-dice")
    lit = page.locator(".bagbox.spot")
    lit.wait_for()
    assert lit.evaluate(IN_VIEW)
    for width, height in (SIDE, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        guest.settle()
        assert lit.evaluate(IN_VIEW), (width, height)
        assert page.evaluate(COVERED, [".spot"]) == []


# Symbols that stand in another line than the mark before or after them.
APART = """() => [...document.querySelectorAll(".one .sign")].filter((sign) => {
  const middle = ({ top, bottom }) => (top + bottom) / 2, own = middle(sign.getBoundingClientRect());
  const apart = (text, from) => {
    if (text?.nodeType !== 3 || !text.data.substr(from, 1).trim()) return false;
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, from + 1);
    return Math.abs(middle(range.getBoundingClientRect()) - own) > 12;
  };
  const { previousSibling: before, nextSibling: after } = sign;
  return apart(before, (before?.length ?? 0) - 1) || apart(after, 0);
}).map((sign) => sign.closest(".one").id)"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_bracket_stays_with_its_symbol(visit: Visit, language: str) -> None:
    page = visit(size=NARROW, language=language).open("/rules/keltis-dice")
    page.wait_for_selector(".one .sign")
    for width in range(360, 460, 10):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(APART) == [], width


@pytest.mark.parametrize(("game", "language"), spread(GAMES, ["en", "de"]))
def test_the_rules_page_has_every_rule_and_fits(visit: Visit, game: str, language: str) -> None:
    page = visit(size=NARROW, language=language).open(f"/rules/{game}")
    page.wait_for_selector(".one")
    rules = rulebook(game).rules
    assert page.locator(".one").evaluate_all("all => all.map(each => each.id)") == list(rules)
    assert "{" not in page.locator("main").inner_text()
    assert not page.evaluate(SCROLLS_SIDEWAYS)
    assert page.evaluate(UNDRAWN) == []


def test_a_rule_is_found_by_its_number(visit: Visit) -> None:
    page = visit().open("/rules/keltis#K-17")
    aimed = page.wait_for_selector(".one.aimed")
    assert aimed is not None
    assert aimed.get_attribute("id") == "K-17"
    assert 0 <= page.locator("#K-17").evaluate("each => each.getBoundingClientRect().top") < 800
    page.click("#K-8 > a")
    page.wait_for_selector("#K-8.aimed")
    assert page.url.endswith("/rules/keltis#K-8")


def test_the_number_in_a_refusal_leads_to_its_rule_in_a_page_of_its_own(visit: Visit) -> None:
    guest = visit()
    page = guest.open("/learn/keltis-card")
    steps = play_lesson("keltis-card").json["steps"]
    number = next(place for place, step in enumerate(steps) if step["try"])
    for _ in range(number):
        page.click(".coach .btn:has(use[href='#next'])")
    tap(page, steps[number]["try"])
    with guest.context.expect_page() as opened:
        page.click(".dock .refusal a.rule")
    opened.value.wait_for_selector("#KC-19.aimed")
    assert page.url.endswith("/learn/keltis-card")


def test_the_start_page_leads_to_both(visit: Visit) -> None:
    page = visit(size=NARROW, language="de").open("/")
    links = page.locator(".box .ways a")
    page.wait_for_selector(".box .ways a")
    assert links.count() == 10
    assert links.evaluate_all("all => all.map(each => each.getAttribute('href'))")[:2] == [
        f"/learn/{GAMES[0]}", f"/rules/{GAMES[0]}",
    ]  # fmt: skip
    assert not page.evaluate(SCROLLS_SIDEWAYS)
