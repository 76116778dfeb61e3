"""Keyboard play: a whole game by numbers from the list of moves, and one with arrows from thing to thing."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.conftest import amount, spread
from tests.web.browser import DESK, GAMES, Guest, Size, name_of_size
from tests.web.conftest import Visit
from tests.web.player import OVER, TURN, Player

FOCUSED = "() => { const { activeElement: it } = document; return it.getAttribute('aria-label') ?? it.innerText; }"

# Whether what has the focus looks otherwise than without it; many a button has a shadow or an outline anyway.
SHOWS = """() => {
  const it = document.activeElement, { outline, boxShadow } = getComputedStyle(it), on = outline + boxShadow;
  it.blur();
  const off = getComputedStyle(it).outline + getComputedStyle(it).boxShadow;
  it.focus();
  return on !== off;
}"""
MIDDLE = """() => {
  const { activeElement: it } = document, { x, y, width, height } = it.getBoundingClientRect();
  return it.closest(".mid") && it.tabIndex >= 0 ? [x + width / 2, y + height / 2] : null;
}"""
TOWARDS = {"ArrowLeft": (0, -1), "ArrowRight": (0, 1), "ArrowUp": (1, -1), "ArrowDown": (1, 1)}  # axis and direction

STORY = ".side li[data-key]"  # the newest line comes first
OFFERED = "(story) => [document.querySelectorAll('.moves li').length, document.querySelector(story)?.dataset.key]"
PRESSABLE = ".mid :is(button, a[href])"
FAR = 12  # presses; more than that is a maze
LONG = 1000  # milliseconds; a number that was typed is a move by then
BOXES = """() => [...document.querySelectorAll(".mid > *, .board, .myrow")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
PATH = """(wanted) => {  // over all things that arrows lead to from where the focus is, nearest first
  const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], start = document.activeElement;
  const paths = new Map([[start, []]]);
  let found = null;
  for (const [here, path] of paths) {
    if (here === wanted) { found = path; break; }
    for (const arrow of arrows) {
      document.activeElement.blur();
      here.focus();
      here.dispatchEvent(new KeyboardEvent("keydown", { key: arrow, bubbles: true, cancelable: true }));
      const there = document.activeElement;
      if (!paths.has(there)) paths.set(there, [...path, arrow]);
    }
  }
  document.activeElement.blur();
  start.focus();
  return found;
}"""
LIST = """() => {
  const list = document.querySelector(".moves"), { left, top, right, bottom } = list.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && bottom - top > 100;
  const over = [".board", ".mine", ".hand", ".ask"].flatMap((name) => document.querySelector(`.mid ${name}`) ?? []);
  const free = over.every((each) => {
    const box = each.getBoundingClientRect();
    return box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
  });
  return { inside, free };
}"""


def tab_to(guest: Guest, selector: str, most: int = 150) -> None:
    """Press Tab until the focus is on something, and see that it shows."""
    for _ in range(most):
        guest.page.keyboard.press("Tab")
        if guest.run("(wanted) => document.activeElement.matches(wanted)", selector):
            assert guest.run(SHOWS), f"the focus on {guest.run(FOCUSED)!r} does not show"
            return
    raise AssertionError(f"Tab does not lead to {selector}; it is on {guest.run(FOCUSED)!r}")


def start(guest: Guest, game: str) -> Player:
    guest.page.add_init_script("localStorage.setItem('wishstone.level', JSON.stringify('novice'))")
    guest.open("/")
    guest.page.wait_for_selector(f"[data-key='{game}']")
    tab_to(guest, f"[data-key='{game}'] .btn.go")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_url("**/t/*")
    player = Player(guest)
    player.wait()
    return player


def test_by_numbers_to_the_end(visit: Visit) -> None:
    guest = visit()
    player, lot = start(guest, "keltis-dice"), Random(3)
    page = guest.page
    for _ in range(400):
        if not player.wait():
            break
        tab_to_list(guest)
        if not player.is_asked:
            continue
        moves, told = guest.run(OFFERED, STORY)
        for digit in str(lot.randint(1, moves)) if moves > 1 else "":  # the only move is made by itself
            page.keyboard.press(digit)
        page.wait_for_function(
            "([story, over, key]) => document.querySelector(over) || document.querySelector(story).dataset.key != key",
            arg=[STORY, OVER, told],
        )
    player.expect_sheet()


def tab_to_list(guest: Guest) -> None:
    """Have the list of moves open."""
    if guest.page.locator(".moves").count():
        return
    guest.page.locator(TURN).first.wait_for(state="attached")
    guest.page.locator(f"button:has({TURN.split()[-1]})").first.focus()
    guest.page.keyboard.press("Enter")


class Walker(Player):
    """Somebody who goes from thing to thing with the arrows, and touches each with Enter."""

    def touch(self, selector: str, place: int) -> bool:
        """Press the arrows that lead there by the shortest way, then Enter."""
        thing = self.page.locator(selector).nth(place)
        if not thing.count():
            return False
        path = thing.evaluate(PATH)
        here = self.guest.run(FOCUSED)
        if path is None and not thing.count():
            return False  # it went meanwhile
        assert path is not None, f"no arrows lead from {here!r} to {thing.inner_text()!r}"
        assert len(path) <= FAR, f"a long way from {here!r} to {thing.inner_text()!r}: {path}"
        for arrow in path:
            before = self.guest.run(MIDDLE)
            self.page.keyboard.press(arrow)
            axis, way = TOWARDS[arrow]
            after = self.guest.run(MIDDLE)
            assert before is None or way * (after[axis] - before[axis]) > 0, f"{arrow} led elsewhere from {here!r}"
        self.page.keyboard.press("Enter")
        return True


@pytest.mark.parametrize("game", GAMES)
def test_from_thing_to_thing_with_arrows(visit: Visit, game: str) -> None:
    guest = visit()
    start(guest, game)
    walker = Walker(guest)
    while walker.taps < amount(16, 40) and walker.wait():
        if walker.tap() and walker.wait():
            pressable = guest.run("(wanted) => document.activeElement.matches(wanted)", PRESSABLE)
            assert pressable, f"Enter does nothing on {guest.run(FOCUSED)!r}"
    assert guest.page.locator(STORY).count() > 6, "nothing happened"


def test_escape_lets_go(visit: Visit) -> None:
    guest = visit()
    start(guest, "keltis-card")
    tab_to(guest, ".hand button.card")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(".hand button.card[aria-pressed=true]")
    guest.page.keyboard.press("Escape")
    guest.page.wait_for_selector(".hand button.card[aria-pressed=true]", state="detached")


@pytest.mark.parametrize(
    ("game", "size"), spread(["keltis", "keltis-new-paths", "keltis-card"], [DESK, (1024, 768)]), ids=name_of_size
)
def test_the_list_of_moves_leaves_the_table_as_it_is(visit: Visit, game: str, size: Size) -> None:
    guest = visit(size=size)
    Player(guest).start(game)
    before = guest.run(BOXES)
    guest.button("all-moves").click()
    guest.page.wait_for_selector(".moves li")
    assert guest.run(BOXES) == before
    assert guest.run(LIST) == {"inside": True, "free": True}


def test_a_number_is_a_move_only_in_a_list_that_is_seen_and_not_after_escape(visit: Visit) -> None:
    guest = visit()
    start(guest, "keltis-card")
    page, lines = guest.page, guest.page.locator(STORY)
    told = lines.count()
    for key in ("Control+1", "Alt+1", "Meta+1"):  # they are the browser's
        page.keyboard.press(key)
    assert page.locator(".moves").count() == 0
    page.keyboard.press("1")
    page.wait_for_selector(".moves li:nth-child(10)")
    page.wait_for_timeout(LONG)
    assert lines.count() == told, "a move was made that nobody was shown"
    page.keyboard.press("1")
    page.wait_for_selector(".chosen-move")
    page.keyboard.press("Escape")
    page.wait_for_timeout(LONG)
    assert lines.count() == told, "Escape did not stop the number"
    assert page.locator(".moves").count() == 0
    page.keyboard.press("9")
    page.keyboard.press("1")
    page.wait_for_function("([story, told]) => document.querySelectorAll(story).length > told", arg=[STORY, told])


def test_who_wants_to_be_asked_first_is_asked_about_a_number_too(visit: Visit) -> None:
    guest = visit()
    guest.page.add_init_script("localStorage.setItem('wishstone.set.confirm', 'true')")
    start(guest, "keltis-card")
    page, lines = guest.page, guest.page.locator(STORY)
    told = lines.count()
    for _ in range(2):
        page.keyboard.press("9")
    ninth = page.locator(".moves li").nth(8).locator("button").evaluate("move => move.childNodes[1].data")
    expect(page.locator(".dock .refusal")).to_contain_text(ninth)
    page.wait_for_timeout(LONG)
    assert lines.count() == told
    page.keyboard.press("9")
    page.wait_for_function("([story, told]) => document.querySelectorAll(story).length > told", arg=[STORY, told])
