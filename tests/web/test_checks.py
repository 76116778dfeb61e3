"""Screen checks against spoiled pages: each of them notices the fault that it is there for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.browser import DESK, PHONE, Guest, Size
from tests.web.checks import missing, small, undrawn, unfit, violations
from tests.web.conftest import Visit
from tests.web.player import Player

Check = Callable[[Guest], list[str]]
BUTTON = "[data-key='keltis'] .btn.go"
LINE = "[data-key='keltis'] p"

SPOILED: list[tuple[Check, str, str, str]] = [
    (
        unfit,
        BUTTON,
        "it.style.cssText = 'flex: none; min-width: 0; width: 50px; padding: 0'",
        "too wide for its button",
    ),
    (unfit, LINE, "it.style.cssText = 'height: 10px; overflow: hidden'", "cut off"),
    (unfit, LINE, "it.style.cssText = 'width: 40px; white-space: nowrap; overflow-x: clip'", "cut off"),
    (unfit, LINE, "it.style.cssText = 'position: relative; left: -400px'", "beyond the edge"),
    (unfit, LINE, "it.closest('.panel').style.cssText = 'height: 60px'", "out of its panel"),
    (small, BUTTON, "it.style.cssText = 'min-height: 0; height: 30px'", "Play now"),
    (missing, LINE, "it.textContent = 'For {count} players'", "For {count} players"),
    (missing, BUTTON, "it.ariaLabel = 'undefined'", "undefined"),
    (undrawn, ".picture [fill^='var(']", "it.setAttribute('fill', 'var(--nothing)')", "--nothing"),
    (undrawn, f"{BUTTON} use", "it.setAttribute('href', '#nothing')", "#nothing"),
    (violations, LINE, "it.style.cssText = 'color: #777; background: #888'", "color-contrast"),
    (violations, "html", "it.lang = ''", "html-has-lang"),
]


@pytest.fixture
def guest(visit: Visit) -> Guest:
    """Somebody before a start page that is all there and not drawn again, so that what is spoiled stays so."""
    guest = visit()
    guest.page.add_init_script("window.setInterval = () => 0")
    guest.open("/")
    guest.page.wait_for_selector("[data-key='quartz-dice']")
    guest.settle()
    return guest


@pytest.mark.parametrize(("check", "what", "spoil", "said"), SPOILED, ids=[each[2] for each in SPOILED])
def test_a_spoiled_page_is_noticed(guest: Guest, check: Check, what: str, spoil: str, said: str) -> None:
    assert not check(guest)
    guest.page.locator(what).first.evaluate(f"(it) => {{ {spoil} }}")
    assert any(said in each for each in check(guest))
    guest.open("/")


def test_a_page_that_scrolls_sideways_is_noticed(guest: Guest) -> None:
    guest.check()
    guest.page.locator("h1").evaluate("(it) => { it.style.cssText = 'flex: none; width: 2000px'; }")
    with pytest.raises(AssertionError, match="scrolls sideways"):
        guest.check()
    guest.open("/")


# Let one card of the hand not be reached, by a finger or by the mouse.
COVERED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".hand button.card:nth-child(3) { pointer-events: none }");
  document.adoptedStyleSheets.push(sheet);
}"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_card_that_cannot_be_tapped_is_noticed(visit: Visit, size: Size) -> None:
    player = Player(visit(size=size), 1)
    player.start("keltis-card")
    player.guest.run(COVERED)
    with pytest.raises(AssertionError, match="a hand is offered, and cannot be tapped"):
        player.play()
