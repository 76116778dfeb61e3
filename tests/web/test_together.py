"""People together: they meet by a link or share a device, reload, lose the network and come back."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.conftest import spread
from tests.web.browser import DESK, NARROW, PHONE, Guest
from tests.web.conftest import Visit
from tests.web.player import Player

# Until the page is kept for times without a network, and somebody is there to hand it out.
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const isKept = async () => (await caches.match("/")) && navigator.serviceWorker.controller;
  while (!(await isKept())) await new Promise((done) => setTimeout(done, 50));
}"""
STORY = ".side .log li"
CARDS = "cards => cards.map((card) => card.dataset.card).sort()"


def opened_by(host: Guest, game: str) -> str:
    """Open a table for two from the start page; the link that brings somebody else there."""
    page = host.open("/")
    page.locator(f"[data-key='{game}'] .btn:has(use[href='#settings'])").click()
    page.get_by_label("Your name").fill("Ann")
    page.locator("dialog .places select").first.select_option("open")
    host.button("open-table").click()
    page.wait_for_selector(".gathering")
    link = page.locator("a[href*='#join=']").first.get_attribute("href")
    assert link is not None
    return link


def met(visit: Visit, game: str) -> tuple[Player, Player]:
    """Ann at a desk and Ben on a phone, at a game that has begun."""
    ann, ben = visit(size=DESK, kept=True), visit(size=PHONE, kept=True)
    ben.open(opened_by(ann, game))
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ben.page.wait_for_selector(".gathering")
    expect(ann.page.locator(".gathering .places")).to_contain_text("Ben")
    ann.page.locator(".gathering .btn.go").click()
    for guest in (ann, ben):
        guest.page.wait_for_selector(".dock")
    return Player(ann, 1), Player(ben, 2)


def take_turns(players: tuple[Player, Player], taps: int) -> None:
    """Whoever is asked taps, until so many taps are made or the game is over."""
    made, waited = 0, 0
    while made < taps and not players[0].is_over:
        asked = [player for player in players if player.is_asked]
        done = bool(asked[0].tap()) if asked else False
        made, waited = made + done, 0 if done else waited + 1
        if not done:
            assert waited < 500, [player.page.locator("#page").inner_text() for player in players]
            players[0].page.wait_for_timeout(20)


@pytest.mark.parametrize("game", ["keltis-card", "keltis-dice"])
def test_two_browsers_play_each_other(visit: Visit, game: str) -> None:
    players = met(visit, game)
    ann, ben = players
    take_turns(players, 10)

    told = ben.page.locator(STORY).evaluate_all("lines => lines.map((line) => line.textContent)")
    ben.page.reload()
    ben.guest.ready()
    ben.page.wait_for_selector(".dock")
    again = ben.page.locator(STORY).evaluate_all("lines => lines.map((line) => line.textContent)")
    assert again[-len(told) :] == told

    take_turns(players, 20)
    with ann.guest.provoking():
        ann.guest.context.set_offline(True)
        gone = ann.page.locator(".bar .tag.warn")
        expect(gone).to_be_visible(timeout=60_000)
        expect(gone).to_have_text(ann.guest.says("reconnecting"))
        take_turns_alone(ben)
        ann.guest.context.set_offline(False)
        expect(gone).to_be_hidden(timeout=10_000)  # sooner than by asking, after a while, whether anybody is there
        expect(ann.page.locator(".bar .tag.good")).to_have_text(ann.guest.says("reconnected"))

    take_turns(players, 600)
    for player in players:
        player.wait()
        player.expect_sheet()
    sheets = [sorted(player.page.locator(".over .num").all_inner_texts()) for player in players]
    assert sheets[0] == sheets[1]


def test_a_link_to_ones_own_seat(visit: Visit) -> None:
    here, there = visit(size=DESK), visit(size=PHONE)
    player = Player(here, 3)
    player.start("keltis-card")
    here.button("settings").click()
    here.button("own-link").click()
    link = here.page.locator("dialog a[href*='#seat=']").get_attribute("href")
    assert link is not None
    here.button("close").click()
    expect(here.page.locator(".bar .tag.warn")).to_have_count(0)

    there.page.goto(link)
    there.ready()
    other = Player(there, 4)
    assert other.wait()
    assert "#" not in there.page.url  # the secret is not left where somebody reads it
    hands = [each.page.locator(".hand .card").evaluate_all(CARDS) for each in (player, other)]
    assert hands[0] == hands[1]
    player.play_until(4)  # whoever made the link plays on, and the other device sees it
    expect(other.page.locator(STORY).first).to_have_text(player.page.locator(STORY).first.text_content() or "")
    other.play_until(4)


def watched(visit: Visit, seed: int) -> tuple[Player, Guest]:
    """Somebody who plays against a bot, and somebody who watches, by the link for it."""
    here, there = visit(size=DESK), visit(size=PHONE)
    player = Player(here, seed)
    player.start("keltis-card")
    here.button("invite").click()
    link = here.page.locator("dialog a[href*='#watch=']").get_attribute("href")
    assert link is not None
    here.button("close").click()
    there.page.goto(link)
    there.page.wait_for_selector(".middle")
    return player, there


def test_a_link_to_watch_a_private_game(visit: Visit) -> None:
    player, there = watched(visit, 5)
    assert "#" not in there.page.url
    assert there.page.locator(".hand").count() == 0, "onlookers see nobody's cards"
    expect(player.page.locator(".bar .tag").filter(has_text="1")).to_be_attached()


def test_an_onlooker_takes_over_from_a_bot_once_all_agree(visit: Visit) -> None:
    player, there = watched(visit, 6)
    asked = player.page.locator(".dock .proposal")
    for name, answer in (("Cid", "no"), ("Ben", "yes")):
        there.button("join-in").click()
        there.page.get_by_label("Your name").fill(name)
        seats = there.page.locator("dialog .wishing .btn")
        expect(seats).to_have_count(1)  # the other seat is a person's
        seats.click()
        expect(asked).to_contain_text(name)
        expect(there.page.locator(".dock .proposal")).to_be_visible()
        there.page.reload()  # whoever waits, waits on
        expect(there.page.locator(".dock .proposal")).to_be_visible()
        expect(there.button("join-in")).to_have_count(0)
        assert there.page.locator(".hand").count() == 0, "nobody has agreed yet"
        player.guest.button(answer).click()
        expect(asked).to_have_count(0)
    there.page.wait_for_selector(".dock .hand")
    other = Player(there, 7)
    take_turns((player, other), 8)
    assert other.taps, "whoever asked plays"


# A public table with so many seats, at which a game has begun; its name.
BEGUN = """async ([game, seats]) => {
  const wish = { game, seats: ["me", ...Array(seats - 1).fill("novice")], name: "Ann", public: true, start: true };
  const asked = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) };
  return (await (await fetch("/api/tables", asked)).json()).table;
}"""


@pytest.mark.parametrize(("game", "seats"), spread(["keltis-card", "keltis", "keltis-dice"], [3, 4]))
def test_onlookers_with_a_phone_see_rows_without_a_tap(visit: Visit, game: str, seats: int) -> None:
    here, there = visit(), visit(size=PHONE)
    here.open("/")
    there.open(f"/t/{here.run(BEGUN, [game, seats])}")
    there.button("watch").click()
    page = there.page
    page.wait_for_selector(".seat.turn[aria-label=Ann]")  # who has gone, so that it stays her turn
    rows = page.locator(".seat .strips")
    assert rows.count() == seats
    shown = 1 if game == "keltis" else seats  # whose turn it is, or all for which there is room
    for width, height in (PHONE, NARROW):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".seat.turn .strips")).to_be_visible()
        expect(rows.locator("visible=true")).to_have_count(shown)
        box, dock = (page.locator(each).bounding_box() for each in (".piles, .tiles", ".dock"))
        assert box is not None
        assert dock is not None
        assert box["y"] + box["height"] <= dock["y"], "and all that lies on the table"
    if shown == 1:
        page.locator(".seat:not(.turn) .unfold").first.click()
        expect(page.locator(".seat.turn .strips")).to_be_hidden()
        expect(rows.locator("visible=true")).to_have_count(1)


def test_a_game_against_bots_is_not_ended_unasked(visit: Visit) -> None:
    guest = visit()
    player = Player(guest, 8)
    player.start("keltis-dice")
    for answer in ("no", "yes"):
        assert not player.is_over
        guest.button("settings").click()
        guest.button("propose-end").click()
        guest.button(answer).click()
        guest.page.wait_for_selector("dialog", state="detached")
    guest.page.wait_for_selector(".over")


def test_those_who_share_a_device_all_sit_at_the_next_game(visit: Visit) -> None:
    guest = visit()
    page = guest.open("/")
    page.locator("[data-key='keltis-card'] .btn:has(use[href='#settings'])").click()
    page.locator("dialog .places select").first.select_option("here")
    page.get_by_label("Name of seat 2").fill("Ben")
    page.locator("dialog .btn.go:not([aria-pressed])").click()
    page.locator(".cover .btn.go").click()
    page.wait_for_selector(".dock")
    guest.button("settings").click()
    guest.button("propose-end").click()
    guest.button("yes").click()
    before = page.url
    guest.button("rematch").click()
    page.wait_for_url(lambda url: url != before)
    page.locator(".cover .btn.go").click()
    page.wait_for_selector(".dock .hand")
    first = guest.run("() => JSON.parse(localStorage.getItem('wishstone.name'))")
    others = page.locator(".others .seat .name").all_inner_texts()  # of whoever has the device in hand
    assert others in ([first], ["Ben"]), "both are there"


def test_a_hand_is_covered_until_its_owner_has_the_device(visit: Visit) -> None:
    guest = visit()
    page = guest.open("/")
    page.locator("[data-key='keltis-card'] .btn:has(use[href='#settings'])").click()
    page.get_by_label("Your name").fill("Ann")
    page.locator("dialog .places select").first.select_option("here")
    page.get_by_label("Name of seat 2").fill("Ben")
    page.locator("dialog .btn.go:not([aria-pressed])").click()
    player, cover, before = Player(guest, 1), page.locator(".cover"), ""
    hands: list[list[str]] = []
    for _ in range(4):
        expect(cover).to_be_visible()
        who = page.locator(".cover h1").inner_text()
        assert who != before, "the device goes from hand to hand"
        assert page.locator(".hand, .card, .log").count() == 0, "nothing is to be seen behind the cover"
        page.locator(".cover .btn.go").click()
        page.wait_for_selector(".dock .hand")
        hands.append(page.locator(".hand .card").evaluate_all(CARDS))
        while not cover.count():
            player.tap()
        before = who
    assert hands[0] != hands[1]


def test_whoever_wakes_up_is_connected_again_at_once(visit: Visit) -> None:
    guest = visit(size=PHONE)
    lines: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    guest.page.route_web_socket("**/socket?*", between)
    guest.page.clock.install()
    Player(guest, 9).start("keltis")
    guest.page.clock.pause_at(guest.run("() => Date.now() + 1000"))  # asleep: no timer runs
    lines[0].close()
    expect(guest.page.locator(".bar .tag.warn")).to_be_visible()
    guest.run("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(guest.page.locator(".bar .tag.warn")).to_be_hidden()
    assert len(lines) == 2


def test_whoever_came_once_is_told_that_there_is_no_network(visit: Visit) -> None:
    guest = visit(size=PHONE, kept=True)
    page = guest.open("/")
    page.wait_for_selector(".shelf")
    page.evaluate(KEPT)
    with guest.provoking():
        guest.context.set_offline(True)
        page.reload()
        page.get_by_role("heading", name=guest.says("no-network")).wait_for()
        page.goto("/rules/keltis")
        page.get_by_role("alert").wait_for()
        page.goto("/")
        page.get_by_role("heading", name=guest.says("no-network")).wait_for()
        guest.context.set_offline(False)
        page.wait_for_selector(".shelf")


def test_a_move_is_not_lost_with_a_connection_that_is_gone_without_a_word(visit: Visit) -> None:
    guest = visit(size=PHONE)
    lines: list[WebSocketRoute] = []
    dead: list[WebSocketRoute] = []  # over which nothing comes any more, and nobody is told

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)
        line.on_message(lambda text: None if line in dead else server.send(text))
        server.on_message(lambda text: None if line in dead else line.send(text))

    guest.page.route_web_socket("**/socket?*", between)
    guest.page.clock.install()
    player = Player(guest, 9)
    player.start("keltis")
    player.play_until(3)
    dead.append(lines[0])
    while not guest.page.locator("#page[aria-busy]").count():
        player.tap()  # a card, a stone: until a move is under way
    guest.page.clock.fast_forward(12_000)  # in which no answer comes
    guest.page.clock.fast_forward(6_000)  # nor a sign of life
    guest.page.wait_for_selector("#page:not([aria-busy])")
    guest.page.wait_for_selector(".bar .tag.good", state="attached")
    player.play_until(player.taps + 6)
    assert len(lines) == 2, "there is one new connection"
    assert lines[1] not in dead


def take_turns_alone(player: Player) -> None:
    """Go on as long as one is asked."""
    for _ in range(20):
        if not player.is_asked:
            return
        player.tap()
        player.page.wait_for_timeout(50)
