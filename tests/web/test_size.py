"""How much does a browser load? The start page, and everything that there is, as the browser asked for it."""

from __future__ import annotations

from tests.web.browser import GAMES
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.screens import end_by_agreement

START = 100_000  # bytes, uncompressed
WHOLE = 300_000


def test_the_start_page_is_light(visit: Visit) -> None:
    guest = visit()
    guest.open("/")
    guest.page.wait_for_selector("[data-key='quartz-dice']")
    guest.settle()
    loaded = guest.weight()
    assert {"/", "/js/main.js", "/js/start.js"} <= set(loaded)
    assert sum(loaded.values()) < START, loaded


def test_the_whole_client_is_light(visit: Visit) -> None:
    guest = visit()
    for game in GAMES:
        Player(guest).start(game)
        end_by_agreement(guest)
        guest.page.wait_for_selector(".over")
        guest.settle()
        for page in ("rules", "learn"):
            guest.open(f"/{page}/{game}")
            guest.settle()
    loaded = guest.weight()
    assert sum(name.startswith("/js/games/") for name in loaded) > 4
    assert sum(loaded.values()) < WHOLE, loaded
