"""The storage of a browser to be kept: of somebody who plays several games, watches, and has settings of their own."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.browser import Guest, chromium_running
from tests.web.player import Player

NAME = "Kim"
# A table at which two share the device, and others with so many taps; the last of them is played to its end.
TABLES = (
    ("keltis-new-paths", "medium", 14),
    ("keltis-card", "here", 0),
    ("quartz-dice", "novice", 8),
    ("keltis", "easy", 9),
    ("keltis-dice", "easy", 2000),
)
CACHED = """async () => {
  await navigator.serviceWorker.ready;
  while (!(await caches.match("/"))) await new Promise((done) => setTimeout(done, 50));
  const caching = (await caches.keys()).map(async (name) => [name, await (await caches.open(name)).keys()]);
  const found = (await Promise.all(caching)).map(([name, keys]) => [
    name,
    keys.map(({ url }) => new URL(url).pathname).sort(),
  ]);
  return Object.fromEntries(found);
}"""


def browse(url: str) -> dict[str, Any]:
    """Play, watch, change settings, read; what the browser has kept after it."""
    with chromium_running() as browser:
        guest = Guest(browser, url)
        try:
            for game, others, taps in TABLES:
                play(guest, game, others, taps)
            change_settings(guest)
            watch(guest)
            read(guest)
            guest.check()
            return kept(guest)
        finally:
            guest.close()


def play(guest: Guest, game: str, others: str, taps: int) -> None:
    """Open a table from the start page, and play there for a while."""
    page = guest.open("/")
    page.locator(f"[data-key='{game}'] .btn:has(use[href='#settings'])").click()
    page.get_by_label(guest.says("your-name")).fill(NAME)
    for place in range(page.locator("dialog .places select").count()):
        page.locator("dialog .places select").nth(place).select_option(others)
    page.locator("dialog .btn.go:not([aria-pressed])").click()
    if others == "here":
        page.wait_for_selector(".cover")
        return
    page.wait_for_selector(".dock")
    player = Player(guest, 1)
    player.play_until(taps)


def change_settings(guest: Guest) -> None:
    """Have everything otherwise than at first: settings, language, colours."""
    guest.open("/?play=keltis-card")
    guest.page.wait_for_selector(".dock")
    guest.button("settings").click()
    for name in ("forced", "confirm", "sound", "motion"):
        guest.page.get_by_label(guest.says(f"set-{name}")).click()
    guest.button("close").click()
    page = guest.open("/")
    page.get_by_role("button", name=guest.says("day-or-night")).click()
    page.get_by_role("button", name="Deutsch").click()
    guest.language = "de"
    expect(page.get_by_role("button", name="English")).to_be_visible()


def watch(guest: Guest) -> None:
    """Watch a public table, and ask for a bot's seat there."""
    page = guest.open("/")
    guest.button("watch").first.click()
    page.wait_for_selector(".dock")
    guest.settle()
    guest.button("join-in").click()
    page.locator("form.wishing button").first.click()
    page.wait_for_selector(".proposal")


def read(guest: Guest) -> None:
    """Look at a lesson, at rules and at what is known of oneself."""
    for path in ("/learn/keltis-card", "/rules/keltis-new-paths", "/you"):
        guest.open(path)
        guest.settle()


def kept(guest: Guest) -> dict[str, Any]:
    """All that the browser has kept of this server; of what it would show without a network, the names."""
    cached = guest.run(CACHED)
    state: Any = guest.context.storage_state(indexed_db=True)
    (origin,) = state["origins"]
    cookies = ("name", "value", "path", "httpOnly", "secure", "sameSite")
    return {
        "localStorage": dict(sorted((each["name"], each["value"]) for each in origin["localStorage"])),
        "cookies": [{key: cookie[key] for key in cookies} for cookie in state["cookies"]],
        "indexedDB": origin.get("indexedDB", []),
        "caches": cached,
    }
