"""Dragging with mouse and finger: the same as a tap on the thing and one on the place where it is dropped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser import DESK, PHONE, TABLET, Guest, Size
from tests.web.conftest import Visit
from tests.web.player import Player

STEPS = 6  # positions that a finger passes on its way


def middle(thing: Locator) -> tuple[float, float]:
    """Where one would touch it."""
    box = thing.bounding_box()
    assert box, "it is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(guest: Guest, thing: Locator, place: Locator) -> None:
    """Drag with a mouse."""
    guest.page.mouse.move(*middle(thing))
    guest.page.mouse.down()
    guest.page.mouse.move(*middle(place), steps=STEPS)
    guest.page.mouse.up()


def by_finger(guest: Guest, thing: Locator, place: Locator) -> None:
    """Drag with a finger; what is dragged follows it."""
    tools = guest.context.new_cdp_session(guest.page)
    (left, top), (right, bottom) = middle(thing), middle(place)
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": left, "y": top}]})
    for step in range(1, STEPS + 1):
        way = step / STEPS
        point = {"x": left + way * (right - left), "y": top + way * (bottom - top)}
        tools.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    guest.run("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    seen = middle(guest.page.locator(".ghost"))
    assert abs(seen[0] - right) + abs(seen[1] - bottom) < 40, "what is dragged is elsewhere"
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


Drag = Callable[[Guest, Locator, Locator], None]


@pytest.mark.parametrize(("size", "drag"), [(DESK, by_mouse), (PHONE, by_finger)], ids=["mouse", "finger"])
def test_a_card_is_dragged_to_its_pile_and_another_into_the_hand(visit: Visit, size: Size, drag: Drag) -> None:
    guest = visit(size=size)
    Player(guest).start("keltis-card")
    hand = guest.page.locator(".hand .card")
    expect(hand).to_have_count(8)
    suit = (hand.first.get_attribute("data-card") or "").split()[0]
    drag(guest, hand.first, guest.page.locator(f"[data-place='pile {suit}']"))
    expect(hand).to_have_count(7)
    drag(guest, guest.page.locator("[data-place=deck].lit"), hand.nth(3))
    expect(hand).to_have_count(8)


@pytest.mark.parametrize(("size", "drag"), [(DESK, by_mouse), (TABLET, by_finger)], ids=["mouse", "finger"])
def test_a_crystal_is_dragged_to_where_a_die_lets_it_go(visit: Visit, size: Size, drag: Drag) -> None:
    guest = visit(size=size)
    page = guest.page
    player = Player(guest)
    player.start("quartz-dice")
    crystals = page.locator(".load .stack[data-drag=put]")
    for _ in range(400):
        if not player.wait():
            player.start("quartz-dice")
        if player.is_asked and crystals.count():
            break
        player.tap()
    kept = page.locator(".log li").count()
    place = (crystals.first.get_attribute("data-to") or "").split("|")[0]
    there = f"[data-drop='{place}']"  # the bag, for one that a jackhammer gives back, lies in the middle
    drag(guest, crystals.first, page.locator(there if place == "bag" else f".load {there}"))
    expect(page.locator(".log li").nth(kept)).to_be_attached()
