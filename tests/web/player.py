"""How does somebody play who only sees the page? They tap what is offered: a card, a stone, a die, a lit place."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from tests.web.browser import Guest

# On one's own turn the list of all moves is offered; while a move is under way, nobody is asked.
TURN = "#page:not([aria-busy]) .dock .ask .tools use[href='#more']"
OVER = ".over"
AT_ONCE = 1000  # milliseconds; what cannot be tapped by then is gone, or it never can be
# Where the page scrolls, what is tapped is first brought to where nothing lies over it.
CLEAR = """(thing) => {
  const { left, top, width, height } = thing.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!thing.contains(hit)) thing.scrollIntoView({ block: "center", behavior: "instant" });
}"""

# Everything on the page that is there to be tapped now, each as [its kind, its number among those of its kind].
# Kinds come in the order in which somebody looks at them: what ends a choice that was begun comes first.
OFFERS = """() => {
  const kinds = {
    fork: ".fork button",
    again: ".dock .pre .btn.go",
    target: ".targets button, .gembtn, .stack.lit",
    deck: "[data-place=deck].lit",
    place: ".mine button.lit, .hit.may, .wish button.lit",
    tile: "button.vtile.lit",
    action: ".act.can, .act .numbers button",
    pile: ".piles button.lit, .heap button.lit, .ender.lit",
    hand: ".hand button.card[aria-pressed=false]",
    die: "button.diebox[aria-pressed=false]",
    go: ".dock .acts0 .btn.go, .dock > .btn.go, .extras .btn.go",
    other: ".dock .acts0 .btn.offer, .dock .acts0 .btn:not(.no), .extras .btn",
  };
  const seen = (element) => element.checkVisibility() && !element.disabled && element.getBoundingClientRect().width > 0;
  const places = (selector) =>
    [...document.querySelectorAll(selector)].flatMap((element, place) => (seen(element) ? [place] : []));
  const offers = Object.entries(kinds).map(([kind, selector]) => [kind, { selector, places: places(selector) }]);
  return Object.fromEntries(offers);
}"""


class Player:
    """A guest at a table who taps, chosen by lot among what is lit."""

    def __init__(self, guest: Guest, seed: int = 0) -> None:
        self.guest = guest
        self.lot = Random(seed)
        self.taps = 0
        self.idle = 0

    @property
    def page(self) -> Page:
        """What they see."""
        return self.guest.page

    def start(self, game: str, level: str = "novice") -> None:
        """From the start page, play at once against bots."""
        self.page.add_init_script(f"localStorage.setItem('wishstone.level', JSON.stringify('{level}'))")
        self.guest.open("/")
        self.page.locator(f"[data-key='{game}'] .btn.go").click()
        self.page.wait_for_url("**/t/*")
        self.wait()

    def wait(self) -> bool:
        """Wait until something is asked; whether it is, or the game is over."""
        try:
            self.page.wait_for_selector(f"{TURN}, {OVER}", state="attached")
        except Error as error:
            page = self.page.locator("#page")
            state = "asked only now" if self.is_asked else f"busy: {page.get_attribute('aria-busy')}"
            raise AssertionError(f"nothing is asked ({state}): {page.inner_text()!r}") from error
        return not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the score sheet is shown."""
        return self.page.locator(OVER).count() > 0

    @property
    def is_asked(self) -> bool:
        """Whether it is their turn."""
        return self.page.locator(TURN).count() > 0

    def choose(self, offers: dict[str, Any]) -> tuple[str, int]:
        """What to tap: mostly the first kind that is offered, sometimes another."""
        kinds = [kind for kind, offer in offers.items() if offer["places"]]
        kind = kinds[0]
        if kind == "deck" and "pile" in kinds and self.lot.random() < 0.05:
            kind = "pile"
        if kind == "die":  # throw one again, or be content
            thrown = self.page.locator("button.diebox[aria-pressed=true]").count()
            kind = "go" if thrown or self.lot.random() < 0.5 else "die"
        return kind, self.lot.choice(offers[kind]["places"])

    def tap(self) -> str:
        """Tap once; the kind of thing that was tapped."""
        offers = self.guest.run(OFFERS)
        if not any(offer["places"] for offer in offers.values()):
            self.idle += 1
            assert self.idle < 50, f"nothing is offered: {self.page.locator('.dock').inner_text()!r}"
            self.page.wait_for_timeout(20)
            return ""  # between two turns: somebody else is asked
        self.idle = 0
        kind, place = self.choose(offers)
        thing = self.page.locator(offers[kind]["selector"]).nth(place)
        try:
            self.touch(thing)
        except Error:
            if self.is_asked and self.guest.run(OFFERS) == offers:
                raise  # it is still there, and cannot be tapped
            return ""
        self.taps += 1
        return kind

    def touch(self, thing: Locator) -> None:
        """Put a finger or the mouse on something."""
        thing.evaluate(CLEAR, timeout=AT_ONCE)
        thing.tap(timeout=AT_ONCE) if self.guest.size[0] < 1000 else thing.click(timeout=AT_ONCE)

    def play(self, most: int = 2000) -> None:
        """Play to the end."""
        for _ in range(most):
            if not self.wait():
                return
            self.tap()
        raise AssertionError(f"no end after {most} taps")

    def play_until(self, taps: int) -> None:
        """Play until they have tapped so often, or the game is over, and they are asked again."""
        while self.taps < taps and self.wait():
            self.tap()
        self.wait()

    def expect_sheet(self) -> None:
        """The game is over, and everybody's points are shown."""
        expect(self.page.locator(OVER).first).to_be_visible()
