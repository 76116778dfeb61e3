"""Player by taps: sees only the page and taps what it offers, a card, a stone, a die or a lit place."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser import PATIENCE, Guest

# On one's own turn the list of all moves is offered; while a move is under way, nobody is asked.
TURN = "#page:not([aria-busy]) .dock .ask .tools use[href='#more']"
OVER = ".over"
MOMENT, MOMENTS = 20, 50  # milliseconds, and how many of them: what cannot be tapped by then never can be
# Whether it is one's turn or the game is over, as soon as either is so; neither, where nothing comes of waiting.
ASKED = """([turn, over, patience]) => new Promise((done) => {
  const look = () => (document.querySelector(over) ? "over" : document.querySelector(turn) ? "turn" : "");
  const tell = (what) => (watch.disconnect(), done(what));
  const watch = new MutationObserver(() => look() && tell(look()));
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  if (look()) tell(look());
  else setTimeout(tell, patience, "");
})"""
# Where the middle of a thing is, unless something else lies there; where the page scrolls, it is first brought to where
# nothing does. A finger, unlike Playwright's click, does not wait for two frames in which the thing stands still.
MIDDLE = """([selector, place]) => {
  const thing = document.querySelectorAll(selector)[place];
  const aimed = () => {
    const { left, top, width, height } = thing.getBoundingClientRect(), spot = [left + width / 2, top + height / 2];
    return thing.contains(document.elementFromPoint(...spot)) ? spot : null;
  };
  const scrolled = () => (thing.scrollIntoView({ block: "center", behavior: "instant" }), aimed());
  return thing ? (aimed() ?? scrolled()) : null;
}"""

# Everything on the page that is there to be tapped now, each as [its kind, its number among those of its kind].
# Kinds come in the order in which somebody looks at them: what ends a choice that was begun comes first.
OFFERS = """() => {
  const kinds = {
    fork: ".fork button",
    move: ".generic .g-offers button",
    again: ".dock .pre .btn.go",
    target: ".targets button, .gembtn, .stack.lit",
    deck: "[data-place=deck].lit",
    place: ".mine button.lit, .hit.may, .wish button.lit",
    tile: "button.vtile.lit, .generic button.lit[aria-pressed=false]",
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
        found = self.guest.run(ASKED, [TURN, OVER, PATIENCE])
        if not found:
            page = self.page.locator("#page")
            raise AssertionError(f"nothing is asked (busy: {page.get_attribute('aria-busy')}): {page.inner_text()!r}")
        return bool(found == "turn")

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
            assert self.idle < MOMENTS, f"nothing is offered: {self.page.locator('.dock').inner_text()!r}"
            self.page.wait_for_timeout(MOMENT)
            return ""  # between two turns: somebody else is asked
        self.idle = 0
        kind, place = self.choose(offers)
        for _ in range(MOMENTS):
            if self.touch(offers[kind]["selector"], place):
                self.taps += 1
                return kind
            if not self.is_asked or self.guest.run(OFFERS) != offers:
                return ""
            self.page.wait_for_timeout(MOMENT)
        raise AssertionError(f"a {kind} is offered, and cannot be tapped: {self.page.locator('#page').inner_text()!r}")

    def touch(self, selector: str, place: int) -> bool:
        """Put a finger or the mouse on something; whether it could be touched."""
        spot = self.guest.run(MIDDLE, [selector, place])
        if not spot:
            return False
        hand = self.page.touchscreen.tap if self.guest.size[0] < 1000 else self.page.mouse.click
        hand(*spot)
        return True

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
