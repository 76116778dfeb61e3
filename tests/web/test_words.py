"""Texts of the page: names and announcements are right, in German, where forms go wrong first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import GAMES, PHONE
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.test_together import met, watched

LABELS = "things => things.map((thing) => thing.getAttribute('aria-label'))"
ENGLISH = re.compile(r"(blue|green|pink|red|yellow)\s?\d")


def test_stones_have_german_names(visit: Visit) -> None:
    guest = visit(size=PHONE, language="de")
    player = Player(guest, 1)
    player.start("keltis")
    own = guest.page.locator("[data-stone][aria-label*='Du: kleine Figur']")
    while not own.count():
        assert player.wait(), "the game ended without a small figure on its way"
        player.tap()
    stones = guest.page.locator("[data-stone]").evaluate_all(LABELS)
    assert any("Stein Rot 1," in label for label in stones)
    assert not [label for label in guest.page.locator("[aria-label]").evaluate_all(LABELS) if ENGLISH.search(label)]


def test_a_long_word_is_seen_whole(visit: Visit) -> None:
    guest = visit(size=PHONE, language="de")
    player = Player(guest, 1)
    player.start("keltis-card")
    guest.button("log-and-chat").click()
    guest.page.get_by_label(guest.says("say-something")).fill("wort" * 40)
    guest.button("send").click()
    line = guest.page.locator(".log li:has(q)")
    expect(line).to_have_count(1)
    assert line.evaluate("line => line.scrollWidth <= line.clientWidth")


def test_what_was_taken_back_is_told_as_such(visit: Visit) -> None:
    guest = visit()
    player = Player(guest, 1)
    player.start("keltis-card")
    guest.button("all-moves").click()
    guest.page.locator(".moves .btn").first.click()
    lines, undo = guest.page.locator(".log li"), guest.button("undo")
    undo.wait_for()
    told = lines.first.locator(".line").inner_text()
    undo.click()
    expect(lines.first).to_contain_text("a move is taken back")
    expect(lines.nth(1).locator("s")).to_have_text(f"{told} (taken back)")
    assert lines.nth(1).locator("a, .k:not(:empty)").count() == 0, "it leads nowhere, and has no number"
    player.play_until(3)
    assert guest.page.locator(".log s").count() == 1, "what came after it stands"
    assert lines.first.locator("a.line").count() == 1
    guest.page.reload()
    guest.page.wait_for_selector(".log li")
    assert guest.page.locator(".log s").count() == 1


def test_who_is_away_is_not_thinking(visit: Visit) -> None:
    players = met(visit, "keltis-card")
    first, other = players if players[0].is_asked else players[::-1]
    here, gone = other.page.locator(".dock .ask strong"), "is to move, but away."
    expect(here).to_contain_text("is thinking.")
    first.page.goto("about:blank")
    expect(here).to_contain_text(gone)


def test_whoever_asks_for_a_seat_reads_it_as_their_own_wish(visit: Visit) -> None:
    player, there = watched(visit, 6)
    there.button("join-in").click()
    there.page.get_by_label("Your name").fill("Cid")
    there.page.locator("dialog .wishing .btn").click()
    expect(player.page.locator(".dock .proposal")).to_contain_text("Cid: may I")
    expect(there.page.locator(".dock .proposal")).to_contain_text("You: may I")


# Of everything that is played with: what is printed on it, and what it is called by those who hear the page.
HEARD = """() => [...document.querySelectorAll(".card, .pebble, .diebox, .vtile, [data-stone], .gembtn")]
  .filter((thing) => thing.checkVisibility() && !thing.closest("[aria-hidden=true]"))
  .filter((thing) => !thing.parentElement.closest("[role=img][aria-label], .stones[aria-label], button[aria-label]"))
  .map((thing) => {
    const card = thing.closest(".hand") ? thing.dataset.card : "";
    return [thing.className, thing.ariaLabel ?? "", card, thing.querySelector(".die")?.dataset.face ?? ""];
  })"""


@pytest.mark.parametrize("game", GAMES)
def test_every_card_stone_and_die_is_called_something(visit: Visit, game: str) -> None:
    guest = visit()
    player = Player(guest, 1)
    player.start(game)
    for taps in (1, 6, 12):
        player.play_until(taps)
        things = guest.run(HEARD)
        assert len(things) >= 3
        assert not [thing for thing, called, *_ in things if not called]
        for _, called, card, face in things:
            if re.fullmatch(r"[a-z]+ \d+", card):
                assert re.search(rf"\b{card.split()[1]}\b", called), (card, called)
            if face:
                name = guest.says("dice-stone") if face == "*" else face
                assert name.lower() in called.lower(), (face, called)


def test_what_happens_is_heard(visit: Visit) -> None:
    guest = visit()
    player = Player(guest, 1)
    player.start("keltis-card")
    log = guest.page.locator(".log[aria-live=polite]")
    told = log.locator("li").count()
    log.evaluate("(log) => { log.isSame = true; }")
    player.play_until(6)
    assert log.locator("li").count() > told
    assert log.evaluate("(log) => log.isSame"), "what is drawn anew is not heard, or all of it"
    expect(guest.page.locator(".dock .ask p[aria-live=polite]")).to_have_count(1)
