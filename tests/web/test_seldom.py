"""Rare states of the table: what seldom happens fits and looks right, in a page that is made to show it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import thorough
from tests.web.browser import DESK, NARROW, PHONE, SIDE, TABLET, Language
from tests.web.checks import unfit
from tests.web.conftest import Visit
from tests.web.page_state import EXPOSE_TABLE, PLAY_RANDOM_MOVE, open_game
from tests.web.player import Player


def test_more_than_ends_a_game_brings_its_end_no_nearer(visit: Visit) -> None:
    guest, _ = open_game(visit, "keltis-card", 5)
    guest.run("() => { table.view.end_rows = 6; table.render(); }")  # the last turn may end another row
    assert guest.page.locator(".ends").inner_text() == "5 of 5 rows ended"
    assert guest.page.locator(".ends .on").count() == 5


# Have so much in one's cart and chest as seldom anybody has.
FULL = """() => {
  const own = table.view.players[table.seat];
  Object.assign(own.cart, { quartz: 12, rubellite: 3, emerald: 4, sapphire: 3, ruby: 3, amber: 2, black: 6 });
  Object.assign(own.chest, { quartz: 2, ruby: 1, amber: 3 });
  table.render();
}"""

SHORTER = "English words are shorter than German ones"

# Have crystals to take from everybody, and all with as many points as few come to.
TAKING = """() => {
  for (const { sheet } of table.view.players) sheet.total = 128;
  table.view.step = "acting";
  const moves = table.others.flatMap((seat) => ["quartz", "ruby", "amber"].map((kind) => [seat, kind]));
  const touches = { dice: [], to: `cart ${table.seat}`, points: {} };
  table.you.legal = moves.map(([seat, kind]) => [
    `claw ${seat} ${kind}`,
    { ...touches, crystals: [kind], from: `cart ${seat}` },
  ]);
  table.chosen = { action: "claw" };
  table.render();
}"""


@pytest.mark.parametrize(
    ("seldom", "things", "count", "language"),
    [
        pytest.param(FULL, ".mineq .stack", 10, "de", id="a full cart and chest"),
        pytest.param(TAKING, ".target .gembtn", 6, "de", id="everybody to take from"),
        thorough(FULL, ".mineq .stack", 10, "en", why=SHORTER),
        thorough(TAKING, ".target .gembtn", 6, "en", why=SHORTER),
    ],
)
def test_much_of_it_fits_at_every_size(visit: Visit, seldom: str, things: str, count: int, language: Language) -> None:
    guest, _ = open_game(visit, "quartz-dice", 5, language=language)
    guest.run(seldom)
    assert guest.page.locator(things).count() == count
    for size in (DESK, TABLET, PHONE, NARROW, SIDE):
        for text in (100, 200):
            guest.turn(size, text=text)
            assert not unfit(guest), (size, text)
            assert not guest.is_too_wide(), (size, text)


# Have every 10 look as if it could be taken; how large its number and its bonus are written.
TENS = """() => {
  const tens = [...document.querySelectorAll(".col .vtile:last-child")];
  for (const it of tens) it.classList.add("tall");
  return [tens[0], tens[0].querySelector("small")].map((it) => parseFloat(getComputedStyle(it).fontSize));
}"""


def test_a_10_that_can_be_taken_fits_its_tile_with_text_twice_as_large(visit: Visit) -> None:
    guest, _ = open_game(visit, "keltis-dice", 5)
    guest.turn(PHONE)
    sizes = guest.run(TENS)
    for size in (PHONE, NARROW):
        guest.turn(size, text=200)
        assert guest.run(TENS) == [2 * each for each in sizes]
        assert guest.page.locator(".vtile.tall:has-text('10')").count() == 5
        assert not unfit(guest)


# Have every number wanted, so that all tiles are as high as a thumb.
ALL = """() => document.querySelectorAll(".col .vtile").forEach((it) => it.classList.add("tall"))"""


def test_all_tiles_can_be_reached_on_a_phone_on_its_side(visit: Visit) -> None:
    guest, _ = open_game(visit, "keltis-dice", 5)
    guest.turn(SIDE)
    guest.run(ALL)
    assert not unfit(guest)
    for tile in (guest.page.locator(".col .vtile").last, guest.page.locator(".col .vtile").first):
        tile.click(trial=True)
        box = tile.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= SIDE[1]


def test_a_cart_keeps_its_form_until_the_score_sheet_is_loaded(visit: Visit) -> None:
    guest, _ = open_game(visit, "quartz-dice", 5)
    guest.run(FULL)
    height = guest.run("() => document.querySelector('.mineq').offsetHeight")
    guest.run("() => { table.scene.status = 'over'; table.render(); }")
    assert guest.page.locator(".mid .dock").count() == 0
    assert guest.run("() => document.querySelector('.mineq').offsetHeight") == height
    assert not unfit(guest)


# Have three different dice, and as many throws as there can be.
THROWS = """() => {
  const throws = ["1", "2", "*", "1 2", "1 *", "2 *", "1 2 *"].map((dice) => `reroll ${dice}`);
  table.you.legal = [...throws, "keep"].map((move) => [move, { points: {}, dice: [], tiles: [] }]);
  table.render();
}"""


def test_a_desk_has_room_for_every_throw_in_the_list_of_moves(visit: Visit) -> None:
    guest, _ = open_game(visit, "keltis-dice", 5, language="de")
    guest.run(THROWS)
    guest.button("all-moves").click()
    moves = guest.page.locator(".moves")
    expect(moves.locator("li")).to_have_count(8)
    assert moves.evaluate("list => list.scrollHeight - list.clientHeight") == 0


# Have it asked who begins the next round, which seldom happens.
NAMING = """() => {
  table.view.step = "naming";
  const touches = { points: {}, dice: [], crystals: [] };
  table.you.legal = table.scene.seats.map((_, seat) => [`name ${seat}`, touches]);
  table.render();
}"""


def test_long_names_fit_the_buttons_that_ask_who_begins(visit: Visit) -> None:
    guest = visit(size=NARROW, language="de")
    player = Player(guest)
    guest.page.add_init_script("localStorage.setItem('wishstone.level', '\"expert\"')")
    guest.open("/")
    guest.page.evaluate(EXPOSE_TABLE)
    guest.page.locator("[data-key='quartz-dice'] .btn.go").click()
    player.wait()
    guest.page.evaluate(NAMING)
    names = guest.page.locator(".acts0 .btn")
    assert names.count() == 3
    assert "Sehr starker Bot 2" in names.last.inner_text()
    assert all(name.evaluate("name => name.scrollWidth <= name.clientWidth") for name in names.all())
    assert not unfit(guest)
    guest.check()


@pytest.mark.parametrize(
    ("language", "seat", "line"),
    [
        ("en", "a quick bot moved", "A quick bot chose this move."),
        ("de", "ein schneller Bot zog", "Diesen Zug hat ein schneller Bot gewählt."),
    ],
)
def test_the_table_says_that_another_bot_moved(visit: Visit, language: Language, seat: str, line: str) -> None:
    """As until the rules are compiled, which they are not here: nobody thinks ahead."""
    guest, player = open_game(visit, "keltis-dice", 5, language=language, level="expert")
    while not guest.run("() => table.log.some(({ kind, by }) => kind === 'moved' && by !== table.seat)"):
        guest.run(PLAY_RANDOM_MOVE, player.lot.random())
    panel, told = guest.page.locator(".others .tag.warn"), guest.page.locator(".log .soft")
    expect(panel).to_have_text(seat)
    expect(told.first).to_have_text(line)
    guest.run("() => { for (const entry of table.log) delete entry.instead; table.render(); }")
    expect(panel).to_have_count(0)
    expect(told).to_have_count(0)
