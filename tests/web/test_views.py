"""What the page puts together from differences is what somebody gets who connects anew: in every game, every time."""

from __future__ import annotations

import pytest

from tests.web.browser import DESK, GAMES, NARROW, PHONE, TABLET, Guest, Language
from tests.web.checks import unfit
from tests.web.conftest import Visit
from tests.web.player import Player

DECISIONS = 40

# Get hold of the page's table, as it draws itself.
HOLD = """async () => {
  const { Table } = await import("/js/table.js");
  const render = Table.prototype.render;
  Table.prototype.render = function () {
    window.table = this;
    return render.call(this);
  };
}"""

# Connect anew until nothing happens meanwhile; what is different, as `[path, in the page, anew]`.
COMPARE = """async () => {
  const { table } = window;
  const anew = () => new Promise((done, fail) => {
    const line = new WebSocket(table.line.address, "wishstone.1");
    line.onerror = () => fail(new Error("no connection"));
    line.onmessage = ({ data }) => {
      const told = JSON.parse(data);
      if (told.type !== "table") return;
      line.close();
      done(told);
    };
  });
  const differences = (path, here, there) => {
    const parts = here && there && typeof here === "object" && typeof there === "object";
    if (!parts) return here === there ? [] : [[path, JSON.stringify(here), JSON.stringify(there)]];
    return [...new Set([...Object.keys(here), ...Object.keys(there)])]
      .flatMap((key) => differences(`${path}.${key}`, here[key], there[key]));
  };
  for (;;) {
    const told = await anew();
    if (told.scene.count !== table.scene.count) continue;
    return [
      ...differences("view", table.view, told.view),
      ...differences("you", table.you, told.you),
      ...differences("log", table.log, told.log),
      ...differences("result", table.scene.result ?? null, told.scene.result ?? null),
    ];
  }
}"""

# Make a move by lot, and wait until one is asked again or the game is over.
MOVE = """async (lot) => {
  const { table } = window;
  const asked = () => (table.turn && !table.busy) || table.scene.status === "over";
  const until = async (what) => { while (!what()) await new Promise((done) => setTimeout(done, 5)); };
  await until(asked);
  if (table.scene.status === "over") return false;
  const { basis } = table.scene;
  table.play(table.legal[Math.floor(lot * table.legal.length)].move);
  await until(() => table.scene.basis !== basis);
  await until(asked);
  return table.scene.status !== "over";
}"""


def held(visit: Visit, game: str, seed: int, language: Language = "en") -> tuple[Guest, Player]:
    """Somebody at a game whose table is at hand, and at which nothing moves by itself."""
    guest = visit(language=language)
    player = Player(guest, seed)
    guest.page.add_init_script("localStorage.setItem('wishstone.set.forced', 'false')")
    player.start(game)
    guest.run(HOLD)
    guest.button("settings").click()  # it is drawn anew
    return guest, player


@pytest.mark.parametrize("game", GAMES)
def test_merged_is_as_new(visit: Visit, game: str) -> None:
    guest, player = held(visit, game, 5)
    compared = 0
    for _ in range(DECISIONS):
        going = guest.run(MOVE, player.lot.random())
        assert guest.run(COMPARE) == []
        compared += 1
        if not going:
            break
    assert compared > 5


def test_more_than_ends_a_game_brings_its_end_no_nearer(visit: Visit) -> None:
    guest, _ = held(visit, "keltis-card", 5)
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


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_full_cart_and_chest_fit_at_every_size(visit: Visit, language: Language) -> None:
    guest, _ = held(visit, "quartz-dice", 5, language=language)
    guest.button("close").click()
    guest.run(FULL)
    for size, text in [(DESK, 100), (TABLET, 100), (PHONE, 100), (NARROW, 100), (DESK, 200), (PHONE, 200)]:
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
    guest, _ = held(visit, "keltis-dice", 5)
    guest.button("close").click()
    guest.turn(PHONE)
    sizes = guest.run(TENS)
    for size in (PHONE, NARROW):
        guest.turn(size, text=200)
        assert guest.run(TENS) == [2 * each for each in sizes]
        assert guest.page.locator(".vtile.tall:has-text('10')").count() == 5
        assert not unfit(guest)


def test_a_cart_keeps_its_form_until_the_score_sheet_is_loaded(visit: Visit) -> None:
    guest, _ = held(visit, "quartz-dice", 5)
    guest.button("close").click()
    guest.run(FULL)
    height = guest.run("() => document.querySelector('.mineq').offsetHeight")
    guest.run("() => { table.scene.status = 'over'; table.render(); }")
    assert guest.page.locator(".mid .dock").count() == 0
    assert guest.run("() => document.querySelector('.mineq').offsetHeight") == height
    assert not unfit(guest)


# Have it asked who begins the next round, which seldom happens.
NAMING = """() => {
  const { table } = window;
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
    guest.page.evaluate(HOLD)
    guest.page.locator("[data-key='quartz-dice'] .btn.go").click()
    player.wait()
    guest.page.evaluate(NAMING)
    names = guest.page.locator(".acts0 .btn")
    assert names.count() == 3
    assert "Sehr starker Bot 2" in names.last.inner_text()
    assert all(name.evaluate("name => name.scrollWidth <= name.clientWidth") for name in names.all())
    assert not unfit(guest)
    guest.check()


# Tap everything in every order that leads somewhere, without anything being made: the moves that one comes to.
TAPPED = """() => {
  const { table } = window, made = new Set(), known = new Set(), open = [[null, null]];
  const things = () =>
    [...document.querySelectorAll(".mid button:not(.tools *, .moves *)")].filter((each) => each.checkVisibility());
  const put = ([chosen, before]) => {
    Object.assign(table, { chosen, before, notice: null, preview: null });
    table.render();
  };
  let tapped = "";
  table.play = (move) => (tapped ||= move);
  table.refuse = () => {};
  for (const here of open) {
    put(here);
    const last = Math.max(-1, ...(here[0]?.dice ?? [])); // dice in rising order do: which was tapped first is the same
    for (let place = 0, all = things(); place < all.length; place++) {
      const thing = all[place];
      if (thing.matches(".diebox") && Number(thing.dataset.key.slice(1)) <= last) continue;
      tapped = "";
      thing.click();
      if (tapped) made.add(tapped);
      const [one, other] = [table.chosen, here[0]].map((card) => card?.split?.(" ")[1]); // only pairs look back
      const there = [table.chosen, one && one === other ? here[0] : null], name = JSON.stringify(there);
      if (!tapped && !known.has(name)) (known.add(name), open.push(there));
      if (table.chosen !== here[0]) (put(here), (all = things()));
    }
  }
  delete table.play;
  delete table.refuse;
  put([null, null]);
  return [[...made], table.legal.map(({ move }) => move)];
}"""


# Have two equal cards in hand and a third with their number, and nothing to do but to give two of them.
THREE = """() => {
  table.you.own.hand = ["blue 5", "pink 5", "pink 5"];
  const pairs = [["blue 5", "pink 5"], ["pink 5", "pink 5"]];
  const touches = { from: "hand", to: "piles", wish_stone: 5, points: {} };
  table.you.legal = pairs.map((cards) => [`wish 5 ${cards.join(" + ")}`, { ...touches, cards }]);
  table.render();
}"""


def test_equal_cards_are_a_pair_beside_a_third_with_their_number(visit: Visit) -> None:
    guest, _ = held(visit, "keltis-card", 6)
    guest.button("close").click()
    guest.run(THREE)
    made, legal = map(sorted, guest.run(TAPPED))
    assert made == legal
    assert len(made) == 2


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_tapped_is_what_is_legal(visit: Visit, game: str) -> None:
    guest, player = held(visit, game, 6)
    guest.button("close").click()
    for _ in range(3):
        made, legal = map(sorted, guest.run(TAPPED))
        assert made == legal
        if not guest.run(MOVE, player.lot.random()):
            break
