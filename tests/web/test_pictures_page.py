"""docs/pictures.md: what it shows of a picture in the browser is drawn, and a game is played with it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.plugins import write_entry_points
from tests.server.processes import QUICK, SOURCES, running
from tests.web.browser import DESK, PHONE, ROOT, Guest, Size, name_of_size
from tests.web.checks import missing, small, undrawn, unfit, violations

CAIRNS = ROOT / "examples/cairns/src/wishstone_cairns"
FILES = {"js": ("cairns.js", "cairns.cover.js"), "css": ("cairns.css",), "json": ("cairns.en.json",)}
MOST = 60  # stones that somebody sets in a game, at most


def write_pictures(web: Path) -> None:
    """Write the files of the page, in the order in which it shows them."""
    text = (ROOT / "docs/pictures.md").read_text(encoding="utf-8").split("## In the browser")[1]
    web.mkdir()
    for kind, names in FILES.items():
        blocks = re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)
        for name, block in zip(names, blocks, strict=True):
            (web / name).write_text(block, encoding="utf-8")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=name_of_size)
def test_the_example_is_played_to_its_score_sheet(tmp_path: Path, chromium: Browser, size: Size) -> None:
    site = tmp_path / "site"
    shutil.copytree(CAIRNS, site / "wishstone_cairns", ignore=shutil.ignore_patterns("__pycache__"))
    write_entry_points(site, "wishstone-cairns", {"cairns": "wishstone_cairns"})
    write_pictures(site / "wishstone_cairns/web")
    path, cache = f"{SOURCES}:{site}", str(tmp_path / "cache")
    with running(tmp_path, settings=QUICK, PYTHONPATH=path, WISHSTONE_CACHE=cache) as server:
        guest = Guest(chromium, server.url, size=size, kept=False)
        for name, value in {"level": '"novice"', "set.forced": "false"}.items():
            guest.page.add_init_script(f"localStorage.setItem('wishstone.{name}', '{value}')")
        guest.open("/")
        box = guest.page.locator("[data-key='cairns']")
        expect(box.locator("h2")).to_have_text("Cairns")
        expect(box.locator(".pic [data-c=blue]")).to_be_attached()
        box.locator(".btn.go").click()
        guest.page.wait_for_url("**/t/*")
        stones, lit = guest.page.locator(".hand button.pebble"), guest.page.locator("button.cairn.lit")
        for turn in range(MOST):
            guest.page.wait_for_selector("#page:not([aria-busy]) .hand button.pebble, .over")
            if guest.page.locator(".over").count():
                break
            stones.first.click()
            expect(lit.first).to_be_visible()
            if turn == 0:
                found = missing(guest) + undrawn(guest) + unfit(guest) + violations(guest)
                assert not found + (small(guest) if size == PHONE else [])
            said = guest.page.locator(".bar .tag").first.inner_text()
            lit.first.click()
            guest.page.wait_for_function(
                "(said) => document.querySelector('.over') || document.querySelector('.bar .tag')?.innerText !== said"
                " || !document.querySelector('.hand .chosen')",
                arg=said,
            )
        expect(guest.page.locator(".over").first).to_be_visible()
        guest.check()
        guest.close()
