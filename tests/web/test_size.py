"""How much does a browser load? The start page, and everything that there is, as the browser asked for it."""

from __future__ import annotations

import pytest

from tests.web.browser import GAMES, Language
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.screens import end_by_agreement
from wishstone.server.pages import FOLDER, bare

START = 100_000  # bytes, uncompressed
WHOLE = 300_000


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_start_page_is_light(visit: Visit, language: Language) -> None:
    guest = visit(language=language)
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


def test_a_stylesheet_without_its_layout_says_the_same(visit: Visit) -> None:
    rules = """(text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return [...sheet.cssRules].map((rule) => rule.cssText.replace(/([,:]) /g, "$1")); // as written, beside var()
    }"""
    guest = visit()
    guest.open("/")
    for file in FOLDER.rglob("*.css"):
        whole = guest.run(rules, file.read_text(encoding="utf-8"))
        assert len(whole) > 3
        assert guest.run(rules, bare(file, file.stat().st_mtime_ns)[0].decode()) == whole, file.name
