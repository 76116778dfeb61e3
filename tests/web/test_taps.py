"""Taps and legal moves: every move that the server offers can be tapped, and no other."""

from __future__ import annotations

import pytest

from tests.web.browser import DESK, GAMES, PHONE, SIDE
from tests.web.checks import unfit
from tests.web.conftest import Visit
from tests.web.page_state import PLAY_RANDOM_MOVE, open_game

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
  table.view.wish_row = [1, 2, 3, 4, 5, 6, 7, 8, 9]; // a bot that came first may have taken the 5
  table.you.own.hand = ["blue 5", "pink 5", "pink 5"];
  const pairs = [["blue 5", "pink 5"], ["pink 5", "pink 5"]];
  const touches = { from: "hand", to: "piles", wish_stone: 5, points: {} };
  table.you.legal = pairs.map((cards) => [`wish 5 ${cards.join(" + ")}`, { ...touches, cards }]);
  table.render();
}"""


def test_equal_cards_are_a_pair_beside_a_third_with_their_number(visit: Visit) -> None:
    guest, _ = open_game(visit, "keltis-card", 6)
    guest.run(THREE)
    made, legal = map(sorted, guest.run(TAPPED))
    assert made == legal
    assert len(made) == 2
    guest.run("() => { table.chosen = 'blue 5'; table.render(); }")
    assert guest.page.locator(".hand .pair").count() == 2
    for size in (DESK, PHONE, SIDE):
        guest.turn(size)
        assert not unfit(guest), size


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_tapped_is_what_is_legal(visit: Visit, game: str) -> None:
    guest, player = open_game(visit, game, 6)
    for _ in range(3):
        made, legal = map(sorted, guest.run(TAPPED))
        assert made == legal
        if not guest.run(PLAY_RANDOM_MOVE, player.lot.random()):
            break
