"""Play in the browser: each of the five games by taps, from the start page to the score sheet, desk and phone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.conftest import spread, thorough
from tests.web.browser import DESK, GAMES, PHONE, SIDE, TABLET, Size, name_of_size
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.screens import GREATER, answering_hints


@pytest.mark.parametrize(("game", "size"), spread(GAMES, [DESK, PHONE]), ids=name_of_size)
def test_from_the_start_page_to_the_score_sheet(visit: Visit, game: str, size: Size) -> None:
    guest = visit(kept=True, size=size, language="en" if size == DESK else "de")
    player = Player(guest)
    player.start(game)
    guest.check()
    player.play_until(12)
    guest.check()
    player.play()
    player.expect_sheet()


# How much of what the game is about is to be seen: of the piles, the tiles, the dice.
SEEN = """() => {
  const { top, bottom } = document.querySelector(".piles, .tiles, .throwing").getBoundingClientRect();
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const end = dock.top > top ? Math.min(dock.top, innerHeight) : innerHeight;
  return (Math.min(bottom, end) - top) / (bottom - top);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_on_its_side_the_middle_is_seen_above_the_hand(visit: Visit, game: str) -> None:
    guest = visit(size=SIDE, language="de")
    player = Player(guest)
    player.start(game)
    assert guest.run(SEEN) > 0.9
    player.play_until(10)
    guest.check()


# Where the parts of a table are, whenever it is drawn; of tiles, which fill what room there is, their end too.
PLACES = """async () => {
  const { Table } = await import(wishstone.prefix + "/js/table.js"), { render } = Table.prototype;
  window.places = {};
  const note = (name, place) => (window.places[name] ??= []).push(Math.round(place + scrollY));
  Table.prototype.render = function () {
    render.call(this);
    for (const each of document.querySelectorAll(".others, .mid > :not(.dock), .middle > *, .bagbox")) {
      const { top, bottom } = each.getBoundingClientRect(), [name] = each.classList;
      note(name, top);
      if (name === "tiles") note("end of tiles", bottom);
    }
  };
}"""
CARDS, KELTIS, PATHS, DICE, QUARTZ = GAMES
STEADY = [
    *((each, PHONE) for each in GAMES),
    (CARDS, DESK),
    (QUARTZ, TABLET),
    *(
        thorough(*each, why="larger sizes are tried with one game each")
        for each in ((DICE, DESK), (QUARTZ, DESK), (DICE, TABLET))
    ),
]


@pytest.mark.parametrize(("game", "size"), STEADY, ids=name_of_size)
def test_what_is_asked_changes_and_the_table_stays_where_it_is(visit: Visit, game: str, size: Size) -> None:
    guest = visit(size=size, language="de")
    player = Player(guest, 3)
    player.start(game)
    guest.run(PLACES)
    player.play_until(20)
    places: dict[str, list[int]] = guest.run("() => window.places")
    assert places
    assert all(len(each) > 20 for each in places.values())
    assert {name: set(each) for name, each in places.items() if max(each) - min(each) > 1} == {}


NEXT = r"Next best: \w.*, 57\s% \(±\s5\)."


@pytest.mark.parametrize(
    ("moves", "why", "told"),
    [
        (2, GREATER, rf"wins 58\s% \(±\s4\), about 17 points. {NEXT} Against it: Green \+1.6, Wish stones −0.4.$"),
        (2, {}, rf"points. {NEXT} No item differs by half a point.$"),
        (1, {}, r"points. There is no other move.$"),
    ],
    ids=["items", "even", "only"],
)
def test_a_hint_says_why(visit: Visit, moves: int, why: Mapping[str, float], told: str) -> None:
    guest = visit(size=PHONE)
    known = answering_hints(guest, moves, why)
    Player(guest).start("keltis-card")
    guest.button("hint").click()
    expect(guest.page.locator(".dock .hint p")).to_have_text(re.compile(told))
    (best, _), *_ = known["legal"]
    guest.button("do-it").click()
    expect(guest.page.locator(".dock .hint")).to_have_count(0)
    assert known["made"] == best


# How often something was made to move, and sounds were made ready.
COUNTING = """() => {
  const { animate } = Element.prototype;
  window.flights = window.sounds = 0;
  Element.prototype.animate = function (...how) {
    window.flights++;
    return animate.apply(this, how);
  };
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      window.sounds++;
    }
  };
}"""


@pytest.mark.parametrize(("game", "wish"), spread([CARDS, KELTIS, DICE], ["motion", "system", "setting"]))
def test_what_happens_is_seen_happening_unless_one_wants_it_still(visit: Visit, game: str, wish: str) -> None:
    guest = visit()
    guest.page.add_init_script(f"({COUNTING})()")
    if wish == "setting":
        guest.page.add_init_script("localStorage.setItem('wishstone.set.motion', 'false')")
    guest.page.emulate_media(reduced_motion="reduce" if wish == "system" else "no-preference")
    player = Player(guest, 1)
    player.start(game)
    player.play_until(8)
    assert (guest.run("() => window.flights") > 0) == (wish == "motion")
    if wish == "system":
        assert guest.run("() => document.getAnimations().length") == 0, "nothing breathes either"


def test_sounds_are_off_until_one_wants_them(visit: Visit) -> None:
    guest = visit()
    guest.page.add_init_script(f"({COUNTING})()")
    player = Player(guest, 1)
    player.start("keltis-card")
    player.play_until(6)
    assert guest.run("() => window.sounds") == 0
    guest.button("settings").click()
    expect(guest.page.get_by_label(guest.says("set-sound"))).not_to_be_checked()
    guest.page.get_by_label(guest.says("set-sound")).check()
    guest.button("close").click()
    player.play_until(9)
    assert guest.run("() => window.sounds") == 1


@pytest.mark.parametrize("wanted", [True, False], ids=["made", "asked"])
def test_the_only_possible_move_is_made_by_itself_if_one_wants_it(visit: Visit, wanted: bool) -> None:
    guest = visit()
    made: list[str] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def hear(text: str | bytes) -> None:
            told = json.loads(text)
            if "legal" in told.get("you", {}):
                del told["you"]["legal"][1:]  # as if there were no other
            line.send(json.dumps(told))

        def ask(text: str | bytes) -> None:
            asked = json.loads(text)
            made.extend([asked["move"]] if asked["do"] == "move" else [])
            server.send(text)

        server.on_message(hear)
        line.on_message(ask)

    guest.page.route_web_socket("**/socket?*", between)
    if not wanted:
        guest.page.add_init_script("localStorage.setItem('wishstone.set.forced', 'false')")
    Player(guest).start("keltis-card")
    for _ in range(30 if not wanted else 300):
        guest.page.wait_for_timeout(50)
        if made:
            break
    assert bool(made) == wanted
