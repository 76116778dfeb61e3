"""Player page: somebody's games, rating and data, and friends to sit down with."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser import PHONE, Guest
from tests.web.conftest import Visit
from tests.web.player import Player


def expect_games(guest: Guest, count: int) -> None:
    """So many kinds of games were played to the end, as the page tells."""
    expect(guest.page.locator("main .panel").first.locator(".list li")).to_have_count(count)


def test_games_are_told_carried_downloaded_and_deleted(visit: Visit, tmp_path: Path) -> None:
    guest, other = visit(), visit(size=PHONE)
    player = Player(guest, 3)
    player.start("keltis-dice")
    player.play()
    name, key = guest.run("() => ['name', 'player'].map((each) => JSON.parse(localStorage[`wishstone.${each}`]))")
    guest.open("/")
    guest.page.get_by_role("link", name=guest.says("your-data")).click()
    expect_games(guest, 1)
    expect(guest.page.locator(".list li").first).to_contain_text(guest.short_of("keltis-dice"))
    expect(guest.page.locator(".list li").first).to_contain_text("1 played")
    guest.page.locator("section:nth-child(2) .list a").click()
    expect(guest.page.locator(".over")).to_be_visible()

    guest.open("/you")
    guest.button("you-carry").click()
    link = guest.page.locator("a[href*='#player=']").get_attribute("href")
    assert link is not None
    other.open(link)
    expect_games(other, 1)
    assert key not in other.page.url

    third = visit(size=PHONE)
    third.open("/you")
    expect_games(third, 0)
    own = third.run("() => localStorage['wishstone.player']")
    third.open(link)
    third.button("you-keep").click()  # whoever is sent such a link does not lose what is here
    assert third.run("() => localStorage['wishstone.player']") == own
    third.open("/")
    third.open(link)
    third.button("you-take").click()
    expect_games(third, 1)

    with guest.page.expect_download() as coming:
        guest.button("you-export").click()
    coming.value.save_as(tmp_path / "data.json")
    data = (tmp_path / "data.json").read_text(encoding="utf-8")
    assert name in data
    assert json.loads(data)["statistics"]["games"]["keltis-dice"]["played"] == 1

    guest.button("you-delete").click()
    guest.button("you-keep").click()
    expect_games(guest, 1)
    guest.button("you-delete").click()
    guest.button("you-delete").click()
    guest.page.wait_for_selector(".shelf")
    assert guest.run("() => localStorage.getItem('wishstone.tables')") is None
    other.open("/you")
    expect_games(other, 0)


def test_a_rating_and_a_name_are_kept(visit: Visit) -> None:
    guest = visit(size=PHONE)
    guest.open("/you")
    expect(guest.page.get_by_text(guest.says("you-none"))).to_be_visible()
    with guest.page.expect_response("**/api/player"):
        guest.page.get_by_label(guest.says("you-rated")).check()
    guest.page.get_by_label(guest.says("your-name")).fill("Nessa")
    guest.page.keyboard.press("Tab")
    guest.open("/you")
    expect(guest.page.get_by_label(guest.says("you-rated"))).to_be_checked()
    expect(guest.page.get_by_label(guest.says("your-name"))).to_have_value("Nessa")


def test_friends_are_one_tap_away_and_a_table_may_go_without_hints(visit: Visit) -> None:
    guest = visit(size=PHONE)
    guest.open("/")
    guest.page.locator("[data-key='quartz-dice']").get_by_role("button", name=guest.says("with-friends")).click()
    assert [each.input_value() for each in guest.page.locator("dialog .places select").all()] == ["open", "open"]
    for each in guest.page.locator("dialog .places select").all():
        each.select_option("novice")
    guest.page.get_by_label(guest.says("table-rated")).check()
    expect(guest.page.get_by_label(guest.says("table-hints"))).to_have_count(0)
    guest.page.get_by_label(guest.says("table-rated")).uncheck()
    guest.page.get_by_label(guest.says("table-hints")).uncheck()
    guest.page.locator("dialog").get_by_role("button", name=guest.says("play-now")).click()
    assert Player(guest).wait()
    expect(guest.button("all-moves")).to_be_visible()
    expect(guest.button("hint")).to_have_count(0)
