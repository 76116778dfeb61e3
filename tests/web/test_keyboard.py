"""A whole game by keyboard alone: by numbers from the list of moves, and by going from thing to thing."""

from __future__ import annotations

from random import Random

from tests.web.browser import Guest
from tests.web.conftest import Visit
from tests.web.player import OVER, TURN, Player

FOCUSED = "() => { const { activeElement: it } = document; return it.getAttribute('aria-label') ?? it.innerText; }"

STORY = ".side li[data-key]"  # the newest line comes first


def tab_to(guest: Guest, selector: str, most: int = 150) -> None:
    """Press Tab until the focus is on something, and see that it shows."""
    for _ in range(most):
        guest.page.keyboard.press("Tab")
        if guest.run("(wanted) => document.activeElement.matches(wanted)", selector):
            shown = guest.run(
                "() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle + s.boxShadow; }"
            )
            assert shown != "nonenone", f"the focus on {guest.run(FOCUSED)!r} does not show"
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
        moves = page.locator(".moves li").count()
        if not moves:
            continue
        told = page.locator(STORY).first.get_attribute("data-key")
        for digit in str(lot.randint(1, moves)):
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


def walk_to(guest: Guest, selector: str, lot: Random, most: int = 200) -> None:
    """Press arrows until the focus is on something."""
    for _ in range(most):
        if guest.run("(wanted) => document.activeElement.matches(wanted)", selector):
            return
        guest.page.keyboard.press(lot.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]))
    raise AssertionError(f"arrows do not lead to {selector}; the focus is on {guest.run(FOCUSED)!r}")


def test_from_thing_to_thing_with_arrows(visit: Visit) -> None:
    guest = visit()
    player, lot = start(guest, "keltis-card"), Random(4)
    for _ in range(8):
        if not player.wait():
            break
        if guest.page.locator("[data-place=deck].lit").count():
            walk_to(guest, "[data-place=deck].lit", lot)
        elif guest.page.locator(".mine button.lit, .piles button.lit").count():
            walk_to(guest, ".mine button.lit, .piles button.lit", lot)
        else:
            walk_to(guest, ".hand button.card", lot)
        before = guest.page.locator("#page").inner_html()
        guest.page.keyboard.press("Enter")
        guest.page.wait_for_function("(before) => document.getElementById('page').innerHTML !== before", arg=before)
    assert guest.page.locator(STORY).count() > 6, "nothing happened"


def test_escape_lets_go(visit: Visit) -> None:
    guest = visit()
    start(guest, "keltis-card")
    tab_to(guest, ".hand button.card")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(".hand button.card[aria-pressed=true]")
    guest.page.keyboard.press("Escape")
    guest.page.wait_for_selector(".hand button.card[aria-pressed=true]", state="detached")
