"""Reports and the operator's words on the page: easy to find, thanked for, and said to those who have to know."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.processes import Server
from tests.web.browser import DESK, PHONE, Guest, Language, Size
from tests.web.checks import missing, small, undrawn, unfit, violations
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.test_together import met, opened_by
from wishstone.server.admin.admin_client import find_servers
from wishstone.server.admin.admin_session import AdminSession


@pytest.fixture
def admin(server: Server, monkeypatch: pytest.MonkeyPatch) -> AdminSession:
    """The operator of the server."""
    environment = Path(f"/proc/{server.process.pid}/environ").read_bytes().split(b"\0")
    (folder,) = [each.partition(b"=")[2] for each in environment if each.startswith(b"XDG_DATA_HOME=")]
    monkeypatch.setenv("XDG_DATA_HOME", os.fsdecode(folder))
    return AdminSession(find_servers())


def find_flag(guest: Guest) -> None:
    """Open the dialog by the flag above the story, which on a phone is behind the button for it."""
    if guest.size[0] < 1000:
        guest.button("log-and-chat").click()
    guest.button("report").click()
    guest.page.wait_for_selector("dialog.reporting form")


def wrong_with(guest: Guest) -> list[str]:
    found = unfit(guest) + missing(guest) + undrawn(guest) + violations(guest)
    return found + (small(guest) if guest.size[0] < 1000 else [])


def test_a_player_is_reported(visit: Visit, admin: AdminSession) -> None:
    ann, ben = met(visit, "keltis-dice")
    ben.guest.button("log-and-chat").click()
    ben.page.get_by_label(ben.guest.says("say-something")).fill("You are slow")
    ben.page.keyboard.press("Enter")
    expect(ann.page.locator(".log")).to_contain_text("You are slow")
    guest = ann.guest
    find_flag(guest)
    guest.page.get_by_role("radio", name="Ben").check()
    guest.page.get_by_role("radio", name=guest.says("report-other")).check()
    with guest.provoking():
        guest.button("report-send").click()
        expect(guest.page.locator("dialog [role=alert]")).to_contain_text("in a few words")
    guest.page.get_by_label(guest.says("report-text")).fill("He calls me slow.")
    guest.button("report-send").click()
    expect(guest.page.locator("dialog [role=status]")).to_contain_text("Thank you")
    assert guest.page.locator("dialog form").count() == 0
    guest.button("close").click()
    expect(guest.page.locator("dialog")).to_have_count(0)
    (report,) = admin.reports(9)["reports"]
    assert (report["name"], report["reason"], report["text"]) == ("Ben", "other", "He calls me slow.")
    assert [line["text"] for line in report["lines"]] == ["You are slow"]
    expect(ben.page.locator(".log")).not_to_contain_text("calls me")


def test_by_keyboard_alone(visit: Visit, admin: AdminSession) -> None:
    ann, _ = met(visit, "keltis-dice")
    page = ann.page
    ann.guest.button("report").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.reporting form")
    for key in ("Tab", "Tab", "ArrowDown", "Tab", "Tab", "Enter"):  # from the close button on
        page.keyboard.press(key)
    expect(page.locator("dialog [role=status]")).to_contain_text("Thank you")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(ann.guest.button("report")).to_be_focused()
    assert any(report["name"] == "Ben" for report in admin.reports(9)["reports"])


def test_the_dialog_fits_and_can_be_read(visit: Visit) -> None:
    ann, ben = (player.guest for player in met(visit, "keltis-dice"))
    ann.turn((1440, 900))
    ben.run("() => localStorage.setItem('wishstone.language', JSON.stringify('de'))")
    ben.page.reload()
    ben.language = "de"
    for guest in (ann, ben):
        guest.page.wait_for_selector(".dock")
        find_flag(guest)
        guest.settle()
        shot(guest, "dialog")
        assert wrong_with(guest) == []
        guest.button("report-send").click()
        expect(guest.page.locator("dialog form")).to_have_count(0)
        shot(guest, "thanks")
        assert wrong_with(guest) == []


def test_who_plays_with_bots_alone_has_nobody_to_report(visit: Visit) -> None:
    guest = visit()
    Player(guest, 1).start("keltis-dice")
    assert guest.button("report").count() == 0


def shot(guest: Guest, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        guest.page.screenshot(path=f"{folder}/{name}-{guest.size[0]}-{guest.language}.png")


@pytest.mark.parametrize(("size", "language"), [(DESK, "de"), (PHONE, "en")])
def test_what_the_operator_announces_is_shown_until_it_is_closed(
    visit: Visit, admin: AdminSession, size: Size, language: Language
) -> None:
    guest = visit(size=size, language=language)
    Player(guest, 1).start("keltis-card")
    text = {"en": "A short break at ten, and then we go on.", "de": "Um zehn eine kurze Pause, dann geht es weiter."}
    admin.announce(text["en"], text["de"], "1h")
    said = guest.page.locator(".announced[role=status]")
    expect(said).to_contain_text(text[language])
    shot(guest, "announced")
    assert wrong_with(guest) == []
    guest.page.reload()
    expect(said).to_contain_text(text[language])
    said.get_by_role("button").click()
    expect(said).to_be_empty()
    admin.withdraw()


def test_a_closed_game_says_why(visit: Visit, admin: AdminSession) -> None:
    ann, ben = met(visit, "keltis-dice")
    table = ann.page.url.rsplit("/", 1)[1]
    admin.close(table, "No rude names, please.")
    for player in (ann, ben):
        player.page.wait_for_selector(".over")
        expect(player.page.locator(".crown")).to_contain_text("The operator has closed this table: No rude names")
    shot(ann.guest, "closed")
    shot(ben.guest, "closed")
    for player in (ann, ben):
        assert wrong_with(player.guest) == []


def test_a_table_that_is_closed_before_its_game_says_why(visit: Visit, admin: AdminSession) -> None:
    guest = visit(size=PHONE)
    opened_by(guest, "keltis-dice")
    admin.close(guest.page.url, "Only one table each, please.")
    for _ in range(2):
        expect(guest.page.locator(".gathering [role=status]")).to_contain_text("Only one table each")
        guest.settle()
        shot(guest, "closed-before")
        assert wrong_with(guest) == []
        guest.page.reload()
    guest.button("all-games").first.click()
    guest.page.wait_for_selector(".shelf")


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "de")])
def test_whoever_is_banned_is_told_until_when(
    visit: Visit, admin: AdminSession, size: Size, language: Language
) -> None:
    guest = visit(size=size, language=language)
    text = {"en": "does not let you play here until", "de": "lässt dich hier bis"}[language]
    Player(guest, 1).start("keltis-dice")
    with guest.provoking():
        bans = admin.ban(f"{guest.page.url.rsplit('/', 1)[1]}:0", "1h", "spam")["bans"]
        assert {ban["kind"] for ban in bans} == {"player", "network"}
        expect(guest.page.locator(".dock")).to_contain_text(text)
        expect(guest.page.locator(".bar [role=status]")).to_be_empty()
        guest.settle()
        shot(guest, "banned-at-table")
        assert wrong_with(guest) == []
        guest.page.locator(".dock").get_by_role("button", name=guest.says("all-games")).click()
        guest.page.reload()
        expect(guest.page.get_by_role("heading", name=guest.says("kept-out"))).to_be_visible()
        expect(guest.page.get_by_role("alert")).to_contain_text(text)
        shot(guest, "banned-start")
        assert wrong_with(guest) == []
        for ban in bans:
            admin.lift(ban["id"], "enough")
        guest.button("try-again").click()
        guest.page.wait_for_selector(".shelf")
